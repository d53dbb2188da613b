// Package limit limits the requests of one player, one address and one table. Requests count by their cost: a unit is 1 ms of CPU time,
// and the transport knows the cost of each route. A rate limit is a token bucket that fills evenly. Its
// burst is a good part of a period's tokens, so that a household can sign in and sit down all at once. An IPv6 address counts under
// its /64 block, and with four times the allowance under its /56 block, because a customer has one or the other.
//
// Each node counts for itself, in memory of bounded size. A bucket that was not used for the time it takes to fill is dropped
// without loss. If more than maxKeys keys appear within that time, all are dropped, because counting cannot stop a flood from that
// many addresses.
//
// Lines limits lines of the log.
package limit
