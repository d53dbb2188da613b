// Package telemetry is what the people who run a server see of it: logs, metrics, and whether it lives and can serve.
//
// Logs hold request and table ids. They never hold tokens, invites, hands, secrets or names: paths are logged as the pattern of
// their route, and queries not at all. Metrics have no ids as labels, and leave through the admin address alone.
package telemetry
