package store

import (
	"context"
	"time"

	"nemeton/engine"
)

// ChannelKind is a way to reach a player outside the pages of the server.
type ChannelKind string

// The kinds of channels.
const (
	PushChannel ChannelKind = "push" // Web Push to one browser
	MailChannel ChannelKind = "mail"
	HookChannel ChannelKind = "hook" // a webhook
)

// Channel is one way to reach a player.
type Channel struct {
	ID      string // UUID
	Kind    ChannelKind
	Address string // endpoint, mail address or URL. Two players never have the same push address
	Data    string // JSON of the package that sends
}

// Notifier is how a player wants to be notified.
type Notifier struct {
	Player   PlayerID
	Settings string // JSON of the feature; empty: the defaults
	Always   bool   // turns are notified while the player is present, too
	Channels []Channel
	// Since is the time of the first channel. Nothing that happened before is notified.
	Since time.Time
	// AttentiveUntil is the time until which the player counts as present at one of our pages.
	AttentiveUntil time.Time
}

// Owed is a table at which a player may have to be notified.
type Owed struct {
	Player  PlayerID
	Seat    engine.Seat
	Table   TableID
	Title   string
	State   State
	Seq     engine.Seq
	Owes    bool // the seat owes a decision, and no bot plays it
	Asked   bool // the table is a rematch that waits for the player's confirmation
	Starts  bool // the table waits for the start by the player, its host; set by OwedBy alone
	DueAt   int64
	Updated time.Time // of the table
	Told    bool      // the player was told of the table before; not set by OwedBy
}

// Notice is one notification for one channel.
type Notice struct {
	ID       string // UUID
	Player   PlayerID
	Channel  string // id
	Table    TableID
	Occasion string
	// Key tells occasions of the same kind at a table apart. A second notice with the same channel, table, occasion and key is not stored.
	Key      string
	Data     string // JSON of the feature
	Digest   bool   // it may be sent with other notices of the channel that are not due yet
	DueAt    time.Time
	Attempts int
	// LeasedUntil is the end of the lease of a claimed notice. From then on another node may claim it.
	LeasedUntil time.Time
}

// Told says up to which seq of a table a player was told.
type Told struct {
	Player PlayerID
	Table  TableID
	Seq    engine.Seq
}

// Notifications stores the channels of players and the notifications to send. The erasure and the removal of a player delete theirs.
type Notifications interface {
	// Notifier returns how a player wants to be notified. A player without settings and channels has the zero Notifier, with the player's id.
	Notifier(ctx context.Context, player PlayerID) (Notifier, error)
	// ChangeNotifier lets change edit the settings and channels of a player, and stores them. An error of change is returned unchanged, and nothing is stored.
	// A push address that another player had ends there. Change must be quick and not call the store. An unknown or erased player is ErrNotFound.
	ChangeNotifier(ctx context.Context, player PlayerID, now time.Time, change func(*Notifier) error) (Notifier, error)
	ChannelOwner(ctx context.Context, channel string) (PlayerID, error)
	// Attend stores that a player with channels is present until the given time. It never shortens that time. Other players are ignored.
	Attend(ctx context.Context, player PlayerID, until time.Time) error

	// OwedBy returns the tables that wait for the players, the oldest change first. Running ones wait for a decision. Open ones wait for the confirmation of
	// a rematch, or for the start by their host, once all seats are taken and confirmed.
	OwedBy(ctx context.Context, players []PlayerID) ([]Owed, error)
	SeatedAt(ctx context.Context, tables []TableID) ([]PlayerID, error)
	// Reachable returns up to limit players with channels, from the one after the given player on, in the order of their ids.
	Reachable(ctx context.Context, after PlayerID, limit int) ([]PlayerID, error)
	// Untold returns the live seats and open invitations of players, and the live seats at tables, of which reachable players are to be notified, the oldest
	// change first. It reads nothing else. They were not told of the newest seq, or not of
	// the table at all, and one of these holds:
	//   - They owe a decision there. While they are present this counts only with Always.
	//   - The table runs, and they were never told of it.
	//   - It finished after Since.
	//   - It is a rematch that asks them, or they have an invitation that counts, and they were never told of it. The seat is -1 with an invitation.
	Untold(ctx context.Context, now time.Time, players []PlayerID, tables []TableID) ([]Owed, error)
	// Tell stores that players were told of tables, and the notices that follow, in one transaction.
	Tell(ctx context.Context, told []Told, notices []Notice) error
	// ClaimNotices returns up to limit notices that are due and not sent, and leases them until the given time, so that no other node sends them. If a digest is due,
	// the other digests of its channel are, too.
	ClaimNotices(ctx context.Context, now, leased time.Time, limit int) ([]Notice, error)
	// NoticesSent marks notices as sent. Their keys stay.
	NoticesSent(ctx context.Context, ids []string, now time.Time) error
	// PostponeNotices sets another due time, ends the lease, and counts an attempt if failed is true. Notices whose lease is not that one stay as they are, because
	// another node has claimed them meanwhile.
	PostponeNotices(ctx context.Context, ids []string, leased, due time.Time, failed bool) error
	// RemoveNotices removes up to limit notices that were due before the given time, and returns their number.
	RemoveNotices(ctx context.Context, before time.Time, limit int) (int, error)

	// Nudge stores that a player nudged another one at a table, and the notices that follow, in one transaction. It returns ErrConflict if the last nudge is not before
	// the given time.
	Nudge(ctx context.Context, id TableID, from, to PlayerID, now, before time.Time, notices []Notice) error
	// ServerKey returns the stored value of a name. The first call stores the value that it got.
	ServerKey(ctx context.Context, name string, value []byte) ([]byte, error)
}
