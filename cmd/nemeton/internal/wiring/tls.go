package wiring

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"nemeton/server/certificate"
)

// TLSFlags are the flags of TLS without a proxy.
type TLSFlags struct {
	TLSDomain []string `name:"tls-domain" env:"NEMETON_TLS_DOMAIN" placeholder:"games.example.org,..." help:"Serve https for these host names, with certificates from an ACME authority such as Let's Encrypt, whose terms you accept by this flag. The names must lead to this server, ports 443 and 80."`
	TLSCache  string   `name:"tls-cache" env:"NEMETON_TLS_CACHE" placeholder:"FOLDER" help:"Folder of certificates and their keys. Default: nemeton-tls beside the SQLite database, else in the working folder."`
	TLSCert   string   `name:"tls-cert" env:"NEMETON_TLS_CERT" placeholder:"FILE" help:"Serve https with this certificate (PEM, with its chain). Changed files are read without a restart."`
	TLSKey    string   `name:"tls-key" env:"NEMETON_TLS_KEY" placeholder:"FILE" help:"Key of --tls-cert (PEM)."`
	HTTPAddr  string   `name:"http-addr" env:"NEMETON_HTTP_ADDR" help:"With TLS: address for plain HTTP, which redirects to https and answers the authority; off: none. Default: :80."`
	ACMEURL   string   `name:"acme-url" default:"https://acme-v02.api.letsencrypt.org/directory" env:"NEMETON_ACME_URL" help:"Directory of the ACME authority."`
	ACMECA    string   `name:"acme-ca" env:"NEMETON_ACME_CA" type:"existingfile" placeholder:"FILE" help:"File with the authorities (PEM) that signed the certificate of --acme-url itself. Default: those of the system."`
	ACMEEmail string   `name:"acme-email" env:"NEMETON_ACME_EMAIL" placeholder:"ada@example.org" help:"Mail address for the ACME authority, which it gets with the first order. Default: none."`
}

// The default addresses with and without TLS.
const (
	plainAddr    = ":8080"
	tlsAddr      = ":443"
	redirectAddr = ":80"
	noRedirect   = "off" // value of --http-addr
)

// TLSConfig is the configuration of TLS without a proxy.
type TLSConfig struct {
	TLSFlags
	Domains []string     // in the form of certificate.CheckName; empty: the files
	Names   []string     // host names of redirects; empty: any
	Port    string       // port of https at which players reach the server
	Plain   net.Listener // used instead of HTTPAddr; may be nil
}

// On reports whether the server serves TLS itself.
func (f TLSFlags) On() bool { return len(f.TLSDomain) > 0 || f.TLSCert != "" || f.TLSKey != "" }

func (f TLSFlags) Addr(given string) string {
	switch {
	case given != "":
		return given
	case f.On():
		return tlsAddr
	default:
		return plainAddr
	}
}

var (
	errTLSTwice   = errors.New("--tls-domain orders certificates and --tls-cert brings one: set one of them")
	errTLSHalf    = errors.New("--tls-cert and --tls-key belong together: set both")
	errNoTLS      = errors.New("--http-addr has no use without --tls-domain or --tls-cert")
	errNoACME     = errors.New("--tls-cache, --acme-url, --acme-ca and --acme-email have no use without --tls-domain")
	errACMEURL    = errors.New("--acme-url must have the form https://HOST/PATH")
	errACMEEmail  = errors.New("--acme-email must be a mail address like ada@example.org")
	errTLSPublic  = errors.New("--public-url begins with http://, but this server serves https: write https://")
	errTLSNodes   = errors.New("--nodes contains an address with http://, but this server serves https: write https://")
	errTLSSame    = errors.New("--addr and --http-addr are the same address: one serves https, the other plain HTTP")
	errShortNames = errors.New("a public authority gives certificates for names with a dot, like games.example.org: name another authority with --acme-url")
)

