package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/wire"
)

type textInput struct {
	Language string `path:"language" doc:"A code of texts/languages.json"`
	File     string `path:"file" doc:"client, server, admin, or the id of a title"`
	Key      string `path:"key"`
}

type suggestionInput struct {
	Language string `path:"language" doc:"A code of texts/languages.json"`
	File     string `path:"file" doc:"client, server, admin, or the id of a title"`
	Key      string `path:"key"`
	Body     struct {
		Text string `json:"text" doc:"The better text, in ICU MessageFormat: 1 to 500 visible characters"`
	}
}

func (d *handler) textRoutes(api huma.API) {
	huma.Register(api, call(http.MethodGet, "/texts/{language}/{file}/{key}", "get-text", "A text of the client or the server as translators write it", http.StatusOK, 5), d.text)
	huma.Register(api, call(http.MethodPost, "/texts/{language}/{file}/{key}/suggestions", "suggest-text", "Suggest a better text to the operator", http.StatusNoContent, 10), d.suggestText)
}

func (d *handler) text(_ context.Context, in *textInput) (*output[wire.SourceText], error) {
	own, english, err := d.cfg.Suggestions.Text(in.Language, in.File, in.Key)
	return respond(wire.SourceText{Text: own, English: english}, err)
}

func (d *handler) suggestText(ctx context.Context, in *suggestionInput) (*struct{}, error) {
	if wait, ok := d.cfg.Limits.Suggestion(originOf(ctx).address); !ok {
		return nil, tooFast(wait)
	}
	return nil, d.cfg.Suggestions.Suggest(ctx, in.Language, in.File, in.Key, in.Body.Text)
}
