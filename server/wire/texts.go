package wire

// SourceText is a text as translators write it, in ICU MessageFormat.
type SourceText struct {
	Text    string `json:"text" doc:"In the language that was asked for"`
	English string `json:"english" doc:"The text that it translates"`
}
