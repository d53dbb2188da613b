package play

import (
	"slices"
	"strings"
	"sync"
)

// nodes are the addresses of a server's nodes: the given ones, and those that the server names. Several goroutines may use it at
// the same time.
type nodes struct {
	behindProxy bool // one address stands for several nodes

	mu   sync.Mutex
	urls []string
}

func newNodes(o Options) *nodes {
	n := &nodes{behindProxy: o.Several}
	n.add(o.URLs)
	return n
}

// add adds the addresses that are not known yet.
func (n *nodes) add(urls []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, u := range urls {
		if u = strings.TrimSuffix(u, "/"); !slices.Contains(n.urls, u) {
			n.urls = append(n.urls, u)
		}
	}
}

// url returns the address of a node, counted modulo the number of nodes.
func (n *nodes) url(node int) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.urls[node%len(n.urls)]
}

// hasSeveral reports whether more than one node may answer, so that an answer may be older than the one before.
func (n *nodes) hasSeveral() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.behindProxy || len(n.urls) > 1
}
