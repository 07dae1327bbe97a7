package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"slices"
	"strings"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// PreviewChange says what a change would do, and keeps what it decided: ApplyChange does exactly that, for the same key.
func (b *Batches) PreviewChange(ctx context.Context, c change.Caller, in tracker.ChangeInput) (p tracker.ChangePreview, err error) {
	decided := newWitness()
	if p.BulkPreview, err = b.preview(ctx, c, in, decided); err != nil {
		return p, err
	}
	text, err := json.Marshal(in)
	if err != nil {
		return p, err
	}
	kept := store.ChangePreview{KeyID: c.APIKey.ID, Input: string(text), Fingerprint: decided.fingerprint()}
	p.Token, kept.Hash = auth.NewOpaqueToken()
	err = b.Write(ctx, c, func(w *change.Work) error {
		kept.ExpiresAt = w.Now.Add(tracker.ChangePreviewLife)
		return w.Tx.InsertChangePreview(ctx, kept)
	})
	return p, err
}

// ApplyChange does what was previewed, in one transaction: all of it, or nothing if the same would not be decided now.
func (b *Batches) ApplyChange(ctx context.Context, c change.Caller, token string) (applied tracker.ChangeApplied, err error) {
	_, err = b.Transact(ctx, b.Store.WriteBulk, b.As(ctx, c, func(w *change.Work) error {
		kept, err := w.Tx.TakeChangePreview(ctx, auth.HashOpaqueToken(token), w.Caller.APIKey.ID, w.Now)
		if errors.Is(err, tracker.ErrNotFound) {
			return tracker.ErrPreviewEnded
		}
		if err != nil {
			return err
		}
		var in tracker.ChangeInput
		if err := json.Unmarshal([]byte(kept.Input), &in); err != nil {
			return err
		}
		if err := checkSame(ctx, w, in, kept.Fingerprint); err != nil {
			return err
		}
		applied, err = applyAll(ctx, w, in)
		return err
	}))
	return applied, err
}

// checkSame refuses a change that would be decided otherwise than in its preview.
func checkSame(ctx context.Context, w *change.Work, in tracker.ChangeInput, fingerprint string) error {
	bulk := &bulking{Work: &change.Work{Engine: w.Engine, Queries: w.Queries, Caller: w.Caller, Now: w.Now}, action: in.Action}
	decided := newWitness()
	_, err := bulk.tryAll(ctx, in, func(rec store.BulkRecord, isChanged bool, refusal *tracker.Error) error {
		return decided.note(ctx, bulk, rec, isChanged, refusal)
	})
	if _, isRefused := recordRefusal(err); isRefused || err == nil && decided.fingerprint() != fingerprint {
		return tracker.ErrChangedMeanwhile
	}
	return err
}

// applyAll changes the records of a change as one batch.
func applyAll(ctx context.Context, w *change.Work, in tracker.ChangeInput) (applied tracker.ChangeApplied, err error) {
	bulk := &bulking{Work: w, action: in.Action}
	w.Batch = &change.Batch{ID: change.NewID(), Via: tracker.Via{Kind: "bulk", Name: in.Action}, IsBulk: true}
	if w.ChosenDays, err = w.RemindDays(ctx); err != nil {
		return applied, err
	}
	do, err := bulk.prepareChange(ctx, in)
	if err != nil {
		return applied, err
	}
	plan, err := bulk.plan(ctx, in.BulkInput)
	if err != nil {
		return applied, err
	}
	applied = tracker.ChangeApplied{BatchID: w.Batch.ID, Refused: len(plan.refused)}
	for piece := range slices.Chunk(plan.records, previewPiece) {
		if bulk.before != nil {
			if err := bulk.before(ctx, piece); err != nil {
				return applied, err
			}
		}
		for _, rec := range piece {
			before := w.Changes
			err := do(ctx, rec)
			if _, isRefused := recordRefusal(err); isRefused && w.Changes == before {
				applied.Refused++
			} else if err != nil {
				return applied, err
			} else {
				applied.Done++
			}
		}
	}
	if w.Changes > 0 {
		last, err := w.Tx.LastOfBatch(ctx, w.Batch.ID)
		w.Seqs = append(w.Seqs, last)
		return applied, err
	}
	return applied, nil
}

