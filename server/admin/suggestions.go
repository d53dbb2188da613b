package admin

import (
	"context"
	"errors"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/texts"
	"nemeton/texts/sources"
)

// Suggestion is a better text that a reader suggests.
type Suggestion struct {
	ID       string    `json:"id"`
	At       time.Time `json:"at"`
	Language string    `json:"language"`
	File     string    `json:"file"` // client, server, admin, or the id of a title
	Key      string    `json:"key"`
	Text     string    `json:"text"`
	Own      string    `json:"own,omitempty"`     // the present text; empty if this program has no such text
	English  string    `json:"english,omitempty"` // the text that it translates
}

// Suggestions lists the open suggestions by language, file and key.
func (s *Service) Suggestions(ctx context.Context) ([]Suggestion, error) {
	found, err := s.cfg.Store.Suggestions(ctx)
	if err != nil {
		return nil, err
	}
	files := map[[2]string]map[string]string{}
	text := func(language, file, key string) (string, error) {
		at := [2]string{language, file}
		if files[at] == nil {
			var err error
			if files[at], err = s.cfg.Texts.File(language, file); err != nil && !errors.Is(err, sources.ErrUnknown) {
				return "", err
			}
		}
		return files[at][key], nil
	}
	list := make([]Suggestion, 0, len(found))
	for _, g := range found {
		own, err := text(g.Language, g.File, g.Key)
		if err != nil {
			return nil, err
		}
		english, err := text(texts.Default, g.File, g.Key)
		if err != nil {
			return nil, err
		}
		list = append(list, Suggestion{ID: g.ID, At: g.CreatedAt, Language: g.Language, File: g.File, Key: g.Key, Text: g.Text, Own: own, English: english})
	}
	return list, nil
}

// DismissSuggestion closes a suggestion, and logs the act. Error: not_found for one that is not open.
func (s *Service) DismissSuggestion(ctx context.Context, by Operator, id, reason string) error {
	reason, err := reasonOf(reason)
	if err != nil {
		return err
	}
	a := s.newAct(by, store.ActText, id, reason)
	a.Outcome = store.ActDone
	if err = s.cfg.Store.CloseSuggestion(ctx, id, a); err == nil {
		s.logLine(a)
	}
	return apperr.FailedOr("close a suggestion", err, apperr.New(apperr.NotFound, "there is no such open suggestion"))
}
