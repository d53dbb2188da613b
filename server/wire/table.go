package wire

import (
	"time"

	"nemeton/engine"
	"nemeton/engine/chance"
)

// Player is a person as others see them.
type Player struct {
	ID   string `json:"id"`
	Name string `json:"name"` // empty once erased
}

// Seat is one seat of a table.
type Seat struct {
	Seat       engine.Seat   `json:"seat"`
	Color      string        `json:"color"`
	Player     *Player       `json:"player,omitempty"`     // absent for a free seat and a bot's
	Alike      int           `json:"alike,omitempty"`      // 1, 2, ... for players with look-alike names; absent for a distinct name
	Bot        string        `json:"bot,omitempty"`        // the level of the bot that holds the seat
	StandIn    string        `json:"standIn,omitempty"`    // the level of the stand-in, until the player returns
	Agreed     []engine.Seat `json:"agreed,omitempty"`     // the seats whose players agree that a bot shall play this seat
	TakeoverIn int64         `json:"takeoverIn,omitempty"` // milliseconds from now until a bot may take over the seat; absent unless the table warns of it
	Conceded   bool          `json:"conceded,omitempty"`   // the player gave up; a bot plays the seat to the end
	Connected  bool          `json:"connected"`
	Away       bool          `json:"away"`
	// Devices lists the public keys of the devices that may sign commands of the seat now. It is absent for a table that is not in memory.
	Devices []chance.DeviceKey `json:"devices,omitempty"`
	// Contributed reports whether the player has contributed to the chance of the table, or declined; false for a free seat and a bot's.
	Contributed *bool `json:"contributed,omitempty"` // this server always sets it
	// Confirmed reports whether a player whom a rematch seated has confirmed it. It is absent for all others, and after the start.
	Confirmed *bool `json:"confirmed,omitempty"`
}

// Pace is the time control of a table. All times are in whole seconds.
type Pace struct {
	Kind      string `json:"kind"` // "free", "live" or "days"
	Bank      int    `json:"bank"`
	Increment int    `json:"increment"`
	ByHand    bool   `json:"byHand,omitempty"`   // a time-out happens only when another player claims it
	Level     string `json:"level,omitempty"`    // of the bot that plays after a time-out
	Vacation  bool   `json:"vacation,omitempty"` // the vacation of a person pauses the table
	Extra     int    `json:"extra,omitempty"`    // the time that one player gives to another at once
	Takeover  int    `json:"takeover,omitempty"` // at a free pace: the time of silence before a takeover
}

// SettingsChange is one change of the settings before the start, with the new values of what changed.
type SettingsChange struct {
	By         string         `json:"by"` // the player's id
	Options    engine.Options `json:"options,omitempty"`
	Pace       *Pace          `json:"pace,omitempty"`
	Seats      int            `json:"seats,omitempty"`
	Visibility string         `json:"visibility,omitempty"`
}

// Table is a table without its game data.
type Table struct {
	ID         string         `json:"id"`
	Title      string         `json:"title"`
	State      string         `json:"state"`
	Visibility string         `json:"visibility"`
	Seats      []Seat         `json:"seats"`
	Options    engine.Options `json:"options"`
	Pace       *Pace          `json:"pace,omitempty"` // this server always sets it
	Host       string         `json:"host"`           // the player's id
	Seq        engine.Seq     `json:"seq"`
	Owing      []engine.Seat  `json:"owing"`
	Winners    []engine.Seat  `json:"winners,omitempty"`
	CreatedAt  time.Time      `json:"createdAt"`
	UpdatedAt  time.Time      `json:"updatedAt"`
	Chance     int            `json:"chance"`            // version of the table's chance
	Commitment string         `json:"commitment"`        // to the table's secret, hex
	Invite     string         `json:"invite,omitempty"`  // only for players at a private table
	Barred     []Player       `json:"barred,omitempty"`  // only for the host: removed players who may not return
	Rematch    string         `json:"rematch,omitempty"` // the table of the rematch
	Origin     *engine.Origin `json:"origin,omitempty"`  // the moment of a finished table at which this one begins
	Ended      string         `json:"ended,omitempty"`   // "concession", "agreement" or "operator" for a table that ended before its game
	// Stop is the open proposal to stop the game. It is absent for a table that is not in memory.
	Stop *engine.StopProposal `json:"stop,omitempty"`
	// Pause has the pauses and vacations, and the open proposal about a pause. It is absent without them, and for a table that is not in memory.
	Pause   *engine.Pause    `json:"pause,omitempty"`
	Changed int              `json:"changed,omitempty"` // number of changes of the settings; absent after the start
	Changes []SettingsChange `json:"changes,omitempty"` // the newest of them, the oldest first
	// Recoveries are the open claims of seats. Only the people at the table and those who claim a seat see them.
	Recoveries []Recovery `json:"recoveries,omitempty"`
}

// You says which viewer the recipient is; exactly one member is set.
type You struct {
	Seat      *engine.Seat `json:"seat,omitempty"`
	Spectator bool         `json:"spectator,omitempty"`
}

// YouAre returns the You of a viewer.
func YouAre(v engine.Viewer) You {
	if s, ok := v.Seat(); ok {
		return You{Seat: &s}
	}
	return You{Spectator: true}
}

// Recovery is the claim of a person that a seat is theirs. The person lost the session that held it.
type Recovery struct {
	ID        string        `json:"id"`
	Table     string        `json:"table"`
	Title     string        `json:"title"`
	Seat      engine.Seat   `json:"seat"`
	State     string        `json:"state"` // "open", "moved", "ended" or "reversed"
	By        Player        `json:"by"`    // claims the seat
	Holder    Player        `json:"holder"`
	Confirmed []engine.Seat `json:"confirmed"`         // the seats whose players confirmed it
	Needed    int           `json:"needed"`            // number of confirmations
	MovesAt   *time.Time    `json:"movesAt,omitempty"` // when the seat moves unless its holder objects; absent while confirmations are missing
	CreatedAt time.Time     `json:"createdAt"`
}

// RecoveryAnswer is the answer to an act on a recovery.
type RecoveryAnswer struct {
	Recovery Recovery `json:"recovery"`
}

// RecoveryList lists recoveries.
type RecoveryList struct {
	Recoveries []Recovery `json:"recoveries"`
}
