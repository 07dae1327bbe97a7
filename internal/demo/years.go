package demo

import (
	"context"
	"fmt"
	"time"

	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// YearsCompanies is how many companies PlayYears adds.
const YearsCompanies = 2

// longCustomers are the customers of two years, with the people who answer for them and the projects.
var longCustomers = [YearsCompanies]struct {
	name     string
	roles    map[string]tracker.Role
	projects []string
}{
	{"Riverside Hotels", map[string]tracker.Role{"owner@example.com": tracker.RoleOwner, "manager@example.com": tracker.RoleManager},
		[]string{"Booking platform", "Guest newsletter"}},
	{"Stonebridge Clinics", map[string]tracker.Role{"manager@example.com": tracker.RoleManager, "support@example.com": tracker.RoleSupport},
		[]string{"Patient portal", "Clinic websites"}},
}

// supplied is the subscription whose supplier raises the price. Projects that have renewed since then lose money by it.
const supplied = "Managed server"

// longSubscriptions tell their story by their last term: what it is followed by, and when it ends from today on.
var longSubscriptions = []struct {
	project, item string
	months, terms int // of a term; until today
	endsIn        int // days; before today it is over
	percent       int // the price, of the cost at the start
	notice        int // days; none is 0
	renews        bool
}{
	{"Booking platform", supplied, 1, 25, 12, 125, 0, true},
	{"Booking platform", "Backup storage", 3, 8, 40, 140, 30, true},
	{"Booking platform", "TLS certificate", 12, 2, 21, 150, 14, true},
	{"Booking platform", "Stock photo plan", 12, 1, 0, 130, 0, false},
	{"Guest newsletter", "Newsletter service", 1, 24, 5, 130, 0, true},
	{"Guest newsletter", "Customer surveys", 12, 2, 68, 115, 60, true},
	{"Guest newsletter", "Social media care", 6, 1, -9, 120, 0, false},
	{"Patient portal", supplied, 1, 22, 20, 128, 0, true},
	{"Patient portal", "On-call support", 3, 7, 33, 135, 30, true},
	{"Patient portal", "Uptime monitoring", 12, 1, 4, 125, 0, false},
	{"Patient portal", "DNS protection", 12, 1, -24, 140, 0, false},
	{"Clinic websites", "Shared hosting", 1, 18, 26, 130, 0, true},
	{"Clinic websites", supplied, 3, 5, 50, 122, 0, true},
	{"Clinic websites", "Domain name", 12, 2, 100, 160, 30, true},
	{"Clinic websites", "Content updates", 6, 1, 11, 115, 7, false},
	{"Clinic websites", "Font license", 12, 1, -47, 120, 0, false},
}

// PlayYears adds customers of two years, with what the years did to their subscriptions: terms one after
// another, new prices and costs, a supplier's price rise that some projects have not passed on. It ends where PlayWeeks begins.
func PlayYears(ctx context.Context, s *store.Store, now time.Time) error {
	w, err := newWork(ctx, s)
	if err != nil {
		return err
	}
	y := &years{work: w, now: now, projects: map[string]string{}, items: map[string]tracker.CatalogueItem{}}
	end := now.AddDate(0, 0, -22)
	y.clock = end.AddDate(0, 0, -7*weeksPlayed)
	if err := y.begin(ctx); err != nil {
		return err
	}
	events := map[int]func(context.Context) error{ // by the weeks that are left
		80: func(ctx context.Context) error { return y.newCost(ctx, supplied, 104) },
		60: func(ctx context.Context) error { return y.newPrices(ctx, 103) },
		34: func(ctx context.Context) error { return y.newCost(ctx, "Backup storage", 106) },
		12: func(ctx context.Context) error { return y.newPrices(ctx, 104) },
		7:  func(ctx context.Context) error { return y.newCost(ctx, supplied, 145) },
		0:  func(ctx context.Context) error { return y.tellOf(ctx, true) },
	}
	for left := weeksPlayed - 1; left >= 0; left-- {
		y.clock = end.AddDate(0, 0, -7*left)
		if err := y.week(ctx, events[left]); err != nil {
			return fmt.Errorf("the work of %s: %w", y.clock.Format(time.DateOnly), err)
		}
	}
	return nil
}

const weeksPlayed = 110

type years struct {
	*work
	now      time.Time
	projects map[string]string // ids by name
	items    map[string]tracker.CatalogueItem
	attached []string // ids of longSubscriptions so far
}

// begin adds the customers with their people and projects, and reads the catalogue.
func (y *years) begin(ctx context.Context) error {
	if err := y.tellOf(ctx, false); err != nil {
		return err
	}
	admin := y.people[AdminEmail]
	for _, customer := range longCustomers {
		company, err := y.app.CreateCompany(ctx, admin, tracker.CompanyInput{Name: customer.name, SupportEmail: tracker.Some("office@" + domain(customer.name))})
		if err != nil {
			return err
		}
		for _, email := range []string{"owner@example.com", "manager@example.com", "support@example.com"} {
			role, ok := customer.roles[email]
			if !ok {
				continue
			}
			if _, err := y.app.AddCompanyModerator(ctx, admin, tracker.ModeratorInput{ID: company.Entity.ID, UserEmail: email, Role: tracker.Some(role)}); err != nil {
				return err
			}
		}
		for _, name := range customer.projects {
			project, err := y.app.CreateProject(ctx, admin, tracker.ProjectInput{CompanyID: company.Entity.ID, ProjectFields: tracker.ProjectFields{Name: name}})
			if err != nil {
				return err
			}
			y.projects[name] = project.Entity.ID
		}
	}
	return y.readItems(ctx)
}

func (y *years) readItems(ctx context.Context) error {
	page, err := y.app.Items(ctx, y.people[AdminEmail], tracker.Subscriptions, tracker.ListQuery{PageNumber: 1, PageSize: 200, Removed: tracker.RemovedExclude}, record.ItemFilter{})
	for _, item := range page.Data {
		y.items[item.Name] = item
	}
	return err
}

// tellOf sets whether people are notified: nobody wants to look at those of two years.
func (y *years) tellOf(ctx context.Context, all bool) error {
	yes := tracker.Some(all)
	for _, email := range []string{AdminEmail, "owner@example.com", "manager@example.com", "support@example.com"} {
		if _, err := y.app.EditNotificationSettings(ctx, y.people[email], tracker.NotificationSettingsInput{
			Kinds: tracker.Some(tracker.NotificationKindsInput{EndsSoon: yes, Ended: yes, Renewed: yes, Canceled: yes})}); err != nil {
			return err
		}
	}
	return nil
}

// week attaches the subscriptions that began in it, renews and ends those that are due, and then does what else happens.
func (y *years) week(ctx context.Context, event func(context.Context) error) error {
	for _, s := range longSubscriptions {
		end := endOfDay(y.now.AddDate(0, 0, s.endsIn))
		start := startOfDay(end.Add(time.Second)).AddDate(0, -s.months*s.terms, 0)
		if s.renews { // on a day that every month has
			start = start.AddDate(0, 0, -max(0, start.Day()-28))
			end = start.AddDate(0, s.months, 0).Add(-time.Second)
		}
		if start.After(y.clock) || start.Before(y.clock.AddDate(0, 0, -7)) {
			continue
		}
		item := y.items[s.item]
		in := tracker.ProjectSubscriptionInput{ProjectID: y.projects[s.project], SubscriptionID: item.ID, ProjectSubscriptionFields: tracker.ProjectSubscriptionFields{
			StartAt: tracker.Some(start), EndAt: tracker.Some(end),
			AutoRenew: tracker.Some(s.renews), Price: amount(*item.Cost * tracker.Money(s.percent) / 100)}}
		if s.notice > 0 {
			in.NoticeDays = tracker.Some(s.notice)
		}
		made, err := y.app.AttachSubscription(ctx, y.people["manager@example.com"], in)
		if err != nil {
			return fmt.Errorf("%s for %s: %w", s.item, s.project, err)
		}
		y.attached = append(y.attached, made.Entity.ID)
	}
	if err := y.app.ScanSubscriptions(ctx); err != nil || event == nil {
		return err
	}
	return event(ctx)
}

// newPrices gives the subscriptions that run a new price.
func (y *years) newPrices(ctx context.Context, percent tracker.Money) error {
	manager := y.people["manager@example.com"]
	for _, id := range y.attached {
		s, err := y.app.ProjectSubscription(ctx, manager, id)
		if err == nil && s.State(y.clock).Runs() {
			err = y.editSubscription(ctx, manager, s, s.Price*percent/100, "Prices of the new year")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// newCost gives a subscription of the catalogue a new cost, which projects take over when they renew.
func (y *years) newCost(ctx context.Context, name string, percent tracker.Money) error {
	item := y.items[name]
	_, err := y.app.EditItem(ctx, y.people[AdminEmail], tracker.Subscriptions, item.ID, tracker.Opt[int]{}, &tracker.SubscriptionInput{
		ProductInput: tracker.ProductInput{CategoryName: item.CategoryName, Name: item.Name, Status: tracker.Some(item.Status)}, Cost: amount(*item.Cost * percent / 100)})
	if err != nil {
		return err
	}
	return y.readItems(ctx)
}
