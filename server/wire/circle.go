package wire

import "time"

// Friend is another person as the caller sees them.
type Friend struct {
	Player Player    `json:"player"`
	State  string    `json:"state"` // "friend"; "asks": the caller has to answer; "asked": the other one has
	Since  time.Time `json:"since"`
}

// FriendAnswer is the state of a friendship after a question.
type FriendAnswer struct {
	State string `json:"state"`
}

// FriendList lists people who ask, friends, and people who were asked, in this order.
type FriendList struct {
	Friends []Friend `json:"friends"`
}

// Circle holds the friends of the caller, and the figures of the games that they finished together.
type Circle struct {
	Friends []Friend      `json:"friends"`
	Titles  []CircleTitle `json:"titles"`
}

// CircleTitle holds the figures of one title, the caller's first.
type CircleTitle struct {
	Title   string         `json:"title"`
	Members []CircleMember `json:"members"`
}

// CircleMember holds the figures of one person.
type CircleMember struct {
	Player Player `json:"player"`
	Games  int    `json:"games"`
	Wins   int    `json:"wins"`
	Placed int    `json:"placed"` // games with a place
	Places int    `json:"places"` // their sum
	Streak int    `json:"streak"` // wins in a row, up to the last game
	Best   int    `json:"best"`   // the longest one
	Ahead  int    `json:"ahead"`  // games in which the caller was better than this friend; 0 for the caller
	Behind int    `json:"behind"`
}
