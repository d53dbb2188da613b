package acmetest

import (
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"strconv"

	"golang.org/x/crypto/acme"
)

type fields = map[string]any

// newAccount registers a key, or finds it.
func (a *Authority) newAccount(q request) (any, *Problem) {
	if q.account != "" {
		return nil, refused("malformed", "a new account needs its key")
	}
	var asked struct{ TermsOfServiceAgreed bool }
	if err := json.Unmarshal(q.payload, &asked); err != nil || !asked.TermsOfServiceAgreed {
		return nil, refused("userActionRequired", "the terms are not accepted")
	}
	thumbprint, err := acme.JWKThumbprint(q.key)
	if err != nil {
		return nil, refused("badPublicKey", "%v", err)
	}
	address := a.at("account", thumbprint)
	a.accounts[address] = q.key
	q.w.Header().Set("Location", address)
	return fields{"status": "valid"}, nil
}

func (a *Authority) newOrder(q request) (any, *Problem) {
	if a.refuse != nil {
		return nil, a.refuse
	}
	var asked struct {
		Identifiers []struct{ Type, Value string }
	}
	if err := json.Unmarshal(q.payload, &asked); err != nil || len(asked.Identifiers) != 1 || asked.Identifiers[0].Type != "dns" {
		return nil, refused("malformed", "one name is needed")
	}
	o := &order{account: q.account, name: asked.Identifiers[0].Value, token: rand.Text(), status: acme.StatusPending, validated: acme.StatusPending}
	a.orders = append(a.orders, o)
	n := len(a.orders) - 1
	q.w.Header().Set("Location", a.at("order", strconv.Itoa(n)))
	return a.describe(n), nil
}

// describe returns an order as ACME shows it.
func (a *Authority) describe(n int) fields {
	o, number := a.orders[n], strconv.Itoa(n)
	shown := fields{
		"status": o.status, "identifiers": []fields{{"type": "dns", "value": o.name}},
		"authorizations": []string{a.at("authorization", number)}, "finalize": a.at("finalize", number),
	}
	if o.cert != "" {
		shown["certificate"] = a.at("certificate", number)
	}
	return shown
}

func (a *Authority) order(q request) (any, *Problem) {
	n, _, problem := a.numbered(q)
	if problem != nil {
		return nil, problem
	}
	return a.describe(n), nil
}

func (a *Authority) authorization(q request) (any, *Problem) {
	n, o, problem := a.numbered(q)
	if problem != nil {
		return nil, problem
	}
	var challenges []fields
	for _, kind := range a.Kinds {
		challenges = append(challenges, a.shown(n, o, kind))
	}
	return fields{"status": o.validated, "identifier": fields{"type": "dns", "value": o.name}, "challenges": challenges}, nil
}

func (a *Authority) shown(n int, o *order, kind string) fields {
	shown := fields{"type": kind, "url": a.at("challenge", strconv.Itoa(n), kind), "token": o.token, "status": o.validated}
	if o.problem != nil && o.tried == kind {
		shown["error"] = o.problem
	}
	return shown
}

// challenge validates the name at once. Other requests wait meanwhile, except those to the server under test.
func (a *Authority) challenge(q request) (any, *Problem) {
	n, o, problem := a.numbered(q)
	if problem != nil {
		return nil, problem
	}
	kind := q.r.PathValue("kind")
	thumbprint, err := acme.JWKThumbprint(q.key)
	if err != nil {
		return nil, refused("badPublicKey", "%v", err)
	}
	if o.validated == acme.StatusPending {
		o.tried = kind
		if err := validate(q.r.Context(), kind, o.name, o.token, o.token+"."+thumbprint, a.hosts[o.name]); err != nil {
			o.problem = refused("connection", "%v", err)
			o.validated, o.status = acme.StatusInvalid, acme.StatusInvalid
			a.failed[o.name]++
		} else {
			o.validated, o.status = acme.StatusValid, acme.StatusReady
		}
	}
	return a.shown(n, o, kind), nil
}

// finalize issues the certificate.
func (a *Authority) finalize(q request) (any, *Problem) {
	n, o, problem := a.numbered(q)
	if problem != nil {
		return nil, problem
	}
	var asked struct{ CSR string }
	if err := json.Unmarshal(q.payload, &asked); err != nil || o.status != acme.StatusReady {
		return nil, refused("orderNotReady", "the order is %s", o.status)
	}
	raw, err := base64.RawURLEncoding.DecodeString(asked.CSR)
	if err != nil {
		return nil, refused("badCSR", "%v", err)
	}
	wanted, err := x509.ParseCertificateRequest(raw)
	if err != nil || wanted.CheckSignature() != nil || len(wanted.DNSNames) != 1 || wanted.DNSNames[0] != o.name {
		return nil, refused("badCSR", "the request does not fit the order")
	}
	key, ok := wanted.PublicKey.(*ecdsa.PublicKey)
	if !ok || a.accounts[o.account].Equal(key) {
		return nil, refused("badCSR", "the key is not a new one of ECDSA")
	}
	now := a.Now()
	cert, err := a.CA.Issue(key, []string{o.name}, now, now.Add(a.Lifetime))
	if err != nil {
		return nil, refused("serverInternal", "%v", err)
	}
	o.cert, o.status = string(cert), acme.StatusValid
	a.issued[o.name]++
	return a.describe(n), nil
}

func (a *Authority) certificate(q request) (any, *Problem) {
	_, o, problem := a.numbered(q)
	if problem != nil {
		return nil, problem
	}
	return o.cert, nil
}
