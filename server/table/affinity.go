package table

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"nemeton/server/store"
)

// nodesFor orders the public addresses of the nodes for the clients of a table, by rendezvous hashing: the clients that take the first node that answers
// meet at one node, and another node is missed by its own tables only. It is a hint. Any node serves any table.
func nodesFor(id store.TableID, nodes []string) []string {
	weight := func(node string) uint64 {
		sum := sha256.Sum256([]byte(string(id) + " " + node))
		return binary.BigEndian.Uint64(sum[:])
	}
	return slices.SortedFunc(slices.Values(nodes), func(a, b string) int { return cmp.Compare(weight(b), weight(a)) })
}
