package storetest

import (
	"fmt"
	"testing"

	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func newSuggestion(n int, language, key string) store.Suggestion {
	return store.Suggestion{ID: fmt.Sprintf("s%04d", n), Language: language, File: "client", Key: key, Text: fmt.Sprintf("Ö \"%d\"", n), CreatedAt: at(n)}
}

func openSuggestions(t testing.TB, s store.Store) []store.Suggestion {
	t.Helper()
	return must.Return(s.Suggestions(t.Context()))(t)
}

var suggestions = []contractCase{
	{"a suggestion counts once, and stays until it is closed", func(t *testing.T, f Fixture) {
		first, other, dutch := newSuggestion(1, "de", "b"), newSuggestion(2, "de", "a"), newSuggestion(3, "nl", "a")
		title := newSuggestion(4, "de", "a")
		title.File = "meduris"
		for _, s := range []store.Suggestion{dutch, first, other, first, title} {
			must.Succeed(t, f.Store.AddSuggestion(t.Context(), s))
		}
		wantEqual(t, "all", openSuggestions(t, f.Store), []store.Suggestion{other, first, title, dutch})
		expect.Error(t, f.Store.CloseSuggestion(t.Context(), "s9", newAct(1)), store.ErrNotFound, "an unknown one")
		expect.Error(t, f.Store.CloseSuggestion(t.Context(), "\x00", newAct(1)), store.ErrNotFound, "a name that no row can have")
		must.Succeed(t, f.Store.CloseSuggestion(t.Context(), first.ID, newAct(2)))
		expect.Error(t, f.Store.CloseSuggestion(t.Context(), first.ID, newAct(3)), store.ErrNotFound, "closed twice")
		must.Succeed(t, f.Store.AddSuggestion(t.Context(), first))
		s := f.Reopen(t)
		wantEqual(t, "the open ones", openSuggestions(t, s), []store.Suggestion{other, title, dutch})
		wantEqual(t, "the acts", actsBefore(t, s, store.Act{}, 9), []store.Act{newAct(2)})
	}},
	{"the open suggestions of a key are bounded", func(t *testing.T, f Fixture) {
		for n := range store.MaxSuggestionsOfKey {
			must.Succeed(t, f.Store.AddSuggestion(t.Context(), newSuggestion(n, "de", "a")))
		}
		more := newSuggestion(99, "de", "a")
		expect.Error(t, f.Store.AddSuggestion(t.Context(), more), store.ErrTooMany, "one more")
		must.Succeed(t, f.Store.AddSuggestion(t.Context(), newSuggestion(0, "de", "a")))
		must.Succeed(t, f.Store.AddSuggestion(t.Context(), newSuggestion(100, "de", "b")))
		must.Succeed(t, f.Store.AddSuggestion(t.Context(), newSuggestion(101, "nl", "a")))
		must.Succeed(t, f.Store.CloseSuggestion(t.Context(), newSuggestion(0, "de", "a").ID, newAct(1)))
		must.Succeed(t, f.Store.AddSuggestion(t.Context(), more))
	}},
	{"the suggestions of a language are bounded, and the oldest closed ones make room", func(t *testing.T, f Fixture) {
		const most = store.MaxSuggestionsOfLanguage
		for n := range most {
			must.Succeed(t, f.Store.AddSuggestion(t.Context(), newSuggestion(n, "de", fmt.Sprint("key", n))))
		}
		expect.Error(t, f.Store.AddSuggestion(t.Context(), newSuggestion(most, "de", "more")), store.ErrTooMany, "one more")
		must.Succeed(t, f.Store.AddSuggestion(t.Context(), newSuggestion(most+1, "nl", "more")))
		for n := range most {
			must.Succeed(t, f.Store.CloseSuggestion(t.Context(), newSuggestion(n, "de", "").ID, newAct(n)))
		}
		last := newSuggestion(most, "de", "more")
		must.Succeed(t, f.Store.AddSuggestion(t.Context(), last))
		must.Succeed(t, f.Store.CloseSuggestion(t.Context(), last.ID, newAct(most)))
		wantEqual(t, "the closed ones of German", must.Return(f.Store.RemoveSuggestions(t.Context(), at(most+1), 2*most))(t), most)
	}},
	{"old suggestions are removed, open or closed", func(t *testing.T, f Fixture) {
		for n := range 4 {
			must.Succeed(t, f.Store.AddSuggestion(t.Context(), newSuggestion(n, "de", "a")))
		}
		must.Succeed(t, f.Store.CloseSuggestion(t.Context(), newSuggestion(1, "de", "a").ID, newAct(9)))
		n := must.Return(f.Store.RemoveSuggestions(t.Context(), at(3), 2))(t)
		wantEqual(t, "a batch", n, 2)
		n = must.Return(f.Store.RemoveSuggestions(t.Context(), at(3), 2))(t)
		wantEqual(t, "the rest", n, 1)
		wantEqual(t, "the newer ones", openSuggestions(t, f.Store), []store.Suggestion{newSuggestion(3, "de", "a")})
	}},
}
