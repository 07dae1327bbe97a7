package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

const day = 24 * time.Hour

var keepLong = Retention{Changes: 730 * day, Sessions: 30 * day, Notifications: 365 * day, Events: 400 * day, Tombstones: tracker.TombstoneLife}

func (f *fixture) cleanup(keep Retention, at time.Time) {
	f.Helper()
	for range 100 {
		deleted, err := f.Cleanup(f.Context(), keep, at)
		f.ok(err)
		if deleted == 0 {
			return
		}
	}
	f.Fatal("cleaning up finds no end")
}

var cleanedTables = []string{"session", "password_token", "throttle", "idempotency", "notification", "change", "security_event",
	"project", "company", "company_moderator", "photo", "users",
	"project_moderator", "project_product", "project_subscription", "subscription_period", "subscription_price", "catalogue_item", "category"}

func (f *fixture) rowsLeft() map[string]int {
	left := map[string]int{}
	for _, table := range cleanedTables {
		if n := f.count(table); n > 0 {
			left[table] = n
		}
	}
	return left
}

// old puts one of everything that grows old into the database.
func (f *fixture) old() {
	f.Helper()
	ctx := f.Context()
	user, c := f.addUser("a@example.com"), f.addCompany("kept")
	f.addSession(user.ID, time.Hour)
	f.raise(f.notification(user.ID, f.addProject(c.ID, "P"), 0))
	f.write(func(tx *Tx) error {
		_, err := tx.InsertPasswordToken(ctx, PasswordToken{UserID: user.ID, Kind: "reset", Hash: "h", CreatedAt: f.now, ExpiresAt: f.now.Add(time.Hour)})
		f.ok(err)
		f.ok(tx.PutThrottles(ctx, map[string]Throttle{"s": {Failures: 1, BlockedUntil: f.now, UpdatedAt: f.now}}))
		err = tx.InsertIdempotentPost(ctx, user.ID, "k", IdempotentPost{"f", "e"}, f.now)
		f.ok(err)
		_, err = tx.InsertChange(ctx, Change{At: f.now, Action: "create", Entity: "company", EntityID: c.ID, RequestID: "r"})
		f.ok(err)
		f.ok(tx.InsertSecurityEvent(ctx, tracker.SecurityEvent{ID: newID(), At: f.now, Kind: tracker.EventSignIn, Email: user.Email}))
		f.ok(tx.InsertPhoto(ctx, Photo{Hash: "unused", Bytes: []byte{1}}, f.now))
		return tx.InsertPhoto(ctx, Photo{Hash: "used", Bytes: []byte{1}}, f.now)
	})
	f.raw("UPDATE users SET photo_hash = 'used'")
	f.seal()
}

func TestCleanupTakesWhatIsPastItsTime(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		f.old()
		all := map[string]int{"session": 1, "password_token": 1, "throttle": 1, "idempotency": 1, "notification": 1, "change": 1, "security_event": 1,
			"project": 1, "company": 1, "photo": 2, "users": 1}
		for _, step := range []struct {
			after time.Duration
			gone  []string
		}{
			{0, nil},
			{time.Hour + time.Millisecond, []string{"password_token"}},
			{day, nil},
			{day + time.Millisecond, []string{"throttle", "idempotency"}},
			{30 * day, nil}, // so long an undo brings a photo back
			{30*day + time.Millisecond, []string{"photo"}},
			{30*day + time.Hour, nil},
			{30*day + time.Hour + time.Millisecond, []string{"session"}},
			{365*day + time.Millisecond, []string{"notification"}},
			{400 * day, nil},
			{400*day + time.Millisecond, []string{"security_event"}},
			{730 * day, nil},
			{730*day + time.Millisecond, []string{"change"}},
		} {
			f.cleanup(keepLong, f.now.Add(step.after))
			for _, table := range step.gone {
				if all[table]--; all[table] == 0 {
					delete(all, table)
				}
			}
			if d := cmp.Diff(all, f.rowsLeft()); d != "" {
				t.Errorf("after %s: %s", step.after, d)
			}
		}
		if _, err := f.Photo(t.Context(), "used"); err != nil {
			t.Errorf("a photo in use: %v", err)
		}
	})
}

