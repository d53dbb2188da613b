package admin

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"sync"
	"time"
)

const (
	// sessionTime is the time after which an operator has to enter the key again.
	sessionTime = 12 * time.Hour
	// maxSessions is the number of browsers that are signed in at once. A new one signs the oldest out.
	maxSessions = 50
)

// sessions are the browsers that are signed in at this node. A restart signs them out.
type sessions struct {
	now     func() time.Time
	entropy io.Reader

	mu  sync.Mutex // guards all
	all map[[32]byte]session
}

type session struct {
	name  string // of the operator
	form  string // the token in the forms of its pages
	since time.Time
}

func (s *sessions) secret() (string, error) {
	raw := make([]byte, 32)
	_, err := io.ReadFull(s.entropy, raw)
	return base64.RawURLEncoding.EncodeToString(raw), err
}

func (s *sessions) begin(name string) (token string, err error) {
	if token, err = s.secret(); err != nil {
		return "", err
	}
	form, err := s.secret()
	if err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[[32]byte]session{}
	}
	if len(s.all) >= maxSessions {
		var oldest [32]byte
		for hash, x := range s.all {
			if at, known := s.all[oldest]; !known || x.since.Before(at.since) {
				oldest = hash
			}
		}
		delete(s.all, oldest)
	}
	s.all[sha256.Sum256([]byte(token))] = session{name, form, s.now()}
	return token, nil
}

func (s *sessions) find(token string) (session, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	hash := sha256.Sum256([]byte(token))
	x, known := s.all[hash]
	if known && s.now().Sub(x.since) > sessionTime {
		delete(s.all, hash)
		known = false
	}
	return x, known
}

func (s *sessions) end(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.all, sha256.Sum256([]byte(token)))
}
