module nemeton

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0
	github.com/rs/zerolog v1.35.1
	github.com/wI2L/jsondiff v0.7.1
	golang.org/x/time v0.16.0
	nhooyr.io/websocket v1.8.17
)

require (
	github.com/mattn/go-colorable v0.1.14 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/tidwall/gjson v1.18.0 // indirect
	github.com/tidwall/match v1.1.1 // indirect
	github.com/tidwall/pretty v1.2.1 // indirect
	github.com/tidwall/sjson v1.2.5 // indirect
	golang.org/x/sys v0.29.0 // indirect
)

// Some npm packages carry Go files.
ignore ./web/node_modules
