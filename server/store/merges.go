package store

import (
	"context"
	"time"
)

// Merged says what moves, or moved, when a guest becomes one with another player.
type Merged struct {
	From, To    PlayerID
	Name        string    // of From
	Tables      []TableID // at which From had a seat that moves, unfinished ones first
	Unfinished  int       // number of those that are open or running
	Waiting     []TableID // open and running tables where both sit: their seats do not move
	Sessions    []string  // of From
	Results     int
	Messages    int // of the chat
	Invitations int
	Blocks      int
}

// Empty reports whether the guest has nothing that another player would miss.
func (m Merged) Empty() bool {
	return len(m.Tables) == 0 && len(m.Waiting) == 0 && m.Results == 0 && m.Messages == 0
}

// MergeNote is what MergePlayers notes in its transaction.
type MergeNote struct {
	Offer string       // id of the attempt that was the offer. It is used up, or stays until Waits if seats wait; empty: none
	Waits time.Time    // when the offer expires while seats wait
	Event AccountEvent // gets the name of the guest; without an id it is not stored
}

// Merges makes two players one.
type Merges interface {
	// MergeSummary says what MergePlayers would move. An unknown or erased player is ErrNotFound.
	MergeSummary(ctx context.Context, from, to PlayerID) (Merged, error)
	// MergePlayers moves all that belongs to one player to another, in one transaction, and erases the former. If both sit at unfinished tables, those seats and the
	// sessions stay, and so does the player, until a later call. Logs do not change, because entries hold no ids of players.
	MergePlayers(ctx context.Context, from, to PlayerID, note MergeNote) (Merged, error)
}
