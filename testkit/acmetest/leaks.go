package acmetest

import "go.uber.org/goleak"

// Leaks excepts goroutines of Pebble and certmagic that nothing can end.
func Leaks() []goleak.Option {
	return []goleak.Option{
		goleak.IgnoreAnyFunction("github.com/letsencrypt/pebble/v2/va.VAImpl.processTasks"),
		goleak.IgnoreAnyFunction("github.com/caddyserver/certmagic.(*RingBufferRateLimiter).loop"), // one for each authority
		goleak.IgnoreAnyFunction("github.com/caddyserver/certmagic.keepLockfileFresh"),             // it ends within five seconds
	}
}
