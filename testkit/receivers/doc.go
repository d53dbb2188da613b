// Package receivers holds the other ends of notifications for tests: a push service with browsers, an SMTP server, and a webhook.
package receivers
