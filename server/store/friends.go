package store

import (
	"context"
	"time"
)

// FriendState says how far a friendship is, as one of the two sees it.
type FriendState string

// The states of a friendship.
const (
	IsFriend   FriendState = "friend" // both agreed
	FriendAsks FriendState = "asks"   // the other one waits for an answer
	AskedFor   FriendState = "asked"  // the player waits for the other one's answer
)

// MaxFriends is the number of friends and unanswered questions that a player can have.
const MaxFriends = 100

// Friend is another person as one player sees them.
type Friend struct {
	Player PlayerID
	State  FriendState
	Since  time.Time // of State
}

// Friends stores friendships. A change of one raises Rev of both hosts' open and running tables for friends, in the same transaction. The erasure and the removal of a player, and a block, end theirs.
type Friends interface {
	// AskFriend asks another player, or agrees if they asked before. A repetition changes nothing. The answer is the state afterwards. An unknown or erased
	// player, and one with whom there is a block, is ErrNotFound; the 101st is ErrTooMany.
	AskFriend(ctx context.Context, player, other PlayerID, now time.Time) (FriendState, error)
	// EndFriend ends a friendship, withdraws a question or declines one. Without any it is ErrNotFound.
	EndFriend(ctx context.Context, player, other PlayerID) error
	// Friends returns the friends and the open questions of a player: first those who ask, then the friends, then those who were asked, each by time.
	Friends(ctx context.Context, player PlayerID) ([]Friend, error)
	TablesForFriends(ctx context.Context, hosts []PlayerID) ([]TableID, error)
}
