package store

import (
	"context"
	"time"
)

// JustFinished is the time after its last change for which a finished table counts as just finished. As long, its seats are live: players are notified of the end.
const JustFinished = 24 * time.Hour

// Retention removes rows that nobody needs any more. Running and finished tables are never removed. Each call changes a bounded number of rows in
// a short transaction. Several nodes may call it concurrently: no row is counted twice.
type Retention interface {
	// CloseIdleTables closes up to limit open tables that were last changed before the given time, and returns their ids. It raises their Rev and sets
	// their UpdatedAt to now.
	CloseIdleTables(ctx context.Context, before, now time.Time, limit int) ([]TableID, error)
	// RemoveClosedTables deletes up to limit closed tables that were last changed before the given time, with all rows that belong to them. A removed
	// table is no longer the Rematch of another one, which raises that table's Rev. It returns the number of removed tables.
	RemoveClosedTables(ctx context.Context, before time.Time, limit int) (int, error)
	// EndSeats ends the live seats of up to limit finished tables that were last changed before the given time. It returns the number of tables. Nothing but
	// the costs of other methods depends on it, and the notices of their ends.
	EndSeats(ctx context.Context, before time.Time, limit int) (int, error)
	// RemoveIdlePlayers examines up to limit players whose id is greater than after, in the order of ids. It deletes those that were created before the
	// given time and have no session that was seen since. Players with a seat at a stored table, a Way or a verified mail address stay. Sessions, links,
	// TableNames, invitations, blocks and chat messages go with their player. It returns the number of deleted players and the id to continue after;
	// empty: there are no more players.
	RemoveIdlePlayers(ctx context.Context, before time.Time, after PlayerID, limit int) (removed int, next PlayerID, err error)
	// RemoveExpiredLinks deletes up to limit links, sign-ins that have begun and codes of the server that expired before the given time. It returns
	// their number.
	RemoveExpiredLinks(ctx context.Context, before time.Time, limit int) (int, error)
	// RemoveInvitations deletes up to limit invitations that were created before the given time. It returns their number.
	RemoveInvitations(ctx context.Context, before time.Time, limit int) (int, error)
	// RemoveChat deletes up to limit messages, reactions and read marks that are older than the given time. It returns their number.
	RemoveChat(ctx context.Context, before time.Time, limit int) (int, error)
	// RemoveReports deletes up to limit reports, open or closed, that were created before the given time. It returns their number.
	RemoveReports(ctx context.Context, before time.Time, limit int) (int, error)
	// RemoveSuggestions deletes up to limit suggestions for texts, open or closed, that were made before the given time. It returns their number.
	RemoveSuggestions(ctx context.Context, before time.Time, limit int) (int, error)
	// RemoveActs deletes up to limit acts of operators that were logged before the given time, and bans that ended before it. It returns their number.
	RemoveActs(ctx context.Context, before time.Time, limit int) (int, error)
}
