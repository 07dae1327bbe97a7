package apitest

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

// Receiver is a real server that takes deliveries, and verifies each with the official library.
type Receiver struct {
	t      *testing.T
	URL    string
	secret string

	mu      sync.Mutex
	Answer  func(event tracker.WebhookEvent) int // 204 unless set
	arrived []Arrival
}

type Arrival struct {
	ID     string
	status int
	Raw    string
	tracker.WebhookEvent
}

func NewReceiver(t *testing.T) *Receiver {
	r := &Receiver{t: t}
	server := httptest.NewServer(http.HandlerFunc(r.take))
	t.Cleanup(server.Close)
	r.URL = server.URL + "/hook?token=in-the-address"
	return r
}

func (r *Receiver) take(w http.ResponseWriter, request *http.Request) {
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
	a := Arrival{ID: request.Header.Get("webhook-id"), status: http.StatusNoContent, Raw: string(body)}
	if err := json.Unmarshal(body, &a.WebhookEvent); err != nil {
		r.t.Error(err)
	}
	if r.Answer != nil {
		a.status = r.Answer(a.WebhookEvent)
	}
	r.arrived = append(r.arrived, a)
	w.WriteHeader(a.status)
}

func (r *Receiver) Answers(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Answer = func(tracker.WebhookEvent) int { return status }
}

// Took returns what arrived since the last call.
func (r *Receiver) Took() []Arrival {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := r.arrived
	r.arrived = nil
	return list
}

func (r *Receiver) TookEvents() (names []string) {
	for _, a := range r.Took() {
		names = append(names, a.Type+" "+a.Data.EntityName)
	}
	return names
}

// ExpectTook compares the events that arrived since the last call, as "company.edit Name".
func (r *Receiver) ExpectTook(want ...string) {
	r.t.Helper()
	if got := r.TookEvents(); !slices.Equal(got, want) {
		r.t.Errorf("arrived %q, want %q", got, want)
	}
}

// AddWebhook makes a webhook to the receiver.
func (c *Client) AddWebhook(r *Receiver, events ...string) tracker.NewWebhook {
	c.API.T.Helper()
	var made tracker.NewWebhook
	c.Post("/webhook", Object{"url": r.URL, "events": events}).Status(201).Into(&made)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.secret = *made.Secret
	return made
}

func (c *Client) Deliveries(id string) (list []tracker.WebhookDelivery) {
	c.API.T.Helper()
	c.Get("/webhook/" + id + "/delivery").Status(200).Into(&list)
	return list
}

func (c *Client) Webhook(id string) (w tracker.Webhook) {
	c.API.T.Helper()
	var list []tracker.Webhook
	c.Get("/webhook").Status(200).Into(&list)
	for _, w := range list {
		if w.ID == id {
			return w
		}
	}
	c.API.T.Fatalf("no webhook %s in %+v", id, list)
	return w
}

// Send sends what is to be sent at this moment.
func (api *API) Send() {
	api.T.Helper()
	if err := api.App.NewWebhookSender().Send(api.T.Context()); err != nil {
		api.T.Fatal(err)
	}
}

func (c *Client) Rename(company, name string) *Answer {
	c.API.T.Helper()
	return c.Put("/company", Object{"data": Object{"id": company, "name": name}}).Status(200)
}
