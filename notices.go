// Package nemeton embeds the license texts of the program, so that every copy of it carries them.
package nemeton

import _ "embed"

// License is the license of Nemeton itself.
//
//go:embed LICENSE
var License string

// ThirdPartyNotices are the licenses of the Go modules, npm packages and fonts in the program. cmd/gen-notices writes them.
//
//go:embed THIRD_PARTY_NOTICES
var ThirdPartyNotices string
