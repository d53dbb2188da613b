package table

import (
	"nemeton/server/fanout"
	"nemeton/server/store"
)

// Chat messages pass through the sockets of a table, but not through its actor: they belong to no entry, and moves do not wait for them. The caller decides
// which subscriber may read a message.

// ChatTables lists the tables with subscribers on this node that receive chat messages.
func (r *Registry) ChatTables() []store.TableID {
	r.subscriptions.mu.Lock()
	defer r.subscriptions.mu.Unlock()
	return keys(r.subscriptions.chatting)
}

// ChatSubscribers lists the subscribers of a table on this node that receive chat messages.
func (r *Registry) ChatSubscribers(id store.TableID) []*Subscription {
	r.subscriptions.mu.Lock()
	defer r.subscriptions.mu.Unlock()
	return keys(r.subscriptions.chatting[id])
}

// AnnounceChat tells the other nodes about a change of a chat. It does not block.
func (r *Registry) AnnounceChat(change fanout.ChatChange) {
	r.publish(fanout.Message{Chats: []fanout.ChatChange{change}})
}

// Player is the subscriber; empty if anonymous.
func (s *Subscription) Player() store.PlayerID { return s.player }

// MaySee reports whether the subscriber may see the table, whose row was just read. The subscription itself may not know of the last change yet.
func (s *Subscription) MaySee(row store.Table) bool {
	_, closed := s.closeReason(row)
	return !closed
}

// EnqueueOther queues a message that is not game data. The first message of a subscription is about the table, so an earlier one waits for it.
func (s *Subscription) EnqueueOther(message *EncodedMessage) {
	s.mu.Lock()
	waits := !s.begun && s.ended == nil
	if waits {
		s.early = append(s.early, message)
	}
	s.mu.Unlock()
	if !waits {
		s.enqueue(message, false)
	}
}

// Encode encodes a message that is not game data, for any number of subscribers.
func Encode(message any) *EncodedMessage { return newEncodedMessage(encode(message)) }
