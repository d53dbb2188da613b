package notify

import (
	"errors"
	"net/url"

	"github.com/rs/zerolog"

	"nemeton/server/notify/mail"
	"nemeton/server/store"
)

func (s *Service) noteMail(err error) {
	var failed *mail.Failure
	if !errors.As(err, &failed) {
		s.warn("mail", err, nil, "could not send a mail")
		return
	}
	s.warn(string(failed.Stage), nil, func(line *zerolog.Event) {
		line.Str("stage", string(failed.Stage)).Int("code", failed.Code).Str("answer", failed.Text)
	}, "the mail server did not take a mail; nemeton doctor tries it")
}

func (s *Service) noteFailure(kind store.ChannelKind, err error) {
	if kind == store.MailChannel {
		s.noteMail(err)
		return
	}
	s.warn(string(kind), err, func(line *zerolog.Event) { line.Str("channel", string(kind)) }, "could not send a notification")
}

// warn logs a failure with the number of those of its kind since the last line. The addresses of pushes and webhooks are secrets of players, so errors lose
// them.
func (s *Service) warn(kind string, err error, more func(*zerolog.Event), message string) {
	n := s.failures.Count(kind, s.cfg.Now())
	if n == 0 {
		return
	}
	if call, ok := errors.AsType[*url.Error](err); ok {
		err = call.Err
	}
	line := s.cfg.Log.Warn().Err(err).Int("count", n)
	if more != nil {
		more(line)
	}
	line.Msg(message)
}