func TestCleanupKeepsForEverWhatHasNoEnd(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		f.old()
		f.mark(f.addCompany("gone").ID, tracker.Marks{Gone: true}, f.now)
		f.cleanup(Retention{}, f.now.Add(100*365*day))
		want := map[string]int{"session": 1, "notification": 1, "change": 1, "security_event": 1, "project": 1, "company": 2, "photo": 2, "users": 1}
		if d := cmp.Diff(want, f.rowsLeft()); d != "" {
			t.Error(d)
		}
	})
}

func TestTombstonesArePurgedWithTheirModerators(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user := f.addUser("a@example.com")
		gone, late, alive, withProject := f.addCompany("gone"), f.addCompany("late"), f.addCompany("alive"), f.addCompany("project")
		for _, c := range []tracker.Company{gone, late, alive, withProject} {
			f.addModerator(c.ID, user.ID, tracker.RoleOwner)
		}
		project := f.addProject(withProject.ID, "P")
		f.raise(f.notification(user.ID, project, 0))
		f.mark(gone.ID, tracker.Marks{Gone: true}, f.now)
		f.mark(late.ID, tracker.Marks{Gone: true}, f.now.Add(time.Hour))
		f.mark(alive.ID, tracker.Marks{Marked: true}, f.now)
		f.mark(withProject.ID, tracker.Marks{Gone: true}, f.now)
		left := func() [3]int {
			return [3]int{f.count("company"), f.count("company_moderator"), f.count("notification")}
		}
		f.cleanup(keepLong, f.now.Add(30*day))
		is(t, "on the thirtieth day", left(), [3]int{4, 4, 1})
		f.cleanup(keepLong, f.now.Add(30*day+time.Millisecond))
		is(t, "after thirty days", left(), [3]int{3, 3, 1}) // one still has a project
		if _, err := f.RemovableCompany(t.Context(), gone.ID); !tracker.IsKind(err, tracker.KindNotFound) {
			t.Errorf("a purged company: %v", err)
		}
		f.raw("UPDATE project SET deleted_at = $1", millis(f.now))
		f.cleanup(keepLong, f.now.Add(40*day))
		is(t, "with its project gone too", left(), [3]int{1, 1, 0})
		names, total := f.companyNames(everything, tracker.ListQuery{Search: "alive"})
		is(t, "what is left can be found", len(names)+total, 2)
	})
}

// One step must not hold the writer for long, however much has piled up.
func TestCleanupWorksInBoundedSteps(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user := f.addUser("a@example.com")
		f.write(func(tx *Tx) error {
			for range 1100 {
				if err := tx.InsertSession(t.Context(), Session{ID: newID(), UserID: user.ID, CreatedAt: f.now, ExpiresAt: f.now}); err != nil {
					return err
				}
			}
			return nil
		})
		var steps []int64
		for {
			deleted, err := f.Cleanup(t.Context(), keepLong, f.now.Add(31*day))
			f.ok(err)
			if deleted == 0 {
				break
			}
			steps = append(steps, deleted)
		}
		if d := cmp.Diff([]int64{500, 500, 100}, steps); d != "" {
			t.Error(d)
		}
	})
}

