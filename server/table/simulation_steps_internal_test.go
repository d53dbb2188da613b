package table

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

// simStep is one choice of the scheduler. Its numbers select among whatever is there at the time, so a schedule without some of its steps is one, too.
type simStep struct {
	kind    stepKind
	a, b, c int
}

func (s simStep) String() string { return fmt.Sprintf("%s %d %d %d", s.kind, s.a, s.b, s.c) }

type stepKind string

// stepWeights are the kinds of steps, and how often each is chosen.
var stepWeights = []struct {
	kind   stepKind
	weight int
}{
	{"work", 420}, {"move", 110}, {"system", 30}, {"resend", 40}, {"bot", 30}, {"begin", 4}, {"connect", 60}, {"disconnect", 20}, {"view", 15},
	{"poll", 60}, {"mail", 60}, {"mail lost", 8}, {"mail twice", 8}, {"beat", 6}, {"save", 15}, {"timer", 3}, {"late", 8}, {"evict", 15}, {"clock", 12},
	{"skew", 4}, {"crash", 10}, {"start", 25}, {"cut off", 6}, {"heal", 15}, {"lose", 6}, {"database", 1},
	{"sweep", 20}, {"heartbeat", 40}, {"pass", 12}, {"clocks", 40}, {"wall", 4},
}

func newSchedule(seed uint64, length int) []simStep {
	rng := rand.New(rand.NewPCG(seed, 17))
	total := 0
	for _, s := range stepWeights {
		total += s.weight
	}
	steps := make([]simStep, 0, length)
	for range length {
		at, i := rng.IntN(total), 0
		for ; at >= stepWeights[i].weight; i++ {
			at -= stepWeights[i].weight
		}
		steps = append(steps, simStep{stepWeights[i].kind, rng.IntN(1000), rng.IntN(1000), rng.IntN(1000)})
	}
	return steps
}

// answerOf chooses how the store treats a request.
func answerOf(n int) answerKind {
	switch {
	case n < 780:
		return answerOK
	case n < 900:
		return answerLater
	case n < 935:
		return answerLost
	case n < 970:
		return answerRefused
	default:
		return answerCommitLate
	}
}

// progress starts a waiting operation or lets the store work on one. It returns false if there is none.
func (w *world) progress(pick int, how answerKind) bool {
	type choice struct {
		n *simNode
		b *simBox
	}
	var choices []choice
	for _, n := range w.nodes {
		for _, b := range n.boxes {
			if b.own != nil || len(b.m.queue) > 0 {
				choices = append(choices, choice{n, b})
			}
		}
	}
	if len(choices) == 0 {
		return false
	}
	c := choices[pick%len(choices)]
	if c.b.own == nil {
		c.n.begin(c.b)
	} else {
		c.n.answer(c.b, how)
	}
	return true
}

// step makes one choice happen.
func (w *world) step(s simStep) {
	n, t := w.nodes[s.a%simNodes], w.tables[s.b%len(w.tables)]
	switch s.kind {
	case "work":
		w.progress(s.a, answerOf(s.c))
	case "move", "system", "resend":
		w.stepCommand(s, n, t)
	case "clocks":
		w.stepCommand(s, n, w.tables[1]) // the other one has none
	case "bot":
		w.moveBot(t, n, s.c)
	case "begin":
		w.begin(t, n)
	case "connect":
		w.clients[s.b%len(w.clients)].connect(n, s.c%4 > 0, s.c%4 > 1)
	case "disconnect":
		w.clients[s.b%len(w.clients)].disconnect()
	case "view":
		w.view(w.clients[s.b%len(w.clients)], n)
	case "mail", "mail lost", "mail twice":
		w.stepMail(s)
	case "late":
		if len(w.late) > 0 {
			a := w.late[s.a%len(w.late)]
			w.late = slices.DeleteFunc(w.late, func(o store.Append) bool { return o.Record.Hash == a.Record.Hash })
			_ = w.append(a, nil)
		}
	case "clock":
		w.now = w.now.Add([]time.Duration{time.Second, time.Minute, 2 * time.Hour, 72 * time.Hour}[s.c%4])
	case "wall":
		w.wall = []time.Duration{0, time.Minute, -time.Minute, 5 * time.Hour, -5 * time.Hour, 40 * 24 * time.Hour, -40 * 24 * time.Hour}[s.c%7]
	case "start":
		n.start()
	case "lose":
		w.lose(t, s.c)
	case "database":
		w.restoreDatabase(s.c)
	default:
		if n.up() {
			w.stepNode(s, n, t)
		}
	}
}

