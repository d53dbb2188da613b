package wire

import "time"

// Occasions lists the reasons for which players are notified.
func Occasions() []string {
	return []string{"turn", "clock", "nudge", "started", "finished", "invited", "rematch", "mention"}
}

// Notifications is how the caller is notified.
type Notifications struct {
	When     string      `json:"when"`               // "absent": while no page of ours has the caller's attention; "always"
	Muted    []string    `json:"muted,omitempty"`    // occasions without notifications
	Quiet    *QuietHours `json:"quiet,omitempty"`    // absent: none
	Language string      `json:"language,omitempty"` // of the person: one of texts/languages.json; absent: not chosen yet
	Push     PushState   `json:"push"`
	Mail     MailState   `json:"mail"`
	Webhook  *Webhook    `json:"webhook,omitempty"` // absent: none
}

// Channels are the ways by which this server can notify people, besides webhooks of their own.
type Channels struct {
	Push bool `json:"push"`
	Mail bool `json:"mail"`
}

// QuietHours are the hours in which nothing is sent, unless a clock would run out.
type QuietHours struct {
	From     string `json:"from" doc:"HH:MM"`
	To       string `json:"to" doc:"HH:MM"`
	TimeZone string `json:"timeZone" doc:"A name of the IANA database, such as Europe/Amsterdam"`
}

// PushState says whether this server sends Web Push.
type PushState struct {
	Key    string `json:"key,omitempty"`    // applicationServerKey, base64url; absent if push is off
	Reason string `json:"reason,omitempty"` // the reason for which push is off: "no_contact" or "no_https"
}

// MailState is the caller's mail address.
type MailState struct {
	Available bool   `json:"available"` // this server sends mails
	Address   string `json:"address,omitempty"`
	Verified  bool   `json:"verified,omitempty"`
	Pending   string `json:"pending,omitempty"` // another address, which takes its place once it is verified
}

// Webhook is the caller's webhook.
type Webhook struct {
	URL     string `json:"url"`
	Format  string `json:"format"`            // "standard", "discord", "slack" or "ntfy"
	Secret  string `json:"secret,omitempty"`  // of the signature
	Failing string `json:"failing,omitempty"` // the last failure, if there was no success since
	Off     bool   `json:"off,omitempty"`     // it failed for too long, and is not called any more
}

// PushDevice is a browser that receives the caller's notifications.
type PushDevice struct {
	Endpoint string `json:"endpoint"`
}

// PushDevices lists the browsers that receive the caller's notifications.
type PushDevices struct {
	Devices []PushDevice `json:"devices"`
}

// OwedTable is a table that waits for the caller.
type OwedTable struct {
	Table string    `json:"table"`
	Title string    `json:"title"`
	Since time.Time `json:"since"` // time of the newest entry or change
	// DueAt is the time at which the table acts by itself, such as a time-out of any seat. It is absent for a table without clocks.
	DueAt *time.Time `json:"dueAt,omitempty"`
}

// TagOverview is the tag of an Overview.
const TagOverview = "overview"

// Overview is what waits for the caller at all tables. The socket of the player sends it whole whenever it changes.
type Overview struct {
	T           string      `json:"t"`           // TagOverview
	Turns       []OwedTable `json:"turns"`       // the oldest first
	Waiting     []OwedTable `json:"waiting"`     // open tables that wait for the caller's confirmation of a rematch, or start as host; the oldest first
	Invitations int         `json:"invitations"` // that wait for an answer
	// Changes counts the changes of the caller's tables and invitations that this server process has noticed: entries, seats and settings. A client that shows lists
	// loads them again when it differs. It is absent before the first one.
	Changes uint64 `json:"changes,omitempty"`
}

// TagAttention is the tag of an Attention.
const TagAttention = "attention"

// Attention is what a client tells on the socket of the player.
type Attention struct {
	T string `json:"t"` // TagAttention
	// Here says that a page of the client is visible and focused, or had input within the last 60 s.
	Here bool `json:"here"`
}
