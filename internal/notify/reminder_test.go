package notify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// team is a shop with people who want to be reminded in different ways.
type team struct {
	apitest.Shop
	api *apitest.API
}

func newTeam(api *apitest.API, settings map[string]object) *team {
	t := &team{Shop: apitest.NewShop(api.Admin()), api: api}
	roles := map[string]tracker.Role{"owner": tracker.RoleOwner, "manager": tracker.RoleManager, "support": tracker.RoleSupport}
	for name, role := range roles {
		api.AddUser(name+"@example.com", name, false)
		t.AddModerator(t.Company, name+"@example.com", role)
	}
	for name, body := range settings {
		t.as(name).Put("/account/notificationSettings", body).Status(200)
	}
	return t
}

// as signs in anew, because sessions end while the clock goes on.
func (t *team) as(name string) *apitest.Client { return t.api.SignIn(name + "@example.com") }

// at sets the clock and scans twice; the second scan must find nothing.
func (t *team) at(instant time.Time) {
	t.api.T.Helper()
	t.api.Clock.Advance(instant.Sub(t.api.Clock.Now()))
	for range 2 {
		if err := t.api.App.ScanSubscriptions(t.api.T.Context()); err != nil {
			t.api.T.Fatal(err)
		}
	}
	t.Client = t.api.Admin()
}

// told lists the kinds of somebody's notifications in their order.
func (t *team) told(name string) string {
	kinds := []string{}
	for _, n := range t.as(name).Notifications() {
		kinds = append(kinds, strings.TrimPrefix(n.Title, "Subscription "))
	}
	slices.Reverse(kinds)
	return strings.Join(kinds, "|")
}

func (t *team) expect(when string, want map[string]string) {
	t.api.T.Helper()
	for name, told := range want {
		if got := t.told(name); got != told {
			t.api.T.Errorf("%s: %s was told %q, want %q", when, name, got, told)
		}
	}
}

func TestRemindersComeOnTheDaysThatPeopleChose(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x := newTeam(api, map[string]object{
			"admin":   {"remindDays": []int{30, 7, 0}},
			"owner":   {"remindDays": []int{}, "kinds": object{"ended": false}},
			"manager": {"remindDays": []int{7}, "kinds": object{"endsSoon": false}},
		})
		end := api.Clock.Now().AddDate(0, 0, 40)
		x.AttachSubscription(40, false)
		const soon = "ends soon"
		x.at(end.AddDate(0, 0, -30).Add(-time.Millisecond))
		x.expect("before", map[string]string{"admin": "", "owner": "", "manager": "", "support": ""})
		x.at(end.AddDate(0, 0, -30))
		x.expect("30 days", map[string]string{"admin": soon, "owner": "", "manager": "", "support": ""})
		x.at(end.AddDate(0, 0, -14))
		x.expect("14 days", map[string]string{"admin": soon, "support": soon})
		// A day that is added now counts from now on, the others as before.
		x.as("support").Put("/account/notificationSettings", object{"remindDays": []int{14, 20, 2}}).Status(200)
		x.at(end.AddDate(0, 0, -13))
		x.expect("13 days", map[string]string{"admin": soon, "support": soon})
		x.at(end.AddDate(0, 0, -1)) // of the days that passed meanwhile only the last counts
		x.expect("1 day", map[string]string{"admin": soon + "|" + soon, "support": soon + "|" + soon})
		x.at(end.Truncate(24 * time.Hour))
		x.expect("the day", map[string]string{"admin": soon + "|" + soon + "|" + soon, "support": soon + "|" + soon})
		x.at(end.Add(time.Minute))
		x.expect("over", map[string]string{"admin": soon + "|" + soon + "|" + soon + "|ended", "owner": "", "manager": "ended", "support": soon + "|" + soon + "|ended"})
		// A clock that is set back repeats nothing.
		x.at(end.AddDate(0, 0, -10))
		x.at(end.Add(time.Hour))
		x.expect("again", map[string]string{"admin": soon + "|" + soon + "|" + soon + "|ended", "support": soon + "|" + soon + "|ended"})
		// One that is added late is told of at once, to those who still have a day before it.
		x.AttachSubscription(5, false)
		x.expect("late", map[string]string{"admin": soon + "|" + soon + "|" + soon + "|ended|" + soon, "owner": "", "manager": "ended"})
	})
}

