package commands

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/bundle"
	"nemeton/server/doctor"
	"nemeton/server/httpapi"
	"nemeton/web"
)

// running asks the admin address of the server about its version and limits. Without one, it checks the limits of this process, which a service may not share.
func (d *DoctorCmd) running(ctx context.Context) []doctor.Finding {
	if d.Server.AdminAddr == "" {
		return append(doctor.LimitsOf("this process", wiring.OwnLimits()),
			doctor.Choice("version", true, "this program is "+wiring.ProgramVersion()+", rules "+wiring.RulesVersions(), ""))
	}
	var server wiring.RunningServer
	if err := d.admin(ctx, "/doctor", &server); err != nil {
		return []doctor.Finding{doctor.Failed("server", err, "start the server, and check --admin-addr")}
	}
	return append(doctor.LimitsOf("the server", server.Limits),
		doctor.Versions(wiring.ProgramVersion()+", rules "+wiring.RulesVersions(), server.Version+", rules "+server.Rules))
}

func (d *DoctorCmd) admin(ctx context.Context, path string, into any) error {
	own, err := ownAddress(d.Server.AdminAddr)
	if err != nil {
		return err
	}
	resp, err := d.get(ctx, "http://"+own+path, nil)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the admin address answers %d", resp.StatusCode)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}

// get sends a request, and follows no redirect. The connection ends with it.
func (d *DoctorCmd) get(ctx context.Context, address string, headers http.Header) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, err
	}
	maps.Copy(r.Header, headers)
	client := &http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true, Proxy: nil, TLSClientConfig: &tls.Config{RootCAs: d.Roots, MinVersion: tls.VersionTLS12}},
		Timeout:       d.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return client.Do(r)
}

// call sends a request as a player does, and compares it with what the server saw.
func (d *DoctorCmd) call(ctx context.Context, address string) (all []doctor.Finding) {
	address, err := wiring.PublicURL(address)
	if err != nil {
		return []doctor.Finding{doctor.Failed("address", err, "write --url https://games.example")}
	}
	to, err := url.Parse(address)
	if err != nil {
		return []doctor.Finding{doctor.Failed("address", err, "write --url https://games.example")}
	}
	mark := rand.Text()
	resp, err := d.get(ctx, address+"/api/v1/titles", http.Header{httpapi.MarkHeader: {mark}})
	if err != nil {
		return []doctor.Finding{doctor.Unreached(address, err)}
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.TLS != nil {
		all = append(all, doctor.Certificate(to.Hostname(), resp.TLS.PeerCertificates, time.Now(), d.Roots))
	} else if target := resp.Header.Get("Location"); !strings.HasPrefix(target, "https://") {
		all = append(all, doctor.PlainHTTP(address, doctor.IsLocal(to.Hostname())))
	}
	if sent, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		all = append(all, doctor.Clock(address, time.Now(), sent, time.Second))
	}
	switch {
	case resp.StatusCode == http.StatusMisdirectedRequest:
		return append(all, doctor.WrongHost(to.Hostname()))
	case resp.StatusCode/100 == 3:
		return append(all, doctor.Choice("address", false, address+" redirects to "+resp.Header.Get("Location"), "call that address: --url"))
	case resp.StatusCode != http.StatusOK:
		return append(all, doctor.Failed("address", fmt.Errorf("%s answers %d", address, resp.StatusCode), "the log of the server, or that of the proxy, says why"))
	}
	if client, own := resp.Header.Get(httpapi.VersionHeader), bundle.Version(web.Client()); client != own {
		all = append(all, doctor.Versions("one with the web client "+own, "one with the web client "+client))
	}
	return append(append(all, d.seen(ctx, to, mark)...), d.upgrade(ctx, address, to))
}

// upgrade opens a socket as a page at the address does, and closes it. Some proxies send other headers with it than with other requests.
func (d *DoctorCmd) upgrade(ctx context.Context, address string, to *url.URL) doctor.Finding {
	resp, err := d.get(ctx, address+"/api/v1/me/socket", http.Header{
		"Origin": {to.Scheme + "://" + to.Host}, "Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-WebSocket-Version": {"13"},
		"Sec-WebSocket-Key": {base64.StdEncoding.EncodeToString([]byte(rand.Text()[:16]))},
	})
	if err != nil {
		return doctor.Unreached(address, err)
	}
	defer func() { _ = resp.Body.Close() }()
	answer := doctor.Answer{Status: resp.StatusCode}
	if resp.Header.Get("Content-Type") == "application/problem+json" {
		var problem httpapi.Problem
		if err := json.NewDecoder(io.LimitReader(resp.Body, maxProblem)).Decode(&problem); err == nil {
			answer.Code, answer.Detail = string(problem.Code), problem.Detail
		}
	}
	return doctor.Upgrade(address, answer)
}

const maxProblem = 16 << 10

// seen asks the admin address how the server saw a request.
func (d *DoctorCmd) seen(ctx context.Context, to *url.URL, mark string) []doctor.Finding {
	if d.Server.AdminAddr == "" {
		return []doctor.Finding{doctor.Choice("proxy", len(d.Server.TrustedProxies) == 0, "what the server saw of the request was not checked, because only its admin address tells that", "--admin-addr 127.0.0.1:9090, for server and doctor")}
	}
	var s doctor.SeenRequest
	if err := d.admin(ctx, "/doctor/"+mark, &s); err != nil {
		return []doctor.Finding{doctor.Choice("proxy", false, "the server of --admin-addr did not see the request to "+to.String(), "check that the address leads to this server; with several nodes, run the doctor again")}
	}
	return doctor.Proxy(to, s)
}

// parse reads certificates, and leaves out those that cannot be read.
func parse(chain [][]byte) (list []*x509.Certificate) {
	for _, raw := range chain {
		if c, err := x509.ParseCertificate(raw); err == nil {
			list = append(list, c)
		}
	}
	return list
}
