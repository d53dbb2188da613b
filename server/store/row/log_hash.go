package row

import (
	"fmt"

	"nemeton/server/store"
)

// LogHashes returns the hashes that were found, in the order of the indexes. It returns store.ErrDamaged if one is missing.
func LogHashes(indexes []int64, found map[int64][]byte) ([][32]byte, error) {
	list := make([][32]byte, len(indexes))
	for i, n := range indexes {
		if len(found[n]) != len(list[i]) {
			return nil, fmt.Errorf("%w: hash %d of the transparency log is missing", store.ErrDamaged, n)
		}
		list[i] = [32]byte(found[n])
	}
	return list, nil
}

// LogFact returns a stored fact. Other lengths of its value are store.ErrDamaged.
func LogFact(kind int, table store.TableID, value []byte) (store.LogFact, error) {
	f := store.LogFact{Kind: store.LogKind(kind), Table: table}
	if len(value) != len(f.Value) {
		return f, fmt.Errorf("%w: a queued fact of table %s has %d bytes", store.ErrDamaged, table, len(value))
	}
	f.Value = [32]byte(value)
	return f, nil
}
