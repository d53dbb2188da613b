package dialect

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"fmt"

	"nemeton/server/store"
)

// The first byte of a stored snapshot tells how the others are stored.
const (
	plainSnapshot     = 0
	encryptedSnapshot = 1
)

// EncodeSnapshot returns the bytes of a snapshot as they are stored, with their checksum. A snapshot above store.MaxSnapshot is an error.
func (e *Encrypter) EncodeSnapshot(s store.Snapshot) (stored, checksum []byte, err error) {
	if len(s.Bytes) > store.MaxSnapshot {
		return nil, nil, fmt.Errorf("table %s, seq %d: the snapshot has %d bytes, more than %d", s.Table, s.Seq, len(s.Bytes), store.MaxSnapshot)
	}
	if e == nil {
		stored = append([]byte{plainSnapshot}, s.Bytes...)
	} else {
		stored = e.aead(forSnapshots, string(s.Table)).Seal([]byte{encryptedSnapshot}, nil, s.Bytes, []byte(s.Table)) //nolint:gosec // the cipher draws the nonce
	}
	return stored, snapshotSum(s, stored), nil
}

// DecodeSnapshot decodes a snapshot whose Bytes are those stored. It returns store.ErrNotFound if the checksum differs or the bytes cannot be decrypted.
func (e *Encrypter) DecodeSnapshot(s store.Snapshot, checksum []byte) (store.Snapshot, error) {
	if len(s.Bytes) == 0 || subtle.ConstantTimeCompare(snapshotSum(s, s.Bytes), checksum) == 0 {
		return store.Snapshot{}, store.ErrNotFound
	}
	var err error
	switch how, stored := s.Bytes[0], s.Bytes[1:]; {
	case how == plainSnapshot:
		s.Bytes = stored
	case how == encryptedSnapshot && e != nil:
		s.Bytes, err = e.aead(forSnapshots, string(s.Table)).Open(nil, nil, stored, []byte(s.Table))
	default:
		err = store.ErrNotFound
	}
	if err != nil {
		return store.Snapshot{}, fmt.Errorf("%w: the snapshot cannot be decrypted", store.ErrNotFound)
	}
	return s, nil
}

// snapshotSum covers the place of a snapshot, too, so that the bytes of another row do not fit.
func snapshotSum(s store.Snapshot, stored []byte) []byte {
	h := sha256.New()
	h.Write(binary.BigEndian.AppendUint64([]byte(s.Table+"\x00"), uint64(s.Seq)))
	h.Write(s.Head[:])
	h.Write(stored)
	return h.Sum(nil)
}
