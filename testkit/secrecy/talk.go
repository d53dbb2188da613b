package secrecy

import (
	"fmt"
	"net/http"
)

// talk sends the same chat messages and reactions to both servers, from all seats and from a spectator, and compares the messages of the viewers' sockets. A chat message
// belongs to no entry, so that nothing in it may depend on the state.
func (p *pair) talk() error {
	p.tick()
	text := fmt.Sprintf("message %d", p.acts)
	for _, h := range p.instances {
		for seat, token := range append(p.tokens[:len(p.tokens):len(p.tokens)], p.spareToken) {
			path := p.tablePath("/chat?invite=" + p.invite)
			a, err := h.request(http.MethodPost, path, token, map[string]any{"id": fmt.Sprintf("say-%d", p.acts), "text": fmt.Sprintf("%s of %d", text, seat)})
			if err == nil && a.status != http.StatusCreated {
				err = fmt.Errorf("chat: status %d", a.status)
			}
			if err != nil {
				return err
			}
		}
		path := p.tablePath(fmt.Sprintf("/reactions/%d", p.fold.Seq()))
		if _, err := h.request(http.MethodPut, path, p.tokens[p.acts%len(p.tokens)], map[string]any{"glyph": "heart"}); err != nil {
			return err
		}
	}
	p.report.Messages += len(p.tokens) + 2
	return p.compareSockets("messages and reactions", p.viewers)
}
