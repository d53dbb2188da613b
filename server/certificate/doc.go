// Package certificate holds the certificates of a server that serves TLS itself. Manager gets and renews them by ACME (RFC 8555), with certmagic. Files reads
// the certificate of an operator, and reads it again when its files change.
//
// Manager uses certmagic and not autocert of golang.org/x/crypto: autocert orders within the handshakes of strangers, and renews without reporting a failure.
package certificate
