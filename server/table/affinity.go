package table

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"nemeton/server/store"
)

// nodesFor orders the public addresses of the nodes for the clients of a table, by rendezvous hashing. Clients that take the first node that answers
// meet at one node. If a node is away, only its own tables move. The order is a hint: any node serves any table.
func nodesFor(id store.TableID, nodes []string) []string {
	weight := func(node string) uint64 {
		sum := sha256.Sum256([]byte(string(id) + " " + node))
		return binary.BigEndian.Uint64(sum[:])
	}
	return slices.SortedFunc(slices.Values(nodes), func(a, b string) int { return cmp.Compare(weight(b), weight(a)) })
}
