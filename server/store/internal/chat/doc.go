// Package chat implements store.Chat with statements that both databases understand.
//
// A transaction that changes a channel changes the row of the channel first. So the changes of one channel become visible in the order of their revs.
package chat

import "nemeton/server/store/internal/portable"

// Chat implements store.Chat.
type Chat struct{ db portable.DB }

// New returns the chat of a store.
func New(db portable.DB) *Chat { return &Chat{db} }

// Forget returns the statements that delete the rows of erased players. The condition selects the players, such as "= ?1". Channels that lose rows are reset.
func Forget(condition string) []string {
	return []string{
		`UPDATE chat_channels SET rev = rev + 1, reset = rev + 1 WHERE (table_id, channel) IN (SELECT table_id, channel FROM chat_messages WHERE author ` + condition + `
			UNION SELECT table_id, channel FROM chat_reactions WHERE player ` + condition + `)`,
		"DELETE FROM chat_messages WHERE author " + condition,
		"DELETE FROM chat_reactions WHERE player " + condition,
		"DELETE FROM chat_reads WHERE player " + condition,
		"UPDATE chat_reports SET author = '' WHERE author " + condition,
		"UPDATE chat_reports SET reporter = '' WHERE reporter " + condition,
	}
}
