package batch

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// bulkPlan is what a bulk action goes through.
type bulkPlan struct {
	records  []store.BulkRecord
	refused  []refusedRecord
	contents *tracker.BulkContents
}

// plan lists the records of a bulk action, each once: those that were chosen, or their contents
// and they, or their roles.
func (b *bulking) plan(ctx context.Context, in tracker.BulkInput) (p bulkPlan, err error) {
	seen := map[string]bool{}
	perRecord := 1
	if in.Action == "removeWithContents" {
		p.contents = &tracker.BulkContents{MonthlyCost: new(tracker.Money)}
	}
	for _, id := range in.IDs.Value {
		if in.List == tracker.EntityUser {
			id = change.Normalised(id)
		}
		if seen[id] {
			continue
		}
		seen[id] = true
		rec, inside := store.BulkRecord{Kind: in.List, ID: id}, []store.BulkRecord(nil)
		switch in.Action {
		case "removeWithContents":
			inside, err = b.contents(ctx, rec, p.contents)
			inside = append(inside, rec)
		case "handOver":
			inside, err = b.roles(ctx, id)
			perRecord = 2 // taken from one, given to the other
		default:
			inside = []store.BulkRecord{rec}
		}
		if refusal, ok := recordRefusal(err); ok {
			p.refused = append(p.refused, refusedRecord{rec, refusal})
		} else if err != nil {
			return p, err
		} else {
			for _, r := range inside {
				if r == rec || !seen[r.Kind+" "+r.ID] {
					seen[r.Kind+" "+r.ID] = true
					p.records = append(p.records, r)
				}
			}
		}
		if (len(p.records)+len(p.refused))*perRecord > tracker.MaxBulk {
			return p, tracker.ErrTooManyRecords
		}
	}
	return p, nil
}

// contents lists what is in a company or project, if the caller may remove it, and adds it up.
func (b *bulking) contents(ctx context.Context, rec store.BulkRecord, sum *tracker.BulkContents) ([]store.BulkRecord, error) {
	m := &change.Mutation{Work: b.Work}
	what, seesCost := change.Kinds[rec.Kind].Removal(ctx, rec.ID), b.Caller.User.IsAdmin
	if rec.Kind == tracker.EntityProject {
		_, access, err := record.ProjectOf(ctx, b.Queries, b.Caller, rec.ID, tracker.See)
		if err != nil {
			return nil, err
		}
		seesCost = access.May(tracker.SeeCost)
	}
	state, err := what.Find(m)
	if err != nil {
		return nil, err
	}
	if result, _ := state.Remove(); result == tracker.RemovalNotFound {
		return nil, tracker.ErrNotFound
	}
	inside, monthly, err := b.Contents(ctx, what.Rule, rec.ID, b.Now, tracker.MaxBulk+1)
	if err != nil {
		return nil, err
	}
	counts := map[string]*int{tracker.EntityCompany: &sum.Companies, tracker.EntityProject: &sum.Projects, tracker.EntityProjectProduct: &sum.Products,
		tracker.EntityProjectSubscription: &sum.Subscriptions}
	for _, r := range append(slices.Clone(inside), rec) {
		*counts[r.Kind]++
	}
	sum.MonthlyPrice += monthly.Price
	if !seesCost {
		sum.MonthlyCost = nil
	} else if sum.MonthlyCost != nil {
		*sum.MonthlyCost += monthly.Cost
	}
	return inside, nil
}

// roles lists the links of a user.
func (b *bulking) roles(ctx context.Context, email string) ([]store.BulkRecord, error) {
	user, err := record.UserFor(ctx, b.Engine, b.Queries, b.Caller, email)
	if err != nil {
		return nil, err
	}
	return b.RolesOf(ctx, user.ID, tracker.MaxBulk+1)
}

// heir reads who gets the roles that are handed over.
func (b *bulking) heir(ctx context.Context, email string) (string, error) {
	user, err := record.UserFor(ctx, b.Engine, b.Queries, b.Caller, email)
	if errors.Is(err, tracker.ErrNotFound) || err == nil && user.Status == tracker.UserDisabled {
		err = tracker.ErrUnknownHeir
	}
	return cmp.Or(user.Email, change.Normalised(email)), err
}
