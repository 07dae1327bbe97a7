package main_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"btracker/internal/child"
)

// officialClient is the official client of TypeScript, in Node.
type officialClient struct {
	t        *testing.T
	commands io.WriteCloser
	answers  *bufio.Scanner
}

func newOfficialClient(t *testing.T, kind, address, key string) *officialClient {
	t.Helper()
	web := filepath.Join("..", "..", "web")
	if _, err := os.Stat(filepath.Join(web, "node_modules", "@modelcontextprotocol", "sdk")); err != nil {
		t.Fatal("@modelcontextprotocol/sdk is not installed: run `npm --prefix web install --no-save`")
	}
	program, err := filepath.Abs(binary)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "mcptest/client.mjs", kind, address, key, program) // #nosec G204 -- a test's own client
	cmd.Dir, cmd.Stderr = web, os.Stderr
	commands, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = in
	node, err := child.Start(cmd, syscall.SIGKILL)
	in.Close()
	if err != nil {
		t.Fatalf("node is needed: %v", err)
	}
	c := &officialClient{t, commands, bufio.NewScanner(out)}
	c.answers.Buffer(nil, 4<<20)
	t.Cleanup(func() {
		commands.Close()
		<-node.Ended()
		out.Close()
		if code := node.ExitCode(); code != 0 {
			t.Errorf("node ended with status %d", code)
		}
	})
	return c
}

func (c *officialClient) ask(call string, sent any, into any) {
	c.t.Helper()
	line, err := json.Marshal([]any{call, sent})
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := c.commands.Write(append(line, '\n')); err != nil {
		c.t.Fatal(err)
	}
	if !c.answers.Scan() {
		c.t.Fatalf("no answer to %s", line)
	}
	if err := json.Unmarshal(c.answers.Bytes(), into); err != nil {
		c.t.Fatalf("%s: %v: %s", line, err, c.answers.Bytes())
	}
}

type toolAnswer struct {
	Content []struct{ Text string }
	IsError bool
	Failed  string
}

func (c *officialClient) call(name string, arguments object) string {
	c.t.Helper()
	var a toolAnswer
	c.ask("call", object{"name": name, "arguments": arguments}, &a)
	if a.IsError || a.Failed != "" || len(a.Content) == 0 {
		c.t.Fatalf("%s %v: %+v", name, arguments, a)
	}
	return a.Content[0].Text
}

