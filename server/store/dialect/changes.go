package dialect

import (
	"strings"

	"nemeton/server/store"
)

// noteChanges adds to the changes of tables. An SQLite file needs none.
var noteChanges = SQL("/*pg INSERT INTO changes (tables) SELECT CAST(?1 AS text) WHERE CAST(?1 AS text) <> ''*/")

// ChatMark follows the id of a table and a colon if its chat changed.
const ChatMark = "chat"

// NoteTables notes in a transaction that it changes the rows of tables.
func NoteTables(ids ...store.TableID) Call {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = string(id)
	}
	return noteChanges.With(strings.Join(texts, " "))
}

// NoteChat notes in a transaction that it changes the chat of a table.
func NoteChat(id store.TableID) Call { return noteChanges.With(string(id) + ":" + ChatMark) }
