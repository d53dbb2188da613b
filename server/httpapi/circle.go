package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/wire"
)

type friendAnswerOutput struct{ Body wire.FriendAnswer }

type friendsOutput struct{ Body wire.FriendList }

type circleOutput struct{ Body wire.Circle }

func (d *handler) circleRoutes(api huma.API) {
	huma.Register(api, forPlayers(call(http.MethodGet, "/me/friends", "list-friends", "The caller's friends and open questions", http.StatusOK, 1)), forCaller(d.friends))
	huma.Register(api, forPlayers(call(http.MethodPut, "/me/friends/{player}", "ask-friend", "Ask a person to be friends, or agree", http.StatusOK, 5)), d.askFriend)
	huma.Register(api, forPlayers(call(http.MethodDelete, "/me/friends/{player}", "end-friend", "End a friendship, withdraw a question or decline one", http.StatusNoContent, 1)), d.endFriend)
	huma.Register(api, forPlayers(call(http.MethodGet, "/me/circle", "get-circle", "The caller's friends, with the figures of the games that they finished together", http.StatusOK, 5)), forCaller(d.circle))
}

func friendsOf(list []store.Friend, names map[store.PlayerID]string) []wire.Friend {
	friends := []wire.Friend{}
	for _, f := range list {
		friends = append(friends, wire.Friend{Player: wire.Player{ID: string(f.Player), Name: names[f.Player]}, State: string(f.State), Since: f.Since})
	}
	return friends
}

func (d *handler) friends(ctx context.Context, c player.Caller, _ *struct{}) (*friendsOutput, error) {
	list, names, err := d.cfg.Circle.Friends(ctx, c.Player.ID)
	if err != nil {
		return nil, err
	}
	return &friendsOutput{wire.FriendList{Friends: friendsOf(list, names)}}, nil
}

func (d *handler) askFriend(ctx context.Context, in *playerInput) (*friendAnswerOutput, error) {
	c, err := d.callerAndPlayer(ctx, in.Player)
	if err != nil {
		return nil, err
	}
	state, err := d.cfg.Circle.Ask(ctx, c.Player.ID, store.PlayerID(in.Player))
	if err != nil {
		return nil, err
	}
	return &friendAnswerOutput{wire.FriendAnswer{State: string(state)}}, nil
}

func (d *handler) endFriend(ctx context.Context, in *playerInput) (*struct{}, error) {
	c, err := d.callerAndPlayer(ctx, in.Player)
	if err != nil {
		return nil, err
	}
	return nil, d.cfg.Circle.End(ctx, c.Player.ID, store.PlayerID(in.Player))
}

func (d *handler) circle(ctx context.Context, c player.Caller, _ *struct{}) (*circleOutput, error) {
	circle, err := d.cfg.Circle.Circle(ctx, c.Player.ID)
	if err != nil {
		return nil, err
	}
	out := &circleOutput{wire.Circle{Friends: friendsOf(circle.Friends, circle.Names), Titles: []wire.CircleTitle{}}}
	for _, t := range circle.Titles {
		title := wire.CircleTitle{Title: t.ID, Members: []wire.CircleMember{}}
		for _, m := range t.Members {
			title.Members = append(title.Members, wire.CircleMember{
				Player: wire.Player{ID: string(m.Player), Name: circle.Names[m.Player]}, Games: m.Games, Wins: m.Wins, Placed: m.Placed,
				Places: m.Places, Streak: m.Streak, Best: m.Best, Ahead: m.Ahead, Behind: m.Behind,
			})
		}
		out.Body.Titles = append(out.Body.Titles, title)
	}
	return out, nil
}
