package play_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/server/ws/accept"
)

type clientMessage struct {
	T        string          `json:"t"`
	ID       string          `json:"id"`
	Decision string          `json:"decision"`
	Move     json.RawMessage `json:"move"`

	Seq       engine.Seq       `json:"seq"`
	Head      string           `json:"head"`
	Reveal    codec.Optional   `json:"reveal"`
	Index     int              `json:"index"`
	Device    chance.DeviceKey `json:"device"`
	Signature chance.Signature `json:"signature"`

	Chain codec.Optional   `json:"chain"` // of an enrollment, like By
	By    chance.DeviceKey `json:"by"`
}

// command executes a command and returns its seq, or the code of a refusal.
func (f *fakeServer) command(t *fakeTable, seat int, in clientMessage) (int, string) {
	if seat < 0 {
		return 0, "not_seated"
	}
	key := strconv.Itoa(seat) + " " + in.ID
	content := in.T + in.Decision + string(in.Move)
	if first, ok := t.answers[key]; ok && (f.fault != "applied twice" || t.now.over()) {
		if first.content != content && f.fault != "id reused" {
			t.noteVoid(f.fault, seat, in, "id_reused")
			return 0, "id_reused"
		}
		return first.seq, ""
	}
	code := f.refuseProof(t, seat, in)
	seq := 0
	if code == "" {
		seq, code = f.judge(t, seat, in)
	}
	t.noteVoid(f.fault, seat, in, code)
	if code == "" {
		t.answers[key] = fakeAnswer{content, seq}
	}
	return seq, code
}

func (f *fakeServer) judge(t *fakeTable, seat int, in clientMessage) (int, string) {
	if t.state == "finished" {
		return 0, "table_finished"
	}
	e := fakeEntry{Kind: "frame", Seat: seat, Command: in.ID, Proof: in.proof()}
	switch in.T {
	case "takeback":
		if t.undo != seat {
			return 0, "nothing_to_take_back"
		}
		id := "again-" + strconv.Itoa(len(t.log))
		if f.fault == "id again" {
			id = t.before.IDs[seat]
		}
		t.now, t.undo = t.before.clone(), -1
		t.now.IDs[seat] = id
		return f.append(t, e, `{"name":"frame.taken_back","data":{}}`, ""), ""
	case "devices":
		return f.enroll(t, seat, in, e)
	case "leave", "return":
		if t.now.Away[seat] == (in.T == "leave") {
			return 0, "no_change"
		}
		t.now.Away[seat] = in.T == "leave"
		return f.append(t, e, `{"name":"frame.left","data":{}}`, ""), ""
	}
	at := slices.Index(t.now.IDs, in.Decision)
	switch {
	case at < 0 || in.Decision == "":
		return 0, "stale_decision"
	case at != seat && f.fault != "not yours":
		return 0, "not_your_decision"
	}
	var move struct {
		N int `json:"n"`
	}
	err := json.Unmarshal(in.Move, &move)
	if listed := err == nil && string(in.Move) == string(encode(map[string]int{"n": move.N})) && move.N >= 1 && move.N <= 3; !listed && f.fault != "any move" {
		return 0, "illegal_move"
	}
	if f.fault == "picky" && move.N == 3 {
		return 0, "illegal_move"
	}
	seq := f.pick(t, seat, in, move.N)
	if f.fault == "wrong ack" && seq > 9 {
		seq--
	}
	return seq, ""
}

