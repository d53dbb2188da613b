package circle

import (
	"cmp"
	"slices"
	"strings"

	"nemeton/engine"
	"nemeton/server/store"
)

// Title holds the figures of a circle in one title.
type Title struct {
	ID      string
	Members []Member // the caller first, then the friends by their number of games
}

// Member holds the figures of one person. A game that a bot finished for them, or in which they conceded, counts as a game, never as won, and has no place.
// Everybody with a place did better.
type Member struct {
	Player store.PlayerID
	Games  int
	Wins   int
	Placed int // games with a place
	Places int // sum of these places; 1 is the winner's
	Streak int // wins in a row, up to the last game
	Best   int // the longest such streak
	Ahead  int // games in which the caller had a better place than this friend
	Behind int // games in which this friend had a better place than the caller
}

// count makes the figures of the caller and their friends, title by title, from the games of the caller, the newest first. A game counts if a friend played it, too,
// and if figures count it; see docs/protocol.md.
func count(games []store.Result, caller store.PlayerID, friends []store.PlayerID) (titles []Title) {
	members := map[string]map[store.PlayerID]*Member{}
	for _, game := range slices.Backward(games) { // streaks grow from the oldest game on
		if game.Ended == engine.EndedByAgreement || game.Ended == engine.EndedByOperator {
			continue
		}
		var own *store.SeatResult
		together := map[store.PlayerID]store.SeatResult{}
		for _, seat := range game.Seats {
			switch {
			case seat.Player == "" || seat.HandedOver:
			case seat.Player == caller:
				own = &seat
			case slices.Contains(friends, seat.Player):
				together[seat.Player] = seat
			}
		}
		if own == nil || len(together) == 0 {
			continue
		}
		together[caller] = *own
		of := members[game.Title]
		if of == nil {
			of = map[store.PlayerID]*Member{}
			members[game.Title] = of
		}
		place := placeIn(game, *own)
		for player, seat := range together {
			m := of[player]
			if m == nil {
				m = &Member{Player: player}
				of[player] = m
			}
			m.add(placeIn(game, seat), seat.Won, place)
		}
	}
	for id, of := range members {
		t := Title{ID: id}
		for _, m := range of {
			t.Members = append(t.Members, *m)
		}
		slices.SortFunc(t.Members, func(a, b Member) int {
			return cmp.Or(cmp.Compare(rank(a, caller), rank(b, caller)), b.Games-a.Games, strings.Compare(string(a.Player), string(b.Player)))
		})
		titles = append(titles, t)
	}
	slices.SortFunc(titles, func(a, b Title) int { return strings.Compare(a.ID, b.ID) })
	return titles
}

func rank(m Member, caller store.PlayerID) int {
	if m.Player == caller {
		return 0
	}
	return 1
}

// add counts a game. place and own are the places of this member and of the caller; 0 without one.
func (m *Member) add(place int, won bool, own int) {
	m.Games++
	if won && place > 0 {
		m.Wins++
		m.Streak++
		m.Best = max(m.Best, m.Streak)
	} else {
		m.Streak = 0
	}
	if place > 0 {
		m.Placed++
		m.Places += place
	}
	switch {
	case own == place:
	case place == 0 || own > 0 && own < place:
		m.Ahead++
	default:
		m.Behind++
	}
}

// placeIn returns the place of a seat: 1 and the number of seats that did better. Winners are before all others, then points decide. 0: the person did not play
// to the end.
func placeIn(game store.Result, seat store.SeatResult) int {
	if seat.StandIn || seat.Conceded {
		return 0
	}
	place := 1
	for _, other := range game.Seats {
		if other.Won && !seat.Won || other.Won == seat.Won && !seat.Won && other.Points > seat.Points {
			place++
		}
	}
	return place
}
