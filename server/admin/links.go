package admin

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/typed"
)

// Doors makes the links and codes by which people come in.
type Doors interface {
	MakeHostLink(ctx context.Context, player store.PlayerID) (code string, expires time.Time, err error)
	MakeOperatorCode(ctx context.Context, operator, note string, uses int) (string, store.DoorCode, error)
	// Codes lists the codes of a member or, with an empty player, all codes.
	Codes(ctx context.Context, member store.PlayerID) ([]store.DoorCode, error)
	Revoke(ctx context.Context, member store.PlayerID, id string) error
}

// Link is a code that was made.
type Link struct {
	Subject   string    `json:"subject"` // the player, or the id of the code of the server
	Code      string    `json:"code"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// DoorCode is a code of the server that lets new people in.
type DoorCode struct {
	ID        string    `json:"id"`
	MadeBy    string    `json:"madeBy"` // an operator's name, or a player's id
	Note      string    `json:"note,omitempty"`
	Uses      int       `json:"uses"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// acted logs an act on links and codes around do, which returns the error of the act.
func (s *Service) acted(ctx context.Context, by Operator, kind store.ActKind, subject, reason string, do func(ctx context.Context) error) error {
	if s.cfg.Doors == nil {
		return apperr.New(apperr.Unavailable, "this command needs the database or a running server")
	}
	reason, err := reasonOf(reason)
	if err != nil {
		return err
	}
	return s.carryOut(ctx, s.newAct(by, kind, subject, reason), do)
}

// mayBeID reports whether the log of acts may name an id: Postgres stores neither zero bytes nor invalid UTF-8.
func mayBeID(id string) bool {
	_, _, fault := typed.Line(id, maxReason)
	return fault == ""
}

// MakeLink makes a code with which a player signs in, once within a day. The player sees it on all devices. It fails with unknown_player.
func (s *Service) MakeLink(ctx context.Context, by Operator, player, reason string) (l Link, err error) {
	if !mayBeID(player) {
		return l, apperr.New(apperr.UnknownPlayer, "there is no such player")
	}
	l.Subject = player
	return l, s.acted(ctx, by, store.ActLink, player, reason, func(ctx context.Context) (err error) {
		l.Code, l.ExpiresAt, err = s.cfg.Doors.MakeHostLink(ctx, store.PlayerID(player))
		return err
	})
}

// MakeDoorCode makes a code that lets a number of new people in while the door is closed. It fails with invalid.
func (s *Service) MakeDoorCode(ctx context.Context, by Operator, note string, uses int) (l Link, err error) {
	if note, err = lineOf(note, maxNote, "a note is one line of at most 100 visible characters"); err != nil {
		return l, err
	}
	return l, s.acted(ctx, by, store.ActDoorCode, note, "", func(ctx context.Context) error {
		code, made, err := s.cfg.Doors.MakeOperatorCode(ctx, by.Name, note, uses)
		l = Link{made.ID, code, made.ExpiresAt}
		return err
	})
}

// DoorCodes lists the codes that let new people in, the newest first.
func (s *Service) DoorCodes(ctx context.Context) ([]DoorCode, error) {
	if s.cfg.Doors == nil {
		return nil, nil
	}
	codes, err := s.cfg.Doors.Codes(ctx, "")
	list := []DoorCode{}
	for _, c := range codes {
		list = append(list, DoorCode{c.ID, c.Operator + string(c.MadeBy), c.Note, c.Uses, c.ExpiresAt.UTC()})
	}
	return list, err
}

// RevokeDoorCode revokes such a code. It fails with bad_link.
func (s *Service) RevokeDoorCode(ctx context.Context, by Operator, id, reason string) error {
	if !mayBeID(id) {
		return apperr.New(apperr.BadLink, "there is no such code; it may be used up, revoked or expired")
	}
	return s.acted(ctx, by, store.ActDoorRevoke, id, reason, func(ctx context.Context) error { return s.cfg.Doors.Revoke(ctx, "", id) })
}

// LinkRequest asks for a link or a code.
type LinkRequest struct {
	Player string `json:"player,omitempty"`
	Note   string `json:"note,omitempty"`
	Uses   int    `json:"uses,omitempty"`
	Reason string `json:"reason,omitempty"`
}

func (s *Service) linkRoutes(call func(pattern string, do func(r *http.Request, by Operator) (any, error))) {
	call("POST /admin/api/links", withBody(func(r *http.Request, by Operator, q LinkRequest) (any, error) {
		return s.MakeLink(r.Context(), by, q.Player, q.Reason)
	}))
	call("GET /admin/api/door-codes", whole(s.DoorCodes))
	call("POST /admin/api/door-codes", withBody(func(r *http.Request, by Operator, q LinkRequest) (any, error) {
		return s.MakeDoorCode(r.Context(), by, q.Note, q.Uses)
	}))
	call("POST /admin/api/door-codes/{id}/revoke", settle(s.RevokeDoorCode))
}

func (c Client) MakeLink(ctx context.Context, _ Operator, player, reason string) (l Link, err error) {
	return l, c.call(ctx, "links", LinkRequest{Player: player, Reason: reason}, &l)
}

func (c Client) MakeDoorCode(ctx context.Context, _ Operator, note string, uses int) (l Link, err error) {
	return l, c.call(ctx, "door-codes", LinkRequest{Note: note, Uses: uses}, &l)
}

func (c Client) DoorCodes(ctx context.Context) ([]DoorCode, error) {
	list, _, err := listOf[DoorCode](ctx, c, "door-codes")
	return list, err
}

func (c Client) RevokeDoorCode(ctx context.Context, _ Operator, id, reason string) error {
	return c.call(ctx, "door-codes/"+url.PathEscape(id)+"/revoke", ReasonRequest{reason}, &Done{})
}
