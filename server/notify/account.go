package notify

import (
	"context"
	"encoding/json"
	"net/netip"
	"strings"

	"nemeton/server/apperr"
	"nemeton/server/notify/hook"
	"nemeton/server/notify/mail"
	"nemeton/server/notify/push"
	"nemeton/server/store"
	"nemeton/server/typed"
	"nemeton/texts"
)

// Address normalizes a mail address; false: it is none, or this server sends no mails.
func (s *Service) Address(text string) (string, bool) {
	address, ok := mail.Address(text)
	return address, ok && s.mails()
}

// Verified reports whether the data of a mail channel is that of a verified address.
func (s *Service) Verified(data string) bool {
	d, err := readMail(store.Channel{Data: data})
	return err == nil && d.Verified
}

// SendCode sends a code that signs in, with a link to the page for it. Without a code, the mail says that nobody uses the address here. Both count against the limits
// of mails. Errors: not_offered, mail_limit, mail_refused, mail_later, mail_broken.
func (s *Service) SendCode(ctx context.Context, to string, from netip.Addr, language, code string) error {
	if !s.mails() {
		return apperr.New(apperr.NotOffered, "this server sends no mails")
	}
	if !texts.Known(language) {
		language = texts.Default
	}
	counted := s.newCountedMail(s.cfg.NewID(), to, from)
	if err := s.countMail(ctx, counted, s.cfg.Now()); err != nil {
		return err
	}
	m := mail.Message{ID: counted.id, To: to, Subject: say(language, "mail.code", "host", s.host())}
	text := say(language, "mail.code.nobody", "host", s.host())
	if code != "" {
		page := strings.TrimSuffix(s.cfg.Public, "/") + "/sign-in#code=" + code
		text = say(language, "mail.code.text", "host", s.host(), "code", code) + "\n\n" + page + "\n\n" + say(language, "mail.code.browser")
	}
	m.Text = text + "\n\n" + say(language, "mail.code.ignore") + "\n"
	if err := s.cfg.Mail.Send(ctx, m); err != nil {
		s.noteMail(err)
		s.uncountMail(ctx, counted)
		return mailError(err)
	}
	return nil
}

// TellAccount tells a player at once, over all channels, that a way into the account came, went or was used. A channel that fails is left out: all devices of the
// player show the event as well.
func (s *Service) TellAccount(ctx context.Context, e store.AccountEvent) {
	n, err := s.cfg.Store.Notifier(ctx, e.Player)
	if err != nil {
		s.cfg.Log.Warn().Err(err).Msg("could not read the channels of a player whose account changed")
		return
	}
	language := readSettings(n).language()
	title, page := say(language, "account."+e.Kind, "name", typed.Cut(e.Name, maxName)), strings.TrimSuffix(s.cfg.Public, "/")+"/settings"
	for _, c := range n.Channels {
		if !s.isUsable(c) {
			continue
		}
		if err := s.tellAccount(ctx, c, e, language, title, page); err != nil {
			s.cfg.Log.Debug().Err(err).Str("channel", string(c.Kind)).Msg("could not tell a player that the account changed")
		}
	}
}

func (s *Service) tellAccount(ctx context.Context, c store.Channel, e store.AccountEvent, language, title, page string) error {
	switch c.Kind {
	case store.MailChannel:
		return s.cfg.Mail.Send(ctx, mail.Message{
			ID: e.ID, To: c.Address, Subject: title, Text: title + "\n\n" + say(language, "account.check") + "\n\n" + page + "\n",
		})
	case store.PushChannel:
		var keys push.Keys
		if err := json.Unmarshal([]byte(c.Data), &keys); err != nil {
			return err
		}
		return s.sender.Send(ctx, push.Subscription{Endpoint: c.Address, Keys: keys}, push.Message{
			Payload: pushPayload{WebPush: 8030, Notification: pushNotification{Title: title, Language: language, Navigate: page, Tag: "account-" + e.ID}},
			Life:    pushLife,
		})
	default:
		h, err := readHook(c)
		if err != nil {
			return err
		}
		return hook.Send(ctx, s.cfg.Client, h.Hook, hook.Message{
			ID: "msg_" + e.ID, Type: "account." + e.Kind, Time: e.At.UTC(), Title: "Nemeton", Body: title, URL: page, Data: hookData{Text: title},
		})
	}
}
