package push

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/json"
	"math/big"
	"strings"
	"testing"
	"time"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// The example of RFC 8291, appendix A.
func TestSeal_VectorOfRFC8291(t *testing.T) {
	t.Parallel()
	sender := must.Return(ecdh.P256().NewPrivateKey(decoded(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))(t)
	to := Keys{P256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", Auth: "BTBZMqHH6r4Tts7J_aSIgg"}
	body := must.Return(seal([]byte("When I grow up, I want to be a watermelon"), 0, to, sender, [16]byte(decoded(t, "DGv6ra1nlYgDCS1FRnbzlw"))))(t)
	want := "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
	expect.Equal(t, encode(body), want)
}

// The example of RFC 8292, section 2.4, whose signature shows that the test below checks proofs correctly.
func TestProof_VectorOfRFC8292(t *testing.T) {
	t.Parallel()
	got := checked(t, "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0."+
		"i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs")
	expect.Equal(t, got, (claims{Audience: "https://push.example.net", Expires: 1453523768, Subject: "mailto:push@example.com"}))
}

func TestProof_IsSignedForTheOrigin(t *testing.T) {
	t.Parallel()
	keys := must.Return(NewServerKeys())(t)
	now := time.Unix(1_800_000_000, 0)
	for _, subject := range []string{"mailto:operator@example.org", "https://games.example/contact"} {
		header := must.Return(keys.prove("https://push.example:8443/a/b?c=d", subject, now))(t)
		want := claims{Audience: "https://push.example:8443", Expires: now.Add(12 * time.Hour).Unix(), Subject: subject}
		expect.Equal(t, checked(t, header), want)
	}
}

// checked checks the signature of a proof and returns its content.
func checked(t *testing.T, header string) (c claims) {
	t.Helper()
	rest, isProof := strings.CutPrefix(header, "vapid t=")
	token, public, both := strings.Cut(rest, ", k=")
	parts := strings.Split(token, ".")
	if !isProof || !both || len(parts) != 3 || string(decoded(t, parts[0])) != `{"typ":"JWT","alg":"ES256"}` {
		t.Fatalf("not a proof: %s", header)
	}
	key := must.Return(ecdsa.ParseUncompressedPublicKey(elliptic.P256(), decoded(t, public)))(t)
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	signature := decoded(t, parts[2])
	if len(signature) != 64 || !ecdsa.Verify(key, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		t.Fatal("the signature is wrong")
	}
	must.Succeed(t, json.Unmarshal(decoded(t, parts[1]), &c))
	return c
}

// The size of a message says little about its text, and the longest one fits into what every push service accepts.
func TestEncrypt_Sizes(t *testing.T) {
	t.Parallel()
	browser := must.Return(ecdh.P256().NewPrivateKey(decoded(t, "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")))(t)
	to := Keys{P256dh: encode(browser.PublicKey().Bytes()), Auth: "BTBZMqHH6r4Tts7J_aSIgg"}
	sizes := map[int]int{}
	for _, n := range []int{0, 1, 300, 511, 512, MaxPayload} {
		body := must.Return(encrypt(make([]byte, n), to))(t)
		sizes[n] = len(body)
	}
	if sizes[0] != sizes[511] || sizes[511] == sizes[512] || sizes[MaxPayload] > 4096 {
		t.Errorf("got %v", sizes)
	}
}

func decoded(t *testing.T, text string) []byte {
	t.Helper()
	return must.Return(decode(text))(t)
}
