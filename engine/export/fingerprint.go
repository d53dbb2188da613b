package export

import (
	"encoding/base32"

	"nemeton/engine/codec"
)

// fingerprintAlphabet is Crockford's base 32: digits and capital letters without I, L, O and U, which look or sound like others.
const fingerprintAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// Fingerprint returns the short form of a commitment that people compare by reading it aloud: the first 60 bits in base 32, as three
// groups of four characters.
func Fingerprint(commitment codec.Hash) string {
	digits := base32.NewEncoding(fingerprintAlphabet).EncodeToString(commitment[:])
	return digits[:4] + "-" + digits[4:8] + "-" + digits[8:12]
}
