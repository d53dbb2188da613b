package notify

import (
	"slices"
	"strings"
)

// languages are those of the texts; the first one is the default.
var languages = []string{"en", "nl"}

// Occasions: the reasons of notices.
const (
	turn     = "turn"
	clock    = "clock"
	nudge    = "nudge"
	started  = "started"
	finished = "finished"
	invited  = "invited"
	rematch  = "rematch"
	mention  = "mention"
	claimed  = "claimed" // somebody says that the player's seat is theirs
	moved    = "moved"   // somebody has got the player's seat
	test     = "test"    // of a webhook
)

// texts are the texts outside the client. {title} is the name of the game, {by} the person who caused the notice, {people} the other people.
var texts = map[string]map[string]string{
	"en": { //nolint:gosec // the texts name passkeys and hold none
		turn: "Your turn: {title}", clock: "Your clock is running low: {title}", nudge: "{by} is waiting for you: {title}", started: "The game begins: {title}",
		finished: "The game is over: {title}", invited: "{by} invites you: {title}", rematch: "Play again? {title}", mention: "{by} wrote to you: {title}",
		claimed: "{by} says that your seat is theirs: {title}", moved: "{by} has got your seat: {title}",
		test: "This is a test", "with": "With {people}", "and": "and", "somebody": "Somebody",
		"mail.digest": "{n} games are waiting for you", "mail.open": "Open the table:", "mail.why": "You get this mail because you asked for it at {host}. End these mails here:",
		"mail.verify": "Confirm your mail address", "mail.verify.text": "Somebody, probably you, wants mails about games at {host} at this address. Confirm it here:",
		"mail.verify.ignore": "If it was not you, ignore this mail. The link is valid for one day.",
		"mail.code":          "Sign in at {host}", "mail.code.text": "Your code for {host} is {code}. It is valid for ten minutes. This page takes it:",
		"mail.code.browser":     "It works only in the browser in which you asked for it.",
		"mail.code.nobody":      "Somebody, probably you, wants to sign in at {host} with this address. Nobody uses the address there.",
		"mail.code.ignore":      "If it was not you, ignore this mail.",
		"account.check":         "If that was not you, open the settings, sign out the devices that you do not know, and remove what is not yours:",
		"account.passkey_added": "A passkey was added: {name}", "account.passkey_removed": "A passkey was removed: {name}",
		"account.passkey_used": "You signed in with a passkey: {name}", "account.mail_used": "You signed in with a code by mail",
		"account.device_approved": "A device was signed in: {name}", "account.host_link_made": "The operator of the server made a link that signs you in",
		"account.host_link_used": "You signed in with the link of the operator", "account.oidc_added": "A sign-in was added: {name}",
		"account.oidc_removed": "A sign-in was removed: {name}", "account.oidc_used": "You signed in with {name}",
		"account.person_merged": "The guest {name} became one with you",
		"page.confirm.title":    "Confirm your mail address", "page.confirm.text": "Do you want mails about your games at this address? They come when something waits for you.",
		"page.confirm.do": "Confirm the address", "page.confirm.done": "Mail address confirmed", "page.confirm.effect": "From now on you get mails when something waits for you.",
		"page.end.title": "No more mails?", "page.end.text": "You can turn them on again in the settings.", "page.end.do": "End these mails",
		"page.end.done": "No more mails", "page.end.effect": "You get no more mails.",
		"page.bad": "This link is no longer valid.", "page.later": "That did not work just now. Try again in a moment.", "page.home": "To the tables",
		"page.host.title": "Not the address of this server", "page.host.text": "Ask the person who gave you this address for the right one.",
		"page.host.note": "Do you run this server? It does not know the name {host}. Add the name to --hosts, or the proxy in front to --trusted-proxies.",
	},
	"nl": { //nolint:gosec // the texts name passkeys and hold none
		turn: "Jij bent aan de beurt: {title}", clock: "Je klok raakt leeg: {title}", nudge: "{by} wacht op je: {title}", started: "Het spel begint: {title}",
		finished: "Het spel is afgelopen: {title}", invited: "{by} nodigt je uit: {title}", rematch: "Nog een keer? {title}", mention: "{by} schreef je: {title}",
		claimed: "{by} zegt dat jouw plaats van {by} is: {title}", moved: "{by} heeft jouw plaats gekregen: {title}",
		test: "Dit is een test", "with": "Met {people}", "and": "en", "somebody": "Iemand",
		"mail.digest": "{n} spellen wachten op je", "mail.open": "Open de tafel:", "mail.why": "Je krijgt deze mail omdat je dat bij {host} hebt gevraagd. Stop deze mails hier:",
		"mail.verify": "Bevestig je mailadres", "mail.verify.text": "Iemand, waarschijnlijk jij, wil mails over spellen bij {host} ontvangen. Bevestig het hier:",
		"mail.verify.ignore": "Was jij het niet? Dan hoef je niets te doen. De link is één dag geldig.",
		"mail.code":          "Inloggen bij {host}", "mail.code.text": "Je code voor {host} is {code}. Die is tien minuten geldig. Vul hem hier in:",
		"mail.code.browser":     "De code werkt alleen in de browser waarin je erom vroeg.",
		"mail.code.nobody":      "Iemand, waarschijnlijk jij, wil met dit adres inloggen bij {host}. Niemand gebruikt het adres daar.",
		"mail.code.ignore":      "Was jij het niet? Dan hoef je niets te doen.",
		"account.check":         "Was jij dat niet? Open de instellingen, log apparaten uit die je niet kent, en verwijder wat niet van jou is:",
		"account.passkey_added": "Er is een passkey toegevoegd: {name}", "account.passkey_removed": "Er is een passkey verwijderd: {name}",
		"account.passkey_used": "Je bent ingelogd met een passkey: {name}", "account.mail_used": "Je bent ingelogd met een code per mail",
		"account.device_approved": "Er is een apparaat ingelogd: {name}", "account.host_link_made": "De beheerder van de server maakte een link waarmee je inlogt",
		"account.host_link_used": "Je bent ingelogd met de link van de beheerder", "account.oidc_added": "Er is een manier van inloggen toegevoegd: {name}",
		"account.oidc_removed": "Er is een manier van inloggen verwijderd: {name}", "account.oidc_used": "Je bent ingelogd met {name}",
		"account.person_merged": "Gast {name} en jij zijn nu één",
		"page.confirm.title":    "Bevestig je mailadres", "page.confirm.text": "Wil je op dit adres mails over je spellen? Ze komen als er iets op je wacht.",
		"page.confirm.do": "Bevestig het adres", "page.confirm.done": "Mailadres bevestigd", "page.confirm.effect": "Vanaf nu krijg je een mail als er iets op je wacht.",
		"page.end.title": "Geen mails meer?", "page.end.text": "Je kunt ze in de instellingen weer aanzetten.", "page.end.do": "Stop deze mails",
		"page.end.done": "Geen mails meer", "page.end.effect": "Je krijgt geen mails meer.",
		"page.bad": "Deze link is niet meer geldig.", "page.later": "Dat lukte nu niet. Probeer het zo nog eens.", "page.home": "Naar de tafels",
		"page.host.title": "Niet het adres van deze server", "page.host.text": "Vraag het juiste adres aan de persoon die je dit adres gaf.",
		"page.host.note": "Beheer je deze server? De naam {host} is er onbekend. Zet de naam in --hosts, of de proxy ervoor in --trusted-proxies.",
	},
}

// say returns the text of a key in a language, with values for its parameters: name, value, name, value.
func say(language, key string, values ...string) string {
	text, ok := texts[language][key]
	if !ok {
		text = texts[languages[0]][key]
	}
	for i := 0; i+1 < len(values); i += 2 {
		text = strings.ReplaceAll(text, "{"+values[i]+"}", values[i+1])
	}
	return text
}

// PageText returns the text of a key that begins with "page.", for the pages behind links in mails.
func PageText(language, key string) string { return say(language, key) }

// KnownLanguage returns the language if there are texts in it, else the default.
func KnownLanguage(language string) string {
	if slices.Contains(languages, language) {
		return language
	}
	return languages[0]
}

// enumerate joins names: "Ada, Ben and Cleo".
func enumerate(language string, names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + say(language, "and") + " " + names[len(names)-1]
}
