// Package clock is the time control of a table: its pace, and the clocks of the seats. It knows no log and no rules.
package clock

// Kind is the kind of a table's time control.
type Kind int

// The kinds of time control. Their values are those of the option OptionPace.
const (
	Free Kind = iota // no clocks
	Live             // clocks for one sitting
	Days             // clocks for a game over days or weeks, capped at the bank
)

func (k Kind) String() string {
	if k < 0 || int(k) >= len(Kinds()) {
		return ""
	}
	return Kinds()[k]
}

// Kinds lists the names of the kinds in the protocol, by kind.
func Kinds() []string { return []string{"free", "live", "days"} }

// The options that hold a table's pace. Commitment and start entry cover them as they cover all options. A table of Free has none of them, so that
// the options of older tables mean the same as before.
const (
	OptionPace      = "pace"          // a Kind
	OptionBank      = "paceBank"      // seconds on a clock at the start
	OptionIncrement = "paceIncrement" // seconds that a seat gains when it has made all its decisions
	OptionByHand    = "paceByHand"    // 1: a time-out happens only when another player claims it
	OptionLevel     = "paceLevel"     // of the bot that plays after a time-out: an index of Levels
	OptionVacation  = "paceVacation"  // 1: the vacation of a person pauses the table; only with Days, else absent
)

// OptionTakeover is the option that holds the rest of a pace: an index of TakeoverTimes. Without clocks, a bot plays a seat that was silent for that time. It
// is older than the other options of the pace. Absent or 0: never, and always so at a table with clocks.
const OptionTakeover = "takeover"

// TakeoverTime is a value of OptionTakeover.
type TakeoverTime struct {
	ID   string
	Time int64 // milliseconds
}

// TakeoverTimes lists the values of OptionTakeover.
func TakeoverTimes() []TakeoverTime {
	const minute = 60 * 1000
	return []TakeoverTime{{"never", 0}, {"2min", 2 * minute}, {"5min", 5 * minute}, {"15min", 15 * minute}, {"1h", 60 * minute}, {"1d", 24 * 60 * minute}}
}

// Options lists the ids of these options.
func Options() []string {
	return []string{OptionPace, OptionBank, OptionIncrement, OptionByHand, OptionLevel, OptionVacation}
}

// Levels lists the levels of bots that can play after a time-out.
func Levels() []string { return []string{"easy", "medium", "hard"} }

// At Live the first liveGrace milliseconds of each move are free, to make up for slow connections.
const liveGrace = 1000

// Pace is the time control of a table. All times are in milliseconds.
type Pace struct {
	Kind      Kind
	Bank      int64
	Increment int64
	ByHand    bool
	Level     string
	Vacation  bool  // the vacation of a person pauses the table
	Takeover  int64 // without clocks: the time of silence after which a bot may play a seat; 0: it plays only for players who have left
}

// PaceOf is the pace that a table's options state.
func PaceOf(o map[string]int) Pace {
	p := Pace{Kind: Kind(o[OptionPace])}
	if p.Kind != Live && p.Kind != Days {
		p = Pace{}
		if times, at := TakeoverTimes(), o[OptionTakeover]; at > 0 && at < len(times) {
			p.Takeover = times[at].Time
		}
		return p
	}
	levels := Levels()
	p.Bank, p.Increment, p.ByHand = int64(o[OptionBank])*1000, int64(o[OptionIncrement])*1000, o[OptionByHand] == 1
	p.Level = levels[min(max(o[OptionLevel], 0), len(levels)-1)]
	p.Vacation = p.Kind == Days && o[OptionVacation] == 1
	return p
}

func (p Pace) HasClocks() bool { return p.Kind != Free }

// Grace is the free time at the start of each move.
func (p Pace) Grace() int64 {
	if p.Kind == Live {
		return liveGrace
	}
	return 0
}

// Capped limits a time on a clock to the bank at a table of Days.
func (p Pace) Capped(left int64) int64 {
	if p.Kind == Days {
		return min(left, p.Bank)
	}
	return left
}

// Extra is the time that one player can give to another at once: a quarter of the bank.
func (p Pace) Extra() int64 { return max(p.Bank/4/1000*1000, 1000) }

// A player who returns after a time-out has at least refill on the clock.
func (p Pace) refill() int64 { return p.Capped(max(p.Extra(), p.Increment)) }

const (
	aDay = 24 * 60 * 60 * 1000
	// absenceAtFree, absenceAtLive and absenceAtDays are the least values of Pace.Absence for each kind, in milliseconds.
	absenceAtFree = 30 * aDay
	absenceAtLive = aDay
	absenceAtDays = 7 * aDay
)

// Absence is the time for which the others wait for the agreement of a person who is away. It is thirty days without clocks, and a day at Live. At
// Days it is the bank, but at least seven days.
func (p Pace) Absence() int64 {
	switch p.Kind {
	case Live:
		return absenceAtLive
	case Days:
		return max(p.Bank, absenceAtDays)
	}
	return absenceAtFree
}
