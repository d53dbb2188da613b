// Package failpoint ends the process at chosen points of the code, so that tests can crash a server between two steps of a command.
//
// Only a program built with the tag failpoint contains it; otherwise Reach is empty and costs nothing. The environment variable FAILPOINT_FILE names
// a file. The process that reaches the point named in the file removes the file and ends by SIGKILL. Without the variable or the file nothing happens.
package failpoint

// Point is a place in the code.
type Point string

// The points, in the order in which a command passes them.
const (
	Append   Point = "append"   // before the commit of an entry
	Stored   Point = "stored"   // after the commit, before anything else knows of the entry
	Answer   Point = "answer"   // after delivery to the sockets, before the sender gets the result
	Publish  Point = "publish"  // before the message to the other nodes
	Snapshot Point = "snapshot" // before a snapshot of the state is stored
)

// Variable is the name of the environment variable with the path of the file.
const Variable = "FAILPOINT_FILE"
