package operators

import (
	"context"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

var (
	// lockSuggestions blocks until no other transaction has this lock of the language, so that the counts hold until the suggestion is stored.
	lockSuggestions = dialect.SQL("/*pg SELECT pg_advisory_xact_lock(hashtextextended(?1, 2))*/")
	isSuggested     = dialect.SQL("SELECT count(*) FROM text_suggestions WHERE id = ?1")
	openSuggestions = dialect.SQL(`SELECT coalesce(sum(CASE WHEN file = ?2 AND key = ?3 THEN 1 ELSE 0 END), 0), count(*) FROM text_suggestions
		WHERE closed_at = 0 AND language = ?1`)
	putSuggestion     = dialect.SQL("INSERT INTO text_suggestions (id, language, file, key, text, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
	selectSuggestions = dialect.SQL(`SELECT id, language, file, key, text, created_at FROM text_suggestions
		WHERE closed_at = 0 ORDER BY language, file, key, created_at, id`)
	closeSuggestion = dialect.SQL("UPDATE text_suggestions SET closed_at = ?2 WHERE id = ?1 AND closed_at = 0")
	// trimSuggestions deletes the closed suggestions of a suggestion's language beyond their bound, the oldest ones.
	trimSuggestions = dialect.SQL(`DELETE FROM text_suggestions WHERE id IN (SELECT id FROM text_suggestions
		WHERE closed_at <> 0 AND language = (SELECT language FROM text_suggestions WHERE id = ?1) ORDER BY closed_at DESC, id LIMIT 100 OFFSET ?2)`)
	removeSuggestions = dialect.SQL("DELETE FROM text_suggestions WHERE id IN (SELECT id FROM text_suggestions WHERE created_at < ?1 ORDER BY created_at LIMIT ?2)")
)

// AddSuggestion implements store.Suggestions.
func (s *Operators) AddSuggestion(ctx context.Context, g store.Suggestion) error {
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if _, err := tx.Exec(ctx, lockSuggestions, g.Language); err != nil {
			return err
		}
		var known, ofKey, ofLanguage int
		if err := dialect.Row(ctx, tx, isSuggested, []any{g.ID}, &known); err != nil || known > 0 {
			return err
		}
		if err := dialect.Row(ctx, tx, openSuggestions, []any{g.Language, g.File, g.Key}, &ofKey, &ofLanguage); err != nil {
			return err
		}
		if ofKey >= store.MaxSuggestionsOfKey || ofLanguage >= store.MaxSuggestionsOfLanguage {
			return store.ErrTooMany
		}
		_, err := tx.Exec(ctx, putSuggestion, g.ID, g.Language, g.File, g.Key, g.Text, g.CreatedAt)
		return err
	})
}

func (s *Operators) Suggestions(ctx context.Context) ([]store.Suggestion, error) {
	return dialect.Collect(ctx, s.db, dialect.Into(func(g *store.Suggestion) []any {
		return []any{&g.ID, &g.Language, &g.File, &g.Key, &g.Text, &g.CreatedAt}
	}), selectSuggestions)
}

func (s *Operators) CloseSuggestion(ctx context.Context, id string, a store.Act) error {
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := dialect.ChangeRow(ctx, tx, closeSuggestion, id, a.At); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, trimSuggestions, id, store.MaxSuggestionsOfLanguage); err != nil {
			return err
		}
		return logAct(ctx, tx, a)
	})
}

func (s *Operators) RemoveSuggestions(ctx context.Context, before time.Time, limit int) (int, error) {
	return dialect.RemoveUpTo(ctx, s.db, before, limit, removeSuggestions)
}
