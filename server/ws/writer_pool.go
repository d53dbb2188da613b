package ws

import (
	"sync"
	"time"
)

const (
	// crowd is how many sockets have to wait before one more goroutine is worth waking for them, and before they are served in rounds.
	crowd = 16
	// courtesy is after how many players in a row it is a spectator's turn.
	courtesy = 8
	// beat is the least time between two rounds: more often than the eye sees nobody has to be told.
	beat = 8 * time.Millisecond
)

// post carries frames to the sockets of a door, players' before spectators', else in the order in which they became due. It takes a few
// goroutines for all of them together: one for each would be woken for each frame, which costs more than the frame. None of them ever
// waits for a socket. A crowd of spectators is served in rounds: where moves come faster than those, they get several frames with one write,
// and players do not wait for that.
type post struct {
	lanes int // how many goroutines at most

	mu       sync.Mutex // guards all below
	players  line
	watchers line
	inARow   int  // players served since a spectator was
	open     int  // lanes at work
	round    int  // spectators of the round under way that are still to be served
	resting  bool // a round began less than a beat ago
}

// line is sockets that wait, the first first.
type line []*socket

func (l *line) take() *socket {
	s := (*l)[0]
	(*l)[0] = nil
	if *l = (*l)[1:]; len(*l) == 0 {
		*l = nil
	}
	return s
}

// add makes a socket due. It must not be due already.
func (p *post) add(s *socket, soon bool) {
	p.mu.Lock()
	if soon {
		p.players = append(p.players, s)
	} else {
		p.watchers = append(p.watchers, s)
	}
	more := p.wanted()
	p.mu.Unlock()
	if more {
		go p.lane()
	}
}

// wanted opens one more lane where there is work for it. The lock is held.
func (p *post) wanted() bool {
	waiting := len(p.players)
	if p.admits() {
		waiting += len(p.watchers)
	}
	more := waiting > 0 && p.open == 0 || waiting > crowd && p.open < p.lanes
	if more {
		p.open++
	}
	return more
}

// admits tells whether spectators may be served now: those of the round under way, those who are no crowd, and a crowd where a round may
// begin. The lock is held.
func (p *post) admits() bool { return p.round > 0 || len(p.watchers) <= crowd || !p.resting }

// lane serves socket after socket until none is due.
func (p *post) lane() {
	var buffer []byte // one for all that this lane writes
	for {
		s := p.first()
		if s == nil {
			return
		}
		buffer = s.carry(buffer)
	}
}

// first is the socket whose turn it is; nil where none is due, and then the lane is closed.
func (p *post) first() *socket {
	p.mu.Lock()
	defer p.mu.Unlock()
	watchers := len(p.watchers) > 0 && p.admits()
	switch {
	case len(p.players) > 0 && (p.inARow < courtesy || !watchers):
		p.inARow++
		return p.players.take()
	case watchers:
		p.inARow = 0
		if p.round == 0 && len(p.watchers) > crowd {
			p.round, p.resting = len(p.watchers), true
			time.AfterFunc(beat, p.rested)
		}
		p.round = max(0, p.round-1)
		return p.watchers.take()
	}
	p.open--
	return nil
}

// rested lets the next round begin.
func (p *post) rested() {
	p.mu.Lock()
	p.resting = false
	more := p.wanted()
	p.mu.Unlock()
	if more {
		p.lane()
	}
}
