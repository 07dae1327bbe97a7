package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"btracker/internal/batch"
	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/record"
	"btracker/internal/tracker"
)

func (s *server) forecastOperations() {
	const tag = "Forecast"
	handle(s, contract.Operation{ID: "listForecast", Method: http.MethodGet, Path: "/forecast", Tag: tag, Summary: "What will happen to subscriptions if nobody does anything",
		Who: contract.SignedIn, Keys: contract.AnyKeys, List: &contract.List{Totals: contract.ForecastTotals},
		Params: []contract.Param{
			contract.Text("Until", fmt.Sprintf("The last day, such as 2027-11-30, at most %d months ahead. The end of the twelfth month ahead without it.", tracker.MaxForecastMonths)),
			contract.Text("CompanyId", "Only subscriptions of this company's projects."),
			contract.Text("Responsible", "Only those that the user with this e-mail address is responsible for."),
			contract.Text("Kind", "Only these kinds, comma-separated: cancelBy, price, renews, ends."),
		},
		Details: "From now on, by day and kind, of projects the caller moderates; administrators see all. It is computed by the rules by which the program renews, sets planned prices and ends subscriptions. " +
			"The header Totals sums up all pages: how many events there are, and what they add to the monthly price. " +
			"A period that was opened by hand has been renewed, and is no event when it begins."},
		func(ctx context.Context, c call, _ none) (arrayWithTotals[tracker.ForecastEvent], error) {
			q, err := forecastQuery(c.listCall)
			if err != nil {
				return arrayWithTotals[tracker.ForecastEvent]{}, err
			}
			page, totals, err := s.app.Forecast(ctx, c.Caller, c.List, q)
			return arrayWithTotals[tracker.ForecastEvent]{page, totals}, err
		})
	handle(s, contract.Operation{ID: "tryForecast", Method: http.MethodPost, Path: "/forecast", Tag: tag, Summary: "Try changes of subscriptions: the value a month as it is and as it would be",
		Who: contract.Who{Line: "everyone who is signed in. Each subscription is changed with the caller's rights, or refused."}, Keys: contract.AnyKeys, Slow: true,
		Refusals: []*tracker.Error{tracker.ErrTooManyRecords},
		Details: "Nothing is changed. The changes are tried in the order of their days on what the program will have made of the subscriptions by then; what their state refuses on that day is counted in refusedTotal. " +
			"cancel ends a subscription with the term that runs on that day and notes the reason, renew opens one period."},
		func(ctx context.Context, c call, in tracker.ForecastInput) (tracker.Forecast, error) {
			until, err := in.Check(s.app.Time())
			if err != nil {
				return tracker.Forecast{}, err
			}
			if err := s.selectPlanned(ctx, c.Caller, in.Changes.Value); err != nil {
				return tracker.Forecast{}, err
			}
			return s.app.TryForecast(ctx, c.Caller, until, in.Changes.Value)
		})
	s.planOperations(tag)
}

// selectPlanned reads the ids of changes that were sent as queries.
func (s *server) selectPlanned(ctx context.Context, by change.Caller, changes []tracker.PlanChangeInput) error {
	records := 0
	for i, in := range changes {
		if !in.Query.Empty() {
			ids, err := s.listed(ctx, by, in.List, in.Query.Value)
			if err != nil {
				return err
			}
			changes[i].IDs = tracker.Some(ids)
		}
		if records += len(changes[i].IDs.Value); records > tracker.MaxPlanned {
			return tracker.ErrTooManyRecords
		}
	}
	return nil
}

// selected are the subscriptions that changes are for now; nil where they are too many, or a query is refused: that is said when the plan
// is tried.
func (s *server) selected(ctx context.Context, by change.Caller, changes []tracker.PlanChangeInput) (*[]string, error) {
	changes = slices.Clone(changes)
	err := s.selectPlanned(ctx, by, changes)
	if refusal, isRefused := errors.AsType[*tracker.Error](err); isRefused && !change.DatabaseFails(refusal) {
		return nil, nil
	}
	ids := []string{}
	for _, in := range changes {
		ids = append(ids, in.IDs.Value...)
	}
	return &ids, err
}

