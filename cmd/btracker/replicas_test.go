package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"btracker/internal/hubtest"
	"btracker/internal/pgtest"
	"btracker/internal/testkit"
)

// replicas are two servers on one PostgreSQL that can be restarted.
type replicas struct {
	*testing.T
	cluster     *pgtest.Cluster
	env, args   []string
	here, there *server
	token       string
}

func newReplicas(t *testing.T) *replicas {
	cluster := pgtest.NewCluster(t)
	r := &replicas{T: t, cluster: cluster, env: []string{"BTRACKER_SECRET=" + goodSecret},
		args: []string{"--data", filepath.Join(t.TempDir(), "data"), "--database-url", cluster.URL()}}
	createAdminIn(t, r.args...)
	r.here, r.there = serving(t, r.env, r.args...), serving(t, r.env, r.args...)
	r.signIn()
	return r
}

func (r *replicas) signIn() { r.token = r.here.signIn("ada@example.com", goodPassword) }

// client is Microsoft's, at the replica where nothing is done.
func (r *replicas) client(home string) *hubtest.Client {
	r.Helper()
	c := hubtest.New(r.T, filepath.Join("..", "..", "web"), r.there.Base+"/hub/notification", home, r.token, false)
	c.Do("start", "started")
	return c
}

// made posts and answers the id of what was made.
func (r *replicas) made(path string, body object) (id string) {
	r.Helper()
	status, answer := r.here.do(http.MethodPost, "/api/v1"+path, r.token, body)
	var entity struct{ ID string }
	if err := json.Unmarshal([]byte(answer), &entity); status != 201 || err != nil {
		r.Fatalf("%s: %d %s", path, status, answer)
	}
	return entity.ID
}

// endingSoon attaches a subscription of which everyone concerned is told.
func (r *replicas) endingSoon(company string) {
	r.Helper()
	project := r.made("/project", object{"companyId": company, "name": "Site"})
	r.made("/subscription/categories", object{"name": "Hosting"})
	item := r.made("/subscription", object{"categoryName": "Hosting", "name": "Server", "status": 0, "cost": 10})
	day := func(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.RFC3339) }
	r.made("/project/subscription", object{"projectId": project, "subscriptionId": item, "startAt": day(-20), "endAt": day(5), "autoRenew": false, "price": 1})
}

func TestOfficialClientAtAnotherReplica(t *testing.T) {
	t.Parallel()
	r := newReplicas(t)
	var clients []*hubtest.Client
	for _, home := range hubtest.InFull("WebSockets") {
		clients = append(clients, r.client(home))
	}
	company := r.here.createCompany(r.token, "First")
	r.endingSoon(company)
	viewed := ""
	for _, c := range clients {
		c.Expect("changed company " + company + " create")
		var n struct{ ID string }
		if err := json.Unmarshal([]byte(c.Until("event ")), &n); err != nil || n.ID == "" || viewed != "" && n.ID != viewed {
			t.Fatalf("a notification of id %q, %v", n.ID, err)
		}
		viewed = n.ID
	}
	if status, body := r.here.do(http.MethodPut, "/api/v1/notification", r.token, object{"notificationId": viewed}); status != 200 {
		t.Fatalf("viewed: %d %s", status, body)
	}
	for _, c := range clients {
		c.Until("viewed " + viewed)
	}
	r.databaseRestarts(clients[0])
	if status, body := r.here.get("/api/v1/account/logout", r.token); status >= 300 {
		t.Fatalf("sign-out: %d %s", status, body)
	}
	clients[0].Until("closed cleanly")

	r.signIn()
	c := r.client("WebSockets")
	r.there.Stop()
	c.Expect("reconnecting")
	r.there = serving(t, r.env, append(r.args, "--addr", strings.TrimPrefix(r.there.Base, "http://"))...)
	c.Expect("reconnected")
	c.Until("changed company " + r.here.createCompany(r.token, "Last") + " create")
}

// databaseRestarts while companies are made: a client with an open WebSocket is
// told of each one that is there in the end, once.
func (r *replicas) databaseRestarts(c *hubtest.Client) {
	r.Helper()
	before := r.companyIDs()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default: // some fail, and of some nobody knows
				r.here.do(http.MethodPost, "/api/v1/company", r.token, object{"name": "During"})
			}
		}
	}()
	time.Sleep(300 * time.Millisecond)
	r.cluster.StopFast()
	if err := r.cluster.Start(); err != nil {
		r.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	close(stop)
	<-stopped
	last := ""
	testkit.Until(r, "the database is back, and something can be written", func() bool {
		status, body := r.here.do(http.MethodPost, "/api/v1/company", r.token, object{"name": "After"})
		var company struct{ ID string }
		if status == 201 && json.Unmarshal([]byte(body), &company) == nil {
			last = company.ID
		}
		return last != ""
	})
	told := map[string]int{}
	for told[last] == 0 {
		id, _, _ := strings.Cut(c.Until("changed company "), " ")
		told[id]++
	}
	there := r.companyIDs()
	for id := range there {
		if !before[id] && told[id] != 1 {
			r.Errorf("told %d times of company %s", told[id], id)
		}
	}
	for id := range told {
		if !there[id] {
			r.Errorf("told of company %s, which is not there", id)
		}
	}
	r.Logf("%d companies while the database restarted", len(told))
}

func (r *replicas) companyIDs() map[string]bool {
	r.Helper()
	ids := map[string]bool{}
	for page := 1; ; page++ {
		status, body := r.here.get(fmt.Sprintf("/api/v1/company?PageSize=200&PageNumber=%d", page), r.token)
		var list []struct{ ID string }
		if err := json.Unmarshal([]byte(body), &list); status != 200 || err != nil {
			r.Fatalf("companies: %d %s", status, body)
		}
		for _, c := range list {
			ids[c.ID] = true
		}
		if len(list) < 200 {
			return ids
		}
	}
}
