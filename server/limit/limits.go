package limit

// Name is the name of a limit in metrics.
type Name string

// The limits.
const (
	AddressConnections Name = "address_connections"
	AddressRequests    Name = "address_requests"
	AddressSignIns     Name = "address_sign_ins"
	AddressGuesses     Name = "address_guesses"
	AddressSockets     Name = "address_sockets"
	AddressSuggestions Name = "address_suggestions"
	PlayerRequests     Name = "player_requests"
	PlayerSockets      Name = "player_sockets"
	PlayerActs         Name = "player_acts"
	PlayerMessages     Name = "player_messages"
	PlayerTables       Name = "player_tables"
	PlayerDaily        Name = "player_daily_tables"
	PlayerBytes        Name = "player_daily_bytes"
	SocketBytes        Name = "socket_bytes"
	TableSpectators    Name = "table_spectators"
	Guesses            Name = "guesses"
	MailboxMails       Name = "mailbox_mails"
	DomainMails        Name = "domain_mails"
	AddressMails       Name = "address_mails"
	Mails              Name = "mails"
)

// Limits are the values of all limits. 0 means no limit.
type Limits struct {
	AddressConnections int // open connections of one address
	AddressRequests    int // cost units of the requests of one address per minute; a unit is 1 ms of CPU time
	AddressSignIns     int // new players and used device links of one address per hour
	AddressGuesses     int // wrong app codes from one IPv4 address or IPv6 /56 per hour, a quarter of them at once
	AddressSockets     int // open sockets of one address
	AddressSuggestions int // better texts that one address suggests per hour, a third of them at once
	PlayerRequests     int // cost units of the requests of one player per minute, over all addresses
	PlayerSockets      int // open sockets of one player
	PlayerActs         int // commands of one player per second, by both transports, with a burst of twice as many
	PlayerMessages     int // chat messages, reactions and reports of one player per minute, a third of them at once
	PlayerTables       int // open and running tables of one player
	PlayerDaily        int // tables that one player creates within 24 hours
	PlayerBytes        int // bytes in the logs of those tables at which the player can create no more
	SocketBytes        int // bytes that one socket may send per second, with a burst of twice as many; the server reads the rest later
	TableSpectators    int // sockets of spectators at one table
	Guesses            int // wrong app codes from all addresses per hour, a third of them at once
	MailboxMails       int // mails to one mailbox that nobody has verified, within 24 hours
	DomainMails        int // such mails to one domain within 24 hours
	AddressMails       int // such mails that one address asks for within 24 hours
	Mails              int // such mails in all within 24 hours
}

// Defaults returns the default values, the only place that defines them. They are far above the needs of people, even of a school
// behind one address, and far below the load that harms a server.
func Defaults() Limits {
	return Limits{
		AddressConnections: 1000, AddressRequests: 3000, AddressSignIns: 600, AddressGuesses: 12, AddressSockets: 400, AddressSuggestions: 60,
		PlayerRequests: 1200, PlayerSockets: 40, PlayerActs: 20, PlayerMessages: 30, PlayerTables: 20,
		PlayerDaily: 200, PlayerBytes: 64 << 20,
		SocketBytes: 32 << 10, TableSpectators: 200,
		Guesses:      60,
		MailboxMails: 3, DomainMails: 100, AddressMails: 30, Mails: 500,
	}
}

func (l Limits) ByName() map[Name]int {
	return map[Name]int{
		AddressConnections: l.AddressConnections, AddressRequests: l.AddressRequests, AddressSignIns: l.AddressSignIns, AddressGuesses: l.AddressGuesses, AddressSockets: l.AddressSockets, AddressSuggestions: l.AddressSuggestions,
		PlayerRequests: l.PlayerRequests, PlayerSockets: l.PlayerSockets, PlayerActs: l.PlayerActs, PlayerMessages: l.PlayerMessages, PlayerTables: l.PlayerTables,
		PlayerDaily: l.PlayerDaily, PlayerBytes: l.PlayerBytes,
		SocketBytes: l.SocketBytes, TableSpectators: l.TableSpectators,
		Guesses:      l.Guesses,
		MailboxMails: l.MailboxMails, DomainMails: l.DomainMails, AddressMails: l.AddressMails, Mails: l.Mails,
	}
}
