package prove

import (
	"context"
	"encoding/json"
	"fmt"
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
	notifications map[string]int // by subscription
	isUpToDate    bool           // connected, with the whole list loaded
}

func watch(ctx context.Context, c program.Client) *watcher {
	w := &watcher{client: c, known: map[string]bool{}, notifications: map[string]int{}}
	go func() {
		for ctx.Err() == nil {
			w.connect(ctx)
		}
	}()
	return w
}

// connect stays until the connection ends. The next one follows at once, as in the
// web app.
func (w *watcher) connect(ctx context.Context) {
	page, err := w.client.OpenPage(ctx, w.hear)
	if err == nil {
		defer page.Close()
		err = w.load(ctx)
	}
	if err != nil { // the replica died meanwhile
		time.Sleep(50 * time.Millisecond)
		return
	}
	w.setUpToDate(true)
	select {
	case <-page.Closed():
	case <-ctx.Done():
	}
	w.setUpToDate(false)
}

// load reads the whole list once the page is connected: from then on it hears of
// every change.
func (w *watcher) load(ctx context.Context) error {
	const size = 200
	for number := 1; ; number++ {
		var page []struct{ ID string }
		if err := w.client.Get(ctx, fmt.Sprintf("/api/v1/company?PageSize=%d&SortBy=createdAt&PageNumber=%d", size, number), &page); err != nil {
			return err
		}
		w.mu.Lock()
		for _, c := range page {
			w.known[c.ID] = true
		}
		w.mu.Unlock()
		if len(page) < size {
			return nil
		}
	}
}

func (w *watcher) hear(record []byte) {
	var event struct {
		Target    string
		Arguments []json.RawMessage
	}
	if err := json.Unmarshal(record, &event); err != nil || len(event.Arguments) == 0 {
		return // a ping
	}
	var subject struct{ Entity, ID, ItemID string }
	_ = json.Unmarshal(event.Arguments[0], &subject)
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case event.Target == "Changed" && subject.Entity == "company":
		w.known[subject.ID] = true
	case event.Target == "NewNotification":
		w.notifications[subject.ItemID]++
	}
}

func (w *watcher) setUpToDate(is bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.isUpToDate = is
}

func (w *watcher) upToDate() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.isUpToDate
}

// heard returns how many notifications of a subscription came. The scan of a new server tells of others.
func (w *watcher) heard(subscriptionID string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.notifications[subscriptionID]
}

// knowsAll reports whether the watcher knows of every acknowledged company.
func (w *watcher) knowsAll(b *ledger) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	for id := range b.versions {
		if !w.known[id] {
			return false
		}
	}
	return true
}
