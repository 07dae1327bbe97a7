package tracker

import (
	"encoding/json"
	"slices"
	"time"
)

// Limits of changes that a program previews before it makes them.
const (
	ChangePreviewLife = 10 * time.Minute
	MaxChangePreviews = 20 // of one key, which are kept

	MaxCallsPerMinute = 300 // of one key, by an assistant
)

// EditAction is the edit of one record, which bulk actions do not have.
const EditAction = "edit"

// ChangeInput is a change to preview: a bulk action, or the edit of one record.
type ChangeInput struct {
	BulkInput
	Fields map[string]json.RawMessage `json:"fields,omitempty"` // that an edit sets
}

// Check validates the input, except for the parameters.
func (in *ChangeInput) Check() error {
	in.Preview = Some(true)
	if in.Action != EditAction {
		return in.BulkInput.Check()
	}
	switch {
	case !slices.Contains(BulkLists, in.List):
		return ErrUnknownList
	case len(in.IDs.Value) != 1 || !in.Query.Empty():
		return ErrEditWhat
	case len(in.Fields) == 0:
		return ErrEditFields
	}
	return nil
}

// ChangePreview is what a change would do, and the token by which exactly that is done.
type ChangePreview struct {
	Token string `json:"token"`
	BulkPreview
}

// ChangeApplied is what a previewed change has done.
type ChangeApplied struct {
	BatchID string `json:"batchId"`
	Done    int    `json:"done"` // records that were changed, or were as wanted already
	Refused int    `json:"refused"`
}
