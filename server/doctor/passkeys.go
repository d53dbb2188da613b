package doctor

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Passkeys says what a change of the server's name would cost. Counts are the stored passkeys by the name to which they belong. Name is the one of new passkeys; empty:
// the operator set neither --public-url nor --passkey-name.
func Passkeys(counts map[string]int, name string) Finding {
	total, lost, lostNames := 0, 0, []string{}
	for _, other := range slices.Sorted(maps.Keys(counts)) {
		total += counts[other]
		if other != name && name != "" {
			lost += counts[other]
			lostNames = append(lostNames, fmt.Sprintf("%s (%d)", other, counts[other]))
		}
	}
	switch {
	case total == 0:
		return ok("passkeys", "none are stored, so the name of the server may change")
	case lost > 0:
		return warning("passkeys", "move back, or keep --passkey-name at the old name while https://OLD-NAME still leads to this server; the owners can also sign in another way and add a new passkey",
			"%d of %d belong to another name than %s, and are of no use there: %s", lost, total, name, strings.Join(lostNames, ", "))
	case name == "":
		return warning("passkeys", "set --public-url to the address that players use, so that the name stays", "%d are stored, and no --public-url fixes the name to which new ones belong", total)
	default:
		return ok("passkeys", "%d belong to %s; if --public-url moves to another name, they work on only with --passkey-name %s", total, name, name)
	}
}
