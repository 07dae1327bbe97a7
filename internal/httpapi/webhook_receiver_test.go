package httpapi_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"btracker/internal/tracker"
)

// receiver is a real server that takes deliveries, and verifies each with the official library.
type receiver struct {
	t      *testing.T
	url    string
	secret string

	mu      sync.Mutex
	answer  func(event tracker.WebhookEvent) int // 204 unless set
	arrived []arrival
}

type arrival struct {
	id     string
	status int
	raw    string
	tracker.WebhookEvent
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{t: t}
	server := httptest.NewServer(http.HandlerFunc(r.take))
	t.Cleanup(server.Close)
	r.url = server.URL + "/hook?token=in-the-address"
	return r
}

func (r *receiver) take(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	verifier, secretErr := standardwebhooks.NewWebhook(r.secret)
	if err = errors.Join(err, secretErr); err == nil {
		err = verifier.VerifyIgnoringTimestamp(body, request.Header) // the test has a clock of its own
	}
	if err != nil {
		r.t.Errorf("not signed by the rules: %v", err)
	}
	a := arrival{id: request.Header.Get("webhook-id"), status: http.StatusNoContent, raw: string(body)}
	if err := json.Unmarshal(body, &a.WebhookEvent); err != nil {
		r.t.Error(err)
	}
	if r.answer != nil {
		a.status = r.answer(a.WebhookEvent)
	}
	r.arrived = append(r.arrived, a)
	w.WriteHeader(a.status)
}

func (r *receiver) answers(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = func(tracker.WebhookEvent) int { return status }
}

// took returns what arrived since the last call.
func (r *receiver) took() []arrival {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := r.arrived
	r.arrived = nil
	return list
}

func (r *receiver) tookEvents() (names []string) {
	for _, a := range r.took() {
		names = append(names, a.Type+" "+a.Data.EntityName)
	}
	return names
}

// expectTook compares the events that arrived since the last call, as "company.edit Name".
func (r *receiver) expectTook(want ...string) {
	r.t.Helper()
	if got := r.tookEvents(); !slices.Equal(got, want) {
		r.t.Errorf("arrived %q, want %q", got, want)
	}
}

// addWebhook makes a webhook to the receiver.
func (c *client) addWebhook(r *receiver, events ...string) tracker.NewWebhook {
	c.api.t.Helper()
	var made tracker.NewWebhook
	c.post("/webhook", object{"url": r.url, "events": events}).status(201).into(&made)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.secret = *made.Secret
	return made
}

func (c *client) deliveries(id string) (list []tracker.WebhookDelivery) {
	c.api.t.Helper()
	c.get("/webhook/" + id + "/delivery").status(200).into(&list)
	return list
}

func (c *client) webhook(id string) (w tracker.Webhook) {
	c.api.t.Helper()
	var list []tracker.Webhook
	c.get("/webhook").status(200).into(&list)
	for _, w := range list {
		if w.ID == id {
			return w
		}
	}
	c.api.t.Fatalf("no webhook %s in %+v", id, list)
	return w
}

// send sends what is to be sent at this moment.
func (api *testAPI) send() {
	api.t.Helper()
	if err := api.app.NewWebhookSender().Send(api.t.Context()); err != nil {
		api.t.Fatal(err)
	}
}

func (c *client) rename(company, name string) *answer {
	c.api.t.Helper()
	return c.put("/company", object{"data": object{"id": company, "name": name}}).status(200)
}
