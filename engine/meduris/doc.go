// Package meduris is the rules of Meduris: two to four players build huts and temples around a mountain and answer the
// druid who walks past them. Numbers in brackets ([M21]) are ids of the project's telling of the rules.
package meduris
