package record

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Recurring reports what the subscriptions that the caller may see are worth by the month.
func (r *Records) Recurring(ctx context.Context, c change.Caller, q tracker.RecurringQuery) (report tracker.RecurringReport, err error) {
	q.Now = r.Time()
	if err := q.Check(); err != nil {
		return report, err
	}
	total, groups, seesCost, err := r.recurringOf(ctx, c, q)
	if err != nil {
		return report, err
	}
	report.Months = total.Months(seesCost)
	report.Groups, err = r.recurringGroups(ctx, q, total, groups, seesCost)
	return report, err
}

// recurringOf reads what the caller may see, and whether they see cost anywhere.
func (r *Records) recurringOf(ctx context.Context, c change.Caller, q tracker.RecurringQuery) (total *tracker.RecurringSeries,
	groups series, seesCost bool, err error) {
	access, err := r.AccessAnywhere(ctx, c)
	if err != nil {
		return nil, nil, false, err
	}
	read := r.moderatedRecurring
	if c.User.IsAdmin {
		read = r.allRecurring
	}
	total, groups, err = read(ctx, c, q)
	return total, groups, access.May(tracker.SeeCost), err
}

// RecurringTotal is what everything that the caller may see is worth by the month, and will be if nobody does anything.
func RecurringTotal(ctx context.Context, e *change.Engine, c change.Caller, q tracker.RecurringQuery) (*tracker.RecurringSeries, bool, error) {
	total, _, seesCost, err := (&Records{Engine: e}).recurringOf(ctx, c, q)
	return total, seesCost, err
}

// series are the values of companies or categories, by their ids.
type series map[string]*tracker.RecurringSeries

// add adds the moves of some histories to the total, if there is one, and to their groups.
func (s series) add(q tracker.RecurringQuery, total *tracker.RecurringSeries, histories []*store.History) {
	for _, h := range histories {
		id := h.CompanyID
		if q.By == "category" {
			id = h.CategoryID
		}
		if s[id] == nil {
			s[id] = tracker.NewRecurringSeries(q)
		}
		for _, m := range h.MovesAhead(q) {
			s[id].Add(m.At, m.RecurringSums, 1)
			if total != nil {
				total.Add(m.At, m.RecurringSums, 1)
			}
		}
	}
}

// moderatedRecurring adds up the histories that a moderator sees, which are few.
func (r *Records) moderatedRecurring(ctx context.Context, c change.Caller, q tracker.RecurringQuery) (*tracker.RecurringSeries, series, error) {
	histories, err := r.Store.Histories(ctx, c.Visible(), tracker.RolesThatMay(tracker.SeeCost))
	total, groups := tracker.NewRecurringSeries(q), series{}
	groups.add(q, total, histories)
	return total, groups, err
}

// allRecurring reads the kept values. Of companies it reads those with the largest monthly price now.
func (r *Records) allRecurring(ctx context.Context, _ change.Caller, q tracker.RecurringQuery) (*tracker.RecurringSeries, series, error) {
	byCategory, err := r.Store.Recurring(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	if err := r.addAhead(ctx, q, byCategory); err != nil {
		return nil, nil, err
	}
	total := tracker.NewRecurringSeries(q)
	for _, s := range byCategory {
		total.AddSeries(s, 1)
	}
	if q.By != "company" {
		return total, byCategory, nil
	}
	ids, err := r.Store.LargestCompanies(ctx, tracker.MaxReportGroups)
	if err != nil {
		return nil, nil, err
	}
	if room := tracker.MaxReportGroups - len(ids); room > 0 { // those that had value, or get it, have groups too
		others, err := r.Store.CompaniesWithoutValue(ctx, room)
		if err != nil {
			return nil, nil, err
		}
		ids = append(ids, others...)
	}
	histories, err := r.Store.CompanyHistories(ctx, ids)
	groups := series{}
	groups.add(q, nil, histories)
	return total, groups, err
}

// addAhead adds to the kept values of categories what renewals will change: the kept values have the first term alone, as if it went on.
func (r *Records) addAhead(ctx context.Context, q tracker.RecurringQuery, byCategory series) error {
	if q.To <= tracker.MonthOf(q.Now) {
		return nil
	}
	of := func(category string) *tracker.RecurringSeries {
		if byCategory[category] == nil {
			byCategory[category] = tracker.NewRecurringSeries(q)
		}
		return byCategory[category]
	}
	costs, err := r.Store.CostsAhead(ctx, q.Now)
	if err != nil {
		return err
	}
	for _, c := range costs {
		of(c.CategoryID).Add(c.At, tracker.RecurringSums{TermMoney: tracker.TermMoney{Cost: c.Cost, MonthlyCost: c.MonthlyCost}}, 1)
	}
	histories, err := r.Store.ApartAhead(ctx)
	for _, h := range histories {
		for _, m := range h.Moves() {
			of(h.CategoryID).Add(m.At, m.RecurringSums, -1)
		}
		for _, m := range h.MovesAhead(q) {
			of(h.CategoryID).Add(m.At, m.RecurringSums, 1)
		}
	}
	return err
}

// recurringGroups lists the largest groups, and then all others together.
func (r *Records) recurringGroups(ctx context.Context, q tracker.RecurringQuery, total *tracker.RecurringSeries, groups series, seesCost bool) ([]tracker.RecurringGroup, error) {
	list := []tracker.RecurringGroup{}
	if q.By == tracker.RecurringGroupings[0] {
		return list, nil
	}
	ids := slices.SortedFunc(maps.Keys(groups), func(x, y string) int {
		return cmp.Or(cmp.Compare(groups[y].Last(), groups[x].Last()), cmp.Compare(x, y))
	})
	ids = ids[:min(len(ids), tracker.MaxReportGroups)]
	readNames := r.Store.CompanyNames
	if q.By == "category" {
		readNames = r.Store.CategoryNames
	}
	names, err := readNames(ctx, ids)
	if err != nil {
		return list, err
	}
	others := tracker.NewRecurringSeries(q)
	others.AddSeries(total, 1)
	for _, id := range ids {
		others.AddSeries(groups[id], -1)
		key := id
		if q.By == "category" {
			key = names[id] // a category is known by its name
		}
		list = append(list, tracker.RecurringGroup{ID: &key, Name: names[id], Months: groups[id].Months(seesCost)})
	}
	if !others.Empty() {
		list = append(list, tracker.RecurringGroup{Name: "Others", Months: others.Months(seesCost)})
	}
	return list, nil
}