// socket serves one socket: another goroutine reads, this one writes.
func (f *fakeServer) socket(w http.ResponseWriter, r *http.Request) {
	conn, err := accept.Accept(w, r)
	if err != nil {
		return
	}
	f.mu.Lock()
	t, query := f.tables[r.PathValue("id")], r.URL.Query()
	seat := t.seatOf(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
	cut := f.generation
	refused := t.private && seat < 0 && query.Get("invite") != t.invite && f.fault != "open socket"
	f.mu.Unlock()
	if refused {
		_ = conn.Close(4003)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	gone := false
	go func() {
		f.readCommands(ctx, conn, t, seat)
		f.mu.Lock()
		gone = true
		f.changed.Broadcast()
		f.mu.Unlock()
	}()

	f.mu.Lock()
	defer f.mu.Unlock()
	send := func(v any) {
		raw := encode(v)
		f.mu.Unlock()
		_ = conn.Write(ctx, raw)
		f.mu.Lock()
	}
	at, err := strconv.Atoi(query.Get("since"))
	if f.fault == "lost" && at > 4 {
		t.log = t.log[:at-1]
	}
	if err != nil || f.fault == "eager snapshot" && at > 4 || at > len(t.log) {
		at = len(t.log)
		snapshot := map[string]any{
			"t": "snapshot", "seq": at, "table": f.describe(t, seat), "view": nil, "decisions": []int{},
			"you": map[string]any{"seat": seat},
		}
		if seat < 0 {
			snapshot["you"] = map[string]any{"spectator": true}
		}
		if at > 0 {
			snapshot["head"] = f.head(t, at, seat)
			snapshot["view"], snapshot["decisions"] = t.log[at-1].projections[seat+1].view, t.log[at-1].projections[seat+1].decisions
		}
		send(snapshot)
	} else if f.fault == "hole on resume" && len(t.log) > 5 {
		at = max(at-1, 1)
	}
	send(map[string]any{"t": "table", "table": f.describe(t, seat)})
	count := func(by int) {
		t.sockets[seat] += by
		t.socketChanges++
		f.changed.Broadcast()
	}
	count(1)
	defer count(-1)
	sentChanges := 0
	for first := err == nil; !gone && f.generation == cut; {
		if sentChanges != t.socketChanges {
			sentChanges = t.socketChanges
			send(t.presence(f.fault))
			continue
		}
		if at >= len(t.log) {
			f.changed.Wait()
			continue
		}
		e := t.log[at]
		s := e.projections[seat+1]
		if f.fault == "other past" && at+2 < len(t.log) {
			s.view = t.log[at+1].projections[seat+1].view
		}
		at++
		update := map[string]any{"t": "update", "seq": e.Seq, "events": s.events, "view": s.view, "decisions": s.decisions, "head": f.head(t, e.Seq, seat)}
		patched, stepped := query.Get("patch") != "", query.Get("steps") != ""
		if (patched || stepped) && !first {
			delete(update, "view")
			delete(update, "decisions")
			update["patch"] = f.patch(t, e, seat)
			if stepped && f.fault != "no steps" || f.fault == "stray steps" {
				delete(update, "events")
				update["steps"] = f.steps(s.events)
			}
		}
		first = false
		switch {
		case f.fault == "silence" && e.Seq > 10 && seat == 1:
			continue
		case f.fault == "hole" && e.Seq == 10:
			update["seq"] = 11
		case f.fault == "twice" && e.Seq == 10:
			send(update)
		case f.fault == "other view" && e.Seq == 10 && patched:
			right := strings.TrimSuffix(string(f.patch(t, e, seat)), "]")
			update["patch"] = json.RawMessage(right + `,{"op":"add","path":"/view/odd","value":1}]`)
		case f.fault == "bad patch" && e.Seq == 10 && patched:
			update["patch"] = json.RawMessage(`[{"op":"remove","path":"/view/nothing"}]`)
		case f.fault == "unknown tag" && e.Seq == 10:
			send(map[string]string{"t": "hello"})
		case f.fault == "stray result" && e.Seq == 10:
			send(map[string]any{"t": "result", "id": "x", "ok": true, "seq": 10})
		}
		send(update)
	}
	if f.generation != cut {
		go func() { _ = conn.Close(4503) }()
	}
}

// presence lists the seats with open sockets.
func (t *fakeTable) presence(f fault) map[string]any {
	seats := []int{}
	for seat := range t.seats {
		if t.sockets[seat] > 0 {
			seats = append(seats, seat)
		}
	}
	if f == "wrong presence" {
		return map[string]any{"t": "presence", "seats": seats, "spectators": t.socketChanges}
	}
	return map[string]any{"t": "presence", "seats": seats, "spectators": t.sockets[-1]}
}

// steps has each event with a patch that changes nothing.
func (f *fakeServer) steps(events json.RawMessage) []map[string]any {
	var list []json.RawMessage
	_ = json.Unmarshal(events, &list)
	patch := []map[string]any{}
	if f.fault == "bad step" {
		patch = append(patch, map[string]any{"op": "remove", "path": "/view/nothing"})
	}
	steps := []map[string]any{}
	for _, event := range list {
		steps = append(steps, map[string]any{"event": event, "patch": patch})
	}
	return steps
}

// patch leads from the state before e to the state of e.
func (f *fakeServer) patch(t *fakeTable, e fakeEntry, seat int) json.RawMessage {
	now := e.projections[seat+1]
	ops := []map[string]any{{"op": "replace", "path": "/view", "value": now.view}}
	if e.Seq < 2 || !bytes.Equal(t.log[e.Seq-2].projections[seat+1].decisions, now.decisions) {
		ops = append(ops, map[string]any{"op": "replace", "path": "/decisions", "value": now.decisions})
	}
	return encode(ops)
}

// readCommands reads the client's messages and answers them.
func (f *fakeServer) readCommands(ctx context.Context, conn *accept.Conn, t *fakeTable, seat int) {
	for {
		raw, err := conn.Read(ctx)
		if err != nil {
			_ = conn.Close(4009)
			return
		}
		var in clientMessage
		if json.Unmarshal(raw, &in) != nil || in.T != "act" && in.T != "takeback" {
			_ = conn.Close(4008)
			return
		}
		if len(raw) > 16<<10 {
			_ = conn.Close(4009)
			return
		}
		f.mu.Lock()
		seq, code := f.command(t, seat, in)
		f.mu.Unlock()
		answer := map[string]any{"t": "result", "id": in.ID, "ok": code == ""}
		if code == "" {
			f.mu.Lock()
			answer["seq"], answer["head"] = seq, f.head(t, seq, seat)
			f.mu.Unlock()
		} else {
			answer["error"] = map[string]string{"code": code, "message": code}
		}
		if f.fault == "no result" && seq > 10 {
			continue
		}
		_ = conn.Write(ctx, encode(answer))
	}
}
