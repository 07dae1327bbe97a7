package httpapi

import (
	"context"
	"net/http"
	"reflect"
	"slices"

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
		Who: everyone, Keys: contract.AnyKeys, Idempotent: true, Slow: true, Status: http.StatusAccepted, Existing: true, Refusals: []*tracker.Error{tracker.ErrTooManyRecords, tracker.ErrTooManyBulks},
		Details: "A preview answers 200 and changes nothing. Otherwise the answer is 202, and a job goes through the records, also after a restart, and changes none twice. " +
			"Each record is changed as by its own call; those that would be refused are left as they are. All changes share one batchId, by which they are taken back. " +
			"The query is read once, when the action is started. Open pages of the caller get the event BulkProgress."},
		func(ctx context.Context, c call, in tracker.BulkInput) (bulkAnswer, error) {
			if err := in.Check(); err != nil {
				return bulkAnswer{}, err
			}
			if !in.Query.Empty() {
				ids, err := s.listed(ctx, c, in.List, in.Query.Value)
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
		Who: contract.Who{Line: "whoever started it, and administrators. For everyone else it does not exist."}, Keys: contract.AnyKeys, Details: "It is kept for " + undoTime + " after its end."},
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

// selectable is a list that a bulk action can select from by a query.
type selectable struct {
	path string
	ids  func(s *server, ctx context.Context, c call, use func(id string) error) error // of all records that it shows
}

var selectables = map[string]selectable{
	"company":             {"/company", (*server).companyIDs},
	"project":             {"/project", (*server).projectIDs},
	"product":             {"/product", (*server).productIDs},
	"subscription":        {"/subscription", (*server).subscriptionIDs},
	"user":                {"/UserManagement", (*server).userEmails},
	"projectSubscription": {"/project/subscription", (*server).projectSubscriptionIDs},
	"projectProduct":      {"/project/product", (*server).projectProductIDs},
}

// listed reads the ids of all records that a list shows for a query string, which is read as the list
// reads it.
func (s *server) listed(ctx context.Context, c call, list, rawQuery string) (ids []string, err error) {
	of := selectables[list]
	i := slices.IndexFunc(s.api.Operations, func(op contract.Operation) bool { return op.Method == http.MethodGet && op.Path == of.path })
	if i < 0 {
		return nil, tracker.BadQuery("query", tracker.NotAnOption)
	}
	c.r = nil // the request is not that of the list
	if c.params, err = parseQuery(rawQuery, &s.api.Operations[i]); err != nil {
		return nil, err
	}
	if c.List, err = parseList(c.params, s.api.Operations[i].List); err != nil {
		return nil, err
	}
	ids = []string{}
	err = of.ids(s, ctx, c, func(id string) error {
		if len(ids) == tracker.MaxBulk {
			return tracker.ErrTooManyRecords
		}
		ids = append(ids, id)
		return nil
	})
	return ids, err
}

func (s *server) companyIDs(ctx context.Context, c call, use func(id string) error) error {
	filter, err := companyFilter(c)
	if err != nil {
		return err
	}
	return s.app.EachCompany(ctx, c.Caller, c.List, filter, false, func(company tracker.Company) error { return use(company.ID) })
}

func (s *server) projectIDs(ctx context.Context, c call, use func(id string) error) error {
	filter, err := projectFilter(c)
	if err != nil {
		return err
	}
	return s.app.EachProject(ctx, c.Caller, c.List, filter, false, func(p tracker.Project) error { return use(p.ID) })
}

func (s *server) productIDs(ctx context.Context, c call, use func(id string) error) error {
	return s.itemIDs(ctx, c, tracker.Products, use)
}

func (s *server) subscriptionIDs(ctx context.Context, c call, use func(id string) error) error {
	return s.itemIDs(ctx, c, tracker.Subscriptions, use)
}

func (s *server) itemIDs(ctx context.Context, c call, kind tracker.CatalogueKind, use func(id string) error) error {
	filter, err := itemFilter(c, kind)
	if err != nil {
		return err
	}
	return s.app.EachItem(ctx, c.Caller, kind, c.List, filter, func(i tracker.CatalogueItem) error { return use(i.ID) })
}

func (s *server) userEmails(ctx context.Context, c call, use func(id string) error) error {
	return s.app.EachUser(ctx, c.Caller, c.List, c.flag("AdminsOnly"), func(u tracker.User) error { return use(u.Email) })
}

func (s *server) projectSubscriptionIDs(ctx context.Context, c call, use func(id string) error) error {
	q, err := subscriptionQuery(c)
	if err != nil {
		return err
	}
	return s.app.EachListedSubscription(ctx, c.Caller, c.List, q, func(s tracker.ListedSubscription) error { return use(s.ID) })
}

func (s *server) projectProductIDs(ctx context.Context, c call, use func(id string) error) error {
	q, err := productQuery(c)
	if err != nil {
		return err
	}
	return s.app.EachListedProduct(ctx, c.Caller, c.List, q, func(p tracker.ListedProduct) error { return use(p.ID) })
}
