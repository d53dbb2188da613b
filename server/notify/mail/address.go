package mail

import (
	"slices"
	"strings"

	"nemeton/server/hostname"
)

// The longest address and part before the @, in bytes (RFC 5321, section 4.5.3.1).
const (
	maxAddress = 254
	maxLocal   = 64
)

// atom has the characters of a part of an address between dots (RFC 5322, section 3.2.3), in lower case.
const atom = "abcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-/=?^_`{|}~"

// Address returns a mail address without spaces around it; ok is false if mails cannot be sent to it. The part before the @ must be one that every mail server takes:
// letters, digits and some signs of ASCII, without quotes, comments and spaces. The domain may have other letters, but is no address of a machine.
func Address(text string) (address string, ok bool) {
	address = strings.TrimSpace(text)
	local, domain, ok := split(address)
	if !ok || len(local) > maxLocal {
		return "", false
	}
	for part := range strings.SplitSeq(strings.ToLower(local), ".") {
		if part == "" || strings.Trim(part, atom) != "" {
			return "", false
		}
	}
	if strings.HasSuffix(domain, ".") || strings.ContainsAny(domain, "[]:_") {
		return "", false
	}
	ascii, err := hostname.ASCII(domain)
	if err != nil || len(local)+1+len(ascii) > maxAddress || isNumeric(ascii) {
		return "", false
	}
	for label := range strings.SplitSeq(ascii, ".") {
		if strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
			return "", false
		}
	}
	return address, true
}

// isNumeric reports whether the last label of a name has digits alone, as in the address of a machine.
func isNumeric(domain string) bool {
	return strings.Trim(domain[strings.LastIndex(domain, ".")+1:], "0123456789") == ""
}

func split(address string) (local, domain string, ok bool) {
	at := strings.LastIndex(address, "@")
	if at < 0 {
		return "", "", false
	}
	return address[:at], address[at+1:], true
}

// ascii returns a valid address with its domain in ASCII, as the protocol needs it.
func ascii(address string) string {
	local, domain, ok := split(address)
	if name, err := hostname.ASCII(domain); ok && err == nil {
		return local + "@" + name
	}
	return address
}

// gmail are the domains of a provider that ignores dots before the @.
var gmail = []string{"gmail.com", "googlemail.com"}

// Mailbox returns the mailbox to which a valid address leads, and its domain, for counting: case, the part after a plus, and with one large provider dots make no
// difference.
func Mailbox(address string) (mailbox, domain string) {
	local, domain, _ := split(strings.ToLower(ascii(address)))
	if plain, _, _ := strings.Cut(local, "+"); plain != "" {
		local = plain
	}
	if slices.Contains(gmail, domain) {
		local, domain = strings.ReplaceAll(local, ".", ""), gmail[0]
	}
	return local + "@" + domain, domain
}
