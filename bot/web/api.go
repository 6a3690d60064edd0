package web

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"

	"delphi/bot"
	"delphi/commands"
)

// admit decides whether the asker is within the limits on questions, which do not apply
// to the operator.
func (s *site) admit(r *http.Request, line string) bot.Turn {
	h := s.limited
	if whoAsks(r).own {
		h = s.free
	}
	req := s.request(r, line)
	if after := before(r); after != "" {
		req.Follows = []string{after}
	}
	return bot.Admit(h, req)
}

// before returns the question that a line may change: that of the page on which it was typed.
func before(r *http.Request) string { return typed(r.URL.Query().Get("after")) }

// apiAsk answers a line as `delphi ask --json` does.
func (s *site) apiAsk(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cache-Control", "no-store")
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodOptions:
		h.Set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
		h.Set("Access-Control-Max-Age", "86400")
		w.WriteHeader(http.StatusNoContent)
		return
	default:
		h.Set("Allow", "GET, HEAD, OPTIONS")
		s.object(w, http.StatusMethodNotAllowed, &commands.Reply{Failed: true, Summary: "Ask with GET."})
		return
	}
	line := typed(r.URL.Query().Get("q"))
	turn := s.admit(r, line)
	if turn.Answer == nil {
		h.Set("Retry-After", "60")
		refused := turn.Refusal
		refused.Failed = true
		refused.Summary = cmp.Or(refused.Summary, "You are asking too much too quickly. Wait a minute.")
		s.object(w, http.StatusTooManyRequests, &refused)
		return
	}
	p, err := s.once(r, "{"+line+"\x00"+before(r), func(ctx context.Context) (*page, error) {
		reply := turn.Answer(ctx)
		b, err := reply.JSON()
		p := &page{kind: "application/json; charset=utf-8", body: append(b, '\n'), fresh: true, lasting: reply.Question != "" && !reply.Failed}
		if reply.Failed {
			p.status = http.StatusUnprocessableEntity
		}
		return p, err
	})
	s.sent(w, r, p, err)
}

// object sends a reply as JSON.
func (s *site) object(w http.ResponseWriter, status int, reply *commands.Reply) {
	b, err := reply.JSON()
	if err != nil {
		s.Log.Error("writing an answer as JSON failed", "command", reply.Command, "err", err)
		status, b = http.StatusInternalServerError, []byte(`{"ok":false,"error":{"text":"That answer could not be written."}}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	w.Write(append(b, '\n'))
}

// completions is the largest number of completions for a typed line.
const completions = 8

// apiComplete lists completions of a line.
func (s *site) apiComplete(w http.ResponseWriter, r *http.Request) {
	list := s.Router.Complete(r.URL.Query().Get("q"), completions)
	if list == nil {
		list = []string{}
	}
	b, err := encoded(list)
	s.sent(w, r, &page{kind: "application/json; charset=utf-8", body: b}, err)
}

// encoded returns a list for a script.
func encoded(list []string) ([]byte, error) { return json.Marshal(list) }

// apiDescription serves the OpenAPI description of the questions.
func (s *site) apiDescription(w http.ResponseWriter, r *http.Request) {
	p, err := s.keep(r, "/api/openapi.json", func(context.Context) (*page, error) {
		b, err := json.MarshalIndent(s.description(), "", "  ")
		return &page{kind: "application/json; charset=utf-8", body: b, lasting: true}, err
	})
	w.Header().Set("Access-Control-Allow-Origin", "*")
	s.sent(w, r, p, err)
}

type object = map[string]any

// description describes the API as OpenAPI 3.1.
func (s *site) description() object {
	text := object{"type": "string"}
	texts := object{"type": "array", "items": text}
	answered := object{
		"type": "object", "required": []string{"ok"},
		"properties": object{
			"ok":      object{"type": "boolean", "description": "Whether the question was answered."},
			"silent":  object{"type": "boolean", "description": "A channel would get no reply, because the line holds no question."},
			"command": text, "version": text,
			"summary":  object{"type": "string", "description": "The answer in one sentence."},
			"answer":   object{"description": "The answer for machines; its shape is the command's."},
			"assumed":  texts,
			"warnings": texts,
			"cites":    object{"type": "array", "items": text, "description": "Where the game's source states the rules: \"5.0.0 spell.c:2173\"."},
			"hints":    texts,
			"error": object{
				"type": "object", "required": []string{"text"},
				"properties": object{"text": text, "hints": texts},
			},
		},
	}
	response := func(what string) object {
		return object{"description": what, "content": object{"application/json": object{"schema": object{"$ref": "#/components/schemas/Reply"}}}}
	}
	server := s.whole("")
	if server == "" {
		server = s.base + "/"
	}
	return object{
		"openapi": "3.1.0",
		"info":    object{"title": "Delphi", "version": s.Version, "description": "NetHack odds. Questions are anonymous: nothing that belongs to a person or a channel is shown, and nothing is changed."},
		"servers": []object{{"url": server}},
		"paths": object{
			"/api/ask": object{"get": object{
				"operationId": "ask",
				"summary":     "Answer a line, as it would be typed in a chat",
				"parameters": []object{{
					"name": "q", "in": "query", "required": true, "description": "The line, at most 1,000 bytes.",
					"schema": object{"type": "string", "maxLength": commands.MaxLine}, "example": "fail wiz xl12 int18 force bolt",
				}, {
					"name": "after", "in": "query", "description": "The question before it, which the line may change (\"and with a robe?\"): what read said of it.",
					"schema": object{"type": "string", "maxLength": commands.MaxLine}, "example": "fail wiz xl12 int18 force bolt",
				}},
				"responses": object{
					"200": response("The answer."),
					"422": response("The line could not be answered; error says why, and what to type instead."),
					"429": response("You asked for too much; Retry-After says for how many seconds to wait."),
					"503": response("Everybody together is asking for too much; Retry-After says for how many seconds to wait."),
				},
			}},
			"/api/complete": object{"get": object{
				"operationId": "complete",
				"summary":     "List what a line may become while it is typed",
				"parameters":  []object{{"name": "q", "in": "query", "required": true, "schema": text}},
				"responses": object{
					"200": object{"description": "Whole lines, the likeliest first.", "content": object{"application/json": object{"schema": texts}}},
					"429": response("You asked for too much; Retry-After says for how many seconds to wait."),
				},
			}},
		},
		"components": object{"schemas": object{"Reply": answered}},
	}
}
