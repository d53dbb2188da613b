package limit

// Limits are the numbers. 0 is no limit.
type Limits struct {
	AddressRequests int // requests a minute of one address
	AddressSignIns  int // new players and uses of device links an hour of one address
	AddressSockets  int // sockets of one address open at once
	PlayerRequests  int // requests a minute of one player, from wherever
	PlayerSockets   int // sockets of one player open at once
	PlayerActs      int // commands a second of one player at all tables, by both doors; twice as many at once
	PlayerTables    int // open and running tables of one player
	SocketBytes     int // bytes a second that one socket may send; twice as many at once, and what is more is read later
	TableSpectators int // sockets of those who watch one table
}

// Defaults are far above what people do, a school behind one address included, and far below what hurts.
func Defaults() Limits {
	return Limits{
		AddressRequests: 3000, AddressSignIns: 600, AddressSockets: 400,
		PlayerRequests: 1200, PlayerSockets: 40, PlayerActs: 20, PlayerTables: 20,
		SocketBytes: 32 << 10, TableSpectators: 200,
	}
}

// Name is what a limit is called in metrics.
type Name string

// The limits.
const (
	AddressRequests Name = "address_requests"
	AddressSignIns  Name = "address_sign_ins"
	AddressSockets  Name = "address_sockets"
	PlayerRequests  Name = "player_requests"
	PlayerSockets   Name = "player_sockets"
	PlayerActs      Name = "player_acts"
	PlayerTables    Name = "player_tables"
	SocketBytes     Name = "socket_bytes"
	TableSpectators Name = "table_spectators"
)

// ByName lists the numbers.
func (l Limits) ByName() map[Name]int {
	return map[Name]int{
		AddressRequests: l.AddressRequests, AddressSignIns: l.AddressSignIns, AddressSockets: l.AddressSockets,
		PlayerRequests: l.PlayerRequests, PlayerSockets: l.PlayerSockets, PlayerActs: l.PlayerActs, PlayerTables: l.PlayerTables,
		SocketBytes: l.SocketBytes, TableSpectators: l.TableSpectators,
	}
}