// prepareChange is prepare, and knows the edit of one record too.
func (b *bulking) prepareChange(ctx context.Context, in tracker.ChangeInput) (recordAction, error) {
	if in.Action != tracker.EditAction {
		return b.prepare(ctx, in.BulkInput)
	}
	return func(ctx context.Context, rec store.BulkRecord) error {
		return b.Do(ctx, "edit", func(m *change.Mutation) (change.Change, error) {
			return bulkKinds[in.List].edit(ctx, m, change.Kinds[in.List], rec.ID, in.Fields)
		})
	}, nil
}

// editByRow edits a record as a row of an import does, by some of its fields.
func editByRow(ctx context.Context, m *change.Mutation, k *change.Kind, id string, fields map[string]json.RawMessage) (change.Change, error) {
	of := bulkKinds[k.Name].imports
	if !of.isOpen {
		if err := m.RequireAdmin(); err != nil {
			return change.Unchanged, err
		}
	}
	m.Loaded = change.Loaded{}
	if err := of.load(ctx, m.Work, k, []change.RowKeys{{ID: id}}); err != nil {
		return change.Unchanged, err
	}
	row := &compared{ImportRow: &store.ImportRow{ImportRow: tracker.ImportRow{ID: &id}}}
	stored, err := of.record(&comparison{Work: m.Work, of: k}, row)
	if err != nil {
		return change.Unchanged, err
	}
	text, err := change.Snapshot(stored.entity)
	if err != nil {
		return change.Unchanged, err
	}
	snap, err := tracker.ParseSnapshot(text)
	if err != nil {
		return change.Unchanged, err
	}
	sent, known := map[string]string{}, map[string]bool{"own": slices.Contains(tracker.OwnLists, k.Name)}
	for _, f := range tracker.ImportFields(k.Name) {
		switch {
		case f.Finds || f.Name == keyField[k.Name]:
		case f.IsAddress():
			known["address"] = true
		default:
			known[f.Name] = true
		}
		if f.Required {
			sent[f.Name] = f.Stored(snap)
		}
	}
	if err := take(fields, known, sent); err != nil {
		return change.Unchanged, err
	}
	row.Version, row.Input = stored.version, object(sent)
	return applyRow(ctx, m, k.Name, *row.ImportRow)
}

// keyField is the field by which records of a kind are found, and which no edit sets.
var keyField = map[string]string{tracker.EntityUser: "email"}

// take adds the fields of an edit to the input of the record's kind. A field that the kind does not have is refused, so
// that nobody takes it for saved.
func take(fields map[string]json.RawMessage, known map[string]bool, sent map[string]string) error {
	for name, value := range fields {
		if !known[name] {
			return tracker.NoSuchField(name)
		}
		sent[name] = string(value)
	}
	return nil
}

// witness notes what is decided for each record of a change, so that two decisions can be compared.
type witness struct{ sum hash.Hash }

func newWitness() *witness { return &witness{sha256.New()} }

// note adds the outcome of a record: its state before, and the fields that change, or why it stays.
func (w *witness) note(ctx context.Context, b *bulking, rec store.BulkRecord, isChanged bool, refusal *tracker.Error) error {
	if w == nil {
		return nil
	}
	outcome := []any{rec.Kind, rec.ID}
	switch {
	case refusal != nil:
		outcome = append(outcome, refusal.Text())
	case isChanged:
		ch := b.Decided
		fields, err := b.Foreseen(ctx, ch, tracker.Access{Admin: true})
		if err != nil {
			return err
		}
		outcome = append(outcome, ch.Entity, ch.Before, fields)
	}
	text, err := json.Marshal(outcome)
	if err != nil {
		return err
	}
	// The moment of the decision is part of some changes, such as a removal.
	now, err := json.Marshal(b.Now)
	if err != nil {
		return err
	}
	w.sum.Write([]byte(strings.ReplaceAll(string(text), string(now), `"now"`)))
	w.sum.Write([]byte{'\n'})
	return nil
}

func (w *witness) fingerprint() string { return hex.EncodeToString(w.sum.Sum(nil)) }