// A bulk action that comes before the scan reminds those whose day has come, of each record once.
func TestBulkActionsRemind(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x := newTeam(api, map[string]object{
			"admin":   {"remindDays": []int{30}},
			"owner":   {"remindDays": []int{7}},
			"manager": {"remindDays": []int{}},
			"support": {"remindDays": []int{}},
		})
		end := api.Clock.Now().AddDate(0, 0, 40)
		ids := []string{x.AttachSubscription(40, false), x.AttachSubscription(40, false)}
		const both = "ends soon|ends soon"
		for _, step := range []struct {
			days         int
			admin, owner string
		}{{35, "", ""}, {30, both, ""}, {20, both, ""}, {7, both, both}} {
			api.Clock.Advance(end.AddDate(0, 0, -step.days).Sub(api.Clock.Now()))
			api.Admin().ExpectBulk(apitest.Bulk("projectSubscription", "reprice", object{"price": 100 - step.days}, ids...), 2, 0)
			x.expect(fmt.Sprint(step.days, " days"), map[string]string{"admin": step.admin, "owner": step.owner, "manager": "", "support": ""})
			x.at(api.Clock.Now())
			x.expect(fmt.Sprint(step.days, " days, after the scan"), map[string]string{"admin": step.admin, "owner": step.owner, "manager": "", "support": ""})
		}
	})
}

// For a subscription that renews, the last day to cancel counts. Without a notice period nobody is reminded.
func TestRemindersOfTheLastDayToCancel(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		x := newTeam(api, map[string]object{"owner": {"onlyResponsible": true}, "admin": {"onlyResponsible": true}, "support": {"kinds": object{"renewed": false}}})
		start := api.Clock.Now()
		id := x.Made("/project/subscription", object{"projectId": x.Project, "subscriptionId": x.Subscription, "price": 20.25, "startAt": start,
			"endAt": start.AddDate(0, 0, 60), "autoRenew": true})
		x.at(start.AddDate(0, 0, 50))
		x.expect("without notice", map[string]string{"support": ""})
		// The catalogue's notice period holds for a subscription without one of its own.
		x.Put("/subscription", object{"data": object{"id": x.Subscription, "categoryName": "Hosting", "name": "Server", "status": 0, "cost": 10.5, "noticeDays": 5}}).Status(200)
		x.at(start.AddDate(0, 0, 51))
		x.expect("9 days", map[string]string{"support": "renews soon", "owner": "renews soon", "manager": "renews soon", "admin": ""})
		if list := x.as("support").Notifications(); !strings.HasSuffix(list[0].Details, "renews on 14 Jan 2027. The last day to cancel it is 9 Jan 2027.") {
			t.Error(list[0].Details)
		}
		x.at(start.AddDate(0, 0, 60))
		x.expect("renewed", map[string]string{"support": "renews soon", "owner": "renews soon|renewed", "manager": "renews soon|renewed", "admin": ""})
		// A notice period that is longer than the term has been over when the term begins.
		var s tracker.ProjectSubscription
		x.Get("/project/subscription/" + id).Status(200).Into(&s)
		x.Put("/project/subscription", object{"id": id, "price": 20.25, "startAt": s.StartAt, "endAt": s.EndAt, "autoRenew": true, "noticeDays": 61}).Status(200)
		x.at(start.AddDate(0, 0, 119))
		x.expect("too late", map[string]string{"owner": "renews soon|renewed"})
		// Owners and Managers of the project take the place of the company's.
		x.Post("/project/moderator", object{"id": x.Project, "userEmail": "support@example.com", "role": "Manager"}).Status(201)
		x.at(start.AddDate(0, 0, 120))
		x.expect("of the project", map[string]string{"owner": "renews soon|renewed", "manager": "renews soon|renewed|renewed"})
	})
}
