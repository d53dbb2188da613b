package receivers

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// PushService is a push service. It decrypts what it receives, checks the server's proof, and counts messages that would show nothing.
type PushService struct {
	t   testing.TB
	URL string

	mu       sync.Mutex // guards all below
	browsers map[string]*Browser
	answer   int // status of all answers; 0: 201
	silent   int
}

// Pushed is one message that a browser received.
type Pushed struct {
	Topic   string
	Urgency string
	TTL     string
	Payload struct {
		WebPush      int `json:"web_push"`
		AppBadge     int `json:"app_badge"`
		Notification struct {
			Title    string `json:"title"`
			Body     string `json:"body"`
			Language string `json:"lang"`
			Navigate string `json:"navigate"`
			Tag      string `json:"tag"`
			Silent   bool   `json:"silent"`
			Data     struct {
				Occasion string `json:"occasion"`
			} `json:"data"`
		} `json:"notification"`
	}
}

// Browser is a subscription.
type Browser struct {
	Endpoint, P256dh, Auth string

	private  *ecdh.PrivateKey
	auth     []byte
	received []Pushed
}

// NewPushService starts a push service. The test fails if three messages would show nothing: iPhones then end the subscription.
func NewPushService(t testing.TB) *PushService {
	t.Helper()
	s := &PushService{t: t, browsers: map[string]*Browser{}}
	server := httptest.NewServer(s)
	s.URL = server.URL
	t.Cleanup(func() {
		server.Close()
		if s.silent >= 3 {
			t.Errorf("%d push messages show nothing", s.silent)
		}
	})
	return s
}

// Browser subscribes a browser.
func (s *PushService) Browser() *Browser {
	s.t.Helper()
	private := must.Return(ecdh.P256().GenerateKey(rand.Reader))(s.t)
	b := &Browser{private: private, auth: make([]byte, 16)}
	must.Return(rand.Read(b.auth))(s.t)
	encode := base64.RawURLEncoding.EncodeToString
	b.P256dh, b.Auth = encode(private.PublicKey().Bytes()), encode(b.auth)
	s.mu.Lock()
	defer s.mu.Unlock()
	path := fmt.Sprintf("/push/%d", len(s.browsers))
	b.Endpoint = s.URL + path
	s.browsers[path] = b
	return b
}

// Answer sets the status of all further answers; 0 for success.
func (s *PushService) Answer(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = status
}

// Received returns what a browser received since the last call.
func (s *PushService) Received(b *Browser) []Pushed {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := b.received
	b.received = nil
	return list
}

// ServeHTTP receives a message.
func (s *PushService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.browsers[r.URL.Path]
	switch {
	case b == nil:
		w.WriteHeader(http.StatusGone)
		return
	case s.answer != 0:
		w.Header().Set("Retry-After", "600")
		w.WriteHeader(s.answer)
		return
	}
	if err := checkProof(r.Header.Get("Authorization"), s.URL); err != nil {
		s.t.Errorf("the proof of a push message: %v", err)
		w.WriteHeader(http.StatusForbidden)
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, 5000))
	if err == nil && r.Header.Get("Content-Encoding") == "aes128gcm" {
		body, err = b.decrypt(body)
	}
	p := Pushed{Topic: r.Header.Get("Topic"), Urgency: r.Header.Get("Urgency"), TTL: r.Header.Get("TTL")}
	if err == nil {
		err = json.Unmarshal(body, &p.Payload)
	}
	expect.Error(s.t, err, nil, "a push message")
	if n := p.Payload.Notification; p.Payload.WebPush != 8030 || n.Title == "" || n.Navigate == "" || n.Silent {
		s.silent++
	}
	b.received = append(b.received, p)
	w.WriteHeader(http.StatusCreated)
}

// decrypt reads a message of RFC 8188 with the keys of RFC 8291.
func (b *Browser) decrypt(body []byte) ([]byte, error) {
	if len(body) < 21+65 {
		return nil, errors.New("too short")
	}
	salt, size := body[:16], int(body[20])
	if record := binary.BigEndian.Uint32(body[16:20]); int(record) < len(body)-21-size {
		return nil, errors.New("more than one record")
	}
	sender, err := ecdh.P256().NewPublicKey(body[21 : 21+size])
	if err != nil {
		return nil, err
	}
	shared, err := b.private.ECDH(sender)
	if err != nil {
		return nil, err
	}
	info := "WebPush: info\x00" + string(b.private.PublicKey().Bytes()) + string(sender.Bytes())
	secret, err := hkdf.Key(sha256.New, shared, b.auth, info, 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	plain, err := gcm.Open(nil, nonce, body[21+size:], nil)
	if err != nil {
		return nil, err
	}
	plain = []byte(strings.TrimRight(string(plain), "\x00"))
	if len(plain) == 0 || plain[len(plain)-1] != 2 {
		return nil, errors.New("no end of the last record")
	}
	return plain[:len(plain)-1], nil
}

// checkProof checks a VAPID header (RFC 8292) for this push service.
func checkProof(header, audience string) error {
	fields := map[string]string{}
	for part := range strings.SplitSeq(strings.TrimPrefix(header, "vapid "), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		fields[name] = value
	}
	parts := strings.Split(fields["t"], ".")
	if len(parts) != 3 {
		return fmt.Errorf("no token in %d parts", len(parts))
	}
	decode := base64.RawURLEncoding.DecodeString
	claims, err := decode(parts[1])
	if err != nil {
		return err
	}
	var c struct {
		Audience string `json:"aud"`
		Subject  string `json:"sub"`
		Expires  int64  `json:"exp"`
	}
	if err := json.Unmarshal(claims, &c); err != nil {
		return err
	}
	if c.Audience != audience || c.Expires == 0 || !strings.HasPrefix(c.Subject, "mailto:") && !strings.HasPrefix(c.Subject, "https://") {
		return fmt.Errorf("claims %s", claims)
	}
	key, err := decode(fields["k"])
	if err != nil || len(key) != 65 {
		return errors.New("no key")
	}
	signature, err := decode(parts[2])
	if err != nil || len(signature) != 64 {
		return errors.New("no signature")
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), key)
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return errors.New("a wrong signature")
	}
	return nil
}
