package wire

import (
	"time"

	"nemeton/engine"
)

// ChatUpdate brings the changes of one channel of the chat, in the order of their revs. A socket gets it if it was opened with chat=1 and its viewer may read the channel.
type ChatUpdate struct {
	T       string `json:"t"` // "chat"
	Channel string `json:"channel"`
	// Since is the rev before these changes. A client that knows only an earlier one reads the channel by REST.
	Since     int64          `json:"since"`
	Rev       int64          `json:"rev"`
	Slow      int            `json:"slow,omitempty"` // pause between two messages of a person, in seconds
	Messages  []ChatMessage  `json:"messages,omitempty"`
	Reactions []ChatReaction `json:"reactions,omitempty"`
}

// ChatRead says that the viewer has read a channel on another device, up to a message.
type ChatRead struct {
	T       string `json:"t"` // "chat_read"
	Channel string `json:"channel"`
	Number  int64  `json:"number"`
}

// ChatMessage is a message in a channel. Either Text or Phrase is set; a deleted message has neither.
type ChatMessage struct {
	Number  int64     `json:"number"`  // unique in the channel; newer messages have higher ones
	Changed int64     `json:"changed"` // the rev of its last change: of two copies, the higher one is newer
	From    Player    `json:"from"`
	Text    string    `json:"text,omitempty"`
	Phrase  string    `json:"phrase,omitempty"`  // key of a quick phrase
	Deleted string    `json:"deleted,omitempty"` // by "author" or "host"
	At      time.Time `json:"at"`
}

// ChatReaction is the reaction of a person to an entry of the log.
type ChatReaction struct {
	Seq     engine.Seq `json:"seq"`
	From    Player     `json:"from"`
	Glyph   string     `json:"glyph,omitempty"` // absent once it was taken back
	Changed int64      `json:"changed"`
}

// ChatChannel is a channel as the caller may see it.
type ChatChannel struct {
	Channel   string         `json:"channel"`
	Write     bool           `json:"write,omitempty"` // the caller may write
	Own       bool           `json:"own,omitempty"`   // the channel of the caller's reactions
	Rev       int64          `json:"rev"`
	Whole     bool           `json:"whole,omitempty"` // it replaces everything that the client knows of the channel
	Slow      int            `json:"slow,omitempty"`
	Messages  []ChatMessage  `json:"messages"`
	Reactions []ChatReaction `json:"reactions"`
	Earlier   bool           `json:"earlier,omitempty"` // there are earlier messages
	Read      int64          `json:"read,omitempty"`    // number of the last message that the caller has read
}

// Chat lists the channels that the caller may read.
type Chat struct {
	Channels []ChatChannel `json:"channels"`
}

// ChatPage is a page of earlier messages, the newest last.
type ChatPage struct {
	Messages []ChatMessage `json:"messages"`
	Earlier  bool          `json:"earlier,omitempty"`
}
