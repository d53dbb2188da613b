package notify

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/netip"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/notify/mail"
	"nemeton/server/store"
)

const mailPeriod = 24 * time.Hour

// MailLimits are the numbers of mails to unverified addresses within 24 hours, by all nodes together. 0: no limit.
type MailLimits struct {
	Mailbox int // to one mailbox, in whatever spelling
	Domain  int // to one domain
	Address int // asked for from one network address: an IPv4 address, or an IPv6 /64
	Server  int // in all
}

// MailLimit names one of the MailLimits.
type MailLimit string

// The limits.
const (
	MailboxLimit MailLimit = "mailbox"
	DomainLimit  MailLimit = "domain"
	AddressLimit MailLimit = "address"
	ServerLimit  MailLimit = "server"
)

type countedMail struct {
	id     string
	counts []store.MailCount
	limits map[string]MailLimit // by key
}

// newCountedMail returns a mail to an address, asked for from a network address. Its keys reveal neither.
func (s *Service) newCountedMail(id, to string, from netip.Addr) countedMail {
	m := countedMail{id: id, limits: map[string]MailLimit{}}
	mailbox, domain := mail.Mailbox(to)
	if from = from.Unmap().WithZone(""); from.Is6() {
		from = netip.PrefixFrom(from, 64).Masked().Addr()
	}
	limits := s.cfg.MailLimits
	for _, c := range []struct {
		limit MailLimit
		value string
		most  int
	}{{MailboxLimit, mailbox, limits.Mailbox}, {AddressLimit, from.String(), limits.Address}, {DomainLimit, domain, limits.Domain}, {ServerLimit, "", limits.Server}} {
		if c.most <= 0 {
			continue
		}
		sum := sha256.Sum256([]byte(string(c.limit) + " " + c.value))
		key := base64.RawURLEncoding.EncodeToString(sum[:16])
		m.counts, m.limits[key] = append(m.counts, store.MailCount{Key: key, Most: c.most}), c.limit
	}
	return m
}

func (s *Service) countMail(ctx context.Context, m countedMail, now time.Time) error {
	err := s.cfg.Store.CountMail(ctx, m.id, now, now.Add(-mailPeriod), m.counts)
	var over *store.MailLimitError
	if !errors.As(err, &over) {
		return apperr.FailedForPlayer("count a mail", err)
	}
	limit := m.limits[over.Key]
	s.cfg.MailRefused(limit)
	text := map[MailLimit]string{
		MailboxLimit: "that mailbox got enough mails lately; look for them first",
		DomainLimit:  "too many mails went to that domain lately",
		AddressLimit: "too many mails were asked for from your network lately",
		ServerLimit:  "this server sent too many such mails lately",
	}[limit]
	return apperr.New(apperr.MailLimit, text).After(over.Last.Add(mailPeriod).Sub(now))
}

// uncountMail takes back the counts of the receiver of a mail that was not sent. It still counts for the network address and the server, because it took their effort.
func (s *Service) uncountMail(ctx context.Context, m countedMail) {
	var keys []string
	for key, limit := range m.limits {
		if limit == MailboxLimit || limit == DomainLimit {
			keys = append(keys, key)
		}
	}
	if err := s.cfg.Store.UncountMail(ctx, m.id, keys); err != nil {
		s.cfg.Log.Debug().Err(err).Msg("could not take back the count of a mail that was not sent")
	}
}
