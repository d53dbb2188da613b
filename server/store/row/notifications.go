package row

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"

	"nemeton/server/store"
)

// The statements of notifications, for both databases; see Numbered. All times in them are milliseconds.
const (
	SelectNotifier = "SELECT settings, always, since, attentive_until FROM notifiers WHERE player = ?1"
	SelectChannels = "SELECT id, kind, address, data FROM channels WHERE player = ?1 ORDER BY id"

	// SaveNotifier has the arguments player, settings, reachable, always and since.
	SaveNotifier = `INSERT INTO notifiers (player, settings, reachable, always, since)
		SELECT id, ?2, ?3, ?4, ?5 FROM players WHERE id = ?1 AND NOT erased
		ON CONFLICT (player) DO UPDATE SET settings = excluded.settings, reachable = excluded.reachable, always = excluded.always, since = excluded.since`
	// SaveChannel has the arguments id, player, kind, address and data.
	SaveChannel = `INSERT INTO channels (id, player, kind, address, data) VALUES (?1, ?2, ?3, ?4, ?5)
		ON CONFLICT (id) DO UPDATE SET address = excluded.address, data = excluded.data`
	DeleteChannel = "DELETE FROM channels WHERE player = ?1 AND id = ?2"
	// TakeAddress has the arguments player and push address. It ends the channel that another player has with that address.
	TakeAddress = "DELETE FROM channels WHERE kind = 'push' AND address = ?2 AND player <> ?1"
	// NoteLost has no arguments. It notes which players have no channel any more.
	NoteLost = "UPDATE notifiers SET reachable = 0 WHERE reachable = 1 AND NOT EXISTS (SELECT 1 FROM channels c WHERE c.player = notifiers.player)"

	SelectOwner = "SELECT player FROM channels WHERE id = ?1"
	// Attend has the arguments player and time.
	Attend = "UPDATE notifiers SET attentive_until = ?2 WHERE player = ?1 AND reachable = 1 AND attentive_until < ?2"

	// Tell has the arguments player, table and seq.
	Tell = `INSERT INTO told (player, table_id, seq) SELECT player, ?2, ?3 FROM notifiers WHERE player = ?1
		ON CONFLICT (player, table_id) DO UPDATE SET seq = excluded.seq WHERE told.seq < excluded.seq`
	// AddNotice has the arguments id, channel, table, occasion, key, data, digest and due time.
	AddNotice = `INSERT INTO notices (id, player, channel, table_id, occasion, key, data, digest, due_at)
		SELECT ?1, c.player, c.id, ?3, ?4, ?5, ?6, ?7, ?8 FROM channels c WHERE c.id = ?2
		ON CONFLICT (channel, table_id, occasion, key) DO NOTHING`
	// DueNotices has the arguments now and limit. It selects ids.
	DueNotices = `SELECT n.id FROM notices n WHERE n.sent_at = 0 AND n.leased_until <= ?1 AND (n.due_at <= ?1 OR n.digest = 1 AND EXISTS (
		SELECT 1 FROM notices o WHERE o.channel = n.channel AND o.digest = 1 AND o.sent_at = 0 AND o.due_at <= ?1)) ORDER BY n.due_at, n.id LIMIT ?2`
	NoticeColumns = "id, player, channel, table_id, occasion, key, data, digest, due_at, attempts"

	// Nudge has the arguments table, from, to, now and before. It changes no row if the last nudge is not before that time.
	Nudge = `INSERT INTO nudges (table_id, nudger, nudged, at) VALUES (?1, ?2, ?3, ?4)
		ON CONFLICT (table_id, nudger, nudged) DO UPDATE SET at = excluded.at WHERE nudges.at < ?5`

	AddServerKey    = "INSERT INTO server_keys (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING"
	SelectServerKey = "SELECT value FROM server_keys WHERE name = ?1"

	// starts is true at an open table that waits for its host.
	starts = "(t.state = 'open' AND t.host = p.player AND NOT EXISTS (SELECT 1 FROM places f WHERE f.table_id = t.id AND (f.player = '' AND f.bot = '' OR f.confirm = 'asked')))"
	asked  = "(t.state = 'open' AND p.confirm = 'asked')"

	owes = "(t.state = 'running' AND replace(replace(t.owing, '[', ','), ']', ',') LIKE '%,' || p.seat || ',%')"
)

// owedColumns are the columns of a store.Owed; ms is the expression of a time column in milliseconds.
func owedColumns(ms func(column string) string) string {
	return "p.player, p.seat, t.id, t.title, t.state, t.seq, " + owes + " AS owes, t.stand_ins, p.confirm = 'asked', t.due_at, " + ms("t.updated_at") + " AS updated"
}

