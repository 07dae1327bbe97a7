package store

import (
	"testing"

	"btracker/internal/tracker"
)

// A search that needs a few items alone looks at no more, unless a moderator asks or it has several words.
func TestASearchForEnoughItems(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user, company := f.addUser("mod@example.com"), f.addCompany("Northwind")
		f.addModerator(company.ID, user.ID, tracker.RoleOwner)
		project, item := f.addProject(company.ID, "Harbour"), f.addItems(tracker.Subscriptions, 1)[0]
		const attached, enough = 12, 3
		f.write(func(tx *Tx) error {
			for range attached {
				f.ok(tx.InsertProjectSubscription(t.Context(), tracker.ProjectSubscription{ID: newID(), ProjectID: project, SubscriptionID: item,
					Price: 100, Cost: ptr(tracker.Money(50)), CreatedAt: f.now,
					StartAt: f.now, EndAt: f.now.AddDate(0, 1, 0)}, "x"))
			}
			return tx.Recount(t.Context(), tracker.ResponsibleRoles())
		})
		count := func(v Visible, term string, enough int) int {
			rows, totals, err := f.ListedSubscriptions(t.Context(), v, SubscriptionQuery{Now: f.now,
				ProjectItemQuery: ProjectItemQuery{ListQuery: tracker.ListQuery{Search: term, SortBy: "name", PageNumber: 1, PageSize: 200}, enough: enough}})
			f.ok(err)
			is(t, "rows of "+term, len(rows), totals.Count)
			return totals.Count
		}
		is(t, "all by the project", count(everything, "harbour", 0), attached)
		is(t, "enough by the project", count(everything, "harbour", enough), enough)
		is(t, "enough by the item", count(everything, "item", enough), enough)
		is(t, "of several words", count(everything, "harbour item", enough), attached)
		is(t, "of a moderator", count(moderatedBy(user.ID), "harbour", enough), attached)
	})
}
