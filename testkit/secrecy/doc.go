// Package secrecy tests whole servers for leaks: no viewer may receive data that depends on information hidden from it.
//
// # Noninterference
//
// A game is played on one server. At some point a second server starts from a copy of the database. It has another secret and, for one
// viewer, a sampled state: hands, decks, bags and unseen choices differ within the limits of that viewer's knowledge. Clock, ids and
// entropy are the same. Both servers then receive the same moves. If an answer is secret, the moves may differ.
//
// Every byte that reaches the viewer is compared: messages of several sockets with their number and order, responses with status and
// headers, refusals, and close codes. This includes dropped sockets, resumption and restarts. A pair of servers ends at an event that
// reveals hidden data according to the title's registry.
//
// A state, as the suite counts them, is one viewer after one entry, on a pair of servers that this viewer may not distinguish. It is
// counted after the viewer's messages since the last entry, the view, the log, the table and some other requests were compared. If the
// viewer has a seat, a spectator observes the same pair and counts separately. One comparison covers one socket or one request.
//
// The servers are complete: handlers, sockets and authority, and every byte passes through a connection. In most games the connection is a
// pipe inside the process; every eighth game uses a real network. Bots do not move and nodes do not poll, because both depend on time.
//
// If a server answers that its store timed out, the comparison fails. Long runs may abandon a few such games, because a stalled machine
// causes timeouts too; the report lists them.
//
// Two values differ between the servers without a leak, so they are masked. One is the commitment to the secret. The other is the short head of an
// entry: its shape is compared, and its keyed part must differ, because the secrets differ.
//
// # Marks
//
// All compared data is also searched for the secrets of both servers, the newest hash of the log, and the tokens of all players. None may
// appear before the end.
//
// Canary games run on one server. Their marks are lists and objects in the views and moves of other seats, and in stored or unredacted
// events. A mark is forbidden for each viewer that does not know it yet. All messages, responses, the log and the metrics are searched. A
// mark has a minimum length, so only noninterference finds a leak of a single hidden number.
//
// The package uses the public interface of a server and the contract of a title. The caller passes a function that starts a server.
package secrecy
