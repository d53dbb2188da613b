package meduris

import "nemeton/engine"

func (s *State) hut(f int8) bool { return s.huts[f] != engine.NoSeat }

func (s *State) free(f int8) bool { return s.huts[f] == engine.NoSeat && s.temples[f] == engine.NoSeat }

// settlement is the size of the settlement that contains a hut on field f, whether that hut is built yet or not. A
// settlement is a maximal run of adjacent huts of any colors; it can cross regions and the river.
func (s *State) settlement(f int8) int8 {
	n := 1 + s.run(f, s.board.after, s.board.size()-1)
	return n + s.run(f, s.board.before, s.board.size()-n)
}

// run counts adjacent huts from f in one direction, at most limit, so that a full ring is counted once.
func (s *State) run(f int8, step func(int8) int8, limit int8) int8 {
	n := int8(0)
	for at := step(f); n < limit && s.hut(at); at = step(at) {
		n++
	}
	return n
}

// hutsLeft is the size of the settlement next to the field, counterclockwise [M42]; hutsRight is the one clockwise.
func (s *State) hutsLeft(f int8) int8 { return s.run(f, s.board.before, s.board.size()-1) }

func (s *State) hutsRight(f int8) int8 { return s.run(f, s.board.after, s.board.size()-1) }

// nextHut is the first hut clockwise from the druid. Field 0 follows the stones; the druid's own field comes last
// [M30]. ok is false if there is no hut.
func (s *State) nextHut() (f int8, ok bool) {
	at := s.board.size() - 1
	if s.druid.At == AtField {
		at = s.druid.No
	}
	for range s.board.fields {
		at = s.board.after(at)
		if s.hut(at) {
			return at, true
		}
	}
	return 0, false
}

// canBuild reports whether a seat can ever build again. Any free field takes a hut; a temple needs one without a chip
// [M21, M25, M40a].
func (s *State) canBuild(seat engine.Seat) bool {
	p := &s.players[seat]
	for f := range s.board.size() {
		if s.free(f) && (p.huts > 0 || p.temples > 0 && s.chips[f] == NoChip) {
			return true
		}
	}
	return false
}

// full reports whether no seat can ever build again [M40a].
func (s *State) full() bool {
	for i := range s.seats {
		if s.canBuild(engine.Seat(i)) {
			return false
		}
	}
	return true
}
