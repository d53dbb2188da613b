package notify

import (
	"testing"

	"nemeton/testkit/expect"
)

func TestEnumerate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language string
		names    []string
		want     string
	}{
		{"en", nil, ""},
		{"en", []string{"Ada"}, "Ada"},
		{"en", []string{"Ada", "Ben", "Inés"}, "Ada, Ben and Inés"},
		{"es", []string{"Ada", "Ben", "Inés"}, "Ada, Ben y con Inés"}, // "y Inés" would be wrong
		{"it", []string{"Ada", "Ines"}, "Ada e Ines"},
		{"fr", []string{"Ada", "Inès"}, "Ada et Inès"},
	} {
		expect.Equal(t, enumerate(c.language, c.names), c.want, c.language, c.names)
	}
}
