package record

import (
	"context"
	"slices"

	"btracker/internal/change"
	"btracker/internal/tracker"
)

// SubscriptionDetails reads an attached subscription with its value and its periods.
func (r *Records) SubscriptionDetails(ctx context.Context, c change.Caller, id string) (d tracker.SubscriptionDetails, err error) {
	s, access, err := projectSubscription(ctx, r.Store.Queries, c, tracker.ItemRef{ID: id}, tracker.See)
	if err != nil {
		return d, err
	}
	view, err := r.Store.SubscriptionView(ctx, id)
	if err != nil {
		return d, err
	}
	earlier, err := r.Store.EarlierPeriods(ctx, id, tracker.MaxPeriods-1)
	if err != nil {
		return d, err
	}
	responsible, err := r.Store.Responsible(ctx, []string{s.ProjectID}, tracker.ResponsibleRoles())
	if err != nil {
		return d, err
	}
	now := r.Time()
	d.ListedSubscription = tracker.ListedSubscription{ProjectSubscription: s.ProjectSubscription, State: s.State(now),
		CancelBy: tracker.CancelBy(s.EndAt, s.NoticeDays, view.CatalogueNotice),
		ProjectItemPlace: tracker.ProjectItemPlace{CompanyID: s.Project.CompanyID, CompanyName: s.Project.CompanyName, ProjectName: s.Project.Name,
			Responsible: append([]tracker.Responsible{}, responsible[s.ProjectID]...)}}
	monthlyPrice, monthlyCost := s.Monthly()
	d.Value(monthlyPrice, monthlyCost, view.Listed && d.State.Runs())
	d.Periods = slices.Concat([]tracker.SubscriptionPeriod{{StartAt: s.StartAt, EndAt: s.EndAt, Price: s.Price, Cost: s.Cost}}, earlier)
	d.Own = s.Own.Seen(access)
	if !access.May(tracker.SeeCost) {
		d.HideCost()
		for i := range d.Periods {
			d.Periods[i].Cost = nil
		}
	}
	return d, nil
}
