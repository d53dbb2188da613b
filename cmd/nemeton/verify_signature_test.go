package main

import (
	"os"
	"path/filepath"
	"testing"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/engine/export"
	"nemeton/server/signedexport"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
)

// newKey returns the signing key of a new server.
func newKey(t *testing.T) signedexport.Key {
	t.Helper()
	env := wiring.NewEnvironment()
	return must.Return(signedexport.New(sqlitetest.Open(t), env.Now, env.Entropy).Key(t.Context()))(t)
}

func TestVerify_Signature(t *testing.T) {
	t.Parallel()
	game := must.Return(finishedGame())(t)
	doc := game.Document
	own, foreign, dir := newKey(t), newKey(t), t.TempDir()
	sign := func(d export.Document, k signedexport.Key) export.Document {
		t.Helper()
		digest, err := d.Unsigned()
		if err == nil {
			d.Signature, err = k.SignExport(store.TableID(d.Table), digest, d.Head)
		}
		must.Succeed(t, err)
		return d
	}
	// write seals a document, so that its digest is right whatever was changed.
	write := func(name string, d export.Document) string {
		t.Helper()
		raw, err := d.Seal()
		path := filepath.Join(dir, name)
		if err == nil {
			err = os.WriteFile(path, raw, 0o600)
		}
		must.Succeed(t, err)
		return path
	}
	signed, renamed := sign(doc, own), sign(doc, own)
	renamed.Seats = append([]export.Seat{}, doc.Seats...)
	renamed.Seats[0].Name = "" // as if it was erased, which only the signature binds
	unsigned, whole, tampered, forged := write("unsigned", doc), write("signed", signed), write("tampered", renamed), write("forged", sign(renamed, foreign))
	for name, c := range map[string]struct {
		args []string
		code int
		out  string
	}{
		"unsigned":                   {[]string{unsigned}, 0, "not signed"},
		"unsigned, a key given":      {[]string{unsigned, "--key", own.Verifier}, 1, "INVALID: signature: the export is not signed"},
		"signed":                     {[]string{whole}, 0, "signed with " + own.Verifier + "\nthat key was compared with none"},
		"the key given":              {[]string{whole, "--key", own.Verifier}, 0, "signed with " + own.Verifier + ", a key that you gave"},
		"two keys given":             {[]string{whole, "--key", foreign.Verifier, "--key", own.Verifier}, 0, "a key that you gave"},
		"another key given":          {[]string{whole, "--key", foreign.Verifier}, 1, "INVALID: signature"},
		"another name":               {[]string{tampered}, 1, "INVALID: signature: the signature belongs to another export"},
		"a forger's signature":       {[]string{forged}, 0, "compared with none"},
		"a forger's, the key given":  {[]string{forged, "--key", own.Verifier}, 1, "INVALID: signature: the export is signed with another key"},
		"a key that is none":         {[]string{whole, "--key", "nemeton"}, 2, "not a verifier key"},
		"as JSON":                    {[]string{"--json", whole}, 0, `"signature":{"key":"` + own.Verifier + `","trusted":false}`},
		"as JSON, the key given":     {[]string{"--json", whole, "--key", own.Verifier}, 0, `"trusted":true`},
		"as JSON, a wrong signature": {[]string{"--json", tampered}, 1, `"check":"signature"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			expect.Contains(t, command(t, c.code, append([]string{"verify"}, c.args...)...), c.out)
		})
	}
}
