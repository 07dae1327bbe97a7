package prove

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"btracker/internal/pgtest"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
	"btracker/internal/tracker"
)

// After kill -9 with deliveries under way, every change arrives at the receiver of a webhook at least once, and each for the
// first time after those before it.
func TestKillWebhooksSQLite(t *testing.T) {
	begin(t)
	killWebhooks(t, onSQLite(t), shortOrFull(2, 20))
}

func TestKillWebhooksPostgres(t *testing.T) {
	begin(t)
	killWebhooks(t, onPostgres(t, pgtest.NewDatabase(t)), shortOrFull(1, 20))
}

func killWebhooks(t *testing.T, target program.Target, kills int) {
	target.Env = append(target.Env, "BTRACKER_WEBHOOK_PRIVATE=true")
	o, book, r := observe(t, target), newLedger(), newHookReceiver(t)
	var made tracker.NewWebhook
	ok(t, o.server.Call(t.Context(), http.MethodPost, "/api/v1/webhook", object{"url": r.url, "events": []string{"company.*"}}, &made))
	r.trust(*made.Secret)
	defer func() {
		got, again := r.seen()
		t.Logf("%d kills, %d changes, each arrived at least once and in order, %d of them again", kills, got, again)
	}()
	for range kills {
		book.whileWriting(t, o.server.Client, func() {
			book.until(t, shortOrFull(60, 200)) // faster than they can be delivered
			o.server.Kill()
		})
		o.server.restart(t)
	}
	book.failOnDefect(t)
	// With PostgreSQL a sender that was killed keeps its claim for ten seconds: another replica might be that sender.
	testkit.Until(t, "every change has arrived", func() bool { got, _ := r.seen(); return got >= o.changes() })
	if got, _ := r.seen(); got != o.changes() {
		t.Errorf("%d changes arrived, the log has %d", got, o.changes())
	}
}

// changes counts those that the webhook is told of, in the change log itself.
func (o observed) changes() int {
	return o.number("SELECT count(*) FROM change WHERE entity = 'company' AND seq > $1", o.since.change)
}

// hookReceiver takes deliveries, and fails the test when one is not signed, or new and older than one that came before.
type hookReceiver struct {
	t        *testing.T
	url      string
	mu       sync.Mutex
	verifier *standardwebhooks.Webhook
	arrived  map[int64]bool
	newest   int64
	again    int
}

func newHookReceiver(t *testing.T) *hookReceiver {
	r := &hookReceiver{t: t, arrived: map[int64]bool{}}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	r.url = server.URL
	return r
}

func (r *hookReceiver) trust(secret string) {
	verifier, err := standardwebhooks.NewWebhook(secret)
	ok(r.t, err)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.verifier = verifier
}

func (r *hookReceiver) seen() (all, again int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.arrived), r.again
}

func (r *hookReceiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return // cut off with its sender
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var event tracker.WebhookEvent
	if err = r.verifier.Verify(body, request.Header); err != nil {
		r.t.Errorf("not signed by the rules: %v", err)
	}
	if err = json.Unmarshal(body, &event); err != nil {
		r.t.Error(err)
	}
	seq := event.Data.Seq
	switch {
	case r.arrived[seq]:
		r.again++
	case seq < r.newest:
		r.t.Errorf("change %d arrived after %d", seq, r.newest)
	}
	r.arrived[seq], r.newest = true, max(r.newest, seq)
	w.WriteHeader(http.StatusNoContent)
}
