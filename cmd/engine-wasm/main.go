//go:build js

// Command engine-wasm is the engine for browsers. Its worker (web/src/engine-worker) calls the function nemetonEngine, which takes a command of
// package inbrowser as bytes and returns the answer as bytes.
package main

import (
	"syscall/js"

	"nemeton/engine/catalog"
	"nemeton/engine/inbrowser"
)

func main() {
	clock := js.Global().Get("performance")
	e := inbrowser.New(catalog.Find, func() float64 { return clock.Call("now").Float() })
	bytes := js.Global().Get("Uint8Array")
	js.Global().Set("nemetonEngine", js.FuncOf(func(_ js.Value, args []js.Value) any {
		command := make([]byte, args[0].Length())
		js.CopyBytesToGo(command, args[0])
		answer := e.Handle(command)
		out := bytes.New(len(answer))
		js.CopyBytesToJS(out, answer)
		return out
	}))
	select {}
}
