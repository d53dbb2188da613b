// Package limit is how much one player, one address or one table may ask of a server. Rates are buckets that fill evenly
// and hold a good part of a period's worth: who was quiet may be quick for a moment, as a household is in which everybody sits down at once. An IPv6 address counts by its /64,
// which is one customer's.
//
// Limits are kept in memory, by each node for itself. What is kept is bounded: a key that was quiet for as long as its bucket takes to fill is
// forgotten without loss, and where there are more keys than maxKeys within that time, all are forgotten at once: a flood from that many addresses is
// not stopped by counting them.
package limit
