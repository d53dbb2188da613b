package notify

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"nemeton/server/notify/hook"
	"nemeton/server/notify/mail"
	"nemeton/server/notify/push"
	"nemeton/server/store"
)

// pushLife is the time for which a push service keeps a message that it cannot deliver.
const pushLife = 24 * time.Hour

func (s *Service) deliver(ctx context.Context, n store.Notifier, c store.Channel, items []item) error {
	language := readSettings(n).language()
	switch c.Kind {
	case store.PushChannel:
		return s.deliverPush(ctx, n, c, language, items[0])
	case store.MailChannel:
		return s.deliverMail(ctx, c, language, items)
	default:
		return s.deliverHook(ctx, c, language, items[0])
	}
}

// title is the first line of a text about an item, and body the second one.
func (s *Service) text(language string, i item, reader store.PlayerID) (title, body string) {
	by := i.names[i.data.By]
	if by == "" {
		by = say(language, "somebody")
	}
	key := i.notice.Occasion
	if key == rematch && i.row.Origin != nil {
		key = forked
	}
	title = say(language, key, "title", s.cfg.TitleOf(i.row.Title), "by", by)
	var others []string
	for _, seat := range i.row.Seats {
		if name := i.names[seat.Player]; name != "" && seat.Player != reader {
			others = append(others, name)
		}
	}
	if len(others) > 0 {
		body = say(language, "with", "people", enumerate(language, others))
	}
	return title, body
}

func path(id store.TableID) string { return "/t/" + string(id) }

// link is the address of a table's page; empty if the server does not know its own address.
func (s *Service) link(id store.TableID) string {
	if s.cfg.Public == "" {
		return ""
	}
	return strings.TrimSuffix(s.cfg.Public, "/") + path(id)
}

// pushPayload is the payload of a push message: declarative (WebKit), and with members for our service worker. Both show a notification in any case.
type pushPayload struct {
	WebPush      int              `json:"web_push"`
	Notification pushNotification `json:"notification"`
	AppBadge     int              `json:"app_badge,omitempty"`
}

type pushNotification struct {
	Title    string   `json:"title"`
	Body     string   `json:"body,omitempty"`
	Language string   `json:"lang"`
	Navigate string   `json:"navigate"`
	Tag      string   `json:"tag"`
	Silent   bool     `json:"silent"`
	Data     pushData `json:"data"`
}

type pushData struct {
	Table    string `json:"table"`
	Occasion string `json:"occasion"`
}

func (s *Service) deliverPush(ctx context.Context, n store.Notifier, c store.Channel, language string, i item) error {
	var keys push.Keys
	if err := json.Unmarshal([]byte(c.Data), &keys); err != nil {
		return err
	}
	title, body := s.text(language, i, n.Player)
	waiting, err := s.cfg.Store.OwedBy(ctx, []store.PlayerID{n.Player})
	if err != nil {
		return err
	}
	navigate := s.link(i.row.ID)
	if navigate == "" {
		navigate = path(i.row.ID)
	}
	life := pushLife
	if i.data.Ends > 0 {
		life = max(time.Minute, min(life, time.UnixMilli(i.data.Ends).Sub(s.cfg.Now())))
	}
	return s.sender.Send(ctx, push.Subscription{Endpoint: c.Address, Keys: keys}, push.Message{
		Payload: pushPayload{WebPush: 8030, AppBadge: len(waiting), Notification: pushNotification{
			Title: title, Body: body, Language: language, Navigate: navigate, Tag: string(i.row.ID), Data: pushData{string(i.row.ID), i.notice.Occasion},
		}},
		Topic: topic(i.row.ID), Urgent: i.isTurn(), Life: life,
	})
}

// topic is the topic of a table's push messages: its id in 22 characters.
func topic(id store.TableID) string {
	raw, err := uuid.Parse(string(id))
	if err != nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(raw[:])
}

func (s *Service) deliverMail(ctx context.Context, c store.Channel, language string, items []item) error {
	data, err := readMail(c)
	if err != nil {
		return err
	}
	seen := map[store.TableID]bool{}
	items = slices.DeleteFunc(items, func(i item) bool { // two reasons at one table make one line
		again := seen[i.row.ID]
		seen[i.row.ID] = true
		return again
	})
	var text strings.Builder
	subject := ""
	for _, i := range items {
		title, body := s.text(language, i, i.notice.Player)
		if subject == "" {
			subject = title
		}
		text.WriteString(title + "\n")
		if body != "" {
			text.WriteString(body + "\n")
		}
		text.WriteString(say(language, "mail.open") + " " + s.link(i.row.ID) + "\n\n")
	}
	if len(items) > 1 {
		subject = say(language, "mail.digest", "n", len(items))
	}
	text.WriteString("-- \n" + say(language, "mail.why", "host", s.host()) + "\n" + s.unsubscribe(c, data, language) + "\n")
	return s.cfg.Mail.Send(ctx, mail.Message{
		ID: items[0].notice.ID, To: c.Address, Subject: subject, Text: text.String(), Unsubscribe: s.unsubscribe(c, data, language),
	})
}

func (s *Service) host() string {
	u, err := url.Parse(s.cfg.Public)
	if err != nil {
		return "Nemeton"
	}
	return u.Host
}

type hookData struct {
	Table string `json:"table,omitempty"`
	Title string `json:"title,omitempty"`
	URL   string `json:"url,omitempty"`
	Text  string `json:"text"`
}

func (s *Service) deliverHook(ctx context.Context, c store.Channel, language string, i item) error {
	h, err := readHook(c)
	if err != nil {
		return err
	}
	title, body := s.text(language, i, i.notice.Player)
	link := s.link(i.row.ID)
	return hook.Send(ctx, s.cfg.Client, h.Hook, hook.Message{
		ID: "msg_" + i.notice.ID, Type: "table." + i.notice.Occasion, Time: s.cfg.Now().UTC(), Title: title, Body: body, URL: link,
		Data: hookData{Table: string(i.row.ID), Title: i.row.Title, URL: link, Text: title},
	})
}
