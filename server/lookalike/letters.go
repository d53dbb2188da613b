package lookalike

// prototypes maps letters to those that they are confused with. It applies to decomposed text, first to the exact form, then in
// lower case.
var prototypes = func() map[rune]string {
	table := map[rune]string{
		// One vertical stroke in many fonts.
		'I': "l", '1': "l", '|': "l", 'Ӏ': "l", 'ӏ': "l", 'Ι': "l", 'І': "l", 'ǀ': "l", '∣': "l", 'ا': "l", '١': "l", '۱': "l", 'Ⅰ': "l",
		'ı': "i", 'ɩ': "i", 'ι': "i", 'і': "i",
		'0': "o", '٠': "o", '०': "o", '߀': "o", 'ο': "o", 'о': "o", 'օ': "o", 'ס': "o", '໐': "o", '○': "o", 'ø': "o", 'Ꮎ': "o",
		// Two letters that look like one, and the reverse.
		'm': "rn", 'м': "rn", 'w': "vv", 'ѡ': "vv", 'ԝ': "vv", 'ա': "vv", 'æ': "ae", 'œ': "oe", 'ß': "b",
		// Capitals that differ in form from their small letters.
		'Α': "a", 'Β': "b", 'Ε': "e", 'Ζ': "z", 'Η': "h", 'Κ': "k", 'Μ': "rn", 'Ν': "n", 'Ρ': "p", 'Τ': "t", 'Υ': "y", 'Χ': "x",
		'А': "a", 'В': "b", 'Е': "e", 'К': "k", 'М': "rn", 'Н': "h", 'О': "o", 'Р': "p", 'С': "c", 'Т': "t", 'У': "y", 'Х': "x",
		'Ѕ': "s", 'Ј': "j", 'Ԍ': "g", 'Ԛ': "q", 'Ԝ': "vv", 'З': "3", 'Ч': "4", 'Б': "6", 'Ү': "y",
		'5': "s", '8': "b",
	}
	for plain, like := range map[string]string{
		"a": "αаɑ", "b": "ЬьƄ", "c": "сϲⅽ", "d": "ԁɗⅾ", "e": "еҽ℮", "f": "ƒſ", "g": "ɡɢց", "h": "һհ", "j": "јϳ", "k": "κк", "l": "ⅼƖ", "n": "ոηпƞ",
		"o": "σ", "p": "рρ", "q": "ԛգզ", "r": "гᴦ", "s": "ѕƽ", "t": "τт", "u": "υսʋц", "v": "νѵᴠ", "x": "хχ", "y": "уγүყ", "z": "ᴢ", "3": "зʒӡ",
	} {
		for _, r := range like {
			table[r] = plain
		}
	}
	return table
}()
