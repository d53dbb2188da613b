package limit

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"
)

const maxHitKeys = 50

// Hit tells how often a limit refused something since the start of this node.
type Hit struct {
	Limit Name
	Count int
	Last  time.Time
	By    []HitBy // the keys that were refused lately, the last one first
}

// HitBy counts the refusals of one key: an address, an IPv6 block, or the id of a player.
type HitBy struct {
	Key   string
	Count int // while the key is remembered
	Last  time.Time
}

// hits remembers refusals, in memory of bounded size.
type hits struct {
	now func() time.Time

	mu  sync.Mutex // guards all below
	all map[Name]*Hit
}

// note counts a refusal. If too many keys are remembered, it forgets the one that was refused least recently.
func (h *hits) note(name Name, key string) {
	now := h.now()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all == nil {
		h.all = map[Name]*Hit{}
	}
	hit := h.all[name]
	if hit == nil {
		hit = &Hit{Limit: name}
		h.all[name] = hit
	}
	hit.Count++
	hit.Last = now
	if key == "" {
		return
	}
	by := HitBy{Key: key}
	if at := slices.IndexFunc(hit.By, func(b HitBy) bool { return b.Key == key }); at >= 0 {
		by = hit.By[at]
		hit.By = slices.Delete(hit.By, at, at+1)
	} else if len(hit.By) == maxHitKeys {
		hit.By = hit.By[:maxHitKeys-1]
	}
	by.Count++
	by.Last = now
	hit.By = slices.Insert(hit.By, 0, by)
}

// Hits returns the limits that refused something, the most frequent first.
func (l *Limiter) Hits() []Hit {
	l.hits.mu.Lock()
	defer l.hits.mu.Unlock()
	list := make([]Hit, 0, len(l.hits.all))
	for _, hit := range l.hits.all {
		seen := *hit
		seen.By = slices.Clone(hit.By)
		list = append(list, seen)
	}
	slices.SortFunc(list, func(a, b Hit) int {
		return cmp.Or(b.Count-a.Count, strings.Compare(string(a.Limit), string(b.Limit)))
	})
	return list
}
