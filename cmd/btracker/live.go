package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"btracker/internal/app"
	"btracker/internal/bus"
	"btracker/internal/change"
	"btracker/internal/config"
	"btracker/internal/hub"
	"btracker/internal/notify"
	"btracker/internal/tracker"
)

// newBus connects the replicas on PostgreSQL. On SQLite there is one process.
func newBus(c config.Config, log *slog.Logger) (bus.Bus, func(), error) {
	if c.DatabaseURL == "" {
		return bus.NewLocal(), func() {}, nil
	}
	b, err := bus.NewPostgres(string(c.DatabaseURL), log)
	if err != nil {
		return nil, nil, usageError{err}
	}
	return b, b.Close, nil
}

// tokenTimeout bounds the wait for a database that does not answer: every page that
// reconnects waits for it.
const tokenTimeout = 10 * time.Second

// live joins the hub, which knows the connections, with the relay, which knows the events. The sender of webhooks hears
// the same notices. Beside them it is recorded who used which session and key.
type live struct {
	app    *app.App
	hub    *hub.Hub
	relay  *change.Relay
	sender *notify.WebhookSender
}

func newLive(a *app.App, c config.Config, secret []byte, log *slog.Logger) live {
	h := hub.New(hub.Config{TicketKey: secret, MaxPerUser: c.HubMaxPerUser, Log: log, Authenticate: func(ctx context.Context, token string) (hub.Identity, error) {
		ctx, cancel := context.WithTimeout(ctx, tokenTimeout)
		defer cancel()
		caller, err := a.Authenticate(ctx, token)
		if tracker.IsKind(err, tracker.KindInvalidToken) {
			return hub.Identity{}, fmt.Errorf("%w: %w", hub.ErrUnauthorized, err)
		}
		if err == nil && caller.APIKey != nil { // programs ask, or get webhooks: a page of events can not be narrowed as a key is
			err = fmt.Errorf("%w: %w", hub.ErrUnauthorized, tracker.ErrKeyAccount)
		}
		if err == nil && a.MustSetUpFactor(caller) {
			err = fmt.Errorf("%w: %w", hub.ErrUnauthorized, tracker.ErrFactorRequired)
		}
		return hub.Identity{UserID: caller.User.ID, SessionID: caller.SessionID, Expires: caller.TokenExpires}, err
	}})
	return live{a, h, a.NewRelay(pages{h, log}), a.NewWebhookSender()}
}

// start relays events until stop is called, which also closes all connections.
func (l live) start(notices bus.Bus) (stop func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	unsubscribe := notices.Subscribe(func(n bus.Notice) {
		l.relay.Hear(n.Payload, n.Missed)
		l.sender.Hear(n.Payload, n.Missed)
	})
	var work sync.WaitGroup
	work.Go(func() { l.relay.Run(ctx) })
	work.Go(func() { l.sender.Run(ctx) })
	work.Go(func() { l.app.RecordUses(ctx) })
	return func(stop context.Context) {
		unsubscribe()
		cancel()
		work.Wait()
		_ = l.hub.Shutdown(stop) // an error says that some connections were cut off
	}
}

// pages gives the app its view of the hub.
type pages struct {
	*hub.Hub
	log *slog.Logger
}

func (p pages) Send(userIDs []string, event string, argument any) {
	record, err := hub.Invocation(event, argument)
	if err != nil {
		p.log.Error("an event can not be sent", "event", event, "error", err)
		return
	}
	p.Hub.Send(record, userIDs...)
}
