package notify

import (
	"errors"
	"net/url"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/notify/mail"
	"nemeton/server/store"
)

// Failures of one kind are logged at most once per logInterval.
const logInterval = time.Minute

// failureLog limits lines about failures: the first of a kind at once, then one a minute. The zero value is ready.
type failureLog struct {
	mu      sync.Mutex // guards all below
	last    map[string]time.Time
	unnoted map[string]int // since the last line
}

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
	n := s.failures.count(kind, s.cfg.Now())
	if n == 0 {
		return
	}
	var call *url.Error
	if errors.As(err, &call) {
		err = call.Err
	}
	line := s.cfg.Log.Warn().Err(err).Int("count", n)
	if more != nil {
		more(line)
	}
	line.Msg(message)
}

// count returns the number of failures to log now; 0: none.
func (l *failureLog) count(kind string, now time.Time) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == nil {
		l.last, l.unnoted = map[string]time.Time{}, map[string]int{}
	}
	l.unnoted[kind]++
	if last, ok := l.last[kind]; ok && now.Sub(last) < logInterval {
		return 0
	}
	n := l.unnoted[kind]
	l.last[kind], l.unnoted[kind] = now, 0
	return n
}
