package translog

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

const (
	tileHeight = 8 // of all tiles, as tlog-tiles demands
	tileWidth  = 1 << tileHeight
	// maxLevel is the highest level of a tile. A log with a tile above it would have more than 2^48 entries.
	maxLevel = 5
)

// ErrNoTile means that the log has no such tile, or not yet.
var ErrNoTile = errors.New("the log has no such tile")

// Tile returns the content of a tile by its path in tlog-tiles after "tile/", such as "0/x001/067.p/8" or "entries/000". Errors: ErrNoTile; those of the
// store.
func (l *Log) Tile(ctx context.Context, path string) ([]byte, error) {
	// Package tlog writes the height into the path, and calls the level of entries "data".
	if rest, ok := strings.CutPrefix(path, "entries/"); ok {
		path = "data/" + rest
	} else if strings.HasPrefix(path, "data/") {
		return nil, ErrNoTile
	}
	tile, err := tlog.ParseTilePath(fmt.Sprintf("tile/%d/%s", tileHeight, path))
	if err != nil || tile.L > maxLevel || tile.N >= 1<<40 {
		return nil, ErrNoTile
	}
	size, err := l.store.LogSize(ctx)
	if err != nil {
		return nil, err
	}
	end := tile.N*tileWidth + int64(tile.W)
	if size>>(tileHeight*max(tile.L, 0)) < end {
		return nil, ErrNoTile
	}
	if tile.L < 0 {
		return l.entries(ctx, tile)
	}
	return tlog.ReadTileData(tile, l.hashes(ctx))
}

// entries returns a tile of entries, each after its length in 16 bits.
func (l *Log) entries(ctx context.Context, tile tlog.Tile) (bundle []byte, err error) {
	list, err := l.store.LogEntries(ctx, tile.N*tileWidth, tile.W)
	if err == nil && len(list) != tile.W {
		err = fmt.Errorf("%w: %d entries", ErrNoTile, len(list))
	}
	for _, entry := range list {
		bundle = append(binary.BigEndian.AppendUint16(bundle, uint16(len(entry))), entry...)
	}
	return bundle, err
}

// entriesPath returns the path of the tile with the entries from first on, of which a log of the given size has at least one.
func entriesPath(first, size int64) string {
	width := min(size-first, tileWidth)
	path := tlog.Tile{H: tileHeight, L: -1, N: first / tileWidth, W: int(width)}.Path()
	return "tile/entries/" + strings.TrimPrefix(path, fmt.Sprintf("tile/%d/data/", tileHeight))
}

// splitEntries is the inverse of entries.
func splitEntries(bundle []byte) (list [][]byte, err error) {
	for len(bundle) > 0 {
		if len(bundle) < 2 || len(bundle) < 2+int(binary.BigEndian.Uint16(bundle)) {
			return nil, errors.New("a tile of entries ends within an entry")
		}
		n := 2 + int(binary.BigEndian.Uint16(bundle))
		list, bundle = append(list, bundle[2:n]), bundle[n:]
	}
	return list, nil
}
