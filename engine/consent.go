package engine

import "slices"

// Act is an act of a person that concerns the others at the table.
type Act int

// The acts. Asked says whose agreement each of them needs.
const (
	ActStop     Act = iota // stop the game for all
	ActPause               // pause the clocks
	ActResume              // end a pause
	ActTakeOver            // let a bot play for another person, until that person returns
	ActConcede             // give up the own seat
	ActHandOver            // give the own seat to another person
	ActGiveTime            // give another person time
	ActVacation            // begin or end the own vacation
	ActRematch             // play once more at a new table
	ActPublish             // show a private table to everybody
)

// Party is a seat, as Asked sees it. Away persons, persons on vacation and persons for whom a stand-in plays have no member of their own: they
// keep all rights until their vote lapses.
type Party struct {
	Seat     Seat
	Bot      bool // a bot has the seat, or nobody
	Erased   bool // the person does not exist any more
	Conceded bool // the person gave up
	Lapsed   bool // the person has been away for Pace.Absence
	StandIn  bool // a bot plays for the person
	Here     bool // the person is connected
}

// Asked lists the seats whose persons have to agree to an act, the author's included. It depends on its arguments alone, so each reader of a log gets
// the same answer. to is the seat of the person whom a bot would replace.
//
//   - An act that ends or pauses the game needs everybody who has not conceded. A stand-in plays, and gives no right away. A person who was
//     away for too long is not waited for.
//   - A takeover takes nothing away for good, so it needs those who are connected and play.
//   - A new game, and strangers who watch, concern all persons, also those who conceded.
//   - All other acts are those of their author alone.
func Asked(act Act, by, to Seat, parties []Party) []Seat {
	list := []Seat{} // never nil, because it is stored
	for _, p := range parties {
		isAsked := false
		switch act {
		case ActStop, ActPause, ActResume:
			isAsked = !p.Conceded && !p.Lapsed
		case ActTakeOver:
			isAsked = p.Seat != to && p.Here && !p.StandIn
		case ActRematch, ActPublish:
			isAsked = true
		}
		if !p.Bot && !p.Erased && (isAsked || p.Seat == by) {
			list = append(list, p.Seat)
		}
	}
	return list
}

// lapsesAt is the time from which on the others do not wait for the agreement of a person any more, in milliseconds since 1970 UTC. ok is false while the
// person is not away: the person has not left, no stand-in plays, and nobody waits for the person's move. The time begins anew with each entry of the
// person. It begins at the end of a pause or vacation.
func (f *Fold) lapsesAt(seat Seat) (at int64, ok bool) {
	c := f.seats[seat]
	since := c.gone
	if !c.isAbsent() {
		owed, owes := f.OwesSince(seat)
		if !owes {
			return 0, false
		}
		since = max(owed, c.seen)
	}
	return max(since, f.PausedUntil(), f.VacationOf(seat)) + f.Pace().Absence(), true
}

func (f *Fold) parties(now int64) []Party {
	list := make([]Party, len(f.seats))
	for s, c := range f.seats {
		seat := Seat(s)
		at, away := f.lapsesAt(seat)
		list[s] = Party{
			Seat: seat, Conceded: f.endings.HasConceded(seat), StandIn: c.bot != "", Lapsed: away && f.timeOf(now) >= at,
			Bot: f.start.bot(seat) != "",
		}
	}
	return list
}

func (f *Fold) asked(act Act, by Seat, now int64) []Seat {
	return Asked(act, by, NoSeat, f.parties(now))
}

// AskedToTakeOver lists the seats whose persons must agree that a bot plays a seat, as a person wants. here are the seats that are connected.
func (f *Fold) AskedToTakeOver(by, seat Seat, here []Seat) []Seat {
	parties := f.parties(0)
	for s := range parties {
		parties[s].Here = slices.Contains(here, parties[s].Seat)
	}
	return Asked(ActTakeOver, by, seat, parties)
}

// SettlesAt returns when an open proposal to stop or to pause becomes agreed without a further answer, in milliseconds since 1970 UTC. ok is false
// if there is none, or if a person who is not away has to answer it.
func (f *Fold) SettlesAt() (at int64, ok bool) {
	if f.isRunning() != nil {
		return 0, false
	}
	if f.endings.proposal != 0 {
		at, ok = f.agreedAt(ActStop, f.endings.agreed)
	}
	if p := f.pauses; p.proposal != 0 {
		if settles, will := f.agreedAt(f.pauses.act(), p.agreed); will && p.isOpen(settles) && (!ok || settles < at) {
			at, ok = settles, true
		}
	}
	return at, ok
}

// agreedAt is the time from which on all persons whom an act still needs have agreed to it.
func (f *Fold) agreedAt(act Act, agreed []Seat) (at int64, ok bool) {
	at = max(f.clocks.At, 1)
	for _, seat := range f.asked(act, NoSeat, 0) {
		if slices.Contains(agreed, seat) {
			continue
		}
		lapses, away := f.lapsesAt(seat)
		if !away {
			return 0, false
		}
		at = max(at, lapses)
	}
	return at, true
}

func haveAgreed(asked, agreed []Seat) bool {
	return !slices.ContainsFunc(asked, func(s Seat) bool { return !slices.Contains(agreed, s) })
}
