package apitest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"time"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

type Clock struct {
	mu   sync.Mutex
	Time time.Time
}

func (c *Clock) Now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.Time }

func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Time = c.Time.Add(d)
}

// Mailbox is both queue and mailer: it sends a mail when the test calls deliver.
type Mailbox struct {
	mu    sync.Mutex
	Jobs  []change.MailJob
	News  []string // recipient, mail and title of each notification
	Bulks []string

	Reports map[string][]change.ReportMail // by recipient

	Links  map[string]string // the last link by recipient
	Fail   func() error      // replaces the queueing of a mail, if set
	Refuse string            // mail to this address can not be queued
	Broken bool              // the mail server is down

	To change.Reader // of the last mail about an account
	At time.Time     // what it says
}

func (m *Mailbox) EnqueueMail(_ context.Context, _ *store.Tx, job change.MailJob) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Fail != nil {
		return m.Fail()
	}
	if job.Email == m.Refuse {
		return errors.New("the queue is broken")
	}
	m.Jobs = append(m.Jobs, job)
	return nil
}

// EnqueueBulk queues a bulk action that the test runs by runBulks.
func (m *Mailbox) EnqueueBulk(_ context.Context, _ *store.Tx, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Bulks = append(m.Bulks, id)
	return nil
}

func (m *Mailbox) Invite(_ context.Context, to change.Reader, _, link string, _ time.Duration) error {
	return m.send(to.Email, link)
}

func (m *Mailbox) Reset(_ context.Context, to change.Reader, link string, _ time.Duration) error {
	return m.send(to.Email, link)
}

func (m *Mailbox) Warn(_ context.Context, to change.Reader, text string, at time.Time, _ string) error {
	m.To, m.At = to, at
	return m.send(to.Email, text)
}

func (m *Mailbox) Notify(_ context.Context, to change.Reader, id string, items []change.MailItem, _ int, _ string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, item := range items {
		m.News = append(m.News, to.Email+" "+id+" "+item.Title)
	}
	return nil
}

func (m *Mailbox) Report(_ context.Context, to, _ string, report change.ReportMail) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Reports == nil {
		m.Reports = map[string][]change.ReportMail{}
	}
	m.Reports[to] = append(m.Reports[to], report)
	return nil
}

func (m *Mailbox) send(to, link string) error {
	if m.Broken {
		return errors.New("the mail server does not answer")
	}
	m.Links[to] = link
	return nil
}

// Deliver sends the queued mails.
func (api *API) Deliver() {
	api.T.Helper()
	jobs := api.Mail.Jobs
	api.Mail.Jobs = nil
	for _, job := range jobs {
		if err := api.App.SendMail(api.T.Context(), job); err != nil {
			api.T.Fatal(err)
		}
	}
}

// MailedToken is the token in the last link that was mailed to someone.
func (api *API) MailedToken(email string) string {
	api.T.Helper()
	link, err := url.Parse(api.Mail.Links[email])
	if err != nil || !strings.HasPrefix(link.String(), "https://tracker.example/btracker/changePassword?") || link.Query().Get("email") != email {
		api.T.Fatalf("link to %s: %s, %v", email, link, err)
	}
	return link.Query().Get("token")
}

// Notify raises a notification about a project.
func (api *API) Notify(id, recipient, projectID string) {
	api.T.Helper()
	item := "item-" + id
	err := api.Store.Write(api.T.Context(), func(tx *store.Tx) error {
		raised, err := tx.InsertNotifications(api.T.Context(), 1, []store.NewNotification{{
			Notification: tracker.Notification{ID: id, Title: "Title " + id, Details: "Details", CreatedAt: api.Clock.Now(), ItemID: &item, ItemParentID: &projectID},
			RecipientID:  "user-" + recipient, Kind: "ending", Threshold: api.Clock.Now()}})
		if err == nil && raised == 0 {
			err = fmt.Errorf("%s is there already", id)
		}
		return err
	})
	if err != nil {
		api.T.Fatal(err)
	}
	api.Clock.Advance(time.Second)
}

func (c *Client) Notifications() []tracker.Notification {
	var page tracker.Page[tracker.Notification]
	c.Get("/notification?PageSize=100").Status(200).Into(&page)
	return page.Data
}

// Feed gets a calendar by its address, as a calendar program does.
func (api *API) Feed(url, etag string) *httptest.ResponseRecorder {
	api.T.Helper()
	path := strings.TrimPrefix(url, "https://tracker.example")
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if etag != "" {
		r.Header.Set("If-None-Match", etag)
	}
	w := httptest.NewRecorder()
	api.Handler.ServeHTTP(w, r)
	return w
}

func Quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }
