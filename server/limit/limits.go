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

// Limits are the values of all limits, as flags. 0 means no limit. The variables of the tags are the names of the limits, with the values of Defaults.
type Limits struct {
	AddressConnections int `default:"${address_connections}" env:"ADDRESS_CONNECTIONS" help:"Connections of one address open at once, complete requests or not. Trusted proxies are exempt."`
	AddressRequests    int `default:"${address_requests}" env:"ADDRESS_REQUESTS" help:"Cost units of the requests of one address a minute; a unit is 1 ms of CPU time."`
	AddressSignIns     int `default:"${address_sign_ins}" env:"ADDRESS_SIGN_INS" help:"New players and uses of device links an hour of one address."`
	AddressGuesses     int `default:"${address_guesses}" env:"ADDRESS_GUESSES" help:"Wrong six-digit codes an hour of one IPv4 address or IPv6 /56, a quarter of them at once."`
	AddressSockets     int `default:"${address_sockets}" env:"ADDRESS_SOCKETS" help:"Sockets of one address open at once."`
	AddressSuggestions int `default:"${address_suggestions}" env:"ADDRESS_SUGGESTIONS" help:"Better texts an hour that one address suggests, a third of them at once."`
	PlayerRequests     int `default:"${player_requests}" env:"PLAYER_REQUESTS" help:"Cost units of the requests of one player a minute; a unit is 1 ms of CPU time."`
	PlayerSockets      int `default:"${player_sockets}" env:"PLAYER_SOCKETS" help:"Sockets of one player open at once."`
	PlayerActs         int `default:"${player_acts}" env:"PLAYER_ACTS" help:"Commands a second of one player; twice as many at once."`
	PlayerMessages     int `default:"${player_messages}" env:"PLAYER_MESSAGES" help:"Chat messages, reactions and reports a minute of one player, a third of them at once."`
	PlayerTables       int `default:"${player_tables}" env:"PLAYER_TABLES" help:"Open and running tables of one player."`
	PlayerDaily        int `name:"player-daily-tables" default:"${player_daily_tables}" env:"PLAYER_DAILY_TABLES" help:"Tables that one player creates within 24 hours."`
	PlayerBytes        int `name:"player-daily-bytes" default:"${player_daily_bytes}" env:"PLAYER_DAILY_BYTES" help:"Bytes in the logs of those tables at which the player can create no more."`
	SocketBytes        int `default:"${socket_bytes}" env:"SOCKET_BYTES" help:"Bytes a second that one socket may send; the rest is read later."`
	TableSpectators    int `default:"${table_spectators}" env:"TABLE_SPECTATORS" help:"Sockets of spectators at one table."`
	Guesses            int `default:"${guesses}" env:"GUESSES" help:"Wrong six-digit codes an hour of all addresses, a third of them at once."`
	MailboxMails       int `default:"${mailbox_mails}" env:"MAILBOX_MAILS" help:"Mails within 24 hours to one mailbox that nobody has verified, in whatever spelling."`
	DomainMails        int `default:"${domain_mails}" env:"DOMAIN_MAILS" help:"Such mails within 24 hours to one domain."`
	AddressMails       int `default:"${address_mails}" env:"ADDRESS_MAILS" help:"Such mails within 24 hours that one network address asks for."`
	Mails              int `default:"${mails}" env:"MAILS" help:"Such mails within 24 hours in all."`
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