func TestManyTombstonesGoWithAllThatIsTheirs(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user := f.addUser("a@example.com")
		f.write(func(tx *Tx) error {
			for range 230 {
				c := tracker.Company{ID: newID(), Name: "C", CreatedAt: f.now}
				p := tracker.Project{ID: newID(), CompanyID: c.ID, Name: "P", CreatedAt: f.now}
				f.ok(tx.InsertCompany(t.Context(), c, "x"))
				f.ok(tx.InsertProject(t.Context(), p, "x"))
				f.ok(tx.InsertLinks(t.Context(), CompanyModeration, "x", Link{ID: newID(), ParentID: c.ID, UserID: user.ID, CreatedAt: f.now}))
				_, err := tx.raiseOne(t.Context(), f.notification(user.ID, p.ID, 0))
				f.ok(err)
				f.ok(tx.Mark(t.Context(), CompanyRemoval, Removable{ID: c.ID}, tracker.Marks{Gone: true}, "x", f.now))
			}
			_, err := tx.run(t.Context(), "UPDATE project SET deleted_at = $1", millis(f.now))
			return err
		})
		f.cleanup(keepLong, f.now.Add(31*day))
		if d := cmp.Diff(map[string]int{"users": 1}, f.rowsLeft()); d != "" {
			t.Error(d)
		}
	})
}

// furnish puts one of everything that can be attached into a project, and returns
// the ids of the product and the subscription.
func (f *fixture) furnish(project, userID, product, subscription string) (productID, subscriptionID string) {
	f.Helper()
	ctx := f.Context()
	cost := tracker.Money(100)
	p := tracker.ProjectProduct{ID: newID(), ProjectID: project, ProductID: product, Cost: &cost, CreatedAt: f.now}
	s := tracker.ProjectSubscription{ID: newID(), ProjectID: project, SubscriptionID: subscription, Cost: &cost, StartAt: f.now, EndAt: f.now.Add(day), AnchorDay: 1, CreatedAt: f.now}
	f.write(func(tx *Tx) error {
		f.ok(tx.InsertProjectProduct(ctx, p, "x"))
		f.ok(tx.InsertProjectSubscription(ctx, s, "x"))
		f.ok(tx.keepPeriod(ctx, s, newID(), f.now))
		return tx.InsertLinks(ctx, ProjectModeration, "x", Link{ID: newID(), ParentID: project, UserID: userID, CreatedAt: f.now})
	})
	n := f.notification(userID, project, 0)
	n.ItemID = &s.ID
	f.raise(n)
	return p.ID, s.ID
}

func TestTombstonesWaitForWhatRefersToThem(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user, company := f.addUser("a@example.com"), f.addCompany("C")
		product, subscription := f.addItems(tracker.Products, 1)[0], f.addItems(tracker.Subscriptions, 1)[0]
		project := f.addProject(company.ID, "P")
		attachedProduct, attachedSubscription := f.furnish(project, user.ID, product, subscription)
		f.write(func(tx *Tx) error {
			return tx.InsertPhoto(t.Context(), Photo{Hash: "picture", Bytes: []byte{1}}, f.now)
		})
		f.raw("UPDATE catalogue_item SET photo_hash = 'picture' WHERE id = $1", product)
		all := map[string]int{"users": 1, "company": 1, "project": 1, "project_moderator": 1, "project_product": 1, "project_subscription": 1,
			"subscription_period": 1, "notification": 1, "catalogue_item": 2, "category": 2, "photo": 1}
		goneBut := func(what string, gone ...string) {
			t.Helper()
			f.cleanup(keepLong, f.now.Add(31*day))
			for _, table := range gone {
				if all[table]--; all[table] == 0 {
					delete(all, table)
				}
			}
			if d := cmp.Diff(all, f.rowsLeft()); d != "" {
				t.Errorf("%s: %s", what, d)
			}
		}
		goneBut("nothing is removed")
		f.raw("UPDATE catalogue_item SET deleted_at = $1", millis(f.now))
		f.raw("UPDATE category SET deleted_at = $1", millis(f.now))
		f.raw("UPDATE project SET deleted_at = $1", millis(f.now))
		f.raw("UPDATE company SET deleted_at = $1", millis(f.now))
		goneBut("all but what is attached is removed")
		f.raw("UPDATE project_product SET deleted_at = $1 WHERE id = $2", millis(f.now), attachedProduct)
		goneBut("the product is detached", "project_product", "catalogue_item", "category", "photo")
		f.raw("UPDATE project_subscription SET deleted_at = $1 WHERE id = $2", millis(f.now), attachedSubscription)
		goneBut("the subscription is detached", "project_subscription", "subscription_period", "notification", "project_moderator", "project", "company",
			"catalogue_item", "category")
	})
}

