package httpapi

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/chat"
	"nemeton/server/store"
	"nemeton/server/wire"
)

type chatInput struct {
	VisibleInput
	Channel string `query:"channel" enum:"players,spectators" doc:"Only this channel"`
	Since   int64  `query:"since" minimum:"0" doc:"The rev of that channel that the client knows"`
}

type chatPageInput struct {
	VisibleInput
	Channel string `path:"channel" enum:"players,spectators"`
	Before  int64  `query:"before" minimum:"1" required:"true" doc:"The number of the earliest message that the client has"`
}

type postChatInput struct {
	VisibleInput
	Body struct {
		ID      string `json:"id" doc:"Made by the client; the same id gets the same answer"`
		Channel string `json:"channel,omitempty" enum:"players,spectators" doc:"The channel of the caller's side by default"`
		Text    string `json:"text,omitempty" doc:"1 to 500 visible characters"`
		Phrase  string `json:"phrase,omitempty" doc:"The key of a quick phrase, in place of a text"`
	}
}

type postChatOutput struct {
	Status int
	Body   wire.ChatMessage
}

type messageInput struct {
	VisibleInput
	Message string `path:"message" doc:"CHANNEL-NUMBER, such as players-12"`
}

type reportInput struct {
	VisibleInput
	Message string `path:"message" doc:"CHANNEL-NUMBER, such as players-12"`
	Body    struct {
		Reason string `json:"reason,omitempty" doc:"At most 500 visible characters"`
	}
}

type reactInput struct {
	VisibleInput
	Seq  engine.Seq `path:"seq"`
	Body struct {
		Glyph string `json:"glyph" doc:"The key of a reaction"`
	}
}

type reactionInput struct {
	VisibleInput
	Seq engine.Seq `path:"seq"`
}

type readInput struct {
	VisibleInput
	Body struct {
		Channel string `json:"channel" enum:"players,spectators"`
		Number  int64  `json:"number" minimum:"1" doc:"The number of the last message that the caller has read"`
	}
}

type slowInput struct {
	TableInput
	Body struct {
		Seconds int `json:"seconds" minimum:"0" maximum:"600" doc:"The pause between two messages of a person; 0 for none"`
	}
}

func (d *handler) chatRoutes(api huma.API) {
	huma.Register(api, call(http.MethodGet, "/tables/{id}/chat", "get-chat", "The channels of the table that the caller may read", http.StatusOK, 3), d.chat)
	huma.Register(api, call(http.MethodGet, "/tables/{id}/chat/{channel}/earlier", "get-earlier-chat", "Earlier messages of a channel", http.StatusOK, 2), d.earlierChat)
	registerNew(api, forPlayers(call(http.MethodPost, "/tables/{id}/chat", "post-chat", "Write a message", http.StatusCreated, 3)), forVisible(d, d.postChat))
	huma.Register(api, forPlayers(call(http.MethodDelete, "/tables/{id}/chat/{message}", "delete-chat", "Delete a message, as its author or as host; or all messages of the spectators, as host", http.StatusNoContent, 2)), forVisible(d, d.deleteChat))
	huma.Register(api, forPlayers(call(http.MethodPost, "/tables/{id}/chat/{message}/reports", "report-chat", "Report a message to the operator of the server", http.StatusNoContent, 2)), forVisible(d, d.reportChat))
	huma.Register(api, forPlayers(call(http.MethodPut, "/tables/{id}/chat/read", "mark-chat-read", "Note the last message that the caller has read", http.StatusNoContent, 2)), forVisible(d, d.markChat))
	huma.Register(api, forPlayers(call(http.MethodPut, "/tables/{id}/chat/slow", "slow-chat", "Set the pause between two messages of a person, as host", http.StatusNoContent, 2)), forVisible(d, d.slowChat))
	huma.Register(api, forPlayers(call(http.MethodPut, "/tables/{id}/reactions/{seq}", "react", "React to an entry of the log", http.StatusNoContent, 2)), forVisible(d, d.react))
	huma.Register(api, forPlayers(call(http.MethodDelete, "/tables/{id}/reactions/{seq}", "unreact", "Take a reaction back", http.StatusNoContent, 2)), forVisible(d, d.unreact))
}

