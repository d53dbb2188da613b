package apperr

import (
	"net/http"
)

// Code tells a client what to do. docs/protocol.md lists all codes; their meaning never changes.
type Code string

// The codes of problem documents and results.
const (
	Unauthenticated    Code = "unauthenticated"
	NotAllowed         Code = "not_allowed"
	AddressBanned      Code = "address_banned" // the operator banned the address of the client
	CrossOrigin        Code = "cross_origin"
	WrongHost          Code = "wrong_host"     // the request names a host that this server does not serve
	UnknownTable       Code = "unknown_table"  // also for a private table that the caller may not see
	UnknownPlayer      Code = "unknown_player" // also for a player whose history the caller may not see
	UnknownWay         Code = "unknown_way"
	BadIdentity        Code = "bad_identity" // the OIDC provider did not confirm it
	BadPasskey         Code = "bad_passkey"  // unknown, or it did not fit
	WayTaken           Code = "way_taken"    // another person uses it
	TooManyFriends     Code = "too_many_friends"
	TooManyWays        Code = "too_many_ways"
	NotOffered         Code = "not_offered" // this server, or this address of it, does not offer the way
	DoorClosed         Code = "door_closed" // new people need an invitation
	UnknownSession     Code = "unknown_session"
	NotFound           Code = "not_found"
	MethodNotAllowed   Code = "method_not_allowed"
	BadLink            Code = "bad_link"
	WrongCode          Code = "wrong_code" // no app has to sign in with this code
	ExpiredCode        Code = "expired_code"
	LockedCode         Code = "locked_code" // wrong codes were entered too often
	Malformed          Code = "malformed"
	Invalid            Code = "invalid"
	BadName            Code = "bad_name"
	UnknownTitle       Code = "unknown_title"
	BadOptions         Code = "bad_options"
	BadSeats           Code = "bad_seats"
	BadColor           Code = "bad_color"
	SeatTaken          Code = "seat_taken"
	ColorTaken         Code = "color_taken"
	BadMoment          Code = "bad_moment" // the game cannot be played on from there
	TableFull          Code = "table_full"
	TableRunning       Code = "table_running"
	TableFinished      Code = "table_finished"
	TableClosed        Code = "table_closed"
	NotConfirmed       Code = "not_confirmed"   // a player at the table has not confirmed the rematch
	NotContributed     Code = "not_contributed" // a person at the table has neither contributed to its chance nor declined
	AlreadyContributed Code = "already_contributed"
	BadProof           Code = "bad_proof" // a signature or a reveal that does not fit
	TableNotFull       Code = "table_not_full"
	NotHost            Code = "not_host"
	NotSeated          Code = "not_seated"
	WrongInvite        Code = "wrong_invite"
	CannotInvite       Code = "cannot_invite"     // the person does not accept an invitation of the caller now
	HolderConnected    Code = "holder_connected"  // the player of the seat is at the table
	NobodyToConfirm    Code = "nobody_to_confirm" // there is no other person at the table
	OwnSeat            Code = "own_seat"          // a person cannot confirm a claim of the own seat, or the own claim
	Barred             Code = "barred"            // the host removed the player from the table
	StaleDecision      Code = "stale_decision"
	NotYourDecision    Code = "not_your_decision"
	IllegalMove        Code = "illegal_move"
	NothingToTakeBack  Code = "nothing_to_take_back"
	NoChange           Code = "no_change"
	NotAway            Code = "not_away"
	TimeLeft           Code = "time_left"   // the clock has not reached zero
	OutOfTime          Code = "out_of_time" // the clock has reached zero
	Conceded           Code = "conceded"    // the person has conceded
	Restored           Code = "restored"    // the history that the command refers to was lost
	IDReused           Code = "id_reused"
	TooLong            Code = "too_long"        // a chat message
	BadText            Code = "bad_text"        // a chat message with characters that are not allowed
	UnknownMessage     Code = "unknown_message" // also one that the caller may not see
	TooManyTables      Code = "too_many_tables"
	DailyLimit         Code = "daily_limit"
	TooManySockets     Code = "too_many_sockets"
	TooFast            Code = "too_fast"
	TooManyGuesses     Code = "too_many_guesses" // wrong app codes
	TooLarge           Code = "too_large"
	MailLimit          Code = "mail_limit"       // too many mails to unverified addresses within a day
	MailRefused        Code = "mail_refused"     // the mail server does not take mails for the address
	MailLater          Code = "mail_later"       // the mail server takes no mails now
	MailBroken         Code = "mail_broken"      // the mail server refuses this server, whose set-up must change
	UnsupportedType    Code = "unsupported_type" // the body has another content type than JSON
	Unavailable        Code = "unavailable"
	Overloaded         Code = "overloaded"
	Damaged            Code = "damaged"
	NewerProgram       Code = "newer_program" // a node with a newer program continued the table
	Upgrading          Code = "upgrading"     // another node could not read the entry, and is about to be upgraded
	Sealed             Code = "sealed"        // the table's secret is encrypted with a key that this server does not have
	Internal           Code = "internal"
)

