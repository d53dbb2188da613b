// Package typed cleans the texts that people type: names, messages, reasons and codes. It normalizes differences that nobody sees, and names the fault
// of a text that it refuses.
package typed
