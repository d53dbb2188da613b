package typed_test

import (
	"runtime"
	"strings"
	"testing"

	"nemeton/server/typed"
	"nemeton/testkit/expect"
)

func TestLine(t *testing.T) {
	t.Parallel()
	const family, scotland = "👨🏽\u200d👩🏿\u200d👧", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
	for name, c := range map[string]struct{ in, want string }{
		// Joiners that scripts need.
		"Persian non-joiner":           {"علی\u200cرضا", "علی\u200cرضا"},
		"Persian word with an ending":  {"می\u200cخواهم", "می\u200cخواهم"},
		"vowel sign before non-joiner": {"عل\u064e\u200cرضا", "عل\u064e\u200cرضا"},
		"Sinhala":                      {"ශ්\u200dරී", "ශ්\u200dරී"},
		"old Malayalam chillu":         {"അവന്\u200d", "അവന്\u200d"},
		"Marathi eyelash ra":           {"सुऱ्\u200dया", "सुऱ्\u200dया"},
		"Marathi ra with a virama":     {"दर्\u200dया", "दर्\u200dया"},
		"Hindi without a ligature":     {"क्\u200cष", "क्\u200cष"},
		"Bengali khanda ta":            {"উৎ ত্\u200d", "উৎ ত্\u200d"},
		"Bengali ra with ya":           {"র\u200d্যাব", "র\u200d্যাব"},
		"Kannada":                      {"ರ\u0ccd\u200dಕ", "ರ\u0ccd\u200dಕ"},
		"several in a name":            {"می\u200cخواهم می\u200cروم", "می\u200cخواهم می\u200cروم"},
		"several in a word":            {"می\u200cخواهم\u200cها", "می\u200cخواهم\u200cها"},
		// Joiners without a meaning.
		"joiner in a Latin word":         {"A\u200dda", "Ada"},
		"non-joiner in a Latin word":     {"A\u200cda", "Ada"},
		"joiners around":                 {"\u200dAda\u200c", "Ada"},
		"doubled non-joiner":             {"می\u200c\u200cخواهم", "می\u200cخواهم"},
		"non-joiner after a space":       {"می \u200cخواهم", "می خواهم"},
		"non-joiner after a last letter": {"علی\u200c", "علی"},
		"joiner before an accent":        {"e\u200d\u0301", "é"},
		"joiner between digits":          {"1\u200d2", "12"},
		"joiner between CJK":             {"村\u200d上", "村上"},
		"joiner after emoji":             {"👨\u200d", "👨"},
		"joiner between emoji and word":  {"👨\u200dAda", "👨Ada"},
		"joiner between word and emoji":  {"Ada\u200d👨", "Ada👨"},
		"joiners alone":                  {"\u200d\u200c", ""},
		// Emoji.
		"family":               {family, family},
		"couple with a heart":  {"👩\u200d❤\ufe0f\u200d👨", "👩\u200d❤\ufe0f\u200d👨"},
		"profession by a sign": {"🧑\u200d⚕\ufe0f", "🧑\u200d⚕\ufe0f"},
		"rainbow flag":         {"🏳\ufe0f\u200d🌈", "🏳\ufe0f\u200d🌈"},
		"flag of Scotland":     {scotland, scotland},
		"flag of a country":    {"🇳🇱", "🇳🇱"},
		"keycap":               {"1\ufe0f\u20e3", "1\ufe0f\u20e3"},
		"skin tone":            {"👍🏽", "👍🏽"},
		"emoji of Unicode 16":  {"\U0001fae9", "\U0001fae9"},
		"hidden tags":          {"🏴\U000e0068\U000e0069\U000e007f", "!invisible"},
		"tags after a letter":  {"A\U000e0041", "!invisible"},
		// Spaces.
		"no-break space":       {"A\u00a0da", "A da"},
		"narrow space":         {"A\u202f\u2009da", "A da"},
		"wide space":           {"村上\u3000春樹", "村上 春樹"},
		"outer spaces":         {"\u00a0 Ada\u2003", "Ada"},
		"Khmer with a spacer":  {"សុខ\u200bសាន", "សុខសាន"},
		"Latin with a spacer":  {"A\u200bda", "!invisible"},
		"spaces alone":         {"\u00a0\u3000", ""},
		"empty":                {"", ""},
		"blank Braille":        {"\u2800", ""},
		"filler":               {"\u3164", "!invisible"},
		"soft hyphen":          {"A\u00adda", "!invisible"},
		"byte order mark":      {"\ufeffAda", "!invisible"},
		"word joiner":          {"A\u2060da", "!invisible"},
		"line break":           {"A\nda", "!control"},
		"tab":                  {"A\tda", "!control"},
		"line separator":       {"A\u2028da", "!control"},
		"null":                 {"A\x00da", "!control"},
		"override":             {"A\u202eda", "!direction"},
		"isolate":              {"A\u2066da", "!direction"},
		"mark of direction":    {"A\u200fda", "!direction"},
		"private use":          {"A\ue000", "!private"},
		"private use, far":     {"A\U00100000", "!private"},
		"unassigned":           {"A\u0378", "!unknown"},
		"noncharacter":         {"A\uffff", "!unknown"},
		"replacement":          {"A\ufffd", "!broken"},
		"embedded object":      {"A\ufffc", "!broken"},
		"not UTF-8":            {"A\xff", "!broken"},
		"sign around numbers":  {"\u0600123", "!size"},
		"Burmese with 6 marks": {"မျှော့်", "မျှော့်"},
		"five accents":         {"z\u0316\u0316\u0316\u0316\u0316", "!accents"},
		"17 code points":       {"क" + strings.Repeat("\u094dक", 8), "!cluster"},
		"decomposed":           {"Zoe\u0308", "Zoë"},
		"Hangul jamo":          {"\u1112\u1161\u11ab", "한"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _, fault := typed.Line(c.in, 32)
			want, wantFault := c.want, typed.Fault("")
			switch {
			case c.want == "":
				wantFault = typed.Empty
			case c.want[0] == '!':
				want, wantFault = "", typed.Fault(c.want[1:])
			}
			if got != want || fault != wantFault {
				t.Fatalf("got %+q and fault %q, want %+q and %q", got, fault, want, wantFault)
			}
			if again, _, fault := typed.Line(got, 32); fault == "" && again != got {
				t.Errorf("got %+q, and then %+q", got, again)
			}
		})
	}
}

