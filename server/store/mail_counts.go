package store

import (
	"context"
	"errors"
	"time"
)

// MailCount is a key under which a mail counts, such as the hash of a mailbox. At most that many mails of a key are allowed in a period, the next one included.
type MailCount struct {
	Key  string
	Most int
}

// ErrMailLimit is the error that every MailLimitError wraps.
var ErrMailLimit = errors.New("too many mails were sent")

// MailLimitError is a refusal of MailCounts. Nothing was counted.
type MailLimitError struct {
	Key  string
	Last time.Time // time of the mail that has to leave the period first
}

func (e *MailLimitError) Error() string { return ErrMailLimit.Error() }

func (e *MailLimitError) Unwrap() error { return ErrMailLimit }

// MailCounts counts mails to addresses that nobody has verified, at all nodes together.
type MailCounts interface {
	// CountMail counts a mail under all keys, or returns a MailLimitError for the first key with enough mails after since. Check and count are one transaction, which
	// excludes other calls. Mails until since are forgotten.
	CountMail(ctx context.Context, mail string, at, since time.Time, counts []MailCount) error
	// UncountMail removes a mail, which was not sent, from the counts of some keys. An unknown mail is not an error.
	UncountMail(ctx context.Context, mail string, keys []string) error
}
