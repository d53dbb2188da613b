package store

import (
	"context"
	"time"

	"nemeton/engine"
)

// ChatChannel is a conversation at a table.
type ChatChannel string

// The channels of every table.
const (
	PlayersChannel    ChatChannel = "players"
	SpectatorsChannel ChatChannel = "spectators"
)

// ChatChannels returns both channels.
func ChatChannels() []ChatChannel { return []ChatChannel{PlayersChannel, SpectatorsChannel} }

// ChatDeletion says by whom a message was deleted. It is empty until then.
type ChatDeletion string

// The ways to delete a message.
const (
	DeletedByAuthor ChatDeletion = "author"
	DeletedByHost   ChatDeletion = "host" // or by the operator of the server
)

// ChatMessage is a message in a channel. Either Text or Phrase is set; a deleted message has neither.
type ChatMessage struct {
	Table     TableID
	Channel   ChatChannel
	Number    int64 // the rev of the channel that the message made; unique in the channel
	Changed   int64 // the rev of its last change
	Author    PlayerID
	Client    string // an id that the author made, unique among the author's messages at the table
	Text      string
	Phrase    string // key of a quick phrase
	Deleted   ChatDeletion
	CreatedAt time.Time
}

// ChatReaction is the reaction of a person to an entry of the log. A person has at most one for an entry and channel.
type ChatReaction struct {
	Table     TableID
	Channel   ChatChannel // only its readers see the reaction
	Seq       engine.Seq
	Player    PlayerID
	Reaction  string // empty: none, or no longer
	Changed   int64  // the rev of the channel that the reaction made
	CreatedAt time.Time
}

// ChatUsage is what limits a new message. It is read in the transaction that stores the message.
type ChatUsage struct {
	Slow time.Duration // pause between two messages of a person; 0: none
	Last time.Time     // of the author's last message in the channel; zero: none
}

// ChatState is the state of a channel. A channel that nobody has used has the zero state.
type ChatState struct {
	Rev   int64 // number of changes: messages, deletions, reactions, and changes of Slow
	Reset int64 // a reader that knows an earlier rev has to read anew, because rows were erased
	Slow  time.Duration
}

// ChatChanges are changes of a channel. They may include changes after State.Rev, which come again in the next ones.
type ChatChanges struct {
	State     ChatState
	Whole     bool           // they replace everything that the reader knows
	Messages  []ChatMessage  // by number
	Reactions []ChatReaction // by seq and player; those taken back only if not Whole
	Earlier   bool           // Whole, and there are messages before them
}

// ChatReport is a message that a reader reported to the operator.
type ChatReport struct {
	ID        string
	Message   ChatMessage // as it was when it was reported; without Client. The author is empty once erased
	Reporter  PlayerID    // empty once erased
	Reason    string
	CreatedAt time.Time
	ClosedAt  time.Time // zero while it is open
}

// ChatBlock is a reader who has blocked an author.
type ChatBlock struct{ Reader, Author PlayerID }

// These are the numbers of messages and of reactions that a channel keeps. Older ones are deleted.
const (
	MaxChatMessages  = 1000
	MaxChatReactions = 1000
)

// Chat stores the messages at tables, apart from the logs. The erasure and the removal of a player delete the player's messages, reactions and read marks,
// and the id in reports. The removal of a table deletes all but the reports.
type Chat interface {
	// PostMessage stores a message with the next number and returns it. check decides, in the same transaction, with the author's usage. If it returns an
	// error, PostMessage returns that error and stores nothing. If the author has a message with this Client at the table already, it returns
	// that message with ErrDuplicate. An unknown table, or an unknown or erased author, is ErrNotFound.
	PostMessage(ctx context.Context, m ChatMessage, check func(ChatUsage) error) (ChatMessage, error)
	Message(ctx context.Context, id TableID, channel ChatChannel, number int64) (ChatMessage, error)
	// DeleteMessage deletes text and phrase of a message. A second call is no error and changes nothing.
	DeleteMessage(ctx context.Context, id TableID, channel ChatChannel, number int64, by ChatDeletion) error
	// DeleteMessages deletes text and phrase of all messages of a channel that are not deleted yet. An unknown table is ErrNotFound.
	DeleteMessages(ctx context.Context, id TableID, channel ChatChannel, by ChatDeletion) error
	// React stores a reaction and replaces the person's previous one to this entry in the channel. An unknown table, or an unknown or erased player, is
	// ErrNotFound.
	React(ctx context.Context, r ChatReaction) error
	// SetSlowMode changes the pause between two messages of a person, in both channels. It is rounded down to seconds.
	SetSlowMode(ctx context.Context, id TableID, pause time.Duration) error
	// ChatStates returns the states of the channels of tables. Channels that nobody has used are missing.
	ChatStates(ctx context.Context, ids []TableID) (map[TableID]map[ChatChannel]ChatState, error)
	// ChatChanges returns the changes of a channel after the rev since. They are whole for since 0, for one that is not in the channel's history, and after more than
	// limit changed messages or MaxChatReactions changes. Whole changes have the newest messages, up to limit, and all reactions.
	ChatChanges(ctx context.Context, id TableID, channel ChatChannel, since int64, limit int) (ChatChanges, error)
	// ChatPage returns up to limit messages before a number, the newest of them, by number. It reports whether there are earlier ones.
	ChatPage(ctx context.Context, id TableID, channel ChatChannel, before int64, limit int) (list []ChatMessage, earlier bool, err error)
	// MarkRead notes the last message that a player has read. A mark never goes back.
	MarkRead(ctx context.Context, player PlayerID, id TableID, channel ChatChannel, number int64, now time.Time) error
	// ReadMarks returns the last numbers that a player has read at a table. Channels without a mark are missing.
	ReadMarks(ctx context.Context, player PlayerID, id TableID) (map[ChatChannel]int64, error)
	ChatBlocks(ctx context.Context, authors, readers []PlayerID) ([]ChatBlock, error)

	// ReportMessage stores a report. ErrDuplicate if the reporter has reported the message already. check gets the number of the reporter's reports after since.
	ReportMessage(ctx context.Context, r ChatReport, since time.Time, check func(reports int) error) error
	// Reports returns up to limit reports, the oldest first: the open ones, or these before all closed ones.
	Reports(ctx context.Context, all bool, limit int) ([]ChatReport, error)
	// ReportsLike returns a report and all others of the same message, open or closed. None: the report is unknown.
	ReportsLike(ctx context.Context, id string) ([]ChatReport, error)
	// CloseReport closes an open report. Otherwise it returns ErrNotFound.
	CloseReport(ctx context.Context, id string, now time.Time) error
}
