package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"btracker/internal/pgtest"
	"btracker/internal/testkit"
)

// page is a live connection by Long Polling: nothing but requests.
type page struct {
	s     *server
	token string
	at    string
	text  string
}

func (s *server) open(token string) *page {
	s.t.Helper()
	status, body := s.do(http.MethodPost, "/hub/notification/negotiate?negotiateVersion=1", token, nil)
	var n struct{ ConnectionToken string }
	if err := json.Unmarshal([]byte(body), &n); status != 200 || err != nil {
		s.t.Fatalf("negotiate: %d %s", status, body)
	}
	s.tokens = append(s.tokens, n.ConnectionToken) // neither may be in the log
	p := &page{s: s, token: token, at: "/hub/notification?id=" + n.ConnectionToken}
	if status, body := s.get(p.at, token); status != 200 || body != "" {
		s.t.Fatalf("first poll: %d %s", status, body)
	}
	p.post("{\"protocol\":\"json\",\"version\":1}\x1e")
	p.expect("{}")
	return p
}

func (p *page) post(record string) {
	p.s.t.Helper()
	if status, body := p.s.do(http.MethodPost, p.at, p.token, []byte(record)); status != 200 {
		p.s.t.Fatalf("POST: %d %s", status, body)
	}
}

// next answers the next record, without its separator.
func (p *page) next() string {
	p.s.t.Helper()
	for !strings.Contains(p.text, "\x1e") {
		status, body := p.s.get(p.at, p.token)
		if status != 200 {
			p.s.t.Fatalf("poll: %d %s", status, body)
		}
		p.text += body
	}
	record, rest, _ := strings.Cut(p.text, "\x1e")
	p.text = rest
	return record
}

func (p *page) expect(want string) {
	p.s.t.Helper()
	if got := p.next(); got != want {
		p.s.t.Fatalf("got %s, want %s", got, want)
	}
}

// expectChanged waits for the next change and checks what it names.
func (p *page) expectChanged(entity, id, action string) {
	p.s.t.Helper()
	var event struct {
		Target    string
		Arguments []struct {
			Seq                    int64
			Entity, ID, Action, By string
		}
	}
	record := p.next()
	if err := json.Unmarshal([]byte(record), &event); err != nil || event.Target != "Changed" || len(event.Arguments) != 1 {
		p.s.t.Fatalf("got %s, %v", record, err)
	}
	if event.Arguments[0].By == "" {
		// The administrator was made by a command. Transactions of other tests in the cluster delay the log of it.
		p.expectChanged(entity, id, action)
		return
	}
	if c := event.Arguments[0]; c.Entity != entity || c.ID != id || c.Action != action || c.By != "Ada" || c.Seq == 0 {
		p.s.t.Fatalf("got %s, want %s %s %s", record, action, entity, id)
	}
}

func (s *server) createCompany(token, name string) (id string) {
	s.t.Helper()
	status, body := s.do(http.MethodPost, "/api/v1/company", token, object{"name": name, "email": "a@example.com"})
	var company struct{ ID string }
	if err := json.Unmarshal([]byte(body), &company); status != 201 || err != nil {
		s.t.Fatalf("company: %d %s", status, body)
	}
	return company.ID
}

