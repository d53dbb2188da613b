// Package hostile is a client that means harm. It knows the protocol and nothing of the server's inside, and does at full speed, from many
// addresses and over many connections, what such a client can: random, plausible and extreme messages, floods, halves of frames and of
// requests, reading slowly or not at all. It asks nothing of the answers but that they are none of a server that broke.
package hostile
