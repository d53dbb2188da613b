package notify

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/netip"
	"slices"
	"strings"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/notify/hook"
	"nemeton/server/notify/mail"
	"nemeton/server/notify/outgoing"
	"nemeton/server/notify/push"
	"nemeton/server/store"
	"nemeton/server/typed"
	"nemeton/server/wire"
)

const (
	// codeLife is the time for which the link in a verifying mail is valid.
	codeLife = 24 * time.Hour
	// A player gets at most one verifying mail per askAgain.
	askAgain = 5 * time.Minute
)

func (s *Service) Channels() wire.Channels {
	return wire.Channels{Push: s.PushOff() == "", Mail: s.mails()}
}

func (s *Service) Describe(ctx context.Context, player store.PlayerID) (wire.Notifications, error) {
	n, err := s.cfg.Store.Notifier(ctx, player)
	return s.describe(n), apperr.FailedForPlayer("read notification settings", err)
}

func (s *Service) describe(n store.Notifier) wire.Notifications {
	chosen := readSettings(n)
	d := wire.Notifications{
		When: whenAbsent, Muted: chosen.Muted, Quiet: chosen.Quiet, Language: chosen.Language,
		Push: wire.PushState{Key: s.keys.Public, Reason: s.PushOff()}, Mail: wire.MailState{Available: s.mails()},
	}
	if n.Always {
		d.When = whenAlways
	}
	for _, c := range n.Channels {
		switch {
		case c.Kind != store.MailChannel:
		case isUnverified(c):
			d.Mail.Pending = c.Address
		default:
			d.Mail.Address, d.Mail.Verified = c.Address, true
		}
	}
	if !d.Mail.Verified {
		d.Mail.Address, d.Mail.Pending = d.Mail.Pending, ""
	}
	if c, ok := find(n, store.HookChannel); ok {
		h, _ := readHook(c)
		d.Webhook = &wire.Webhook{URL: h.URL, Format: h.Format, Secret: h.Secret, Failing: h.Failing, Off: h.Off}
	}
	return d
}

// Change changes the settings of a player. It fails with invalid.
func (s *Service) Change(ctx context.Context, player store.PlayerID, c Changes) (wire.Notifications, error) {
	n, err := s.cfg.Store.ChangeNotifier(ctx, player, s.cfg.Now(), c.apply)
	return s.describe(n), apperr.FailedForPlayer("change notification settings", err)
}

func (s *Service) Devices(ctx context.Context, player store.PlayerID) (wire.PushDevices, error) {
	n, err := s.cfg.Store.Notifier(ctx, player)
	list := wire.PushDevices{Devices: []wire.PushDevice{}}
	for _, c := range n.Channels {
		if c.Kind == store.PushChannel {
			list.Devices = append(list.Devices, wire.PushDevice{Endpoint: c.Address})
		}
	}
	return list, apperr.FailedForPlayer("list browsers", err)
}

// Subscribe stores a browser of the player, and ends it for every other player. A browser that is stored already gets new keys. Errors: invalid; unavailable if
// push is off.
func (s *Service) Subscribe(ctx context.Context, player store.PlayerID, sub push.Subscription) error {
	if s.sender == nil {
		return apperr.New(apperr.Invalid, "this server sends no push messages")
	}
	if sub.Check(s.cfg.Private) != nil {
		return invalid("that is not a push subscription")
	}
	_, err := s.cfg.Store.ChangeNotifier(ctx, player, s.cfg.Now(), func(n *store.Notifier) error {
		at := slices.IndexFunc(n.Channels, func(c store.Channel) bool {
			return c.Kind == store.PushChannel && c.Address == sub.Endpoint
		})
		if at >= 0 {
			n.Channels[at] = encoded(n.Channels[at], sub.Keys)
			return nil
		}
		first, count := -1, 0
		for i, c := range n.Channels {
			if c.Kind == store.PushChannel {
				if count++; first < 0 || c.ID < n.Channels[first].ID {
					first = i
				}
			}
		}
		if count >= maxPush {
			n.Channels = slices.Delete(n.Channels, first, first+1)
		}
		n.Channels = append(n.Channels, encoded(store.Channel{ID: s.cfg.NewID(), Kind: store.PushChannel, Address: sub.Endpoint}, sub.Keys))
		return nil
	})
	return apperr.FailedForPlayer("store a browser", err)
}

// Unsubscribe ends a browser of the player. It fails with no_change if there is none.
func (s *Service) Unsubscribe(ctx context.Context, player store.PlayerID, endpoint string) error {
	return s.remove(ctx, player, func(c store.Channel) bool { return c.Kind == store.PushChannel && c.Address == endpoint })
}

// RemoveKind ends the mails, or the webhook, of a player. It fails with no_change if there is none.
func (s *Service) RemoveKind(ctx context.Context, player store.PlayerID, kind store.ChannelKind) error {
	return s.remove(ctx, player, func(c store.Channel) bool { return c.Kind == kind })
}

