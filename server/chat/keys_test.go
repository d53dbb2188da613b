package chat_test

import (
	"os"
	"regexp"
	"testing"

	"nemeton/server/chat"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// The client offers the phrases and reactions that the server accepts, and the protocol lists them.
func TestKeys_AreThoseOfTheClient(t *testing.T) {
	t.Parallel()
	read := func(path string) string {
		raw := must.Return(os.ReadFile(path))(t)
		return string(raw)
	}
	client, protocol := read("../../web/src/lib/chat/keys.ts"), read("../../docs/protocol.md")
	for name, want := range map[string][]string{"phrases": chat.Phrases(), "reactionKeys": chat.Reactions()} {
		list := regexp.MustCompile(`(?s)export const ` + name + ` = \[(.*?)\]`).FindStringSubmatch(client)
		if list == nil {
			t.Fatalf("the client has no list of %s", name)
		}
		var got []string
		for _, key := range regexp.MustCompile(`'(\w+)'`).FindAllStringSubmatch(list[1], -1) {
			got = append(got, key[1])
		}
		expect.Slice(t, got, want, name, "the client")
		for _, key := range want {
			if !regexp.MustCompile("`" + key + "`").MatchString(protocol) {
				t.Errorf("docs/protocol.md lacks %q", key)
			}
		}
	}
}