var status = map[Code]int{
	Unauthenticated:    http.StatusUnauthorized,
	NotAllowed:         http.StatusForbidden,
	AddressBanned:      http.StatusForbidden,
	CrossOrigin:        http.StatusForbidden,
	WrongHost:          http.StatusMisdirectedRequest,
	UnknownTable:       http.StatusNotFound,
	UnknownPlayer:      http.StatusNotFound,
	UnknownWay:         http.StatusNotFound,
	BadPasskey:         http.StatusForbidden,
	BadIdentity:        http.StatusForbidden,
	WayTaken:           http.StatusConflict,
	TooManyFriends:     http.StatusConflict,
	TooManyWays:        http.StatusConflict,
	NotOffered:         http.StatusConflict,
	DoorClosed:         http.StatusForbidden,
	UnknownSession:     http.StatusNotFound,
	NotFound:           http.StatusNotFound,
	MethodNotAllowed:   http.StatusMethodNotAllowed,
	BadLink:            http.StatusNotFound,
	WrongCode:          http.StatusNotFound,
	ExpiredCode:        http.StatusGone,
	LockedCode:         http.StatusLocked,
	Malformed:          http.StatusBadRequest,
	Invalid:            http.StatusUnprocessableEntity,
	BadName:            http.StatusUnprocessableEntity,
	UnknownTitle:       http.StatusUnprocessableEntity,
	BadOptions:         http.StatusUnprocessableEntity,
	BadSeats:           http.StatusUnprocessableEntity,
	BadColor:           http.StatusUnprocessableEntity,
	BadMoment:          http.StatusUnprocessableEntity,
	SeatTaken:          http.StatusConflict,
	ColorTaken:         http.StatusConflict,
	TableFull:          http.StatusConflict,
	TableRunning:       http.StatusConflict,
	TableFinished:      http.StatusConflict,
	TableClosed:        http.StatusConflict,
	NotConfirmed:       http.StatusConflict,
	NotContributed:     http.StatusConflict,
	AlreadyContributed: http.StatusConflict,
	BadProof:           http.StatusConflict,
	TableNotFull:       http.StatusConflict,
	NotHost:            http.StatusForbidden,
	NotSeated:          http.StatusForbidden,
	WrongInvite:        http.StatusForbidden,
	CannotInvite:       http.StatusForbidden,
	Barred:             http.StatusForbidden,
	StaleDecision:      http.StatusConflict,
	NotYourDecision:    http.StatusForbidden,
	IllegalMove:        http.StatusUnprocessableEntity,
	NothingToTakeBack:  http.StatusConflict,
	NoChange:           http.StatusConflict,
	NotAway:            http.StatusConflict,
	TimeLeft:           http.StatusConflict,
	OutOfTime:          http.StatusConflict,
	HolderConnected:    http.StatusConflict,
	NobodyToConfirm:    http.StatusConflict,
	OwnSeat:            http.StatusForbidden,
	Conceded:           http.StatusConflict,
	Restored:           http.StatusConflict,
	IDReused:           http.StatusConflict,
	TooLong:            http.StatusUnprocessableEntity,
	BadText:            http.StatusUnprocessableEntity,
	UnknownMessage:     http.StatusNotFound,
	TooManyTables:      http.StatusTooManyRequests,
	DailyLimit:         http.StatusTooManyRequests,
	TooManySockets:     http.StatusTooManyRequests,
	TooFast:            http.StatusTooManyRequests,
	TooManyGuesses:     http.StatusTooManyRequests,
	TooLarge:           http.StatusRequestEntityTooLarge,
	MailLimit:          http.StatusTooManyRequests,
	MailRefused:        http.StatusUnprocessableEntity,
	MailLater:          http.StatusServiceUnavailable,
	MailBroken:         http.StatusServiceUnavailable,
	UnsupportedType:    http.StatusUnsupportedMediaType,
	Unavailable:        http.StatusServiceUnavailable,
	Overloaded:         http.StatusServiceUnavailable,
	Damaged:            http.StatusInternalServerError,
	NewerProgram:       http.StatusServiceUnavailable,
	Upgrading:          http.StatusServiceUnavailable,
	Sealed:             http.StatusServiceUnavailable,
	Internal:           http.StatusInternalServerError,
}

// Status returns the HTTP status of problem documents with the code; 500 for unlisted codes.
func (c Code) Status() int {
	if s, ok := status[c]; ok {
		return s
	}
	return http.StatusInternalServerError
}

// ServersFault reports whether a command was refused because the server cannot work now. Such a refusal is no fault of the client.
func (c Code) ServersFault() bool { return c == Unavailable || c == Overloaded || c == Upgrading }
