package acmetest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math/big"
	"net/http"
)

// request is a request whose signature is valid.
type request struct {
	r       *http.Request
	w       http.ResponseWriter
	account string           // address of the account; empty: a new one
	key     *ecdsa.PublicKey // of the account
	payload []byte
}

// addNonce makes a nonce for the next request.
func (a *Authority) addNonce(w http.ResponseWriter) {
	nonce := rand.Text()
	a.nonces[nonce] = true
	w.Header().Set("Replay-Nonce", nonce)
	w.Header().Set("Cache-Control", "no-store")
}

// read checks nonce, address and signature of a request (RFC 8555, 6.2 to 6.5; RFC 7515). Only ES256 is known.
func (a *Authority) read(r *http.Request) (request, *Problem) {
	var message struct{ Protected, Payload, Signature string }
	if err := json.NewDecoder(r.Body).Decode(&message); err != nil {
		return request{}, refused("malformed", "%v", err)
	}
	var header struct {
		Alg, Nonce, URL, Kid string
		JWK                  *struct{ Kty, Crv, X, Y string }
	}
	raw, err := base64.RawURLEncoding.DecodeString(message.Protected)
	if err = errors.Join(err, json.Unmarshal(raw, &header)); err != nil {
		return request{}, refused("malformed", "%v", err)
	}
	if !a.nonces[header.Nonce] {
		return request{}, refused("badNonce", "nonce %q", header.Nonce)
	}
	delete(a.nonces, header.Nonce)
	if header.URL != a.server.URL+r.URL.Path || header.Alg != "ES256" || r.Header.Get("Content-Type") != "application/jose+json" {
		return request{}, refused("malformed", "address %s, algorithm %s", header.URL, header.Alg)
	}
	q := request{r: r, account: header.Kid, key: a.accounts[header.Kid]}
	if (header.JWK != nil) == (header.Kid != "") {
		return q, refused("malformed", "either kid or jwk")
	}
	if header.JWK != nil {
		x, errX := base64.RawURLEncoding.DecodeString(header.JWK.X)
		y, errY := base64.RawURLEncoding.DecodeString(header.JWK.Y)
		if errors.Join(errX, errY) != nil || header.JWK.Crv != "P-256" {
			return q, refused("badPublicKey", "a key of P-256 is needed")
		}
		q.key = &ecdsa.PublicKey{Curve: elliptic.P256(), X: new(big.Int).SetBytes(x), Y: new(big.Int).SetBytes(y)}
	}
	if q.key == nil {
		return q, refused("accountDoesNotExist", "account %s", header.Kid)
	}
	signature, err := base64.RawURLEncoding.DecodeString(message.Signature)
	sum := sha256.Sum256([]byte(message.Protected + "." + message.Payload))
	if err != nil || len(signature) != 64 ||
		!ecdsa.Verify(q.key, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return q, refused("malformed", "the signature is wrong")
	}
	if q.payload, err = base64.RawURLEncoding.DecodeString(message.Payload); err != nil {
		return q, refused("malformed", "%v", err)
	}
	return q, nil
}