func (s *Service) remove(ctx context.Context, player store.PlayerID, which func(store.Channel) bool) error {
	_, err := s.cfg.Store.ChangeNotifier(ctx, player, s.cfg.Now(), func(n *store.Notifier) error {
		before := len(n.Channels)
		n.Channels = slices.DeleteFunc(n.Channels, which)
		if len(n.Channels) == before {
			return apperr.New(apperr.NoChange, "there is nothing to end")
		}
		return nil
	})
	return apperr.FailedForPlayer("end a channel", err)
}

// SetMail sends a mail with a link to an address, which gets notifications once the link was used while the session lasts. Until then a verified former address
// stays. From is the network address of the caller. Errors: invalid, too_fast, mail_limit, mail_refused, mail_later, mail_broken.
func (s *Service) SetMail(ctx context.Context, player store.PlayerID, session string, from netip.Addr, text string) (wire.Notifications, error) {
	if !s.mails() {
		return wire.Notifications{}, apperr.New(apperr.Invalid, "this server sends no mails")
	}
	address, ok := mail.Address(text)
	if !ok {
		return wire.Notifications{}, invalid("that is not a mail address")
	}
	code, err := s.secret()
	if err != nil {
		return wire.Notifications{}, err
	}
	ending, err := s.secret()
	if err != nil {
		return wire.Notifications{}, err
	}
	now := s.cfg.Now().UTC()
	c := encoded(store.Channel{ID: s.cfg.NewID(), Kind: store.MailChannel, Address: address}, mailData{Code: hashOf(code), Session: session, Asked: now, Ending: ending})
	counted := s.newCountedMail(c.ID, address, from)
	if err := s.mayAskForMail(ctx, player, now); err != nil {
		return wire.Notifications{}, err
	}
	if err := s.countMail(ctx, counted, now); err != nil {
		return wire.Notifications{}, err
	}
	n, err := s.cfg.Store.ChangeNotifier(ctx, player, now, func(n *store.Notifier) error {
		chosen := readSettings(*n)
		if err := chosen.mayAskForMail(now); err != nil {
			return err
		}
		chosen.MailAsked = now // in the settings, because it outlives the channel
		if err := chosen.store(n); err != nil {
			return err
		}
		n.Channels = append(slices.DeleteFunc(slices.Clone(n.Channels), isUnverified), c)
		return nil
	})
	if err != nil {
		s.uncountMail(ctx, counted)
		return wire.Notifications{}, apperr.FailedForPlayer("store a mail address", err)
	}
	language := readSettings(n).language()
	page := s.mailLink("confirmation", token(c, code), language)
	err = s.cfg.Mail.Send(ctx, mail.Message{
		ID: c.ID, To: address, Subject: say(language, "mail.verify"),
		Text: say(language, "mail.verify.text", "host", s.host()) + "\n\n" + page + "\n\n" + say(language, "mail.verify.ignore") + "\n",
	})
	if err != nil {
		s.noteMail(err)
		s.uncountMail(ctx, counted)
		s.forgetMail(ctx, player, c.ID)
		return wire.Notifications{}, mailError(err)
	}
	return s.describe(n), nil
}

// forgetMail removes the address of a mail that was not sent, so that the player can try again. A failure leaves an address that nobody verified.
func (s *Service) forgetMail(ctx context.Context, player store.PlayerID, channel string) {
	_, err := s.cfg.Store.ChangeNotifier(ctx, player, s.cfg.Now(), func(n *store.Notifier) error {
		chosen := readSettings(*n)
		chosen.MailAsked = time.Time{}
		n.Channels = slices.DeleteFunc(slices.Clone(n.Channels), func(c store.Channel) bool { return c.ID == channel })
		return chosen.store(n)
	})
	if err != nil {
		s.cfg.Log.Debug().Err(err).Msg("could not remove the address of a mail that was not sent")
	}
}

// mayAskForMail refuses a player who asked not long ago, before the mail counts for others.
func (s *Service) mayAskForMail(ctx context.Context, player store.PlayerID, now time.Time) error {
	n, err := s.cfg.Store.Notifier(ctx, player)
	if err != nil {
		return apperr.FailedForPlayer("read notification settings", err)
	}
	return readSettings(n).mayAskForMail(now)
}

func (chosen settings) mayAskForMail(now time.Time) error {
	if wait := askAgain - now.Sub(chosen.MailAsked); !chosen.MailAsked.IsZero() && wait > 0 {
		return apperr.New(apperr.TooFast, "a mail was sent for you not long ago; look for it first").After(wait)
	}
	return nil
}

// ConfirmMail verifies the address of a mail with the token in it, in place of a former address. It fails with bad_link, also if the session that asked has ended.
func (s *Service) ConfirmMail(ctx context.Context, text string) error {
	return s.byToken(ctx, text, func(c store.Channel, d mailData, secret string, signedIn []store.Session) (store.Channel, bool, error) {
		if d.Code == nil || !hmac.Equal(d.Code, hashOf(secret)) || s.cfg.Now().Sub(d.Asked) > codeLife ||
			!d.Verified && !slices.ContainsFunc(signedIn, func(x store.Session) bool { return x.ID == d.Session }) {
			return c, true, badLink()
		}
		d.Verified = true // the code stays valid, because people press twice
		return encoded(c, d), true, nil
	})
}

