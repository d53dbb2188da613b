package secrecy

import (
	"encoding/base64"
	"encoding/hex"
	"strings"

	"nemeton/engine/chance"
)

// findMark searches for data that may not appear before the end of a table: its secret, the hash of the newest entry, and tokens.
func (p *pair) findMark(text string) (name string, found bool) {
	head := p.fold.Head()
	marks := map[string]string{"the newest hash": hex.EncodeToString(head[:])}
	for _, s := range []chance.Secret{p.secret, flipSecret(p.secret)} {
		marks["a secret in hex, "+hex.EncodeToString(s[:2])] = hex.EncodeToString(s[:])
		marks["a secret in base64, "+hex.EncodeToString(s[:2])] = base64.RawStdEncoding.EncodeToString(s[:])
	}
	for _, token := range append([]string{p.spareToken}, p.tokens...) {
		marks["the token "+token[:4]] = token
	}
	for name, mark := range marks {
		if strings.Contains(text, mark) {
			return name, true
		}
	}
	return "", false
}
