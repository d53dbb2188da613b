// Package push sends Web Push messages (RFC 8030, 8291, 8292).
package push

import (
	"bytes"
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"nemeton/server/notify/outgoing"
)

// MaxPayload is the maximum size of a message in bytes: what every push service accepts.
const MaxPayload = 3 << 10

// Subscription is a browser that receives messages, as the browser describes it.
type Subscription struct {
	Endpoint string `json:"endpoint"`
	Keys     Keys   `json:"keys"`
}

// Keys are the keys of a subscription, in base64url.
type Keys struct {
	P256dh string `json:"p256dh"`
	Auth   string `json:"auth"`
}

// ErrBad means that a subscription is malformed.
var ErrBad = errors.New("not a push subscription")

// Check returns ErrBad unless the subscription is well formed. Private allows addresses without https.
func (s Subscription) Check(private bool) error {
	if outgoing.CheckAddress(s.Endpoint, private) != nil {
		return ErrBad
	}
	point, err := decode(s.Keys.P256dh)
	if err != nil {
		return ErrBad
	}
	if _, err := ecdh.P256().NewPublicKey(point); err != nil {
		return ErrBad
	}
	if secret, err := decode(s.Keys.Auth); err != nil || len(secret) != 16 {
		return ErrBad
	}
	return nil
}

func decode(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}

// Sender sends messages.
type Sender struct {
	Client  *http.Client
	Keys    ServerKeys
	Subject string // https or mailto address of the operator
	Now     func() time.Time
}

// Message is one message.
type Message struct {
	Payload any    // encoded as JSON
	Topic   string // replaces an undelivered message with the same topic; at most 32 characters of base64url
	Urgent  bool
	Life    time.Duration // time after which it is not delivered any more
}

// Send sends a message. The errors are those of the connection, and *outgoing.Failure.
func (s *Sender) Send(ctx context.Context, to Subscription, m Message) error {
	payload, err := json.Marshal(m.Payload)
	if err != nil {
		return err
	}
	if len(payload) > MaxPayload {
		return fmt.Errorf("a push message has %d bytes, more than %d", len(payload), MaxPayload)
	}
	body, err := encrypt(payload, to.Keys)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to.Endpoint, bytes.NewReader(body))
	if err != nil {
		return ErrBad
	}
	proof, err := s.Keys.prove(to.Endpoint, s.Subject, s.Now())
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", proof)
	r.Header.Set("Content-Encoding", "aes128gcm")
	r.Header.Set("Content-Type", "application/octet-stream")
	r.Header.Set("TTL", strconv.Itoa(int(m.Life.Seconds())))
	r.Header.Set("Urgency", urgency(m.Urgent))
	if m.Topic != "" {
		r.Header.Set("Topic", m.Topic)
	}
	answer, err := s.Client.Do(r) //nolint:bodyclose // Drain closes it
	if err != nil {
		return outgoing.WithoutAddress(err)
	}
	outgoing.Drain(answer.Body)
	return outgoing.FailureOf(answer.StatusCode, answer.Header)
}

// urgency is the header Urgency (RFC 8030). A phone may hold back what is not urgent while its battery is low.
func urgency(urgent bool) string {
	if urgent {
		return "high"
	}
	return "normal"
}
