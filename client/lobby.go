package client

import (
	"context"
	"net/http"
)

// Player is a person.
type Player struct{ ID, Name string }

// Title is a game that the server offers.
type Title struct {
	ID, Name           string
	MinSeats, MaxSeats int
	Colors             map[string][]string // by number of seats
}

// Place is a seat in the description of a table.
type Place struct {
	Seat        int
	Color       string
	Player      *Player // nil: the seat is free, or belongs to a bot
	Bot         string  // its level; empty: no bot
	Contributed bool
	Devices     []string
}

// Table is the description of a table.
type Table struct {
	ID, Title, State, Visibility string
	Seats                        []Place
	Host                         string // id of the player
	Seq                          int
	Owing                        []int
	Winners                      []int
	Invite                       string // of a private table, for people at it
	Rematch                      string
	Chance                       int
	Commitment                   string
}

// NewGuest creates a person and returns the client of that person.
func NewGuest(ctx context.Context, url, name string) (*Client, Player, error) {
	c := &Client{URL: url}
	var made struct {
		Player Player
		Token  string
	}
	if _, err := c.Call(ctx, http.MethodPost, "/players", map[string]string{"name": name}, &made); err != nil {
		return nil, Player{}, err
	}
	c.Token = made.Token
	return c, made.Player, nil
}

// Erase removes the name of the person and ends the sessions. Games stay.
func (c *Client) Erase(ctx context.Context) error {
	_, err := c.Call(ctx, http.MethodDelete, "/me", nil, nil)
	return err
}

func (c *Client) Titles(ctx context.Context) (list []Title, err error) {
	_, err = c.Call(ctx, http.MethodGet, "/titles", nil, &list)
	return list, err
}

// CreateTable creates a private table, with the caller on seat 0 as its host.
func (c *Client) CreateTable(ctx context.Context, title string, seats int) (Table, error) {
	return c.tableOf(ctx, "/tables", map[string]any{"title": title, "seats": seats, "visibility": "private"})
}

// Sit takes the first free seat of a table. A private table needs its invite.
func (c *Client) Sit(ctx context.Context, table, invite string) (Table, error) {
	body := map[string]any{}
	if invite != "" {
		body["invite"] = invite
	}
	return c.tableOf(ctx, "/tables/"+table+"/seats", body)
}

// AddBot gives the first free seat of the caller's table to a bot.
func (c *Client) AddBot(ctx context.Context, table, level string) (Table, error) {
	return c.tableOf(ctx, "/tables/"+table+"/bots", map[string]any{"level": level})
}

func (c *Client) Start(ctx context.Context, table string) (Table, error) {
	return c.tableOf(ctx, "/tables/"+table+"/start", struct{}{})
}

func (c *Client) Export(ctx context.Context, table string) ([]byte, error) {
	a, err := c.Call(ctx, http.MethodGet, "/tables/"+table+"/export", nil, nil)
	return a.Body, err
}

func (c *Client) tableOf(ctx context.Context, path string, body any) (Table, error) {
	var got struct{ Table Table }
	_, err := c.Call(ctx, http.MethodPost, path, body, &got)
	return got.Table, err
}
