package chance_test

import (
	"testing"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
)

// Back is a repeated Before.
func TestChainID_Back(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"", "t", "a table with a long id, longer than one block of the hash function"} {
		id := chance.ChainID{Table: table, Seat: 3, Device: chance.DeviceKey{1, 2}}
		from := codec.Hash{9}
		want, value := map[int]codec.Hash{}, from
		for i := 300; i > 240; i-- {
			value = id.Before(i, value)
			want[i-1] = value
		}
		visited := 0
		got := id.Back(300, from, 240, func(index int, value codec.Hash) {
			if visited++; want[index] != value {
				t.Errorf("value %d: got %s, want %s", index, value, want[index])
			}
		})
		if got != value || visited != 60 {
			t.Errorf("got %s after %d values, want %s after 60", got, visited, value)
		}
		expect.Equal(t, id.Back(240, value, 240, nil), value, "no step")
	}
}
