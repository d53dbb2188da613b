package export

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// escapes finds each escape of a JSON string, and each further one of a UTF-16 unit that follows at once.
var escapes = regexp.MustCompile(`(?:\\u[0-9a-fA-F]{4})+|\\.`)

// signedZero finds each string, and each number -0 outside of strings.
var signedZero = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-0`)

// checkText refuses bytes that readers of JSON understand differently: those that are not UTF-8, the number -0, and halves of surrogate pairs. Errors: ErrUnreadable for
// bytes that are not UTF-8.
func checkText(raw []byte) error {
	if !utf8.Valid(raw) {
		return fmt.Errorf("%w: it is not in UTF-8", ErrUnreadable)
	}
	for _, found := range signedZero.FindAll(raw, -1) {
		if found[0] == '-' {
			return errors.New("the number -0")
		}
	}
	for _, run := range escapes.FindAll(raw, -1) {
		if run[1] != 'u' {
			continue
		}
		var units []uint16
		for ; len(run) > 0; run = run[6:] {
			unit, _ := strconv.ParseUint(string(run[2:6]), 16, 16)
			units = append(units, uint16(unit))
		}
		for i := 0; i < len(units); i++ {
			if !utf16.IsSurrogate(rune(units[i])) {
				continue
			}
			if i+1 == len(units) || utf16.DecodeRune(rune(units[i]), rune(units[i+1])) == utf8.RuneError {
				return errors.New("half of a surrogate pair")
			}
			i++
		}
	}
	return nil
}