// TestAssistants has the official client of TypeScript work over HTTP and through the bridge.
func TestAssistants(t *testing.T) {
	s := serving(t, nil, "--data", demoData(t))
	address, token := s.Base+"/", s.demoToken()
	newKey := func(scope string) string {
		status, body := s.do("POST", "/api/v1/account/key", token, object{"name": "Assistant", "scope": scope})
		var key struct{ Key string }
		if err := json.Unmarshal([]byte(body), &key); status != 201 || err != nil {
			t.Fatalf("a key: %d %s", status, body)
		}
		s.tokens = append(s.tokens, key.Key)
		return key.Key
	}
	writes, reads := newKey("write"), newKey("read")
	for _, kind := range []string{"http", "stdio"} {
		t.Run(kind, func(t *testing.T) {
			var tools, pages []string
			reader := newOfficialClient(t, kind, address, reads)
			if reader.ask("tools", nil, &tools); len(tools) != 7 || slices.Contains(tools, "apply_change") {
				t.Errorf("tools of a key that reads: %v", tools)
			}
			c := newOfficialClient(t, kind, address, writes)
			if c.ask("tools", nil, &tools); !slices.Contains(tools, "apply_change") || !slices.Contains(tools, "undo_change") {
				t.Errorf("tools of a key that writes: %v", tools)
			}
			if c.ask("resources", nil, &pages); !slices.Contains(pages, "btracker://guide/renewals") {
				t.Errorf("resources: %v", pages)
			}
			var page string
			if c.ask("read", "btracker://guide/renewals", &page); !strings.HasPrefix(page, "# ") {
				t.Errorf("a page: %q", page)
			}
			id := regexp.MustCompile(`(?m)^[0-9a-f]{8}-[0-9a-f-]{27}`)
			renewals := c.call("list_renewals", object{})
			if !strings.Contains(renewals, "/btracker/app/renewals") || len(renewals) >= 8000 || !id.MatchString(renewals) {
				t.Errorf("renewals: %s", renewals)
			}
			company := id.FindString(c.call("list_records", object{"list": "company", "query": "PageSize=1"}))
			var preview struct{ Token string }
			if err := json.Unmarshal([]byte(c.call("preview_change", object{"list": "company", "ids": []string{company}, "action": "edit",
				"params": object{"fields": object{"details": "by " + kind}}})), &preview); err != nil {
				t.Fatal(err)
			}
			var applied struct{ BatchID string }
			if err := json.Unmarshal([]byte(c.call("apply_change", object{"token": preview.Token})), &applied); err != nil {
				t.Fatal(err)
			}
			if record := c.call("get_record", object{"list": "company", "id": company}); !strings.Contains(record, "by "+kind) {
				t.Errorf("not applied: %s", record)
			}
			c.call("undo_change", object{"batchId": applied.BatchID})
			var again toolAnswer
			if c.ask("call", object{"name": "apply_change", "arguments": object{"token": preview.Token}}, &again); !again.IsError ||
				!strings.Contains(again.Content[0].Text, "previewEnded") {
				t.Errorf("a token works twice: %+v", again)
			}
		})
	}

	// The command line of the protocol's own inspector, through the bridge.
	program, err := filepath.Abs(binary)
	if err != nil {
		t.Fatal(err)
	}
	inspect := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("node", append([]string{"node_modules/@modelcontextprotocol/inspector-cli/build/index.js", program, "mcp"}, args...)...) // #nosec G204 -- a test's own client
		cmd.Dir, cmd.Env = filepath.Join("..", "..", "web"), append(os.Environ(), "BTRACKER_URL="+address, "BTRACKER_KEY="+reads)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	if tools := inspect("--method", "tools/list"); !strings.Contains(tools, `"name": "list_renewals"`) || strings.Contains(tools, "apply_change") {
		t.Errorf("tools in the inspector: %s", tools)
	}
	if renewals := inspect("--method", "tools/call", "--tool-name", "list_renewals"); !strings.Contains(renewals, "/btracker/app/renewals") {
		t.Errorf("renewals in the inspector: %s", renewals)
	}
	if page := inspect("--method", "resources/read", "--uri", "btracker://guide/renewals"); !strings.Contains(page, `"text": "# `) {
		t.Errorf("a page in the inspector: %s", page)
	}

	// What is wrong with the bridge's settings is one line; what is wrong with a message is its answer.
	for _, env := range [][]string{nil, {"BTRACKER_URL=nowhere", "BTRACKER_KEY=k"}, {"BTRACKER_URL=" + address}} {
		if r := run(t, env, "mcp"); r.code != 2 || r.stdout != "" || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%v: status %d\n%s%s", env, r.code, r.stdout, r.stderr)
		}
	}
	cmd := command(t, []string{"BTRACKER_URL=" + address, "BTRACKER_KEY=btk_WRONG"}, "mcp")
	cmd.Stdin = strings.NewReader("not a message\n" + `{"jsonrpc":"2.0","id":7,"method":"tools/list"}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n")
	out, err := cmd.Output()
	if lines := strings.Split(strings.TrimSpace(string(out)), "\n"); err != nil || len(lines) != 2 || !strings.Contains(lines[0], "-32700") ||
		!strings.Contains(lines[1], `"id":7`) || !strings.Contains(lines[1], "invalidToken") {
		t.Errorf("the bridge with a wrong key: %v\n%s", err, out)
	}
}
