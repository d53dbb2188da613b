package httpapi

import (
	"testing"

	"nemeton/testkit/expect"
)

func TestOwnPath(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"/", "/t/1?invite=a%2Fb#c", "/settings"} {
		expect.Equal(t, ownPath(text), text)
	}
	for _, text := range []string{"", "t/1", "//other.example", `/\other.example`, "/\t/other.example", "/\r\n/other.example", "https://other.example/"} {
		expect.Equal(t, ownPath(text), "/", text)
	}
}
