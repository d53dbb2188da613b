// Package telemetry provides logs, metrics and health checks for operators.
//
// Logs contain ids of requests and tables. They never contain tokens, invites, cards, secrets or names: paths are logged as the
// pattern of their route, and queries not at all. Metrics have no ids as labels and are served on the admin address only.
package telemetry