// stepNode is a step of a node that runs.
func (w *world) stepNode(s simStep, n *simNode, t *simTable) {
	switch s.kind {
	case "poll":
		n.poll(t)
	case "sweep":
		w.spawn(n, n.reg.sweepDue)
	case "heartbeat":
		_ = n.reg.heartbeat(context.Background(), n.reg.cfg.Store)
	case "pass":
		w.pass(n, time.Duration(s.c%20)*time.Minute)
	case "beat":
		n.reg.beat(true)
	case "save":
		if len(n.saves) > 0 {
			shot := n.saves[0]
			n.saves = n.saves[1:]
			if !n.noStore {
				_ = w.store.SaveSnapshot(context.Background(), shot)
			}
		}
	case "timer":
		if len(n.timers) > 0 {
			timer := n.timers[0]
			n.timers = n.timers[1:]
			timer.m.post(timer.name, timer.run)
		}
		if len(n.alarms) > 0 {
			alarm := n.alarms[0]
			n.alarms = n.alarms[1:]
			w.spawn(n, alarm)
		}
	case "evict":
		n.evict()
	case "skew":
		n.skew = time.Duration(s.c-500) * time.Second
	case "crash":
		n.crash()
	case "cut off":
		n.noStore, n.noBus = s.c%3 != 0, s.c%3 != 1
	case "heal":
		n.noStore, n.noBus = false, false
	}
}

// poll reads the versions of a table with subscribers, as the node's poll does.
func (n *simNode) poll(t *simTable) {
	m := n.reg.live[t.id]
	if m == nil || m.live.subscribers.Load() == 0 {
		return
	}
	appends := m.live.appends.Load()
	if versions, err := n.reg.versions([]store.TableID{t.id}); err == nil {
		m.postPoll(versions[t.id], appends)
	}
}

// pass lets time pass while a node sends a heartbeat, so that the time counts for the clocks.
func (w *world) pass(n *simNode, d time.Duration) {
	for end := w.now.Add(d); w.now.Before(end) && !n.noStore; w.now = w.now.Add(store.OutageGap - time.Second) {
		_ = n.reg.heartbeat(context.Background(), n.reg.cfg.Store)
	}
}

func (w *world) stepCommand(s simStep, n *simNode, t *simTable) {
	seat := engine.Seat(s.c % len(t.players))
	kind := "move"
	switch s.kind {
	case "system":
		kind = []string{"leave", "return", "agree", "take back", "propose to stop", "decline to stop", "propose to stop", "agree to stop"}[s.c/7%8]
		if s.c%40 == 0 { // rare, because it ends games
			kind = "concede"
		}
	case "clocks":
		kind = clockCommands[s.c/7%len(clockCommands)]
	case "resend":
		if len(w.sent) > 0 {
			recent := w.sent[max(0, len(w.sent)-8):]
			w.send(recent[s.c%len(recent)], n)
		}
		return
	}
	if t.players[seat] == "" {
		return
	}
	if kind == "vacation" {
		w.vacation(t, seat, n, s.c)
		return
	}
	if c := w.newCommand(t, seat, kind, s.c/3, s.c%2 == 0); c != nil {
		w.sent = append(w.sent, c)
		w.send(c, n)
	}
}

func (w *world) stepMail(s simStep) {
	if len(w.mail) == 0 {
		return
	}
	at := s.a % min(len(w.mail), 6)
	m := w.mail[at]
	if s.kind != "mail twice" {
		w.mail = slices.Delete(w.mail, at, at+1)
	}
	if to := w.nodes[m.to]; s.kind != "mail lost" && to.up() && !to.noBus {
		to.reg.onMessage(m.Message)
	}
}
