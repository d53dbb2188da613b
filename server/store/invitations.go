package store

import (
	"context"
	"time"
)

// InvitationAnswer is the answer to an invitation. It is empty until there is one.
type InvitationAnswer string

// The answers to invitations. An invitation counts as accepted when the invited player takes a seat at the table, in the same transaction.
const (
	Accepted InvitationAnswer = "accepted"
	Declined InvitationAnswer = "declined"
)

// Invitation asks a player to sit down at an open table. A table has one for each invited player.
type Invitation struct {
	Table      TableID
	Invited    PlayerID
	Inviter    PlayerID
	Session    string // session that made it. The invitation does not count after its end; empty then
	CreatedAt  time.Time
	Answer     InvitationAnswer
	AnsweredAt time.Time // zero without an answer
}

// InvitationUsage is what limits a new invitation. All of it is read in the transaction that stores the invitation.
type InvitationUsage struct {
	Blocked  bool             // the invited player has blocked the inviter
	Previous *Invitation      // to the same table; nil: none
	Counts   bool             // Previous counts, see Invitations.InvitationsTo; blocks are not considered
	Sent     []SentInvitation // by the inviter, created after the given time, the oldest first
}

// SentInvitation is an invitation for the limits of its inviter.
type SentInvitation struct {
	Invitation
	Open bool // the table is open
}

// Invitations stores invitations, and the players whom others have blocked. The erasure and the removal of a player delete theirs.
type Invitations interface {
	// Invite stores an invitation and replaces the previous one to the same table. check decides, in the same transaction, with the inviter's usage since the
	// given time. If it returns an error, Invite returns that error and stores nothing. Concurrent calls of one inviter run one after the other. An unknown or
	// erased invited player, an ended session and an unknown table are ErrNotFound.
	Invite(ctx context.Context, i Invitation, since time.Time, check func(InvitationUsage) error) error
	// InvitationsTo returns up to limit invitations of a player that count, newest first. An invitation counts while it has no answer, its table is open, and
	// its session exists. Its inviter must sit at the table and not be blocked, and the invited player must have no seat there.
	InvitationsTo(ctx context.Context, player PlayerID, limit int) ([]Invitation, error)
	// CountInvitations counts those of several players. Players without any are missing.
	CountInvitations(ctx context.Context, players []PlayerID) (map[PlayerID]int, error)
	InvitationsOf(ctx context.Context, id TableID) ([]Invitation, error)
	// DeclineInvitation answers an invitation that has no answer. Otherwise it returns ErrNotFound.
	DeclineInvitation(ctx context.Context, id TableID, invited PlayerID, now time.Time) error

	// Block makes player block another one, and ends their friendship. A second call is no error. Of more than MaxBlocks, the oldest end. An unknown or erased player is ErrNotFound.
	Block(ctx context.Context, player, blocked PlayerID, now time.Time) error
	Unblock(ctx context.Context, player, blocked PlayerID) error
	Blocked(ctx context.Context, player PlayerID) ([]PlayerID, error)
	HasBlocked(ctx context.Context, player, other PlayerID) (bool, error)
}

// MaxBlocks is the number of players whom a player can block.
const MaxBlocks = 500
