package push

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"time"
)

// proofLife is the time for which a proof is valid. Push services refuse more than a day.
const proofLife = 12 * time.Hour

// ServerKeys identify this server to push services (VAPID), in base64url: the point of the public key, and the number of the private one.
type ServerKeys struct {
	Public  string `json:"public"`
	Private string `json:"private"`
}

// NewServerKeys makes keys.
func NewServerKeys() (ServerKeys, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return ServerKeys{}, err
	}
	private, err := key.Bytes()
	if err != nil {
		return ServerKeys{}, err
	}
	public, err := key.PublicKey.Bytes()
	return ServerKeys{Public: encode(public), Private: encode(private)}, err
}

func encode(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

type claims struct {
	Audience string `json:"aud"`
	Expires  int64  `json:"exp"` // seconds since 1970 UTC
	Subject  string `json:"sub"`
}

// prove returns the header Authorization of a request to an endpoint (RFC 8292): who sends the message, and until when this proof is valid.
func (k ServerKeys) prove(endpoint, subject string, now time.Time) (string, error) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "", ErrBad
	}
	raw, err := decode(k.Private)
	if err != nil {
		return "", err
	}
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), raw)
	if err != nil {
		return "", err
	}
	content, err := json.Marshal(claims{Audience: u.Scheme + "://" + u.Host, Expires: now.Add(proofLife).Unix(), Subject: subject})
	if err != nil {
		return "", err
	}
	signed := encode([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + encode(content)
	sum := sha256.Sum256([]byte(signed))
	r, s, err := ecdsa.Sign(rand.Reader, key, sum[:])
	if err != nil {
		return "", err
	}
	var signature [64]byte
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return "vapid t=" + signed + "." + encode(signature[:]) + ", k=" + k.Public, nil
}