// What is done at one replica is told at every other, and who signs out there is
// signed out here.
func TestLiveConnections(t *testing.T) {
	for name, where := range map[string]func(t *testing.T) (env, args []string, replicas int){
		"sqlite": func(t *testing.T) (env, args []string, replicas int) {
			return nil, []string{"--data", filepath.Join(t.TempDir(), "data")}, 1
		},
		"two replicas on postgres": func(t *testing.T) (env, args []string, replicas int) {
			return []string{"BTRACKER_SECRET=" + goodSecret}, []string{"--data", filepath.Join(t.TempDir(), "data"), "--database-url", pgtest.NewDatabase(t)}, 2
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env, args, replicas := where(t)
			createAdminIn(t, args...)
			var servers []*server
			for range replicas {
				servers = append(servers, serving(t, env, args...))
			}
			here, there := servers[0], servers[replicas-1]
			mine, other := here.signIn("ada@example.com", goodPassword), here.signIn("ada@example.com", goodPassword)
			pages := []*page{here.open(mine), there.open(mine)}
			stays := there.open(other)
			for i := range 10 {
				id := here.createCompany(mine, fmt.Sprint("Company ", i))
				for _, p := range append(pages, stays) {
					p.expectChanged("company", id, "create")
				}
			}
			// A poll that waits since before the sign-out hears of it; later ones are refused anyway. Of two the one
			// that came first is sent away, and that the other waits is known then.
			closed := make(chan string, 2)
			for range 2 {
				go func() {
					_, body := there.get(pages[1].at, mine)
					closed <- body
				}()
			}
			if body := <-closed; body != "" {
				t.Errorf("the replaced poll got %q", body)
			}
			if status, body := here.do(http.MethodGet, "/api/v1/account/logout", mine, nil); status >= 300 {
				t.Fatalf("logout: %d %s", status, body)
			}
			if body := testkit.Receive(t, "the waiting poll is closed", closed); body != "{\"type\":7}\x1e" {
				t.Errorf("the waiting poll got %q", body)
			}
			id := there.createCompany(other, "Last")
			stays.expectChanged("company", id, "create")
		})
	}
}

func TestLiveConnectionsNeedAToken(t *testing.T) {
	t.Parallel()
	s := serving(t, nil, "--data", filepath.Join(t.TempDir(), "data"))
	for _, token := range []string{"", "garbage"} {
		if status, body := s.do(http.MethodPost, "/hub/notification/negotiate", token, nil); status != 401 {
			t.Errorf("%d %s", status, body)
		}
	}
}

// A page of events can not be narrowed as a key is, so the hub takes no key, from the header or from the address.
func TestHubRefusesKeys(t *testing.T) {
	t.Parallel()
	s := serving(t, nil, "--data", demoData(t))
	token := s.demoToken()
	status, body := s.do(http.MethodPost, "/api/v1/account/key", token, object{"name": "Program", "scope": "write"})
	if status != 201 {
		t.Fatalf("%d %s", status, body)
	}
	key := valueIn(t, "key", body)
	s.tokens = append(s.tokens, key)
	if status, body := s.get("/api/v1/company", key); status != 200 {
		t.Fatalf("the key is refused everywhere: %d %s", status, body)
	}
	const hub = "/hub/notification"
	open := s.open(token).at // a connection that is there
	for _, try := range [][3]string{
		{http.MethodPost, hub + "/negotiate?negotiateVersion=1", key}, {http.MethodPost, hub + "/negotiate?negotiateVersion=1&access_token=" + key, ""},
		{http.MethodGet, open, key}, {http.MethodGet, open + "&access_token=" + key, ""}, {http.MethodPost, open, key},
	} {
		if status, body := s.do(try[0], try[1], try[2], nil); status != 401 {
			t.Errorf("%s %s: %d %s", try[0], strings.ReplaceAll(try[1], key, "KEY"), status, body)
		}
	}
	if page, err := s.As(key).OpenPage(t.Context(), func([]byte) {}); err == nil {
		page.Close()
		t.Error("a key opens a live connection")
	}
}

// A request that only reads writes nothing: that a key was used is recorded later, beside the requests.
func TestUsesOfKeysAreRecorded(t *testing.T) {
	t.Parallel()
	s := serving(t, nil, "--data", demoData(t))
	token := s.demoToken()
	status, body := s.do(http.MethodPost, "/api/v1/account/key", token, object{"name": "Program", "scope": "read"})
	if status != 201 {
		t.Fatalf("%d %s", status, body)
	}
	key := valueIn(t, "key", body)
	s.tokens = append(s.tokens, key)
	s.companies(key)
	testkit.Until(t, "the key was used", func() bool {
		_, body := s.get("/api/v1/account/key", token)
		var keys []struct{ LastUsedAt *string }
		return json.Unmarshal([]byte(body), &keys) == nil && len(keys) == 1 && keys[0].LastUsedAt != nil
	})
}
