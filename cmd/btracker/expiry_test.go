package main_test

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"btracker/internal/hubtest"
	"btracker/internal/pgtest"
	"btracker/internal/testkit"
)

// A live connection ends with the token it was opened with, and Microsoft's
// client comes back with the one it has got since. Two replicas give tokens that
// last a few seconds and some hours.
func TestOfficialClientOutlivesItsToken(t *testing.T) {
	t.Parallel()
	const life = 20 * time.Second // within which all of them connect, also on a busy machine
	env := []string{"BTRACKER_SECRET=" + goodSecret}
	args := []string{"--data", filepath.Join(t.TempDir(), "data"), "--database-url", pgtest.NewDatabase(t)}
	createAdminIn(t, args...)
	s := serving(t, env, args...)
	brief := serving(t, append(env, "BTRACKER_TOKEN_TTL="+life.String()), args...)
	var clients []*hubtest.Client
	for _, home := range hubtest.Homes {
		c := hubtest.New(t, filepath.Join("..", "..", "web"), s.Base+"/hub/notification", home, "", false)
		c.Do("token none", "has a token") // it is there, and will not be late
		clients = append(clients, c)
	}

	token := brief.signIn("ada@example.com", goodPassword)
	fresh := s.refresh(token)
	for _, c := range clients {
		c.Do("token "+token, "has a token")
		c.Do("start", "started")
		c.Do("token "+fresh, "has a token")
	}
	id := s.createCompany(fresh, "Before")
	for _, c := range clients {
		// The administrator's own creation may come first: transactions of other tests in the cluster delay the log.
		c.Until("changed company " + id + " create")
		c.Expect("reconnecting")
		c.Expect("reconnected")
	}
	id = s.createCompany(fresh, "After")
	for _, c := range clients {
		c.Expect("changed company " + id + " create")
	}
	ended := regexp.MustCompile(`hub: ended.*token expired`).FindAllString(s.Stderr(), -1)
	if len(ended) != len(clients) {
		t.Errorf("ended with their token: %q", ended)
	}
	// Two of the homes use WebSockets, and each connected twice.
	testkit.Until(t, "four upgrades are logged", func() bool { return strings.Count(s.Stderr(), "path=/hub/notification status=101") == 4 })
	if secrets := regexp.MustCompile(`.*(access_token|[?&" ]id=).*`).FindString(s.Stderr()); secrets != "" {
		t.Errorf("logged %s", secrets)
	}
	if status, body := s.get("/api/v1/account", token); status != 401 {
		t.Errorf("the old token is still good for something: %d %s", status, body)
	}
}

// refresh answers a new token of the same session.
func (s *server) refresh(token string) string {
	s.t.Helper()
	status, body := s.do(http.MethodPost, "/api/v1/account/refreshToken", token, nil)
	var account struct{ Token string }
	if err := json.Unmarshal([]byte(body), &account); status != 200 || err != nil || account.Token == "" {
		s.t.Fatalf("refresh: %d %s", status, body)
	}
	s.tokens = append(s.tokens, account.Token)
	return account.Token
}