// Secure checks the flags of TLS and completes those that depend on it: the address, the host names and the public address. It returns nil for plain HTTP.
func (s *Serve) Secure() (*TLSConfig, error) {
	f := s.TLS
	if err := f.check(); err != nil {
		return nil, err
	}
	s.Addr = f.Addr(s.Addr)
	if !f.On() {
		return nil, nil
	}
	if f.HTTPAddr == "" {
		f.HTTPAddr = redirectAddr
	}
	if f.TLSCache == "" {
		f.TLSCache = certificateFolder(s.Database)
	}
	c := &TLSConfig{TLSFlags: f}
	for _, given := range f.TLSDomain {
		name, err := certificate.CheckName(given)
		if err != nil {
			return nil, fmt.Errorf("--tls-domain: %w", err)
		}
		if !strings.Contains(name, ".") && f.ACMEURL == certificate.LetsEncrypt {
			return nil, fmt.Errorf("--tls-domain %s: %w", name, errShortNames)
		}
		if !slices.Contains(c.Domains, name) {
			c.Domains = append(c.Domains, name)
		}
	}
	return c, s.agree(c)
}

func (f TLSFlags) check() error {
	files := f.TLSCert != "" || f.TLSKey != ""
	switch directory, err := url.Parse(f.ACMEURL); {
	case len(f.TLSDomain) > 0 && files:
		return errTLSTwice
	case files && (f.TLSCert == "" || f.TLSKey == ""):
		return errTLSHalf
	case !f.On() && f.HTTPAddr != "" && f.HTTPAddr != noRedirect:
		return errNoTLS
	case len(f.TLSDomain) == 0 && (f.TLSCache != "" || f.ACMEURL != certificate.LetsEncrypt && f.ACMEURL != "" || f.ACMECA != "" || f.ACMEEmail != ""):
		return errNoACME
	case len(f.TLSDomain) > 0 && (err != nil || directory.Scheme != "https" || directory.Host == ""):
		return errACMEURL
	}
	if f.ACMEEmail == "" {
		return nil
	}
	if a, err := mail.ParseAddress(f.ACMEEmail); err != nil || a.Address != f.ACMEEmail {
		return errACMEEmail
	}
	return nil
}

// agree compares the flags of TLS with the others, and completes the others.
func (s *Serve) agree(c *TLSConfig) error {
	if s.Addr == c.HTTPAddr {
		return errTLSSame
	}
	for _, node := range s.Nodes {
		if node.Scheme == "http" {
			return errTLSNodes
		}
	}
	hosts, err := HostNames(s.Hosts)
	if err != nil {
		return err
	}
	for _, name := range c.Domains {
		if len(hosts) > 0 && !slices.Contains(hosts, name) && !slices.Contains(hosts, "*") {
			return fmt.Errorf("--hosts does not contain %s of --tls-domain, so requests for it would be refused: add it, or leave --hosts out", name)
		}
	}
	served := c.Domains
	if len(c.Domains) == 0 {
		if served, err = namesOf(c.TLSCert, c.TLSKey); err != nil {
			return fmt.Errorf("--tls-cert, --tls-key: %w", err)
		}
	}
	if len(hosts) == 0 {
		s.Hosts, hosts = served, served
	}
	if !slices.Contains(hosts, "*") {
		c.Names = hosts
	}
	public, err := url.Parse(s.Notify.PublicURL)
	if err == nil && public.Scheme == "http" {
		return errTLSPublic
	}
	// An authority reaches port 443. If the server listens on another one, a router or an engine passes the connections on.
	c.Port = "443"
	if _, port, err := net.SplitHostPort(s.Addr); err == nil && len(c.Domains) == 0 {
		c.Port = port
	}
	if err == nil && public.Scheme == "https" {
		if c.Port = public.Port(); c.Port == "" {
			c.Port = "443"
		}
	}
	if s.Notify.PublicURL == "" && len(served) > 0 {
		s.Notify.PublicURL = "https://" + served[0]
		if c.Port != "443" {
			s.Notify.PublicURL += ":" + c.Port
		}
	}
	return nil
}

// namesOf returns the host names of a certificate. It returns none for a certificate with a wildcard, because its names cannot be listed.
func namesOf(certFile, keyFile string) ([]string, error) {
	cert, err := certificate.ReadFiles(certFile, keyFile)
	if err != nil || slices.ContainsFunc(cert.Leaf.DNSNames, func(name string) bool { return strings.HasPrefix(name, "*") }) {
		return nil, err
	}
	return HostNames(cert.Leaf.DNSNames)
}

func certificateFolder(database string) string {
	const name = "nemeton-tls"
	if path, ok := strings.CutPrefix(database, "sqlite:"); ok {
		return filepath.Join(filepath.Dir(path), name)
	}
	return name
}
