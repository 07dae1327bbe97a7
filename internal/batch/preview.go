package batch

import (
	"context"
	"errors"
	"slices"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// previewPiece is how many records a preview reads together.
const previewPiece = 500

// PreviewBulk says what a bulk action would do, and changes nothing.
func (b *Batches) PreviewBulk(ctx context.Context, c change.Caller, in tracker.BulkInput) (p tracker.BulkPreview, err error) {
	bulk := &bulking{Work: b.Deciding(c), action: in.Action}
	do, err := bulk.prepare(ctx, in)
	if err != nil {
		return p, err
	}
	plan, err := bulk.plan(ctx, in)
	if err != nil {
		return p, err
	}
	p = tracker.BulkPreview{Total: len(plan.records) + len(plan.refused), Refused: []tracker.BulkRefusal{}, Contents: plan.contents}
	seen := newForesight(bulk)
	var kinds []string
	refuse := func(r refusedRecord) {
		if p.RefusedTotal++; len(p.Refused) < tracker.MaxBulkShown {
			p.Refused = append(p.Refused, tracker.BulkRefusal{ID: r.ID, Reason: r.err.Text().String(), ReasonText: r.err.Text()})
			if r.err.Kind == tracker.KindNotFound || r.err == tracker.ErrAdministrators { // refused before it was looked for
				r.Kind = "" // the caller may not see it
			}
			kinds = append(kinds, r.Kind)
		}
	}
	for _, r := range plan.refused {
		refuse(r)
	}
	for piece := range slices.Chunk(plan.records, previewPiece) {
		if bulk.before != nil {
			if err := bulk.before(ctx, piece); err != nil {
				return p, err
			}
		}
		for _, rec := range piece {
			before := bulk.Changes
			err := do(ctx, rec)
			refusal, isRefused := recordRefusal(err)
			switch {
			case isRefused:
				refuse(refusedRecord{rec, refusal})
			case err != nil:
				return p, err
			case bulk.Changes > before:
				p.Changes++
				seen.note(rec)
			}
		}
	}
	if p.Rows, err = seen.shownRows(ctx); err != nil {
		return p, err
	}
	if p.Effect, err = seen.effect(ctx); err != nil {
		return p, err
	}
	return p, b.nameRefused(ctx, p.Refused, kinds)
}

// nameRefused adds the names of refused records; a record without a kind gets none.
func (b *Batches) nameRefused(ctx context.Context, refused []tracker.BulkRefusal, kinds []string) error {
	ids := map[string][]string{}
	for i, kind := range kinds {
		ids[kind] = append(ids[kind], refused[i].ID)
	}
	delete(ids, "")
	for kind, some := range ids {
		names, err := b.Store.RecordNames(ctx, store.RecordKind(kind), some)
		if err != nil {
			return err
		}
		for i := range refused {
			if kinds[i] == kind {
				refused[i].Name = names[refused[i].ID]
			}
		}
	}
	return nil
}

// refusedRecord is a record that is refused before it is tried.
type refusedRecord struct {
	store.BulkRecord
	err *tracker.Error
}

// recordRefusal is the reason why a record is left as it is. Other errors are not about the record.
func recordRefusal(err error) (*tracker.Error, bool) {
	e, ok := errors.AsType[*tracker.Error](err)
	if !ok {
		return nil, false
	}
	switch e.Kind {
	case tracker.KindInvalid, tracker.KindForbidden, tracker.KindNotFound, tracker.KindConflict, tracker.KindRefused:
		return e, true
	}
	return nil, false
}
