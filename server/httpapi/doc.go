// Package httpapi is the REST transport: it parses requests, calls the features and encodes their answers. It checks the caller, the
// origin and the rate limits of each request. It never judges a move.
//
// # Order of the middleware
//
//	log and measure, assign an id    measure
//	  recover from panics            recoverPanic
//	    client address and TLS       origins (trusted proxies may forward both)
//	      headers for browsers       securityHeaders
//	        host names               checkHosts
//	          /healthz /readyz and the client's files
//	          /api/v1: limit by address, refuse other origins, authenticate, limit by player, check bodies, timeout, route
//
// # Invariants
//
//   - Every refusal is a problem document (RFC 9457) with a code, whichever middleware made it.
//   - Game data (views, logs, exports) passes as the bytes that server/table encoded, and is never built here.
//   - The socket's handler gets an http.ResponseWriter that can be hijacked.
package httpapi