func TestDetachedItemsGoInBoundedSteps(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user, project := f.addUser("a@example.com"), f.addProject(f.addCompany("C").ID, "P")
		subscription := f.addItems(tracker.Subscriptions, 1)[0]
		cost := tracker.Money(1)
		f.write(func(tx *Tx) error {
			for range 230 {
				s := tracker.ProjectSubscription{ID: newID(), ProjectID: project, SubscriptionID: subscription, Cost: &cost, StartAt: f.now, EndAt: f.now, CreatedAt: f.now}
				f.ok(tx.InsertProjectSubscription(t.Context(), s, "x"))
				_, err := tx.run(t.Context(), `INSERT INTO subscription_period (id, project_subscription_id, start_at, end_at, price, cost, created_at)
					VALUES ($1, $2, 0, 0, 1, 1, 0)`, newID(), s.ID)
				f.ok(err)
				n := f.notification(user.ID, project, 0)
				n.ItemID = &s.ID
				_, err = tx.raiseOne(t.Context(), n)
				f.ok(err)
			}
			_, err := tx.run(t.Context(), "UPDATE project_subscription SET deleted_at = $1", millis(f.now))
			return err
		})
		var steps []int64
		for {
			deleted, err := f.Cleanup(t.Context(), keepLong, f.now.Add(31*day))
			f.ok(err)
			if deleted == 0 {
				break
			}
			steps = append(steps, deleted)
		}
		if d := cmp.Diff([]int64{200, 200, 60}, steps); d != "" { // each with its period
			t.Error(d)
		}
	})
}

// The cleanup runs hourly in the only writing transaction: it must find what is
// old without reading what is not.
func TestCleanupReadsNoWholeTable(t *testing.T) {
	f, d := newSQLiteFixture(t)
	for _, step := range cleanupSteps(keepLong, f.now) {
		plan, err := d.writer.DB().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+step.sql, step.until)
		f.ok(err)
		for plan.Next() {
			var id, parent, unused int
			var what string
			f.ok(plan.Scan(&id, &parent, &unused, &what))
			if strings.HasPrefix(what, "SCAN ") {
				t.Errorf("%s\nof %s", what, step.sql)
			}
		}
		f.ok(errors.Join(plan.Err(), plan.Close()))
	}
}

// A bulk action that nobody goes on with ends, and is deleted in its time.
func TestCleanupEndsAbandonedBulks(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		ctx, user := t.Context(), f.addUser("a@example.com").ID
		for i, age := range []time.Duration{time.Hour, day + time.Hour} {
			f.write(func(tx *Tx) error {
				return tx.InsertBulk(ctx, Bulk{ID: fmt.Sprint(i), UserID: user, State: tracker.BulkRunning, Params: "{}"}, []BulkRecord{{"company", "x"}}, f.now.Add(-age))
			})
		}
		states := func(now time.Time) (states []string) {
			f.cleanup(keepLong, now)
			for i := range 2 {
				b, err := f.Bulk(ctx, fmt.Sprint(i))
				if err != nil && !errors.Is(err, tracker.ErrNotFound) {
					t.Fatal(err)
				}
				states = append(states, string(b.State))
			}
			return states
		}
		if got := states(f.now); !slices.Equal(got, []string{"running", "failed"}) {
			t.Errorf("%v", got)
		}
		if got := states(f.now.Add(2 * day)); !slices.Equal(got, []string{"failed", "failed"}) {
			t.Errorf("a day later: %v", got)
		}
		if got := states(f.now.Add(40 * day)); !slices.Equal(got, []string{"", ""}) {
			t.Errorf("later: %v", got)
		}
	})
}
