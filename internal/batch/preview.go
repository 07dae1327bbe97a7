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
func (b *Batches) PreviewBulk(ctx context.Context, c change.Caller, in tracker.BulkInput) (tracker.BulkPreview, error) {
	return b.preview(ctx, c, tracker.ChangeInput{BulkInput: in}, nil)
}

// preview says what a change would do. witness, if there is one, sees the outcome of each record.
func (b *Batches) preview(ctx context.Context, c change.Caller, in tracker.ChangeInput, witness *witness) (p tracker.BulkPreview, err error) {
	bulk := &bulking{Work: b.Deciding(c), action: in.Action}
	seen := newForesight(bulk)
	var kinds []string
	contents, err := bulk.tryAll(ctx, in, func(rec store.BulkRecord, isChanged bool, refusal *tracker.Error) error {
		p.Total++
		switch {
		case refusal != nil:
			if p.RefusedTotal++; len(p.Refused) < tracker.MaxBulkShown {
				p.Refused = append(p.Refused, tracker.BulkRefusal{ID: rec.ID, Reason: refusal.Text().String(), ReasonText: refusal.Text()})
				kind := rec.Kind
				if refusal.Kind == tracker.KindNotFound || refusal == tracker.ErrAdministrators { // refused before it was looked for
					kind = "" // the caller may not see it
				}
				kinds = append(kinds, kind)
			}
		case isChanged:
			p.Changes++
			seen.note(rec)
		}
		return witness.note(ctx, bulk, rec, isChanged, refusal)
	})
	if err != nil {
		return p, err
	}
	p.Contents = contents
	if p.Refused == nil {
		p.Refused = []tracker.BulkRefusal{}
	}
	if p.Rows, err = seen.shownRows(ctx); err != nil {
		return p, err
	}
	if p.Effect, err = seen.effect(ctx); err != nil {
		return p, err
	}
	return p, b.nameRefused(ctx, p.Refused, kinds)
}

// tryAll decides a change for each of its records, without carrying it out, and passes the outcomes on.
func (b *bulking) tryAll(ctx context.Context, in tracker.ChangeInput, use func(rec store.BulkRecord, isChanged bool, refusal *tracker.Error) error) (*tracker.BulkContents, error) {
	do, err := b.prepareChange(ctx, in)
	if err != nil {
		return nil, err
	}
	plan, err := b.plan(ctx, in.BulkInput)
	if err != nil {
		return nil, err
	}
	for _, r := range plan.refused {
		if err := use(r.BulkRecord, false, r.err); err != nil {
			return nil, err
		}
	}
	for piece := range slices.Chunk(plan.records, previewPiece) {
		if b.before != nil {
			if err := b.before(ctx, piece); err != nil {
				return nil, err
			}
		}
		for _, rec := range piece {
			before := b.Changes
			err := do(ctx, rec)
			refusal, isRefused := recordRefusal(err)
			if err != nil && !isRefused {
				return nil, err
			}
			if err := use(rec, b.Changes > before, refusal); err != nil {
				return nil, err
			}
		}
	}
	return plan.contents, nil
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