// The work for a text of joiners grows with its length alone.
func TestLine_FloodOfJoiners(t *testing.T) {
	for _, unit := range []string{"a\u200d", "ب\u200c", "\u200d", "👨\u200d", "क्\u200d"} {
		text := strings.Repeat(unit, 10000/len(unit))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		typed.Line(text, 500)
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 500*uint64(len(text)) {
			t.Errorf("%+q: allocated %d bytes for %d bytes of text", unit, allocated, len(text))
		}
	}
}

// The length counts what a reader sees.
func TestLine_Length(t *testing.T) {
	t.Parallel()
	for unit, length := range map[string]int{
		"é": 1, "e\u0301": 1, "क्षि": 1, "नी": 1, "👨🏽\u200d👩🏿\u200d👧": 1, "🇳🇱": 1, "👍🏽": 1, "1\ufe0f\u20e3": 1, "한": 1, "\u1112\u1161\u11ab": 1, "กำ": 1, "ab": 2,
		"🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": 1,
	} {
		text := strings.Repeat(unit, 200)
		if _, got, fault := typed.Line(text, 200*length); got != 200*length || fault != "" {
			t.Errorf("200 times %+q: got %d and fault %q, want %d", unit, got, fault, 200*length)
		}
		if _, _, fault := typed.Line(text, 200*length-1); fault != typed.Long {
			t.Errorf("200 times %+q: got fault %q, want long", unit, fault)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "", "12345678": "12345678", "123456789": "12345678…", "1234567ü": "1234567…", "1234\U0001f469\u200d\U0001f469": "1234…", "\U0001f469\u200d\U0001f469": "…"} {
		expect.Equal(t, typed.Cut(text, 8), want, text)
	}
}

func TestCode(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"123456": "123456", "123 456": "123456", " 12-34–56 ": "123456", "１２３４５６": "123456", "１２３　４５６": "123456", "١٢٣٤٥٦": "123456", "۱۲۳۴۵۶": "123456",
		"१२३४५६": "123456", "𝟏𝟐𝟑𝟺𝟻𝟼": "123456", "123\u00a0456": "123456", "\u200e123456\u200f": "123456", "123.456": "123456", "\ufeff1\u200b23456": "123456",
		"“123−456”": "123456", "1\ufe0f\u20e32\ufe0f\u20e33456": "123456", "𞥐𞥑𞥒𞥓𞥔𞥕": "012345", "abcd-efgh": "ABCDEFGH", "ａｂｃｄ": "ABCD", "①23456": "123456",
		strings.Repeat("1", 300): "", "<ABCD>": "ABCD",
	} {
		expect.Equal(t, typed.Code(in), want, in)
	}
}

func TestToken(t *testing.T) {
	t.Parallel()
	const token = "0-a.B_-"
	for _, around := range [][2]string{{"", "."}, {"", ")."}, {"<", ">"}, {"", "\">"}, {"“", "”"}, {" ", "\u200b"}, {"", "…"}, {"", "/"}, {"", "&gt;"}, {"\u200e", "\n"}, {"", ""}} {
		expect.Equal(t, typed.Token(around[0]+token+around[1]), token, around)
	}
}

func FuzzLine(f *testing.F) {
	for _, text := range []string{"Ada", "می\u200cخواهم", "👨\u200d👩", "র\u200d্যাব", "a\u0316\u0316", "A\u200bda", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		clean, _, fault := typed.Line(text, 32)
		if again, _, _ := typed.Line(clean, 32); fault == "" && again != clean {
			t.Fatalf("%+q is stored as %+q, and that as %+q", text, clean, again)
		}
	})
}