func (d *handler) chat(ctx context.Context, in *chatInput) (*output[wire.Chat], error) {
	row, caller, err := d.visible(ctx, in)
	if err != nil {
		return nil, err
	}
	if in.Channel == "" {
		in.Since = 0
	}
	return respond(d.cfg.Chat.Read(ctx, row, caller, store.ChatChannel(in.Channel), in.Since))
}

func (d *handler) earlierChat(ctx context.Context, in *chatPageInput) (*output[wire.ChatPage], error) {
	row, caller, err := d.visible(ctx, in)
	if err != nil {
		return nil, err
	}
	return respond(d.cfg.Chat.Earlier(ctx, row, caller, store.ChatChannel(in.Channel), in.Before))
}

func (d *handler) postChat(ctx context.Context, caller store.PlayerID, row store.Table, in *postChatInput) (*postChatOutput, error) {
	m, isNew, err := d.cfg.Chat.Post(ctx, row, caller, chat.Post{
		ID: in.Body.ID, Channel: store.ChatChannel(in.Body.Channel), Text: in.Body.Text, Phrase: in.Body.Phrase,
	})
	if err != nil {
		return nil, err
	}
	out := &postChatOutput{Status: http.StatusOK, Body: m}
	if isNew {
		out.Status = http.StatusCreated
	}
	return out, nil
}

func messageOf(text string) (store.ChatChannel, int64, error) {
	channel, digits, _ := strings.Cut(text, "-")
	number, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || number < 1 {
		return "", 0, apperr.New(apperr.UnknownMessage, "there is no such message")
	}
	return store.ChatChannel(channel), number, nil
}

func (d *handler) deleteChat(ctx context.Context, caller store.PlayerID, row store.Table, in *messageInput) (*struct{}, error) {
	if in.Message == string(store.SpectatorsChannel) {
		return nil, d.cfg.Chat.Clear(ctx, row, caller)
	}
	channel, number, err := messageOf(in.Message)
	if err != nil {
		return nil, err
	}
	return nil, d.cfg.Chat.Delete(ctx, row, caller, channel, number)
}

func (d *handler) reportChat(ctx context.Context, caller store.PlayerID, row store.Table, in *reportInput) (*struct{}, error) {
	channel, number, err := messageOf(in.Message)
	if err != nil {
		return nil, err
	}
	return nil, d.cfg.Chat.Report(ctx, row, caller, channel, number, in.Body.Reason)
}

func (d *handler) markChat(ctx context.Context, caller store.PlayerID, row store.Table, in *readInput) (*struct{}, error) {
	return nil, d.cfg.Chat.MarkRead(ctx, row, caller, store.ChatChannel(in.Body.Channel), in.Body.Number)
}

func (d *handler) slowChat(ctx context.Context, caller store.PlayerID, row store.Table, in *slowInput) (*struct{}, error) {
	return nil, d.cfg.Chat.SetSlow(ctx, row, caller, time.Duration(in.Body.Seconds)*time.Second)
}

func (d *handler) react(ctx context.Context, caller store.PlayerID, row store.Table, in *reactInput) (*struct{}, error) {
	if in.Body.Glyph == "" {
		return nil, apperr.New(apperr.Invalid, "there is no such reaction")
	}
	return nil, d.cfg.Chat.React(ctx, row, caller, in.Seq, in.Body.Glyph)
}

func (d *handler) unreact(ctx context.Context, caller store.PlayerID, row store.Table, in *reactionInput) (*struct{}, error) {
	return nil, d.cfg.Chat.React(ctx, row, caller, in.Seq, "")
}
