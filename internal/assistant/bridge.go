package assistant

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Limits of the bridge.
const (
	maxMessage  = 4 << 20
	messages    = 8 // under way at once
	bridgeLimit = 3 * time.Minute
)

// bridge passes messages of one program on to an installation.
type bridge struct {
	address, key string
	client       *http.Client

	mu      sync.Mutex
	out     io.Writer
	version string // of the protocol, as both sides agreed
}

// message is what the bridge reads of a message.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name string         `json:"name"`
		URI  string         `json:"uri"`
		Meta map[string]any `json:"_meta"`
	} `json:"params"`
}

// Bridge is for programs that start a server themselves: it reads messages as lines from in, posts each to the installation
// at base, and writes the answers as lines to out, until in ends.
func Bridge(ctx context.Context, in io.Reader, out io.Writer, base, key string) error {
	b := &bridge{address: strings.TrimRight(base, "/") + "/mcp", key: key, client: &http.Client{Timeout: bridgeLimit}, out: out}
	var underWay sync.WaitGroup
	defer underWay.Wait()
	places := make(chan struct{}, messages)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxMessage)
	for lines.Scan() {
		line := bytes.Clone(bytes.TrimSpace(lines.Bytes()))
		if len(line) == 0 {
			continue
		}
		var m message
		if json.Unmarshal(line, &m) != nil {
			b.fail(json.RawMessage("null"), -32700, "This is not a message.")
			continue
		}
		if m.Method == "initialize" { // what follows depends on the version in its answer
			underWay.Wait()
			b.pass(ctx, m, line)
			continue
		}
		places <- struct{}{}
		underWay.Go(func() {
			defer func() { <-places }()
			b.pass(ctx, m, line)
		})
	}
	return lines.Err()
}

// pass posts a message, and writes what is answered. A failure becomes the answer to the message.
func (b *bridge) pass(ctx context.Context, m message, line []byte) {
	if err := b.post(ctx, m, line); err != nil && len(m.ID) > 0 {
		b.fail(m.ID, -32000, err.Error())
	}
}

func (b *bridge) post(ctx context.Context, m message, line []byte) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.address, bytes.NewReader(line))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+b.key)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	b.describe(r.Header, m)
	answer, err := b.client.Do(r)
	if err != nil {
		return fmt.Errorf("btracker can not be reached: %w", err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxMessage))
	if err != nil {
		return fmt.Errorf("btracker's answer broke off: %w", err)
	}
	if answer.StatusCode >= http.StatusMultipleChoices && !isMessage(body) {
		return refused(answer, body)
	}
	if kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type")); kind == "text/event-stream" {
		for line := range bytes.Lines(body) {
			if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
				b.write(data)
			}
		}
		return nil
	}
	if m.Method == "initialize" {
		var agreed struct {
			Result struct{ ProtocolVersion string }
		}
		if json.Unmarshal(body, &agreed) == nil {
			b.version = agreed.Result.ProtocolVersion
		}
	}
	b.write(body)
	return nil
}

// describe sets the headers by which a server knows a message without reading it.
func (b *bridge) describe(h http.Header, m message) {
	version := b.version
	if own, ok := m.Params.Meta["io.modelcontextprotocol/protocolVersion"].(string); ok {
		version = own
	}
	if version != "" && m.Method != "initialize" {
		h.Set("Mcp-Protocol-Version", version)
	}
	if m.Method == "" { // an answer
		return
	}
	h.Set("Mcp-Method", m.Method)
	if name := m.Params.Name + m.Params.URI; name != "" && !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' }) {
		h.Set("Mcp-Name", name)
	}
}

// refused says what an answer that is no success means.
func refused(answer *http.Response, body []byte) error {
	var p struct{ Code, Reason string }
	if json.Unmarshal(body, &p) != nil || p.Code == "" {
		return fmt.Errorf("btracker answers %s", answer.Status)
	}
	text := p.Code + ": " + p.Reason
	if wait := answer.Header.Get("Retry-After"); wait != "" {
		text += " Wait " + wait + " seconds."
	}
	return fmt.Errorf("%s", text)
}

// isMessage reports whether a body is a message of the protocol, and no page of a proxy.
func isMessage(body []byte) bool {
	var m struct{ JSONRPC string }
	return json.Unmarshal(body, &m) == nil && m.JSONRPC != ""
}

// write writes a message as one line.
func (b *bridge) write(text []byte) {
	var line bytes.Buffer
	if json.Compact(&line, text) != nil || line.Len() == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	_, _ = b.out.Write(append(line.Bytes(), '\n')) // a program that has gone closes its end of in too
}

func (b *bridge) fail(id json.RawMessage, code int, text string) {
	answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": code, "message": text}})
	if err == nil {
		b.write(answer)
	}
}
