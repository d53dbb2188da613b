package notify

import (
	"strings"
	"sync"
	"time"
)

const (
	// addressPeriod is the time in which an address gets at most maxAsked mails that verify it, whoever asks for them.
	addressPeriod = 24 * time.Hour
	maxAsked      = 3
	// maxAddresses bounds the memory of the addresses.
	maxAddresses = 10_000
)

// asked remembers the mails that verified addresses, so that nobody can fill the mailbox of another person with them. It is the memory of one node.
type asked struct {
	mu sync.Mutex
	at map[string][]time.Time // by address in small letters
}

// wait returns the time until an address may get another such mail.
func (a *asked) wait(address string, now time.Time) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	times := a.at[strings.ToLower(address)]
	if len(times) < maxAsked {
		return 0
	}
	return addressPeriod - now.Sub(times[len(times)-maxAsked])
}

// note notes a mail to an address.
func (a *asked) note(address string, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.at) >= maxAddresses {
		for other, times := range a.at {
			if now.Sub(times[len(times)-1]) > addressPeriod {
				delete(a.at, other)
			}
		}
		if len(a.at) >= maxAddresses {
			clear(a.at)
		}
	}
	if a.at == nil {
		a.at = map[string][]time.Time{}
	}
	address = strings.ToLower(address)
	times := a.at[address]
	a.at[address] = append(times[max(0, len(times)+1-maxAsked):], now)
}
