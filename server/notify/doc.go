// Package notify tells players outside the pages of the server that something waits for them: by Web Push, mail and webhooks.
//
// Delivery is level-triggered from the store. The plan step finds tables whose newest entry some reachable player was not notified about. It stores
// notices, one for each channel, together with the fact that the player was told. The send step claims notices that are due, checks again that each still
// holds, and sends it. A node that dies or stands still between sending and noting that repeats the notice after its lease has ended. It repeats one at most for each
// channel that it serves at that moment. A notice has a key, so two nodes never make two of it.
//
// Nothing here is on the path of a move. Texts hold public facts alone: the title, the names of people at the table, and the reason.
package notify
