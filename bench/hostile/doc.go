// Package hostile is a client that attacks a server through its protocol, at full speed, from many addresses and over many connections.
// It sends random, plausible and extreme messages, floods, incomplete WebSocket frames and requests, and it reads slowly or not at
// all. The only check of the answers is that none reports an internal error.
package hostile
