// Package acmetest is a certificate authority that speaks ACME (RFC 8555), for tests. It checks signatures, nonces and challenges as a public authority does, and
// connects to the server that asks for a certificate.
package acmetest
