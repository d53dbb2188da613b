// Package hook sends webhooks, signed as Standard Webhooks, in the forms that common chat services read.
package hook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"nemeton/server/notify/outgoing"
)

// Formats lists the forms of a webhook's body.
func Formats() []string { return []string{"standard", "discord", "slack", "ntfy"} }

// Hook is a webhook of a player.
type Hook struct {
	URL    string `json:"url"`
	Format string `json:"format"`
	Secret string `json:"secret"` // of the signature: base64 behind "whsec_"
}

// ErrBad means that a webhook is malformed.
var ErrBad = errors.New("not a webhook")

// secretPrefix marks a secret of Standard Webhooks.
const secretPrefix = "whsec_"

// NewSecret returns a secret from 24 bytes of entropy.
func NewSecret(entropy [24]byte) string {
	return secretPrefix + base64.StdEncoding.EncodeToString(entropy[:])
}

// Check returns ErrBad unless address and format are well formed. Private allows addresses without https.
func (h Hook) Check(private bool) error {
	if outgoing.CheckAddress(h.URL, private) != nil || !slices.Contains(Formats(), h.Format) {
		return ErrBad
	}
	return nil
}

// Message is the content of a webhook.
type Message struct {
	ID    string    `json:"-"` // the same for all attempts
	Type  string    `json:"type"`
	Time  time.Time `json:"timestamp"`
	Title string    `json:"-"`
	Body  string    `json:"-"`
	URL   string    `json:"-"` // of the table's page; may be empty
	Data  any       `json:"data"`
}

// The names of people are part of the texts. These replacers keep them from becoming links, mentions of a whole channel, or other markup of a chat service.
var (
	discordPlain = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, ">", `\>`, "<", `\<`, "[", `\[`, "]", `\]`, "#", `\#`, ":", `\:`)
	slackPlain   = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
)

func (m Message) body(format string) ([]byte, error) {
	text := func(plain *strings.Replacer) string {
		text := plain.Replace(m.Title + "\n" + m.Body)
		if m.URL != "" {
			text += "\n" + m.URL
		}
		return text
	}
	switch format {
	case "discord":
		return json.Marshal(map[string]any{"content": text(discordPlain), "allowed_mentions": map[string]any{"parse": []string{}}})
	case "slack":
		return json.Marshal(map[string]any{"text": text(slackPlain)})
	case "ntfy":
		return []byte(m.Body), nil
	default:
		return json.Marshal(m)
	}
}

// Send sends a message. The errors are those of the connection, and *outgoing.Failure. They never contain the address.
func Send(ctx context.Context, client *http.Client, to Hook, m Message) error {
	body, err := m.body(to.Format)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to.URL, bytes.NewReader(body))
	if err != nil {
		return ErrBad
	}
	r.Header.Set("Content-Type", "application/json")
	if to.Format == "ntfy" {
		r.Header.Set("Content-Type", "text/plain; charset=utf-8")
		r.Header.Set("Title", m.Title)
		if m.URL != "" {
			r.Header.Set("Click", m.URL)
		}
	}
	r.Header.Set("User-Agent", "Nemeton")
	at := strconv.FormatInt(m.Time.Unix(), 10)
	r.Header.Set("webhook-id", m.ID)
	r.Header.Set("webhook-timestamp", at)
	r.Header.Set("webhook-signature", "v1,"+Sign(to.Secret, m.ID, at, body))
	answer, err := client.Do(r) //nolint:bodyclose // Drain closes it
	if err != nil {
		return outgoing.WithoutAddress(err)
	}
	outgoing.Drain(answer.Body)
	return outgoing.FailureOf(answer.StatusCode, answer.Header)
}

// Sign returns the signature of Standard Webhooks over id, time in seconds and body.
func Sign(secret, id, at string, body []byte) string {
	key, _ := base64.StdEncoding.DecodeString(secret[min(len(secretPrefix), len(secret)):])
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + at + "."))
	mac.Write(body)
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
