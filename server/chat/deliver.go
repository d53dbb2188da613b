package chat

import (
	"context"
	"slices"
	"sync"
	"time"

	"nemeton/server/fanout"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
)

// pollBatch is the maximum number of tables in one query for their states.
const pollBatch = 500

const deliverTimeout = 5 * time.Second

// feed holds the part of one table's chat that the sockets of this node have received.
type feed struct {
	mu   sync.Mutex // held during a delivery, so that updates of a table are sent in order
	sent map[store.ChatChannel]int64
}

func (s *Service) feed(id store.TableID) *feed {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, ok := s.feeds[id]
	if !ok {
		f = &feed{sent: map[store.ChatChannel]int64{}}
		s.feeds[id] = f
	}
	return f
}

// changed delivers a change that this node has stored, and announces it. A failure costs only delay, because the next change delivers it. rev is that of a new
// message; 0: unknown.
func (s *Service) changed(ctx context.Context, id store.TableID, channel store.ChatChannel, rev int64) {
	s.sockets.AnnounceChat(fanout.ChatChange{Table: id})
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deliverTimeout)
	defer cancel()
	if rev > 0 {
		f := s.feed(id)
		f.mu.Lock()
		if _, known := f.sent[channel]; !known {
			f.sent[channel] = rev - 1
		}
		f.mu.Unlock()
	}
	if err := s.deliver(ctx, id); err != nil {
		s.cfg.Log.Warn().Err(err).Str("table", string(id)).Msg("could not deliver a chat message; the next change will")
	}
}

func (s *Service) deliver(ctx context.Context, id store.TableID) error {
	if len(s.sockets.ChatSubscribers(id)) == 0 {
		s.forget(id)
		return nil
	}
	states, err := s.cfg.Store.ChatStates(ctx, []store.TableID{id})
	if err != nil {
		return err
	}
	return s.catchUp(ctx, id, states[id])
}

func (s *Service) forget(id store.TableID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.feeds, id)
}

// catchUp sends the changes up to the states, which were just read.
func (s *Service) catchUp(ctx context.Context, id store.TableID, states map[store.ChatChannel]store.ChatState) error {
	f := s.feed(id)
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, channel := range store.ChatChannels() {
		sent, known := f.sent[channel]
		state := states[channel]
		if known && state.Rev <= sent && state.Reset <= sent {
			continue
		}
		changes := store.ChatChanges{State: state, Whole: true}
		if known {
			var err error
			if changes, err = s.cfg.Store.ChatChanges(ctx, id, channel, max(sent, 0), pageSize); err != nil {
				return err
			}
		}
		if known && sent == 0 && !changes.Earlier {
			changes.Whole = false // the first messages of the channel: there is nothing to replace
		}
		if state.Rev > 0 {
			if err := s.send(ctx, id, channel, sent, changes); err != nil {
				return err
			}
		}
		f.sent[channel] = changes.State.Rev
	}
	return nil
}

// send sends changes to the sockets that may read the channel. After whole changes, clients read the channel by REST. The row is read after the changes.
func (s *Service) send(ctx context.Context, id store.TableID, channel store.ChatChannel, since int64, c store.ChatChanges) error {
	if c.Whole {
		since, c.Messages, c.Reactions = c.State.Rev, nil, nil
	}
	known, err := s.known(ctx, c.Messages, c.Reactions)
	if err != nil {
		return err
	}
	row, err := s.cfg.Store.Table(ctx, id)
	if err != nil {
		return err
	}
	var audience []*table.Subscription
	var readers []store.PlayerID
	for _, sub := range s.sockets.ChatSubscribers(id) {
		if sub.MaySee(row) && (reader{row, sub.Player()}).reads(channel) {
			audience, readers = append(audience, sub), append(readers, sub.Player())
		}
	}
	hidden, err := s.hiddenFrom(ctx, known.people, readers...)
	if err != nil {
		return err
	}
	var all *table.EncodedMessage // for readers who have blocked nobody
	for _, sub := range audience {
		blocked := hidden[sub.Player()]
		switch {
		case len(blocked) > 0:
			sub.EnqueueOther(update(channel, since, c, known, blocked))
		case all == nil:
			all = update(channel, since, c, known, nil)
			fallthrough
		default:
			sub.EnqueueOther(all)
		}
	}
	return nil
}

func update(channel store.ChatChannel, since int64, c store.ChatChanges, known people, hidden []store.PlayerID) *table.EncodedMessage {
	part := known.channel(channel, c, hidden)
	return table.Encode(wire.ChatUpdate{
		T: "chat", Channel: part.Channel, Since: since, Rev: part.Rev, Slow: part.Slow, Messages: part.Messages, Reactions: part.Reactions,
	})
}

func (s *Service) deliverMarks(ctx context.Context, c fanout.ChatChange) {
	of := slices.DeleteFunc(s.sockets.ChatSubscribers(c.Table), func(sub *table.Subscription) bool { return sub.Player() != c.Reader })
	if len(of) == 0 {
		return
	}
	marks, err := s.cfg.Store.ReadMarks(ctx, c.Reader, c.Table)
	if err != nil {
		return // the devices read the marks with the next page
	}
	for _, channel := range store.ChatChannels() {
		if marks[channel] == 0 {
			continue
		}
		message := table.Encode(wire.ChatRead{T: "chat_read", Channel: string(channel), Number: marks[channel]})
		for _, sub := range of {
			sub.EnqueueOther(message)
		}
	}
}
