package dialect

import (
	"bytes"
	"fmt"

	"nemeton/engine"
	"nemeton/server/store"
)

// archiveMagic begins each object of an archive. The next byte tells how the others are stored.
const archiveMagic = "nemeton log\x01"

const (
	plainLog     = 0
	encryptedLog = 1
)

// SealLog returns a compressed log as an object of an archive holds it.
func (e *Encrypter) SealLog(id store.TableID, log []byte) []byte {
	if e == nil {
		return append(append([]byte(archiveMagic), plainLog), log...)
	}
	return e.aead(forArchive, string(id)).Seal(append([]byte(archiveMagic), encryptedLog), nil, log, []byte(id)) //nolint:gosec // the cipher draws the nonce
}

// OpenLog is the inverse of SealLog. It returns store.ErrSealed if the log is encrypted and there is no key, and engine.ErrCorrupt if it cannot be decrypted or is
// that of another table.
func (e *Encrypter) OpenLog(id store.TableID, object []byte) ([]byte, error) {
	stored, ok := bytes.CutPrefix(object, []byte(archiveMagic))
	if !ok || len(stored) == 0 {
		return nil, fmt.Errorf("%w: it is no log of an archive", engine.ErrCorrupt)
	}
	switch how := stored[0]; {
	case how == plainLog:
		return stored[1:], nil
	case how != encryptedLog:
		return nil, fmt.Errorf("%w: its form %d is unknown", engine.ErrCorrupt, how)
	case e == nil:
		return nil, store.ErrSealed
	}
	log, err := e.aead(forArchive, string(id)).Open(nil, nil, stored[1:], []byte(id))
	if err != nil {
		return nil, fmt.Errorf("%w: it is damaged, or encrypted with another key: %w", engine.ErrCorrupt, err)
	}
	return log, nil
}
