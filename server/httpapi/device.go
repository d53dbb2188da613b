package httpapi

import "strings"

// What a browser says of itself, in the order in which to look: many name others that came before them.
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

// device is what a player may recognise a device by: "Firefox, Linux". No more is kept of what the browser says.
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
