package record

import (
	"context"
	"maps"
	"slices"
	"time"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Summary reports the figures of some months of what the caller may see, beside those of earlier ones.
func (r *Records) Summary(ctx context.Context, c change.Caller, q tracker.SummaryQuery) (tracker.Summary, error) {
	q.Now = r.Time()
	if err := q.Check(); err != nil {
		return tracker.Summary{}, err
	}
	return r.SummaryOf(ctx, c, tracker.NewSummary(q.Periods()))
}

// SummaryOf fills in the figures and movers of a summary.
func (r *Records) SummaryOf(ctx context.Context, c change.Caller, s tracker.Summary) (tracker.Summary, error) {
	access, err := r.AccessAnywhere(ctx, c)
	if err != nil {
		return s, err
	}
	seesCost := access.May(tracker.SeeCost)
	if !c.User.IsAdmin {
		return s, r.moderatedSummary(ctx, c, &s, seesCost)
	}
	sums, err := r.Store.SumsUpTo(ctx, s.Instants())
	if err != nil {
		return s, err
	}
	s.SetFigures(sums, seesCost)
	s.Movers, err = r.Store.Movers(ctx, s.Before.End, s.Period.End, tracker.MaxMovers)
	return s, err
}

// moderatedSummary adds up the histories and products that a moderator sees, which are few.
func (r *Records) moderatedSummary(ctx context.Context, c change.Caller, s *tracker.Summary, seesCost bool) error {
	histories, err := r.Store.Histories(ctx, c.Visible(), tracker.RolesThatMay(tracker.SeeCost))
	if err != nil {
		return err
	}
	products, err := r.Store.AddedProducts(ctx, c.Visible(), s.Period.End)
	if err != nil {
		return err
	}
	instants := s.Instants()
	sums := make([]tracker.SummarySums, len(instants))
	for _, p := range products {
		for i, at := range instants {
			if !p.At.Truncate(24 * time.Hour).After(at) { // the kept sums have whole days
				sums[i].OneOff += p.Price
			}
		}
	}
	byCompany := map[string][]*store.History{}
	for _, h := range histories {
		byCompany[h.CompanyID] = append(byCompany[h.CompanyID], h)
	}
	names, err := r.Store.CompanyNames(ctx, slices.Collect(maps.Keys(byCompany)))
	if err != nil {
		return err
	}
	for id, list := range byCompany {
		ofCompany := sumsUpTo(list, instants)
		for i, one := range ofCompany {
			sums[i].Add(one.RecurringSums, 1)
			sums[i].SeenPrice += one.SeenPrice
			if one.Count > 0 {
				sums[i].Customers++
			}
		}
		s.Movers = append(s.Movers, tracker.Mover{CompanyID: id, CompanyName: names[id], Before: ofCompany[1].MonthlyPrice, Value: ofCompany[3].MonthlyPrice})
	}
	s.SetFigures(sums, seesCost)
	s.Movers = tracker.SortMovers(s.Movers)
	return nil
}

// sumsUpTo adds up the changes of value in some histories until each instant.
func sumsUpTo(histories []*store.History, instants []time.Time) []tracker.SummarySums {
	sums := make([]tracker.SummarySums, len(instants))
	for _, h := range histories {
		for _, m := range h.Moves() {
			for i, at := range instants {
				if m.At.After(at) {
					continue
				}
				sums[i].Add(m.RecurringSums, 1)
				if h.SeesCost {
					sums[i].SeenPrice += m.MonthlyPrice
				}
			}
		}
	}
	return sums
}
