package wire

import (
	"encoding/json"
	"time"
)

// SignInWays are the ways in that this server offers at this address.
type SignInWays struct {
	Passkey       bool   `json:"passkey"`
	PasskeyReason string `json:"passkeyReason,omitempty"` // why there are no passkeys: "no_https", "ip_address" or "other_address"
	Mail          bool   `json:"mail"`
	OIDC          string `json:"oidc,omitempty"`      // name of another sign-in; absent: none
	Door          string `json:"door"`                // "open", "invite" or "oidc": how new people come in
	MayInvite     bool   `json:"mayInvite,omitempty"` // the caller may make codes that let new people in
}

// PasskeyOptions are the options for the browser's passkey dialog.
type PasskeyOptions struct {
	Attempt string          `json:"attempt"`
	Options json.RawMessage `json:"options"` // PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON
}

// Way is a key by which the caller signs in again.
type Way struct {
	ID        string     `json:"id"`
	Kind      string     `json:"kind"` // "passkey" or "oidc"
	Name      string     `json:"name"`
	CreatedAt time.Time  `json:"createdAt"`
	UsedAt    *time.Time `json:"usedAt,omitempty"` // absent: never
}

// AccountEvent is something that happened to the caller's account.
type AccountEvent struct {
	ID   string    `json:"id"`
	At   time.Time `json:"at"`
	Kind string    `json:"kind"`           // docs/protocol.md lists the kinds
	Name string    `json:"name,omitempty"` // of the way or device
}

// WayList lists the caller's ways back, and what happened to the account.
type WayList struct {
	Ways   []Way          `json:"ways"`           // the oldest first
	Mail   string         `json:"mail,omitempty"` // the verified address, to which codes can be sent
	Events []AccountEvent `json:"events"`         // the newest first
}

// MergeOffer says what a guest has who was signed in before, and who can become one with the caller.
type MergeOffer struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Unfinished  int      `json:"unfinished"` // number of tables
	Finished    int      `json:"finished"`
	Results     int      `json:"results"`
	Messages    int      `json:"messages"`
	Invitations int      `json:"invitations"`
	Blocks      int      `json:"blocks"`
	Devices     int      `json:"devices"`
	Waiting     []string `json:"waiting,omitempty"` // unfinished tables at which both sit, whose seats stay apart
}

// Waiting is a sign-in that waits.
type Waiting struct {
	Code      string    `json:"code,omitempty"` // that another device of the person approves
	ExpiresAt time.Time `json:"expiresAt"`
}

// SignInAnswer is the answer to a sign-in that may need more.
type SignInAnswer struct {
	SignedIn *SignedIn `json:"signedIn,omitempty"`
	Waits    bool      `json:"waits,omitempty"`   // nobody has approved the device yet
	Choices  []Player  `json:"choices,omitempty"` // several people use the mail address: name one
}

// DeviceRequest is a new device that waits for the approval of another one.
type DeviceRequest struct {
	Label string    `json:"label"`
	Since time.Time `json:"since"`
}

// Redirect is an address that the browser has to open.
type Redirect struct {
	Address string `json:"address"`
}

// DoorCode is a code of the server that lets new people in.
type DoorCode struct {
	ID        string    `json:"id"`
	Code      string    `json:"code,omitempty"` // only in the answer that makes it
	Uses      int       `json:"uses"`           // number of people that it still lets in
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// DoorCodeList lists codes of the server, the newest first.
type DoorCodeList struct {
	Codes []DoorCode `json:"codes"`
}
