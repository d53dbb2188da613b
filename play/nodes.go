package play

import (
	"slices"
	"strings"
	"sync"
)

// nodes are the addresses of a server's nodes: those it was given, and those the server told of. It may be used by
// hasSeveral goroutines at once.
type nodes struct {
	behindProxy bool // one address stands for several

	mu   sync.Mutex
	urls []string
}

func newNodes(o Options) *nodes {
	n := &nodes{behindProxy: o.Several}
	n.add(o.URLs)
	return n
}

// add takes addresses that are not known yet.
func (n *nodes) add(urls []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, u := range urls {
		if u = strings.TrimSuffix(u, "/"); !slices.Contains(n.urls, u) {
			n.urls = append(n.urls, u)
		}
	}
}

// url is the address of a node; a number too high begins anew with the first one.
func (n *nodes) url(node int) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.urls[node%len(n.urls)]
}

// hasSeveral tells whether more than one node may answer, so that one answer may be older than the one before.
func (n *nodes) hasSeveral() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.behindProxy || len(n.urls) > 1
}
