// Package suggestion takes better sentences for the texts of the server and its client from anybody, and stores them for the operator.
package suggestion

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/typed"
	"nemeton/texts/sources"
)

// MaxText is the maximum length of a suggested text, in visible characters.
const MaxText = 500

// Store is the part of the store that suggestions need.
type Store interface {
	AddSuggestion(ctx context.Context, s store.Suggestion) error
}

// Config configures a Service. All fields are required.
type Config struct {
	Store   Store
	Sources sources.Sources
	Now     func() time.Time
}

// Service takes suggestions.
type Service struct{ cfg Config }

// NewService makes a service.
func NewService(cfg Config) *Service { return &Service{cfg} }

// Text returns the text of a key in a language and in English, as translators write them. Error: unknown_text.
func (s *Service) Text(language, file, key string) (own, english string, err error) {
	own, english, err = s.cfg.Sources.Text(language, file, key)
	if errors.Is(err, sources.ErrUnknown) {
		err = apperr.New(apperr.UnknownText, "there is no such text")
	}
	return own, english, err
}

// Suggest stores a better text for a key. The same suggestion counts once. Errors: unknown_text, too_long, bad_text, no_change for the text that the
// language has, too_many_suggestions.
func (s *Service) Suggest(ctx context.Context, language, file, key, text string) error {
	own, _, err := s.Text(language, file, key)
	if err != nil {
		return err
	}
	text, _, fault := typed.Line(strings.TrimSpace(text), MaxText)
	switch {
	case fault == typed.Long:
		return apperr.New(apperr.TooLong, fmt.Sprintf("a suggestion has at most %d visible characters", MaxText))
	case fault != "":
		return apperr.New(apperr.BadText, fault.Sentence("a suggestion")).Because(string(fault))
	case text == own:
		return apperr.New(apperr.NoChange, "this is the text already")
	}
	err = s.cfg.Store.AddSuggestion(ctx, store.Suggestion{
		ID: idOf(language, file, key, text), Language: language, File: file, Key: key, Text: text, CreatedAt: s.cfg.Now(),
	})
	if errors.Is(err, store.ErrTooMany) {
		return apperr.New(apperr.TooManySuggestions, "the operator has to look at other suggestions first")
	}
	return err
}

func idOf(parts ...string) string {
	hash := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(hash[:12])
}
