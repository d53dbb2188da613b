// Package chat implements store.Chat with statements that both databases understand.
//
// A transaction that changes a channel changes the row of the channel first. So the changes of one channel become visible in the order of their revs.
package chat

import "nemeton/server/store/dialect"

// Chat implements store.Chat.
type Chat struct{ db dialect.DB }

// New returns the chat of a store.
func New(db dialect.DB) *Chat { return &Chat{db} }

// resetUsed is the end of a statement that resets the channels in used.
const resetUsed = `/*pg , reset AS (*/UPDATE chat_channels SET rev = rev + 1, reset = rev + 1
	WHERE table_id IN (SELECT table_id FROM used) AND (table_id, channel) IN (SELECT table_id, channel FROM used)
	/*pg RETURNING table_id) INSERT INTO changes (tables) SELECT string_agg(table_id || ':` + dialect.ChatMark + `', ' ') FROM reset HAVING count(*) > 0*/`

// Forget are the statements that delete the rows of erased players, whose list is their argument. Channels that lose rows are reset.
var Forget = []*dialect.Statement{
	dialect.SQL(`WITH used AS MATERIALIZED (SELECT table_id, channel FROM chat_messages WHERE author IN (LIST ?1)
			UNION SELECT table_id, channel FROM chat_reactions WHERE player IN (LIST ?1))
		` + resetUsed),
	dialect.SQL("DELETE FROM chat_messages WHERE author IN (LIST ?1)"),
	dialect.SQL("DELETE FROM chat_reactions WHERE player IN (LIST ?1)"),
	dialect.SQL("DELETE FROM chat_reads WHERE player IN (LIST ?1)"),
	dialect.SQL("UPDATE chat_reports SET author = '' WHERE author IN (LIST ?1)"),
	dialect.SQL("UPDATE chat_reports SET reporter = '' WHERE reporter <> '' AND reporter IN (LIST ?1)"),
}

// Reset is the statement that resets the channels in which the player ?1 wrote or reacted.
var Reset = dialect.SQL(`WITH used AS MATERIALIZED (SELECT table_id, channel FROM chat_messages WHERE author = ?1
		UNION SELECT table_id, channel FROM chat_reactions WHERE player = ?1)
	` + resetUsed)

// Move are the statements that give the chat of a player ?1 to another one, ?2. Reset comes first. A reaction and a mark that both have stay with the latter.
var Move = []*dialect.Statement{
	dialect.SQL(`UPDATE chat_messages SET author = ?2, client = CASE
		WHEN (table_id, client) IN (SELECT table_id, client FROM chat_messages WHERE author = ?2) THEN client || ' ' || ?1 ELSE client END WHERE author = ?1`),
	dialect.SQL(`DELETE FROM chat_reactions WHERE player = ?1
		AND (table_id, channel, seq) IN (SELECT table_id, channel, seq FROM chat_reactions WHERE player = ?2)`),
	dialect.SQL("UPDATE chat_reactions SET player = ?2 WHERE player = ?1"),
	dialect.SQL("DELETE FROM chat_reads WHERE player = ?1 AND (table_id, channel) IN (SELECT table_id, channel FROM chat_reads WHERE player = ?2)"),
	dialect.SQL("UPDATE chat_reads SET player = ?2 WHERE player = ?1"),
	dialect.SQL("UPDATE chat_reports SET author = ?2 WHERE author = ?1"),
	dialect.SQL(`UPDATE chat_reports SET reporter = '' WHERE reporter <> '' AND reporter = ?1
		AND (table_id, channel, number) IN (SELECT table_id, channel, number FROM chat_reports WHERE reporter <> '' AND reporter = ?2)`),
	dialect.SQL("UPDATE chat_reports SET reporter = ?2 WHERE reporter <> '' AND reporter = ?1"),
}
