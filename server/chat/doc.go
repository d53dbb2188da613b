// Package chat lets people at a table talk. Messages and reactions are stored apart from the log and pass by no code that knows the state of a game.
//
// # Channels
//
//	state      players' channel          spectators' channel
//	open       everybody at the table    nobody
//	running    seated players            everybody else
//	finished   everybody                 everybody
//
// Everybody means everybody who may see the table; anonymous people only read. A reaction to an entry belongs to the channel of the person's side, so that spectators
// cannot signal to players.
//
// # Delivery
//
// A change is stored, then sent to the sockets of this node, then announced to the other nodes. An announcement is a hint: a node reads the changes from the
// store. Package table finds those whose hint was lost, in the changes of the store. Each update names the rev before it, so that a client notices a gap and reads the channel by REST.
//
// A node reads first the changes, then the row of the table. So a person who lost access before the row was read gets nothing.
package chat
