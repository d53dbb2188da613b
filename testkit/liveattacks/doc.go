// Package liveattacks has the tests of a malicious server: honest devices play at an operator who holds the secret and the log and may do
// anything. The catalog of the tests is the table of docs/fairness.md.
package liveattacks
