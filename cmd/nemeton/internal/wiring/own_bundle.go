package wiring

import (
	"sync"

	"nemeton"
	"nemeton/server/bundle"
	"nemeton/web"
)

// OwnBundle returns the list of the client in this program.
var OwnBundle = sync.OnceValue(func() string {
	list, err := bundle.List(web.Client())
	if err != nil {
		panic(err) // impossible: the files are in the program
	}
	return list
})

// texts are the files, by name, that the server adds to those of the client: the texts of its About page, and the list of the client's files.
func texts() map[string]string {
	return map[string]string{
		bundle.Path[1:]:           OwnBundle(),
		"version.txt":             BuildVersion() + "\n",
		"license.txt":             nemeton.License,
		"third-party-notices.txt": nemeton.ThirdPartyNotices,
	}
}
