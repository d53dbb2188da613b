package engine

import "fmt"

// CheckRulesVersion checks the rules version of an entry. last is the version of the entry before it, 0 for the first entry. known
// is the version of this program's rules, 0 if it does not have the title. Versions begin at 1 and never decrease along a
// log, because a program refuses tables that newer rules have decided. Errors: ErrCorrupt if no program would have written the
// version here; ErrUnknownEvent if the version is that of a newer program.
func CheckRulesVersion(version, last, known int) error {
	switch {
	case version < 1:
		return fmt.Errorf("%w: rules version %d does not exist", ErrCorrupt, version)
	case known > 0 && version > known:
		return fmt.Errorf("%w: rules version %d is newer than version %d of this program", ErrUnknownEvent, version, known)
	case version < last:
		return fmt.Errorf("%w: rules version %d follows version %d", ErrCorrupt, version, last)
	}
	return nil
}
