package store

import (
	"context"
	"errors"
	"time"

	"nemeton/engine"
)

// ErrOffer means that the offer of a handover is unknown, used, revoked or expired, or that its maker no longer holds the seat.
var ErrOffer = errors.New("the offer of the seat is not valid")

// Session is one signed-in device of a player. Only hashes of its tokens are stored.
type Session struct {
	ID        string // UUID that names the session, for example to revoke it
	TokenHash [32]byte
	Player    PlayerID
	Label     string // description of the device for the player
	CreatedAt time.Time
	SeenAt    time.Time
	TokenAt   time.Time // time since which the token is the current one; CreatedAt at first
}

// MaxOldTokens is the number of replaced tokens that are stored for a session. The oldest are deleted.
const MaxOldTokens = 32

// MaxIssuedTokens is the number of issued tokens that are stored for a session. The oldest are deleted.
const MaxIssuedTokens = 4

// SpareToken is a token of a session beside its current one.
type SpareToken struct {
	Hash    [32]byte
	Session string
	Old     bool      // it was replaced; otherwise it was issued to become the current one
	At      time.Time // of its issue, or of its replacement if Old
}

// LinkKind is the purpose of a link.
type LinkKind string

// The kinds of links.
const (
	DeviceLink   LinkKind = "device"   // signs the player in on another device
	HandoverLink LinkKind = "handover" // offers the player's seat at a running table
	AppLink      LinkKind = "app"      // signs the player in on an installed app, by a short code; see Sessions.ClaimAppLink
)

// MaxMisses is the number of wrong codes that lock an app link.
const MaxMisses = 5

// Refusals of a correct code of an app link.
var (
	ErrExpired = errors.New("the code has expired")
	ErrLocked  = errors.New("too many wrong codes were entered while the code was valid")
)

// MaxLinks is the number of links of one kind that a player can have. A new one deletes the oldest.
const MaxLinks = 5

// Most is the number of links of the kind that a player can have. Only the last app link counts: a second one would be a second chance for a guess.
func (k LinkKind) Most() int {
	if k == AppLink {
		return 1
	}
	return MaxLinks
}

// Link is a one-time code. It belongs to the session that made it and ends with it. Only the hash of its code is stored.
type Link struct {
	ID        string // UUID that names the link, for example to revoke it
	Kind      LinkKind
	CodeHash  [32]byte
	Player    PlayerID
	Session   string      // the session that made it
	Table     TableID     // of a handover
	Seat      engine.Seat // of a handover; 0 for the other kinds
	CreatedAt time.Time
	ExpiresAt time.Time
	Misses    int // of an app link: the wrong codes that were entered while it was valid
}

// Ended lists the sessions that ended, and the tables that they concern.
type Ended struct {
	Sessions []string
	// Tables are the open and running private tables whose invite one of the sessions made. Their invite is empty now.
	Tables []TableID
}

// Identities stores who the server is.
type Identities interface {
	// ServerID is the id of the server, the same at all nodes and after a restore.
	ServerID(ctx context.Context) (string, error)
}

// Sessions stores the sessions of players, and the links that the sessions made. A session ends together with its tokens, its links and the
// invites that it made, in one transaction; see Ended.
type Sessions interface {
	// CreateSession adds a session. An unknown or erased player is ErrNotFound.
	CreateSession(ctx context.Context, s Session) error
	SessionByToken(ctx context.Context, hash [32]byte) (Session, Player, error)
	// SetSessionSeen sets SeenAt unless it is later already.
	SetSessionSeen(ctx context.Context, id string, seen time.Time) error
	Sessions(ctx context.Context, player PlayerID) ([]Session, error) // newest first
	// LiveSessions returns the players of those sessions that exist: neither revoked nor deleted with their player.
	LiveSessions(ctx context.Context, ids []string) (map[string]PlayerID, error)

	// IssueToken adds a token that will replace the session's current one. It returns ErrConflict if the session has a token that was issued
	// after the time since, and ErrNotFound if the session has ended.
	IssueToken(ctx context.Context, session string, hash [32]byte, now, since time.Time) error
	SessionBySpareToken(ctx context.Context, hash [32]byte) (SpareToken, Session, Player, error)
	// ConfirmToken makes an issued token the current one. The previous one, and all other issued ones, are old from now on. A token that is
	// not an issued one is ErrNotFound.
	ConfirmToken(ctx context.Context, hash [32]byte, now time.Time) error

	// RevokeSession ends a session of that player. A session of another player is ErrNotFound.
	RevokeSession(ctx context.Context, player PlayerID, id string) (Ended, error)
	// RevokeOtherSessions ends all sessions of the player except one, also those that are being made.
	RevokeOtherSessions(ctx context.Context, player PlayerID, except string) (Ended, error)
	// ExpireSessions ends up to limit sessions that were last seen before the time.
	ExpireSessions(ctx context.Context, before time.Time, limit int) (Ended, error)

	// CreateLink adds a link. A session that has ended or belongs to another player is ErrNotFound. A code that another stored link has is ErrConflict.
	// See LinkKind.Most.
	CreateLink(ctx context.Context, l Link) error
	// Links lists the player's links that have not expired, newest first. It omits the offers of tables that no longer run.
	Links(ctx context.Context, player PlayerID, now time.Time) ([]Link, error)
	// RevokeLink deletes a link of that player. A link of another player is ErrNotFound.
	RevokeLink(ctx context.Context, player PlayerID, id string) error
	// ClaimLink deletes a device link and adds the session for its player, in one transaction. It returns the player. An unknown, used or
	// expired link is ErrNotFound.
	ClaimLink(ctx context.Context, hash [32]byte, now time.Time, x Session) (PlayerID, error)
	// ClaimAppLink is ClaimLink for app links, whose codes can be guessed. Calls run one after the other. A call that signs nobody in counts as a miss of
	// every valid app link, and MaxMisses misses lock a link. An expired or locked link is ErrExpired or ErrLocked; every other code is ErrNotFound.
	ClaimAppLink(ctx context.Context, hash [32]byte, now time.Time, x Session) (PlayerID, error)
	// Offer returns an offer of a seat. An unknown, used, revoked or expired one is ErrNotFound.
	Offer(ctx context.Context, hash [32]byte, now time.Time) (Link, error)
}
