package wiring

import (
	"nemeton/texts/sources"
	"nemeton/web"
)

// TextSources are the files of texts of this program.
func TextSources() sources.Sources { return sources.New(web.TitleTexts) }
