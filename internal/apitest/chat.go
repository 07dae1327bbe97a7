package apitest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"btracker/internal/tracker"
)

// ChatSecret is in the address of every Chat.
const ChatSecret = "B0SECRETOFTHECHANNEL"

// Chat is a real server that takes messages as an incoming webhook of a chat does.
type Chat struct {
	t       *testing.T
	URL     string
	OnTaken func(r *http.Request) // called before the answer, if set

	mu      sync.Mutex
	status  int
	says    string
	arrived []ChatMessage
}

// ChatMessage is a message that arrived, and all words in it.
type ChatMessage struct{ Raw, Words string }

// NewChat starts a chat that answers ok.
func NewChat(t *testing.T) *Chat {
	c := &Chat{t: t, status: http.StatusOK, says: "ok"}
	server := httptest.NewServer(http.HandlerFunc(c.take))
	t.Cleanup(server.Close)
	c.URL = server.URL + "/services/T0/" + ChatSecret
	return c
}

func (c *Chat) take(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var message any
	if err == nil {
		err = json.Unmarshal(body, &message)
	}
	if err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
		c.t.Errorf("%s %s: %v", r.Method, body, err)
	}
	c.mu.Lock()
	c.arrived = append(c.arrived, ChatMessage{string(body), strings.Join(textsIn(message), "\n")})
	status, says := c.status, c.says
	c.mu.Unlock()
	if c.OnTaken != nil {
		c.OnTaken(r)
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, says)
}

// textsIn lists the texts of a message, without the one that repeats the blocks of Slack.
func textsIn(value any) (texts []string) {
	switch value := value.(type) {
	case []any:
		for _, v := range value {
			texts = append(texts, textsIn(v)...)
		}
	case map[string]any:
		if text, ok := value["text"].(string); ok && value["blocks"] == nil {
			texts = append(texts, text)
		}
		for _, name := range []string{"blocks", "text", "attachments", "content", "body", "inlines", "selectAction", "actions", "url"} {
			if inner, ok := value[name].(string); ok && name == "url" {
				texts = append(texts, inner)
			}
			texts = append(texts, textsIn(value[name])...)
		}
	}
	return texts
}

// Answers sets what the chat answers from now on.
func (c *Chat) Answers(status int, says string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status, c.says = status, says
}

// Took returns the messages that arrived since the last call.
func (c *Chat) Took() []ChatMessage {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := c.arrived
	c.arrived = nil
	return list
}

// AddChannel makes a channel to a chat that is told everything, unless more says otherwise.
func (c *Client) AddChannel(chat *Chat, more Object) (made tracker.Channel) {
	c.API.T.Helper()
	c.Post("/channel", Merged(Object{"name": "Ops", "kind": "slack", "url": chat.URL, "events": tracker.ChannelEvents}, more)).Status(201).Into(&made)
	return made
}

// Channel reads one channel from the list.
func (c *Client) Channel(id string) (found tracker.Channel) {
	c.API.T.Helper()
	var list []tracker.Channel
	c.Get("/channel").Status(200).Into(&list)
	for _, ch := range list {
		if ch.ID == id {
			return ch
		}
	}
	c.API.T.Fatalf("no channel %s in %+v", id, list)
	return found
}
