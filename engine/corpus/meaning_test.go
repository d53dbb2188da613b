package corpus_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/chance"
	"nemeton/engine/export"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// drawn is an entry of a recorded game, as a checker in another language reads it.
type drawn struct {
	Draws  []chance.Draw `json:"draws"`
	Events []struct {
		Name string          `json:"name"`
		Data json.RawMessage `json:"data"`
	} `json:"events"`
}

// gamesOf reads two games for the smallest and two for the largest number of seats of a title.
func gamesOf(t *testing.T, title engine.Title) []export.Document {
	t.Helper()
	info := title.Info()
	return slices.Concat(read(t, title, info.MinSeats)[:2], read(t, title, info.MaxSeats)[:2])
}

func entriesOf(t *testing.T, d export.Document) (list []drawn) {
	t.Helper()
	for _, raw := range d.Entries {
		var e drawn
		must.Succeed(t, json.Unmarshal(raw.Entry, &e))
		list = append(list, e)
	}
	return list
}

// docs/fairness.md explains the draws of each title: exactly those that occur in its recorded games, and with their meaning. The meaning is
// computed from the document, without the titles.
func TestDraws_MeanWhatTheDocumentSays(t *testing.T) {
	t.Parallel()
	raw := must.Return(os.ReadFile("../../docs/fairness.md"))(t)
	explained := map[string][]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\| `([a-z ]+)` \\| ").FindAllStringSubmatch(string(raw), -1) {
		explained[row[1]] = append(explained[row[1]], row[2])
	}
	meanings := map[string]func(t *testing.T, seats int, entries []drawn){"meduris": meanMeduris, "druids": meanDruids, "pangea": meanPangea}
	if len(explained) != len(catalog.Titles()) || len(meanings) != len(catalog.Titles()) {
		t.Errorf("the draws of %d titles are explained and tested, want %d", len(explained), len(catalog.Titles()))
	}
	for _, title := range catalog.Titles() {
		t.Run(title.Info().ID, func(t *testing.T) {
			t.Parallel()
			var used []string
			for _, d := range gamesOf(t, title) {
				entries := entriesOf(t, d)
				for _, e := range entries {
					for _, draw := range e.Draws {
						used = append(used, draw.What)
					}
				}
				meanings[title.Info().ID](t, len(d.Seats), entries)
			}
			slices.Sort(used)
			used = slices.Compact(used)
			got := explained[title.Info().ID]
			if slices.Sort(got); !slices.Equal(got, used) {
				t.Errorf("docs/fairness.md explains the draws %q, and the games have %q", got, used)
			}
		})
	}
}

// results lists the results of the draws of one purpose.
func (e drawn) results(what string) (list []int) {
	for _, d := range e.Draws {
		if d.What == what {
			list = append(list, d.Is)
		}
	}
	return list
}

// eventData lists the data of an entry's events of one name.
func eventData[T any](t *testing.T, e drawn, name string) (list []T) {
	t.Helper()
	for _, event := range e.Events {
		if event.Name == name {
			var data T
			must.Succeed(t, json.Unmarshal(event.Data, &data))
			list = append(list, data)
		}
	}
	return list
}

// shuffled is the list after the shuffle with these results.
func shuffled[T any](list []T, results []int) []T {
	list = slices.Clone(list)
	for i := len(list) - 1; i > 0; i-- {
		j := results[len(list)-1-i]
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// expectStart compares the start player with the first entry's draw.
func expectStart(t *testing.T, first drawn) {
	t.Helper()
	setUp := eventData[struct{ Start int }](t, first, "set_up")
	if got := first.results("start player"); len(setUp) != 1 || !slices.Equal(got, []int{setUp[0].Start}) {
		t.Errorf("start player: the draws are %v, the event %+v", got, setUp)
	}
}

func expectEqual[T comparable](t *testing.T, what string, got, want []T) {
	t.Helper()
	expect.Slice(t, got, want, what, "the document's meaning")
}