func (s *server) planOperations(tag string) {
	const sharing = "Administrators alone share plans, and change and apply shared ones. "
	everyone := contract.Who{Line: "everyone who is signed in; shared plans are changed and applied by administrators."}
	handle(s, contract.Operation{ID: "listPlans", Method: http.MethodGet, Path: "/plan", Tag: tag, Summary: "List your own plans and the shared ones",
		Who: contract.SignedIn, Keys: contract.WideKeys, List: &contract.List{PageSize: tracker.MaxPageSize}, Details: "By name."},
		func(ctx context.Context, c call, _ none) (array[tracker.Plan], error) {
			page, err := s.app.Plans(ctx, c.Caller, c.List)
			return array[tracker.Plan](page), err
		})
	handle(s, contract.Operation{ID: "addPlan", Method: http.MethodPost, Path: "/plan", Tag: tag, Summary: "Keep changes as a plan",
		Who: everyone, Idempotent: true, Status: http.StatusCreated, Refusals: []*tracker.Error{tracker.ErrTooManyPlans},
		Details: sharing + "Nothing is changed by it. A query of a change is read when the plan is tried or applied."},
		func(ctx context.Context, c call, in tracker.KeptPlanInput) (saved change.Saved[tracker.Plan], err error) {
			if in.Check(s.app.Time()) == nil {
				if in.Selected, err = s.selected(ctx, c.Caller, in.Changes.Value); err != nil {
					return saved, err
				}
			}
			return s.app.CreatePlan(ctx, c.Caller, in)
		})
	handle(s, contract.Operation{ID: "editPlan", Method: http.MethodPut, Path: "/plan", Tag: tag, Summary: "Change a plan",
		Who: everyone, Missing: true, Refusals: []*tracker.Error{tracker.ErrTooManyPlans}, Details: sharing + "The changes are replaced whole."},
		func(ctx context.Context, c call, in tracker.KeptPlanEdit) (saved change.Saved[tracker.Plan], err error) {
			if in.Check(s.app.Time()) == nil {
				if in.Selected, err = s.selected(ctx, c.Caller, in.Changes.Value); err != nil {
					return saved, err
				}
			}
			return s.app.EditPlan(ctx, c.Caller, in)
		})
	handle(s, contract.Operation{ID: "removePlan", Method: http.MethodDelete, Path: "/plan", Tag: tag, Summary: "Remove a plan",
		Who: everyone, Details: sharing + "An unknown one is gone already."},
		func(ctx context.Context, c call, in idInput) (change.Saved[none], error) {
			return gone(s.app.RemovePlan(ctx, c.Caller, in.ID))
		})
	handle(s, contract.Operation{ID: "applyPlan", Method: http.MethodPost, Path: "/plan/apply", Tag: tag, Summary: "Apply a plan, or preview that",
		Who:        contract.Who{Line: "everyone who is signed in, of shared plans administrators. Each subscription is changed with the caller's rights at that moment, or refused."},
		Idempotent: true, Slow: true, Missing: true, Status: http.StatusAccepted, Existing: true, Refusals: []*tracker.Error{tracker.ErrTooManyRecords, tracker.ErrTooManyBulks},
		Details: "A preview answers 200 and changes nothing; it says of each subscription what changed in it since the plan was saved. " +
			"Otherwise the answer is 202, and the bulk action of that id goes through the subscriptions; its batchId takes all back. While it is under way, asking again answers the same id. " +
			"Changes whose day has come are made, later ones become planned prices, cancelations at the end of the term, or renewals. What was applied leaves the plan. " +
			"What cannot be noted yet, because it is about a later term than the running one or another price is planned, is refused with the reason, and stays in the plan, as is what is refused for other reasons."},
		func(ctx context.Context, c call, in tracker.ApplyPlanInput) (answer bulkAnswer, err error) {
			for {
				plan, changes, err := s.app.PlanToApply(ctx, c.Caller, in)
				if err != nil {
					return answer, err
				}
				if err := s.selectPlanned(ctx, c.Caller, changes); err != nil {
					return answer, err
				}
				if in.Preview.Value {
					preview, err := s.app.PreviewPlan(ctx, c.Caller, plan, changes)
					return bulkAnswer{preview: &preview}, err
				}
				answer.started, err = s.app.ApplyPlan(ctx, c.Caller, plan, changes)
				if !errors.Is(err, batch.ErrPlanMoved) {
					return answer, err
				}
			}
		})
}

func forecastQuery(c listCall) (q record.ForecastQuery, err error) {
	q.CompanyID, q.Responsible = c.params.Get("CompanyId"), strings.ToLower(strings.TrimSpace(c.params.Get("Responsible")))
	if sent := c.params.Get("Until"); sent != "" {
		if q.Until, err = tracker.ParseDay(sent); err != nil {
			return q, tracker.BadQuery("Until", tracker.NotADay)
		}
	}
	if sent := c.params.Get("Kind"); sent != "" {
		for one := range strings.SplitSeq(sent, ",") {
			kind := tracker.ForeseenKind(one)
			if !slices.Contains(tracker.ForeseenKinds, kind) {
				return q, tracker.BadQuery("Kind", tracker.NotAnOption)
			}
			q.Kinds = append(q.Kinds, kind)
		}
	}
	return q, nil
}