// SelectOwedBy returns a query with one argument. in is the condition that the column p.player is in the list of the argument.
func SelectOwedBy(in string, ms func(column string) string) string {
	return "SELECT " + owedColumns(ms) + ", " + starts + " FROM places p JOIN tables t ON t.id = p.table_id WHERE p.player <> '' AND " + in +
		" AND (" + owes + " OR " + asked + " OR " + starts + ") ORDER BY updated, t.id, p.seat"
}

// SelectSeatedAt returns a query with one argument. in is the condition that the column table_id is in the list of the argument.
func SelectSeatedAt(in string) string {
	return "SELECT DISTINCT player FROM places WHERE player <> '' AND " + in
}

// SelectUntold returns a query with the arguments now and limit.
func SelectUntold(ms func(column string) string) string {
	const told = " LEFT JOIN told d ON d.player = n.player AND d.table_id = t.id WHERE n.reachable = 1 AND "
	invitation := strings.NewReplacer("p.player, p.seat", "n.player, -1", owes+" AS owes", "FALSE AS owes", "p.confirm = 'asked'", "FALSE").Replace(owedColumns(ms))
	return "SELECT " + owedColumns(ms) + `, d.seq IS NOT NULL FROM notifiers n JOIN places p ON p.player = n.player AND p.player <> '' JOIN tables t ON t.id = p.table_id` + told + `
		(d.seq IS NULL OR d.seq < t.seq) AND (` + owes + ` AND (n.attentive_until <= ?1 OR n.always = 1) OR NOT ` + owes + ` AND (t.state = 'running' AND d.seq IS NULL
			OR t.state = 'finished' AND ` + ms("t.updated_at") + ` >= n.since OR t.state = 'open' AND d.seq IS NULL AND p.confirm = 'asked'))
		UNION ALL SELECT ` + invitation + ", FALSE FROM notifiers n JOIN invitations i ON i.invited = n.player JOIN tables t ON t.id = i.table_id" + told + "d.seq IS NULL AND " + ms("i.created_at") + ` >= n.since AND ` + stillMeant + `
			AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.player = i.invited AND b.blocked = i.inviter)
		ORDER BY 11, 3, 2 LIMIT ?2`
}

// OwedRow is a scanned row of SelectOwedBy or SelectUntold.
type OwedRow struct {
	store.Owed
	StandIns string
	Updated  int64
}

// Targets returns the variables to scan the columns of SelectOwedBy into.
func (r *OwedRow) Targets() []any {
	return []any{&r.Player, &r.Seat, &r.Table, &r.Title, &r.State, &r.Seq, &r.Owes, &r.StandIns, &r.Asked, &r.DueAt, &r.Updated}
}

// Value returns the row. Its seat owes nothing while a stand-in plays it.
func (r *OwedRow) Value() (store.Owed, error) {
	standIns, err := readList[string](r.StandIns)
	if int(r.Seat) >= 0 && int(r.Seat) < len(standIns) && standIns[r.Seat] != "" {
		r.Owes = false
	}
	o := r.Owed
	o.Updated = Millis(r.Updated)
	return o, err
}

// Millis returns a stored time of milliseconds; the zero time for 0.
func Millis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// StoredMillis returns a time in milliseconds; 0 for the zero time.
func StoredMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// ChangeNotifier runs change on a copy of before, and returns the notifier to store, with the ids of its channels that ended.
func ChangeNotifier(before store.Notifier, now time.Time, change func(*store.Notifier) error) (after store.Notifier, ended []string, err error) {
	after = before
	after.Channels = append([]store.Channel(nil), before.Channels...)
	if err := change(&after); err != nil {
		return store.Notifier{}, nil, err
	}
	after.Player, after.AttentiveUntil = before.Player, before.AttentiveUntil
	if after.Since = before.Since; len(before.Channels) == 0 && len(after.Channels) > 0 {
		after.Since = Millis(StoredMillis(now))
	}
	stays := map[string]bool{}
	for _, c := range after.Channels {
		stays[c.ID] = true
	}
	for _, c := range before.Channels {
		if !stays[c.ID] {
			ended = append(ended, c.ID)
		}
	}
	return after, ended, nil
}

// IDs encodes a list of ids as JSON.
func IDs[T ~string](ids []T) string {
	if ids == nil {
		return "[]"
	}
	raw, _ := json.Marshal(ids) // a list of texts always encodes
	return string(raw)
}

// CompareNotices orders notices by due time and id.
func CompareNotices(a, b store.Notice) int {
	return cmp.Or(a.DueAt.Compare(b.DueAt), cmp.Compare(a.ID, b.ID))
}
