package certificate

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// The modes of folders and files, which hold private keys.
const (
	folderMode = 0o700
	fileMode   = 0o600
)

// folder stores the keys and certificates of one authority.
type folder string

// openFolder makes the folder for an authority below path. Each authority has its own, so that certificates of a test authority end with its use.
func openFolder(path, directory string) (folder, error) {
	at := filepath.Join(path, authorityName(directory))
	if err := os.MkdirAll(at, folderMode); err != nil {
		return "", fmt.Errorf("the folder for certificates: %w", err)
	}
	probe, err := os.CreateTemp(at, ".probe-*")
	if err != nil {
		return "", fmt.Errorf("the folder for certificates: %w", err)
	}
	return folder(at), errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// authorityName makes a file name of the address of a directory.
func authorityName(directory string) string {
	name := directory
	if u, err := url.Parse(directory); err == nil {
		name = u.Host + u.Path
	}
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '_'
	}, name), "._")
}

// accountFile is the name of the file with the account's key.
const accountFile = "account.key"

// account returns the key of the account. It makes and stores one if there is none. A damaged file is an error, because a new account would lose the limits
// that the authority granted to the old one.
func (f folder) account() (*ecdsa.PrivateKey, error) {
	path := filepath.Join(string(f), accountFile)
	raw, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		key, err := newKey()
		if err != nil {
			return nil, err
		}
		text, err := encodeKey(key)
		if err != nil {
			return nil, err
		}
		return key, f.write(accountFile, text)
	}
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(raw)
	if block == nil {
		return nil, fmt.Errorf("%s holds no key (PEM)", path)
	}
	key, err := x509.ParseECPrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// certificate returns the stored certificate of a name; nil if there is none.
func (f folder) certificate(name string) (*tls.Certificate, error) {
	raw, err := os.ReadFile(filepath.Join(string(f), name+".pem"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	cert, err := tls.X509KeyPair(raw, raw)
	if err != nil {
		return nil, fmt.Errorf("the stored certificate: %w", err)
	}
	return &cert, cert.Leaf.VerifyHostname(name)
}

// store stores a certificate with its key in one file, so that they never differ.
func (f folder) store(name string, cert *tls.Certificate) error {
	key, ok := cert.PrivateKey.(*ecdsa.PrivateKey)
	if !ok {
		return fmt.Errorf("a key of the type %T", cert.PrivateKey)
	}
	text, err := encodeKey(key)
	if err != nil {
		return err
	}
	file := bytes.NewBuffer(text)
	for _, raw := range cert.Certificate {
		if err := pem.Encode(file, &pem.Block{Type: "CERTIFICATE", Bytes: raw}); err != nil {
			return err
		}
	}
	return f.write(name+".pem", file.Bytes())
}

// write replaces a file in one step.
func (f folder) write(name string, content []byte) error {
	part, err := os.CreateTemp(string(f), ".part-*") // with fileMode
	if err != nil {
		return err
	}
	_, err = part.Write(content)
	err = errors.Join(err, part.Chmod(fileMode), part.Sync(), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), filepath.Join(string(f), name))
	}
	if err != nil {
		_ = os.Remove(part.Name())
	}
	return err
}

func newKey() (*ecdsa.PrivateKey, error) { return ecdsa.GenerateKey(elliptic.P256(), rand.Reader) }

func encodeKey(key *ecdsa.PrivateKey) ([]byte, error) {
	raw, err := x509.MarshalECPrivateKey(key)
	return pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: raw}), err
}

// pair joins a chain with its key. It fails if the chain does not fit the key or the name.
func pair(chain [][]byte, key crypto.Signer, name string) (*tls.Certificate, error) {
	if len(chain) == 0 {
		return nil, errors.New("the authority sent no certificate")
	}
	leaf, err := x509.ParseCertificate(chain[0])
	if err != nil {
		return nil, err
	}
	if public, ok := key.Public().(*ecdsa.PublicKey); !ok || !public.Equal(leaf.PublicKey) {
		return nil, errors.New("the authority sent a certificate of another key")
	}
	return &tls.Certificate{Certificate: chain, PrivateKey: key, Leaf: leaf}, leaf.VerifyHostname(name)
}
