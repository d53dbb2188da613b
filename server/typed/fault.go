package typed

// Fault is the reason for which a text is refused. Clients receive the word and show a sentence of their own.
type Fault string

// The faults of texts. Scripts, Size and Stray concern names only.
const (
	Empty     Fault = "empty"     // nothing visible
	Long      Fault = "long"      // too many visible characters
	Broken    Fault = "broken"    // invalid UTF-8, or a character that stands for lost or embedded content
	Control   Fault = "control"   // a control character, such as a line break
	Direction Fault = "direction" // a bidirectional control character, which changes the order of the text around it
	Invisible Fault = "invisible" // another character that is not drawn
	Unknown   Fault = "unknown"   // a code point to which Unicode assigns no character
	Private   Fault = "private"   // a code point for private use
	Accents   Fault = "accents"   // more than four accents in a row
	Cluster   Fault = "cluster"   // a visible character of more than 16 code points
	Scripts   Fault = "scripts"   // a word of several scripts
	Size      Fault = "size"      // a character that is drawn over its neighbors
	Stray     Fault = "stray"     // an accent without a letter
)

var sentences = map[Fault]string{
	Empty:     "has at least one visible character",
	Long:      "is too long",
	Broken:    "has no replacement characters",
	Control:   "has no line breaks and control characters",
	Direction: "has no characters that change the direction of the text",
	Invisible: "has no invisible characters",
	Unknown:   "has only characters of Unicode",
	Private:   "has no characters for private use",
	Accents:   "has at most four accents on a letter",
	Cluster:   "has at most 16 code points in a visible character",
	Scripts:   "has letters of one script in a word",
	Size:      "has characters of the usual size",
	Stray:     "has no accents without a letter",
}

// Sentence returns the rule that a text breaks. The argument names the kind of text, such as "a name".
func (f Fault) Sentence(what string) string { return what + " " + sentences[f] }
