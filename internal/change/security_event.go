package change

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// RecordEvent records a security event about the person with an address, in the transaction that causes it.
func (e *Engine) RecordEvent(ctx context.Context, tx *store.Tx, c Caller, kind, email string, details tracker.Text) error {
	return RecordEvent(ctx, tx, c, tracker.SecurityEvent{At: e.Time(), Kind: kind, Email: email, DetailsText: details})
}

// RecordEvent records a security event, with where the caller is.
func RecordEvent(ctx context.Context, tx *store.Tx, c Caller, e tracker.SecurityEvent) error {
	e.ID, e.Address, e.Agent, e.Details = NewID(), c.Address, c.Agent, e.DetailsText.String()
	return tx.InsertSecurityEvent(ctx, e)
}

// recordRights records a security event for a change that gives somebody rights or takes them away.
func (m *Mutation) recordRights(ctx context.Context, ch Change) error {
	rights := Kinds[ch.Entity].Rights
	if rights == nil {
		return nil
	}
	email, details := rights(ch)
	if details.IsZero() {
		return nil
	}
	if by := m.Caller.User.Email; by != "" {
		details = doneBy.With(details, by)
	}
	return RecordEvent(ctx, m.Tx, m.Caller, tracker.SecurityEvent{At: m.Now, Kind: tracker.EventRights, Email: email, DetailsText: details})
}

var doneBy = tracker.NewSentence("event.by", "{inner}, by {by}")

// SecurityEvents lists a page of security events, newest first, for administrators.
func (e *Engine) SecurityEvents(ctx context.Context, c Caller, q tracker.ListQuery, f tracker.SecurityEventFilter) (page tracker.Page[tracker.SecurityEvent], err error) {
	if err := c.RequireAdmin(); err != nil {
		return page, err
	}
	list, err := e.Store.SecurityEvents(ctx, f, q.PageSize, q.Offset())
	if err != nil {
		return page, err
	}
	total, err := BoundedTotal(q, len(list), tracker.MaxCountedEvents, func() (int, error) { return e.Store.CountSecurityEvents(ctx, f, tracker.MaxCountedEvents) })
	return tracker.NewPage(list, total, q), err
}

// EachSecurityEvent streams what SecurityEvents would list, without pages.
func (e *Engine) EachSecurityEvent(ctx context.Context, c Caller, f tracker.SecurityEventFilter, use func(tracker.SecurityEvent) error) error {
	if err := c.RequireAdmin(); err != nil {
		return err
	}
	return Export(ctx, e, c, func(use func(tracker.SecurityEvent) error) error { return e.Store.EachSecurityEvent(ctx, f, use) }, use)
}
