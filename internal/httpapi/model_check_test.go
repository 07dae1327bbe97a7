package httpapi_test

import (
	"fmt"
	"maps"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

func (d *driver) compareStatistics() {
	for _, s := range d.sides {
		var got tracker.Statistics
		s.Admin.Get("/dashboard/statistics").Status(200).Into(&got)
		if diff := cmp.Diff(d.model.statistics(), got); diff != "" {
			d.rt.Fatalf("%s: statistics, model and database:\n%s", s.API.Store.Dialect(), diff)
		}
	}
}

// compareAll reads everything and compares it with the model.
func (d *driver) compareAll() {
	d.compareStatistics()
	m := d.model
	for _, s := range d.sides {
		items := map[string]string{}
		for _, p := range m.projects {
			if p.gone {
				s.Admin.Get("/project/" + s.IDs[p.no]).Status(404)
				continue
			}
			var got tracker.ProjectDetails
			s.Admin.Get("/project/" + s.IDs[p.no]).Status(200).Into(&got)
			if got.IsRemoved != p.marked || got.CompanyID != s.IDs[p.company.no] {
				d.rt.Fatalf("project %+v", got.Project)
			}
			for _, x := range got.Products {
				items[x.ID] = fmt.Sprintln(x.ProjectID, x.ProductID, x.Price, *x.Cost, x.Status)
			}
			for _, x := range got.Subscriptions {
				items[x.ID] = fmt.Sprintln(x.ProjectID, x.SubscriptionID, x.Price, *x.Cost, x.StartAt, x.EndAt, x.AutoRenew, x.IsCanceled, plannedText(x.Planned))
			}
		}
		want := map[string]string{}
		for _, a := range m.attached {
			price, cost, project, item := tracker.Money(a.price), tracker.Money(a.cost), s.IDs[a.project.no], s.IDs[a.item.no]
			switch {
			case a.gone:
			case a.item.kind == "product":
				want[s.IDs[a.no]] = fmt.Sprintln(project, item, price, cost, tracker.ProductStatus(a.status))
			default:
				var plan *tracker.PlannedPrice
				if a.planned != nil {
					plan = &tracker.PlannedPrice{Price: tracker.Money(a.planned.price), From: a.planned.from}
				}
				want[s.IDs[a.no]] = fmt.Sprintln(project, item, price, cost, a.period.StartAt, a.period.EndAt, a.renews, a.canceled, plannedText(plan))
			}
		}
		if diff := cmp.Diff(want, items); diff != "" {
			d.rt.Fatalf("%s: items, model and database:\n%s", s.API.Store.Dialect(), diff)
		}
	}
}

func plannedText(p *tracker.PlannedPrice) string {
	switch {
	case p == nil:
		return ""
	case p.From == nil:
		return p.Price.String()
	}
	return fmt.Sprint(p.Price, p.From)
}

// checkOrphans finds rows whose parent is gone.
func checkOrphans(s *apitest.Side, t *rapid.T) {
	for _, orphan := range []string{
		`project x JOIN company y ON y.id = x.company_id`,
		`catalogue_item x JOIN category y ON y.id = x.category_id`,
		`project_product x JOIN project y ON y.id = x.project_id`,
		`project_product x JOIN catalogue_item y ON y.id = x.product_id`,
		`project_subscription x JOIN project y ON y.id = x.project_id`,
		`project_subscription x JOIN catalogue_item y ON y.id = x.subscription_id`,
	} {
		if n := s.API.Count("SELECT count(*) FROM " + orphan + " WHERE x.deleted_at IS NULL AND y.deleted_at IS NOT NULL"); n != 0 {
			t.Fatalf("%s: %d orphans: %s", s.API.Store.Dialect(), n, orphan)
		}
	}
}

// checkNotifications compares the notifications with the model: each must exist exactly once.
func checkNotifications(s *apitest.Side, t *rapid.T, m *model) {
	want := map[string]int64{}
	for n := range maps.Keys(m.told) {
		want[fmt.Sprintf("%s/%s/%d/user-%s", s.IDs[n.no], n.kind, n.end, n.recipient)]++
	}
	got := s.Numbers(t, `SELECT item_id || '/' || kind || '/' || threshold || '/' || recipient_id, count(*) FROM notification GROUP BY item_id, kind, threshold, recipient_id`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s: notifications, model and database:\n%s", s.API.Store.Dialect(), diff)
	}
}
