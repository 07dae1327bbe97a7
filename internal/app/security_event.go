package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// recordEvent records a security event about the person with an address, in the transaction that causes it.
func (a *App) recordEvent(ctx context.Context, tx *store.Tx, c Caller, kind, email, details string) error {
	return recordEvent(ctx, tx, c, tracker.SecurityEvent{At: a.time(), Kind: kind, Email: email, Details: details})
}

func recordEvent(ctx context.Context, tx *store.Tx, c Caller, e tracker.SecurityEvent) error {
	e.ID, e.Address, e.Agent = newID(), c.Address, c.Agent
	return tx.InsertSecurityEvent(ctx, e)
}

// recordRights records a security event for a change that gives somebody rights or takes them away.
func (m *mutation) recordRights(ctx context.Context, ch change) error {
	rights := kinds[ch.entity].rights
	if rights == nil {
		return nil
	}
	email, details := rights(ch)
	if details == "" {
		return nil
	}
	if by := m.caller.User.Email; by != "" {
		details += ", by " + by
	}
	return recordEvent(ctx, m.tx, m.caller, tracker.SecurityEvent{At: m.now, Kind: tracker.EventRights, Email: email, Details: details})
}

// SecurityEvents lists a page of security events, newest first, for administrators.
func (a *App) SecurityEvents(ctx context.Context, c Caller, q tracker.ListQuery, f tracker.SecurityEventFilter) (page tracker.Page[tracker.SecurityEvent], err error) {
	if err := c.requireAdmin(); err != nil {
		return page, err
	}
	list, err := a.store.SecurityEvents(ctx, f, q.PageSize, q.Offset())
	if err != nil {
		return page, err
	}
	total, err := boundedTotal(q, len(list), tracker.MaxCountedEvents, func() (int, error) { return a.store.CountSecurityEvents(ctx, f, tracker.MaxCountedEvents) })
	return tracker.NewPage(list, total, q), err
}

// EachSecurityEvent streams what SecurityEvents would list, without pages.
func (a *App) EachSecurityEvent(ctx context.Context, c Caller, f tracker.SecurityEventFilter, use func(tracker.SecurityEvent) error) error {
	if err := c.requireAdmin(); err != nil {
		return err
	}
	return export(ctx, a, c, func(use func(tracker.SecurityEvent) error) error { return a.store.EachSecurityEvent(ctx, f, use) }, use)
}
