package httpapi

import (
	"context"
	"net/http"
	"reflect"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// bulkAnswer is a preview, or the id of an action that was started.
type bulkAnswer struct {
	preview *tracker.BulkPreview
	started tracker.BulkStarted
}

func (b bulkAnswer) write(s *server, w http.ResponseWriter, r *http.Request) {
	if b.preview != nil {
		s.writeJSON(w, r, http.StatusOK, "application/json", b.preview)
		return
	}
	s.writeJSON(w, r, http.StatusAccepted, "application/json", b.started)
}

func (b bulkAnswer) body() reflect.Type { return reflect.TypeFor[bulkEither]() }

// bulkEither is both answers, for the contract.
type bulkEither struct{}

func (bulkEither) OneOf() []reflect.Type {
	return []reflect.Type{reflect.TypeFor[tracker.BulkStarted](), reflect.TypeFor[tracker.BulkPreview]()}
}

func (s *server) bulkOperations() {
	const tag = "Bulk"
	everyone := contract.Who{Line: "everyone who is signed in. Each record is changed with the caller's rights at that moment, or refused."}
	handle(s, contract.Operation{ID: "startBulk", Method: http.MethodPost, Path: "/bulk", Tag: tag, Summary: "Change many records at once, or preview that",
		Who: everyone, Keys: contract.AnyKeys, Idempotent: true, Slow: true, Status: http.StatusAccepted, Existing: true,
		Refusals: []*tracker.Error{tracker.ErrTooManyRecords, tracker.ErrTooManyBulks},
		Details: "A preview answers 200 and changes nothing. Otherwise the answer is 202, and a job goes through the records, also after a restart, and changes none twice. " +
			"Each record is changed as by its own call; those that would be refused are left as they are. All changes share one batchId, by which they are taken back. " +
			"The query is read once, when the action is started. Open pages of the caller get the event BulkProgress."},
		func(ctx context.Context, c call, in tracker.BulkInput) (bulkAnswer, error) {
			if err := in.Check(); err != nil {
				return bulkAnswer{}, err
			}
			if !in.Query.Empty() {
				ids, err := s.listed(ctx, c.Caller, in.List, in.Query.Value)
				if err != nil {
					return bulkAnswer{}, err
				}
				in.IDs = tracker.Some(ids)
			}
			if in.Preview.Value {
				preview, err := s.app.PreviewBulk(ctx, c.Caller, in)
				return bulkAnswer{preview: &preview}, err
			}
			started, err := s.app.StartBulk(ctx, c.Caller, in)
			return bulkAnswer{started: started}, err
		})
	handle(s, contract.Operation{ID: "getBulk", Method: http.MethodGet, Path: "/bulk/{id}", Tag: tag, Summary: "Read how far a bulk action is",
		Who: contract.Who{Line: "whoever started it, and administrators. For everyone else it does not exist."}, Keys: contract.AnyKeys,
		Details: "It is kept for " + undoTime + " after its end."},
		func(ctx context.Context, c call, _ none) (tracker.Bulk, error) {
			return s.app.Bulk(ctx, c.Caller, c.path("id"))
		})
	handle(s, contract.Operation{ID: "stopBulk", Method: http.MethodPut, Path: "/bulk/stop", Tag: tag, Summary: "Stop a bulk action",
		Who: contract.Who{Line: "whoever started it, and administrators. For everyone else it does not exist."}, Keys: contract.AnyKeys, Missing: true,
		Details: "No record is changed after the answer. Those that were changed stay so, until they are taken back by the batchId. An action that has ended stays as it is."},
		func(ctx context.Context, c call, in idInput) (tracker.Bulk, error) {
			return s.app.StopBulk(ctx, c.Caller, in.ID)
		})
}

// selection is the records that a bulk action can select by the query of a list.
type selection struct {
	op  contract.Operation
	ids func(ctx context.Context, c listCall, use func(id string) error) error
}

// listed reads the ids of all records that a list shows for a query string, which is read as the list
// reads it.
func (s *server) listed(ctx context.Context, by change.Caller, list, rawQuery string) (ids []string, err error) {
	of, ok := s.selections[list]
	if !ok {
		return nil, tracker.BadQuery("query", tracker.NotAnOption)
	}
	c := listCall{Caller: by}
	if c.params, err = parseQuery(rawQuery, &of.op); err != nil {
		return nil, err
	}
	if c.List, err = parseList(c.params, of.op.List); err != nil {
		return nil, err
	}
	ids = []string{}
	err = of.ids(ctx, c, func(id string) error {
		if len(ids) == tracker.MaxBulk {
			return tracker.ErrTooManyRecords
		}
		ids = append(ids, id)
		return nil
	})
	return ids, err
}
