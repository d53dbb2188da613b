package limit

import (
	"net/netip"
	"time"
)

// blockFactor is the allowance of an IPv6 /56 block, as a multiple of the allowance of one /64 in it. Providers give a customer a /64 or a
// /56, so a customer may have 256 blocks of /64.
const blockFactor = 4

// addressKeys returns the keys that an address counts under: the address, or the /64 of an IPv6 address and the /56 around it. Block is
// empty for IPv4.
func addressKeys(a netip.Addr) (own, block string) {
	a = a.Unmap().WithZone("")
	if !a.Is6() {
		return a.String(), ""
	}
	return netip.PrefixFrom(a, 64).Masked().String(), netip.PrefixFrom(a, 56).Masked().String()
}

// addressRates is a rate limit of addresses and of their /56 blocks.
type addressRates struct{ own, block *rates }

func newAddressRates(n, burst int, period time.Duration, now func() time.Time) addressRates {
	return addressRates{newRates(n, burst, period, now), newRates(blockFactor*n, blockFactor*burst, period, now)}
}

// take takes n tokens of the address and of its block. The address comes first, so that a refused address does not use up the tokens of
// its neighbors.
func (r addressRates) take(a netip.Addr, n int) (wait time.Duration, ok bool) {
	own, block := addressKeys(a)
	if wait, ok = r.own.take(own, n); !ok || block == "" {
		return wait, ok
	}
	return r.block.take(block, n)
}

// charge takes n tokens without a refusal.
func (r addressRates) charge(a netip.Addr, n int) {
	own, block := addressKeys(a)
	r.own.charge(own, n)
	if block != "" {
		r.block.charge(block, n)
	}
}

// addressCounts limits a number of things at the same time, for addresses and for their /56 blocks.
type addressCounts struct{ own, block *counts }

func newAddressCounts(most int) addressCounts {
	return addressCounts{newCounts(most), newCounts(blockFactor * most)}
}

// add counts one thing. It returns false, and counts nothing, if that is one too many.
func (c addressCounts) add(a netip.Addr) bool {
	own, block := addressKeys(a)
	if !c.own.add(own) {
		return false
	}
	if block != "" && !c.block.add(block) {
		c.own.remove(own)
		return false
	}
	return true
}

func (c addressCounts) remove(a netip.Addr) {
	own, block := addressKeys(a)
	c.own.remove(own)
	if block != "" {
		c.block.remove(block)
	}
}
