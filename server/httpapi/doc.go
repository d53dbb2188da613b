// Package httpapi is the REST door: it reads requests, asks the features and spells their answers. It judges who calls,
// from where and how often; it judges no move.
//
// # Order of the layers
//
//	log and measure, give an id      measured
//	  catch panics                   recovered
//	    where from, over TLS or not  origins (trusted proxies alone may say so)
//	      headers for browsers       secured
//	        /healthz /readyz and the client's files
//	        /api/v1: limit by address, refuse other origins, who is it, limit by player, time limit, route
//
// # Invariants
//
//   - Every refusal is a problem document (RFC 9457) with a code, whichever layer made it.
//   - Game data (views, logs, exports) is passed on as the bytes that server/table encoded, never built here.
//   - The socket's handler gets an http.ResponseWriter that can be hijacked.
package httpapi