// EndMail ends the mails of a channel with the token of any of its mails. It fails with bad_link.
func (s *Service) EndMail(ctx context.Context, text string) error {
	return s.byToken(ctx, text, func(c store.Channel, d mailData, secret string, _ []store.Session) (store.Channel, bool, error) {
		if d.Ending == "" || !hmac.Equal([]byte(d.Ending), []byte(secret)) {
			return c, true, badLink()
		}
		return c, false, nil
	})
}

func badLink() error {
	return apperr.New(apperr.BadLink, "this link is no longer valid")
}

func (s *Service) byToken(ctx context.Context, text string, change func(store.Channel, mailData, string, []store.Session) (store.Channel, bool, error)) error {
	id, secret, _ := strings.Cut(typed.Token(text), ".")
	player, err := s.cfg.Store.ChannelOwner(ctx, id)
	if err != nil {
		return apperr.FailedOr("find a mail address", err, badLink())
	}
	signedIn, err := s.cfg.Store.Sessions(ctx, player)
	if err != nil {
		return apperr.FailedForPlayer("read sessions", err)
	}
	refused := badLink()
	err = s.changeChannel(ctx, player, id, func(c store.Channel) (store.Channel, bool) {
		d, err := readMail(c)
		if c.Kind != store.MailChannel || err != nil {
			return c, true
		}
		var stays bool
		c, stays, refused = change(c, d, secret, signedIn)
		return c, stays
	})
	if err != nil {
		return apperr.FailedForPlayer("change a mail address", err)
	}
	return refused
}

// SetHook stores the webhook of a player, with a new secret. It replaces the former one. It fails with invalid.
func (s *Service) SetHook(ctx context.Context, player store.PlayerID, address, format string) (wire.Notifications, error) {
	var entropy [24]byte
	if _, err := io.ReadFull(s.cfg.Entropy, entropy[:]); err != nil {
		return wire.Notifications{}, err
	}
	h := hookState{Hook: hook.Hook{URL: address, Format: format, Secret: hook.NewSecret(entropy)}}
	if h.Check(s.cfg.Private) != nil {
		return wire.Notifications{}, invalid("a webhook has an https address and one of the formats %s", strings.Join(hook.Formats(), ", "))
	}
	n, err := s.cfg.Store.ChangeNotifier(ctx, player, s.cfg.Now(), func(n *store.Notifier) error {
		n.Channels = append(without(n.Channels, store.HookChannel), encoded(store.Channel{ID: s.cfg.NewID(), Kind: store.HookChannel, Address: hashName(address)}, h))
		return nil
	})
	return s.describe(n), apperr.FailedForPlayer("store a webhook", err)
}

// hookHold is the time for which the test of a webhook takes at least if nothing was reached. So its duration does not tell a private address from a name that does
// not exist, or from a machine that does not answer.
func (s *Service) hookHold() time.Duration {
	if s.cfg.Private {
		return 0 // private addresses are no secret
	}
	return outgoing.DialTime
}

func hashName(address string) string {
	sum := sha256.Sum256([]byte(address))
	return hex.EncodeToString(sum[:16])
}

// TestHook calls the webhook of a player once, and switches it on again after a success. Errors: no_change without one, unavailable if the call failed.
func (s *Service) TestHook(ctx context.Context, player store.PlayerID) (wire.Notifications, error) {
	n, err := s.cfg.Store.Notifier(ctx, player)
	if err != nil {
		return wire.Notifications{}, apperr.FailedForPlayer("read a webhook", err)
	}
	c, ok := find(n, store.HookChannel)
	if !ok {
		return wire.Notifications{}, apperr.New(apperr.NoChange, "there is no webhook")
	}
	h, err := readHook(c)
	if err != nil {
		return wire.Notifications{}, err
	}
	text := say(readSettings(n).language(), test)
	hold := time.NewTimer(s.hookHold())
	defer hold.Stop()
	result := hook.Send(ctx, s.cfg.Client, h.Hook, hook.Message{
		ID: "msg_" + s.cfg.NewID(), Type: "test", Time: s.cfg.Now().UTC(), Title: "Nemeton", Body: text, URL: s.cfg.Public, Data: hookData{Text: text},
	})
	s.cfg.Meter.Notified(string(store.HookChannel), outcomeOf(result))
	if errors.Is(result, outgoing.ErrUnreachable) {
		select {
		case <-hold.C:
		case <-ctx.Done():
		}
	}
	if err := s.changeChannel(ctx, player, c.ID, func(c store.Channel) (store.Channel, bool) {
		after := s.hookAfter(c, result, false)
		if h, err := readHook(after); err == nil && result == nil {
			h.Off = false
			after = encoded(after, h)
		}
		return after, true
	}); err != nil {
		return wire.Notifications{}, apperr.FailedForPlayer("store the result of a webhook", err)
	}
	return s.Describe(ctx, player)
}
