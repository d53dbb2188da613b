package httpapi

import (
	"context"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/server/player"
	"nemeton/server/store"
)

// early is a member of a body that must be absent: a contribution beside the call that draws or first shows the commitment. It is true if the member is
// there, whatever its value.
type early bool

func (e *early) UnmarshalJSON([]byte) error {
	*e = true
	return nil
}

// Schema implements huma.SchemaProvider: any value is decoded, so that it can be refused.
func (early) Schema(huma.Registry) *huma.Schema { return &huma.Schema{} }

func (e early) refuse() error {
	if !e {
		return nil
	}
	return &apperr.Error{
		Code: apperr.Invalid, Message: "contribute by POST /tables/{id}/contribution, once you have seen the commitment",
		Details: []apperr.Detail{{Location: "body.contribution", Message: "must be absent"}},
	}
}

type contributionInput struct {
	TableInput
	Body struct {
		Contribution *string `json:"contribution" nullable:"true" doc:"Lower-case hex of 1 to 64 bytes, for the chance of the table; null declines"`
		Device       string  `json:"device,omitempty" doc:"Ed25519 public key of the device, in hex"`
		Chain        string  `json:"chain,omitempty" doc:"Anchor of the device's reveals, in hex"`
		Signature    string  `json:"signature,omitempty" doc:"Signature by the device, in hex"`
		Confirm      *bool   `json:"confirm,omitempty" doc:"Whether the answer also confirms a rematch; true by default"`
	}
}

func (d *handler) contributionRoutes(api huma.API) {
	contribute := call(http.MethodPost, "/tables/{id}/contribution", "contribute", "Contribute to the chance of the table, or decline, before the start", http.StatusOK, 2)
	huma.Register(api, forPlayers(contribute), forTable(d.contribute))
	confirm := call(http.MethodPost, "/tables/{id}/confirm", "confirm-rematch", "Confirm a rematch, before the start", http.StatusOK, 2)
	huma.Register(api, forPlayers(confirm), forTable(d.confirm))
}

func (d *handler) confirm(ctx context.Context, c player.Caller, id store.TableID, _ *TableInput) (*tableOutput, error) {
	row, err := d.cfg.Lobby.Confirm(ctx, id, c.Player.ID)
	return d.describe(ctx, row, c.Player.ID, false, err)
}

func (d *handler) contribute(ctx context.Context, c player.Caller, id store.TableID, in *contributionInput) (*tableOutput, error) {
	req, err := in.answer()
	if err != nil {
		return nil, err
	}
	row, err := d.cfg.Lobby.Contribute(ctx, id, c.Player.ID, req)
	return d.describe(ctx, row, c.Player.ID, false, err)
}

func (in *contributionInput) answer() (req lobby.AnswerRequest, err error) {
	req.Confirm = in.Body.Confirm == nil || *in.Body.Confirm
	if text := in.Body.Contribution; text != nil {
		if req.Contribution, err = hex.DecodeString(*text); err != nil || strings.ToLower(*text) != *text {
			return req, apperr.New(apperr.Invalid, "a contribution must be in lower-case hex")
		}
	}
	for _, member := range []struct {
		text string
		into interface{ UnmarshalText([]byte) error }
	}{{in.Body.Device, &req.Device}, {in.Body.Chain, &req.Chain}, {in.Body.Signature, &req.Signature}} {
		if err := member.into.UnmarshalText([]byte(member.text)); err != nil {
			return req, apperr.New(apperr.Invalid, err.Error())
		}
	}
	return req, nil
}
