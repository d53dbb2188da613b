package notify

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"nemeton/server/notify/hook"
	"nemeton/server/notify/outgoing"
	"nemeton/server/store"
)

const (
	// maxPush is the number of browsers of one player. A further one replaces the oldest.
	maxPush = 10
	// A webhook that has failed for hookLife is turned off.
	hookLife = 7 * 24 * time.Hour
)

type mailData struct {
	Verified bool      `json:"verified,omitempty"`
	Code     []byte    `json:"code,omitempty"` // hash of the code that verifies the address
	Session  string    `json:"session,omitempty"`
	Asked    time.Time `json:"asked,omitzero"`   // time of the mail with the code
	Ending   string    `json:"ending,omitempty"` // secret of the link that ends the mails
}

func readMail(c store.Channel) (d mailData, err error) { return d, json.Unmarshal([]byte(c.Data), &d) }

type hookState struct {
	hook.Hook

	Failing string    `json:"failing,omitempty"` // the last failure, if there was no success since
	Since   time.Time `json:"since,omitzero"`    // of the first failure
	Off     bool      `json:"off,omitempty"`
}

func readHook(c store.Channel) (h hookState, err error) {
	return h, json.Unmarshal([]byte(c.Data), &h)
}

func (s *Service) isUsable(c store.Channel) bool {
	switch c.Kind {
	case store.PushChannel:
		return s.sender != nil
	case store.MailChannel:
		d, err := readMail(c)
		return err == nil && d.Verified && s.mails()
	default:
		h, err := readHook(c)
		return err == nil && !h.Off
	}
}

func (s *Service) mails() bool { return s.cfg.Mail != nil && s.cfg.Public != "" }

func encoded(c store.Channel, data any) store.Channel {
	raw, _ := json.Marshal(data) // flat structs always encode
	c.Data = string(raw)
	return c
}

// isUnverified reports whether a channel is a mail address that nobody has verified.
func isUnverified(c store.Channel) bool {
	d, err := readMail(c)
	return c.Kind == store.MailChannel && (err != nil || !d.Verified)
}

func without(list []store.Channel, kind store.ChannelKind) []store.Channel {
	return slices.DeleteFunc(slices.Clone(list), func(c store.Channel) bool { return c.Kind == kind })
}

func find(n store.Notifier, kind store.ChannelKind) (store.Channel, bool) {
	at := slices.IndexFunc(n.Channels, func(c store.Channel) bool { return c.Kind == kind })
	if at < 0 {
		return store.Channel{}, false
	}
	return n.Channels[at], true
}

// noteResult stores the result of sending: a subscription that is gone ends, and a webhook that has failed for too long is off.
func (s *Service) noteResult(ctx context.Context, player store.PlayerID, c store.Channel, result error) error {
	var failed *outgoing.Failure
	gone := errors.As(result, &failed) && failed.Gone()
	switch c.Kind {
	case store.PushChannel:
		if !gone {
			return nil
		}
		return s.changeChannel(ctx, player, c.ID, func(store.Channel) (store.Channel, bool) { return store.Channel{}, false })
	case store.HookChannel:
		before, err := readHook(c)
		if err != nil || result == nil && before.Failing == "" {
			return err
		}
		return s.changeChannel(ctx, player, c.ID, func(c store.Channel) (store.Channel, bool) { return s.hookAfter(c, result, gone), true })
	}
	return nil
}

func (s *Service) hookAfter(c store.Channel, result error, gone bool) store.Channel {
	h, err := readHook(c)
	if err != nil {
		return c
	}
	if result == nil {
		h.Failing, h.Since = "", time.Time{}
		return encoded(c, h)
	}
	now := s.cfg.Now().UTC()
	if h.Since.IsZero() {
		h.Since = now
	}
	h.Failing, h.Off = failureText(result), gone || now.Sub(h.Since) >= hookLife
	return encoded(c, h)
}

// failureText describes a failure to the player, without addresses.
func failureText(err error) string {
	var failed *outgoing.Failure
	switch {
	case errors.As(err, &failed):
		return fmt.Sprintf("status %d", failed.Status)
	case errors.Is(err, outgoing.ErrUnreachable):
		return "unreachable" // for private addresses, too
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	default:
		return "unreachable"
	}
}

// changeChannel changes one channel of a player, or removes it if change returns false. A channel that is gone is no error.
func (s *Service) changeChannel(ctx context.Context, player store.PlayerID, id string, change func(store.Channel) (store.Channel, bool)) error {
	_, err := s.cfg.Store.ChangeNotifier(ctx, player, s.cfg.Now(), func(n *store.Notifier) error {
		at := slices.IndexFunc(n.Channels, func(c store.Channel) bool { return c.ID == id })
		if at < 0 {
			return nil
		}
		after, stays := change(n.Channels[at])
		if !stays {
			n.Channels = slices.Delete(n.Channels, at, at+1)
			return nil
		}
		n.Channels[at] = after
		if after.Kind == store.MailChannel && !isUnverified(after) {
			n.Channels = append(without(n.Channels, store.MailChannel), after) // it replaces the former address
		}
		return nil
	})
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

// token is the text by which a link names a channel and proves to come from its mail.
func token(c store.Channel, secret string) string { return c.ID + "." + secret }

// mailLink is the address of a page behind a link of a mail, with a token. The page asks first, and works without scripts.
func (s *Service) mailLink(page, token, language string) string {
	return strings.TrimSuffix(s.cfg.Public, "/") + "/api/v1/mail/" + page + "?token=" + token + "&language=" + language
}

// unsubscribe is the address that ends the mails by one POST. A person who opens it is asked first.
func (s *Service) unsubscribe(c store.Channel, d mailData, language string) string {
	return s.mailLink("end", token(c, d.Ending), language)
}

// secret returns 128 bits as text.
func (s *Service) secret() (string, error) {
	var raw [16]byte
	if _, err := io.ReadFull(s.cfg.Entropy, raw[:]); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(raw[:]), nil
}

func hashOf(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
