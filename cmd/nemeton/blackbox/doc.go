// Package blackbox tests the true server: it builds the program, starts processes of it on both stores, kills, stops and
// doubles them, and plays on them through the doors alone.
package blackbox
