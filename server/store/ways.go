package store

import (
	"context"
	"errors"
	"time"
)

// WayKind is a kind of key by which a person signs in.
type WayKind string

// The kinds of ways.
const (
	Passkey WayKind = "passkey"
	OIDC    WayKind = "oidc"
)

// MaxWays is the number of ways of one kind that a player can have.
const MaxWays = 20

// ErrTooMany means that a player has the largest number of something.
var ErrTooMany = errors.New("there are too many of them")

// Way is a key by which a person signs in again.
type Way struct {
	ID        string // UUID that names the way, for example to remove it
	Player    PlayerID
	Kind      WayKind
	Key       string // the credential's id, or issuer and subject: the same for no two ways of a kind
	Name      string // chosen by the player
	Data      string // JSON
	CreatedAt time.Time
	UsedAt    time.Time // zero: never
}

// AttemptKind is the kind of a sign-in that has begun.
type AttemptKind string

// The kinds of attempts.
const (
	PasskeyAttempt AttemptKind = "passkey"
	MailAttempt    AttemptKind = "mail"
	DeviceAttempt  AttemptKind = "device" // another device of the person approves it
	HostAttempt    AttemptKind = "host"   // the operator made a link
	OIDCAttempt    AttemptKind = "oidc"
	MergeAttempt   AttemptKind = "merge" // the guest of before becomes one with the person
)

// Attempt is a sign-in that has begun.
type Attempt struct {
	ID        string
	Kind      AttemptKind
	Secret    [32]byte // hash of the secret that the asking browser keeps; zero: none
	Code      [32]byte // hash of the code that a person types, opens or approves; zero: none
	Player    PlayerID // to sign in, as far as known
	Data      string   // JSON
	Misses    int      // wrong codes
	CreatedAt time.Time
	ExpiresAt time.Time
}

// AccountEvent is something that happened to a person's account.
type AccountEvent struct {
	ID     string
	Player PlayerID
	At     time.Time
	Kind   string
	Name   string // of the way or device
}

// Ways stores the ways back of people, the sign-ins that have begun, and what happened to accounts.
type Ways interface {
	// AddWay adds a way and an event, in one transaction. A key that another way of the kind has is ErrConflict, an unknown or erased player ErrNotFound, and
	// one with MaxWays of the kind ErrTooMany.
	AddWay(ctx context.Context, w Way, e AccountEvent) error
	Ways(ctx context.Context, player PlayerID) ([]Way, error) // the oldest first
	WayByKey(ctx context.Context, kind WayKind, key string) (Way, error)
	UseWay(ctx context.Context, id, data string, now time.Time) error
	// RenameWay and RemoveWay return ErrNotFound for a way of another player. RemoveWay adds an event, in one transaction.
	RenameWay(ctx context.Context, player PlayerID, id, name string) error
	RemoveWay(ctx context.Context, player PlayerID, id string, e AccountEvent) error
	// MailOwners returns the players who are not erased and whose mail channel has the address, verified or not, with the data of the channel.
	MailOwners(ctx context.Context, address string) (map[PlayerID]string, error)

	// AddAttempt adds an attempt, and deletes expired ones. A secret, or a code of the kind, that another attempt has is ErrConflict.
	AddAttempt(ctx context.Context, a Attempt) error
	// ReplaceAttempt deletes the attempts of the kind and player, adds one as AddAttempt does, and adds an event, in one transaction.
	ReplaceAttempt(ctx context.Context, a Attempt, e AccountEvent) error
	// AttemptBySecret and AttemptByCode find an attempt that has not expired.
	AttemptBySecret(ctx context.Context, hash [32]byte, now time.Time) (Attempt, error)
	AttemptByCode(ctx context.Context, kind AttemptKind, hash [32]byte, now time.Time) (Attempt, error)
	// ChangeAttempt locks an attempt, lets change edit Player, Data, Misses and ExpiresAt, and stores it, also if change returns an error, which it returns unchanged.
	ChangeAttempt(ctx context.Context, id string, change func(*Attempt) error) (Attempt, error)
	// TakeAttempt deletes an attempt; ErrNotFound if it is gone. So an attempt succeeds once.
	TakeAttempt(ctx context.Context, id string) error
	// SignIn takes an attempt, adds a session and an event, in one transaction. An empty attempt is none. One that is gone, and an unknown or erased player, is
	// ErrNotFound.
	SignIn(ctx context.Context, attempt string, x Session, e AccountEvent) error

	// AccountEvents returns the newest fifty, the newest first. Older ones are deleted.
	AccountEvents(ctx context.Context, player PlayerID) ([]AccountEvent, error)
}
