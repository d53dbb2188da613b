package httpapi

import "strings"

// Substrings of the User-Agent header, in order of precedence, because many browsers also name others.
var (
	browsers = []struct{ says, name string }{
		{"Firefox/", "Firefox"}, {"Edg/", "Edge"}, {"OPR/", "Opera"}, {"Chrome/", "Chrome"}, {"CriOS/", "Chrome"},
		{"FxiOS/", "Firefox"}, {"Safari/", "Safari"},
	}
	systems = []struct{ says, name string }{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Mac OS X", "Mac"},
		{"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	}
)

// device returns a short label by which a player can recognize a device, such as "Firefox, Linux". The rest of the header is not
// stored.
func device(agent string) string {
	var parts []string
	for _, b := range browsers {
		if strings.Contains(agent, b.says) {
			parts = append(parts, b.name)
			break
		}
	}
	for _, s := range systems {
		if strings.Contains(agent, s.says) {
			parts = append(parts, s.name)
			break
		}
	}
	return strings.Join(parts, ", ")
}
