package meduris

import "nemeton/engine"

// hut tells whether there is a hut on a field.
func (s *State) hut(f int8) bool { return s.huts[f] != engine.NoSeat }

// free tells whether nothing is built on a field.
func (s *State) free(f int8) bool { return s.huts[f] == engine.NoSeat && s.temples[f] == engine.NoSeat }

// settlement is the number of huts in the maximal run of neighbours that a hut on field f belongs to, that hut included
// whether it is built yet or not: across regions and the river, any colours.
func (s *State) settlement(f int8) int8 {
	n := 1 + s.run(f, s.board.after, s.board.size()-1)
	return n + s.run(f, s.board.before, s.board.size()-n)
}

// run counts huts from f's neighbour on in one direction, limit at most (a full ring is counted once).
func (s *State) run(f int8, step func(int8) int8, limit int8) int8 {
	n := int8(0)
	for at := step(f); n < limit && s.hut(at); at = step(at) {
		n++
	}
	return n
}

// hutsLeft and hutsRight are the settlements directly beside a field [M42].
func (s *State) hutsLeft(f int8) int8 { return s.run(f, s.board.before, s.board.size()-1) }

func (s *State) hutsRight(f int8) int8 { return s.run(f, s.board.after, s.board.size()-1) }

// nextHut is the first hut clockwise from the druid's place, field 0 being the first after the stones. Where he stands
// comes last [M30]. ok is false without huts.
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

// canBuild tells whether a seat can ever build again, by pieces and fields: any field takes a hut, a temple needs one
// without a chip [M21, M25, M40a].
func (s *State) canBuild(seat engine.Seat) bool {
	p := &s.players[seat]
	for f := range s.board.size() {
		if s.free(f) && (p.huts > 0 || p.temples > 0 && s.chips[f] == NoChip) {
			return true
		}
	}
	return false
}

// full tells whether nobody can ever build again [M40a].
func (s *State) full() bool {
	for i := range s.seats {
		if s.canBuild(engine.Seat(i)) {
			return false
		}
	}
	return true
}
