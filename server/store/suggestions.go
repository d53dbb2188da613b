package store

import (
	"context"
	"time"
)

// Suggestion is a better sentence for the text of a key. It does not tell who sent it.
type Suggestion struct {
	ID        string // the same for the same suggestion
	Language  string
	File      string // the file of the language that has the key
	Key       string
	Text      string
	CreatedAt time.Time
	ClosedAt  time.Time // zero: an operator should look at it
}

// The numbers of stored suggestions have bounds, so that nobody can fill the database.
const (
	MaxSuggestionsOfKey      = 10   // open ones for one text
	MaxSuggestionsOfLanguage = 1000 // open ones for all texts of a language, and as many closed ones
)

// Suggestions stores suggestions for texts.
type Suggestions interface {
	// AddSuggestion stores a suggestion. A suggestion with a known id, open or closed, changes nothing. It returns ErrTooMany at a bound.
	AddSuggestion(ctx context.Context, s Suggestion) error
	// Suggestions returns the open suggestions by language, file and key, and then by age.
	Suggestions(ctx context.Context) ([]Suggestion, error)
	// CloseSuggestion closes a suggestion, and logs the act, in one transaction. If there is no such open suggestion, it returns ErrNotFound and logs nothing.
	CloseSuggestion(ctx context.Context, id string, a Act) error
}
