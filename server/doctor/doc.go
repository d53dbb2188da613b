// Package doctor judges the set-up of a server: it turns facts into findings that say what to do. The command doctor collects the facts. The package changes
// nothing, and knows neither the server nor a database.
package doctor
