// Package certificate holds the certificates of a server that serves TLS itself. Manager gets and renews them by ACME (RFC 8555). Files reads the certificate of
// an operator, and reads it again when its files change.
//
// Manager uses the ACME client of golang.org/x/crypto and not its autocert: autocert orders within the handshakes of strangers, and renews without reporting a
// failure. Here, handshakes order nothing, each failure is logged with its reason, and the clock can be replaced.
package certificate
