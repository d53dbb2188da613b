package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/circle"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/wire"
)

func (d *handler) circleRoutes(api huma.API) {
	huma.Register(api, forPlayers(call(http.MethodGet, "/me/friends", "list-friends", "The caller's friends and open questions", http.StatusOK, 1)), forCaller(d.friends))
	huma.Register(api, forPlayers(call(http.MethodPut, "/me/friends/{player}", "ask-friend", "Ask a person to be friends, or agree", http.StatusOK, 5)), aboutPlayer(d.askFriend))
	huma.Register(api, forPlayers(call(http.MethodDelete, "/me/friends/{player}", "end-friend", "End a friendship, withdraw a question or decline one", http.StatusNoContent, 1)), aboutPlayer(d.endFriend))
	huma.Register(api, forPlayers(call(http.MethodGet, "/me/circle", "get-circle", "The caller's friends, with the figures of the games that they finished together", http.StatusOK, 5)), forCaller(d.circle))
}

func friendsOf(list []store.Friend, names map[store.PlayerID]string) []wire.Friend {
	return each(list, func(f store.Friend) wire.Friend {
		return wire.Friend{Player: wire.Player{ID: string(f.Player), Name: names[f.Player]}, State: string(f.State), Since: f.Since}
	})
}

func (d *handler) friends(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.FriendList], error) {
	list, names, err := d.cfg.Circle.Friends(ctx, c.Player.ID)
	return respond(wire.FriendList{Friends: friendsOf(list, names)}, err)
}

func (d *handler) askFriend(ctx context.Context, me, other store.PlayerID) (*output[wire.FriendAnswer], error) {
	state, err := d.cfg.Circle.Ask(ctx, me, other)
	return respond(wire.FriendAnswer{State: string(state)}, err)
}

func (d *handler) endFriend(ctx context.Context, me, other store.PlayerID) (*struct{}, error) {
	return nil, d.cfg.Circle.End(ctx, me, other)
}

func (d *handler) circle(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.Circle], error) {
	found, err := d.cfg.Circle.Circle(ctx, c.Player.ID)
	member := func(m circle.Member) wire.CircleMember {
		return wire.CircleMember{
			Player: wire.Player{ID: string(m.Player), Name: found.Names[m.Player]}, Games: m.Games, Wins: m.Wins, Placed: m.Placed,
			Places: m.Places, Streak: m.Streak, Best: m.Best, Ahead: m.Ahead, Behind: m.Behind,
		}
	}
	titles := each(found.Titles, func(t circle.Title) wire.CircleTitle {
		return wire.CircleTitle{Title: t.ID, Members: each(t.Members, member)}
	})
	return respond(wire.Circle{Friends: friendsOf(found.Friends, found.Names), Titles: titles}, err)
}
