package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"btracker/internal/tools/program"
)

// watcher is an open page: it knows of companies by the list it loads whenever it
// connects, and by the events it hears.
type watcher struct {
	client program.Client

	mu            sync.Mutex
	known         map[string]bool
	notifications map[string]int
	connects      int
	since         time.Time // when the list was whole last; zero while it is not
}

func watch(ctx context.Context, c program.Client) *watcher {
	w := &watcher{client: c, known: map[string]bool{}, notifications: map[string]int{}}
	go w.run(ctx)
	return w
}

// run connects and connects again, at once, as the web app does first.
func (w *watcher) run(ctx context.Context) {
	for ctx.Err() == nil {
		page, err := w.client.OpenPage(ctx, w.hear)
		if err == nil {
			err = w.load(ctx)
		}
		if err != nil { // the replica died meanwhile
			if page != nil {
				page.Close()
			}
			time.Sleep(50 * time.Millisecond)
			continue
		}
		select {
		case <-page.Closed():
		case <-ctx.Done():
			page.Close()
		}
		w.mu.Lock()
		w.since = time.Time{}
		w.mu.Unlock()
	}
}

// load reads the whole list, after the connection is there: what changes from
// then on is heard.
func (w *watcher) load(ctx context.Context) error {
	for number := 1; ; number++ {
		var page []struct{ ID string }
		path := fmt.Sprintf("/api/v1/company?PageSize=200&SortBy=createdAt&PageNumber=%d", number)
		if err := w.client.Call(ctx, http.MethodGet, path, nil, &page); err != nil {
			return err
		}
		w.mu.Lock()
		for _, c := range page {
			w.known[c.ID] = true
		}
		if len(page) < 200 {
			w.connects++
			w.since = time.Now()
			w.mu.Unlock()
			return nil
		}
		w.mu.Unlock()
	}
}

func (w *watcher) hear(record []byte) {
	var event struct {
		Target    string
		Arguments []json.RawMessage
	}
	if err := json.Unmarshal(record, &event); err != nil || len(event.Arguments) == 0 {
		return // a ping, or the answer to the handshake
	}
	var subject struct{ Entity, ID, Action string }
	_ = json.Unmarshal(event.Arguments[0], &subject)
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case event.Target == "Changed" && subject.Entity == "company":
		w.known[subject.ID] = true
	case event.Target == "NewNotification":
		w.notifications[subject.ID]++
	}
}

// whole says since when the watcher is connected with a whole list; zero is not.
func (w *watcher) whole() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.since
}

// missing counts the acknowledged companies that the watcher does not know of.
func (w *watcher) missing(l *ledger) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	for id := range l.versions {
		if !w.known[id] {
			n++
		}
	}
	return n
}
