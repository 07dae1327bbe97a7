package store

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

// notification is about a subscription that nobody has.
func (f *fixture) notification(recipient, project string, minutesAgo int) NewNotification {
	item := newID()
	return NewNotification{RecipientID: recipient, Kind: "ending", Threshold: f.now,
		Notification: tracker.Notification{ID: newID(), Title: "Ends soon", Details: "d", ItemID: &item, ItemParentID: &project,
			CreatedAt: f.now.Add(time.Duration(-minutesAgo) * time.Minute)}}
}

func (f *fixture) raise(n NewNotification) (raised bool) {
	f.Helper()
	f.write(func(tx *Tx) (err error) { raised, err = tx.raiseOne(f.Context(), n); return err })
	return raised
}

func (tx *Tx) raiseOne(ctx context.Context, n NewNotification) (raised bool, err error) {
	count, err := tx.InsertNotifications(ctx, 1, []NewNotification{n})
	return count == 1, err
}

// However many replicas scan at once, a notification exists once for each
// recipient and threshold.
func TestNotificationIsRaisedOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user, project := f.addUser("a@example.com"), f.addProject(f.addCompany("A").ID, "P")
		n := f.notification(user.ID, project, 0)
		var raised atomic.Int32
		var scans sync.WaitGroup
		for range 16 {
			scans.Go(func() {
				mine := n
				mine.ID = newID()
				if err := f.Write(t.Context(), func(tx *Tx) error {
					fresh, err := tx.raiseOne(t.Context(), mine)
					if err == nil && fresh {
						raised.Add(1) // a retried transaction may count twice, but only one row stays
					}
					return err
				}); err != nil {
					t.Error(err)
				}
			})
		}
		scans.Wait()
		is(t, "rows", f.count("notification"), 1)
		if raised.Load() == 0 {
			t.Error("nobody raised it")
		}
		next := n
		next.ID, next.Threshold = newID(), f.now.Add(time.Hour)
		is(t, "for another end date", f.raise(next), true)
		other := n
		other.ID, other.RecipientID = newID(), f.addUser("b@example.com").ID
		is(t, "for another recipient", f.raise(other), true)
		kind := n
		kind.ID, kind.Kind = newID(), "ended"
		is(t, "of another kind", f.raise(kind), true)
	})
}

func TestNotificationsNewestFirstWithTheirOwnMark(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user, project := f.addUser("a@example.com", admin), f.addProject(f.addCompany("A").ID, "P")
		var want []tracker.Notification
		for i := range 3 {
			n := f.notification(user.ID, project, i)
			f.raise(n)
			n.ItemID, n.ItemParentID = nil, nil
			want = append(want, n.Notification)
		}
		f.raise(f.notification(f.addUser("b@example.com").ID, project, 0))
		v := Visible{All: true, UserID: user.ID}
		list := func(unread bool, page, size int) ([]tracker.Notification, int) {
			t.Helper()
			got, total, err := f.Notifications(t.Context(), v, tracker.ListQuery{PageNumber: page, PageSize: size, SortDescending: true}, unread)
			f.ok(err)
			return got, total
		}
		got, total := list(false, 1, 25)
		if d := cmp.Diff(want, got); d != "" || total != 3 {
			t.Errorf("%d: %s", total, d)
		}
		for _, at := range []time.Time{f.now, f.now.Add(time.Hour)} { // the first mark stays
			f.write(func(tx *Tx) error { return tx.MarkNotificationViewed(t.Context(), want[0].ID, at) })
		}
		want[0].IsViewed, want[0].ViewedAt = true, &f.now
		one, err := f.Notification(t.Context(), v, want[0].ID)
		f.ok(err)
		if d := cmp.Diff(want[0], one); d != "" {
			t.Error(d)
		}
		got, total = list(true, 2, 1)
		if d := cmp.Diff(want[2:], got); d != "" || total != 2 {
			t.Errorf("unread, second page of %d: %s", total, d)
		}
	})
}

func TestNotificationIsListedWhileItsProjectIsVisible(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user, c := f.addUser("a@example.com"), f.addCompany("A")
		project := f.addProject(c.ID, "P")
		n := f.notification(user.ID, project, 0)
		f.raise(n)
		visible := func(all bool) bool {
			v := moderatedBy(user.ID)
			v.All = all
			_, total, err := f.Notifications(t.Context(), v, tracker.ListQuery{PageNumber: 1, PageSize: 5}, false)
			f.ok(err)
			_, err = f.Notification(t.Context(), v, n.ID)
			is(t, "list and read agree", total == 1, err == nil)
			return total == 1
		}
		is(t, "to a stranger", visible(false), false)
		is(t, "to an administrator", visible(true), true)
		link := f.addModerator(c.ID, user.ID, tracker.RoleSupport)
		is(t, "to a moderator", visible(false), true)
		f.write(func(tx *Tx) error { return tx.DeleteLink(t.Context(), CompanyModeration, link.ID) })
		is(t, "to one who no longer is", visible(false), false)
		f.raw("UPDATE project SET deleted_at = 1")
		is(t, "of a project that is gone", visible(true), false)
		f.raise(f.notification(f.addUser("b@example.com").ID, project, 0)) // nor is another's taken off what is counted
		f.raise(f.notification(user.ID, f.addProject(c.ID, "Q"), 1))
		for _, unread := range []bool{false, true} {
			list, total, err := f.Notifications(t.Context(), Visible{All: true, UserID: user.ID}, tracker.ListQuery{PageNumber: 1, PageSize: 5}, unread)
			f.ok(err)
			is(t, "beside one that is there", [2]int{len(list), total}, [2]int{1, 1})
		}
	})
}

func TestNotificationNamesItsSubscriptionWhileItIsThere(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user, project := f.addUser("a@example.com", admin), f.addProject(f.addCompany("A").ID, "P")
		_, subscription := f.furnish(project, user.ID, f.addItems(tracker.Products, 1)[0], f.addItems(tracker.Subscriptions, 1)[0])
		names := func() string {
			t.Helper()
			list, _, err := f.Notifications(t.Context(), Visible{All: true, UserID: user.ID}, tracker.ListQuery{PageNumber: 1, PageSize: 5}, false)
			f.ok(err)
			if len(list) != 1 {
				t.Fatalf("%d notifications", len(list))
			}
			if list[0].ItemID == nil && list[0].ItemParentID == nil {
				return "nothing"
			}
			return *list[0].ItemID + " of " + *list[0].ItemParentID
		}
		is(t, "attached", names(), subscription+" of "+project)
		s, err := f.ProjectSubscription(t.Context(), subscription)
		f.ok(err)
		f.write(func(tx *Tx) error { return tx.DeleteProjectSubscription(t.Context(), s, "x", f.now) })
		is(t, "detached", names(), "nothing")
		f.write(func(tx *Tx) error {
			_, err := tx.RestoreProjectSubscription(t.Context(), subscription, "x", f.now)
			return err
		})
		is(t, "attached again", names(), subscription+" of "+project)
		f.write(func(tx *Tx) error { return tx.DeleteProjectSubscription(t.Context(), s, "x", f.now) })
		f.cleanup(keepLong, f.now.Add(31*day))
		is(t, "rows left", f.count("project_subscription"), 0)
		is(t, "purged", names(), "nothing")
	})
}

// The notifications of a mail are found by its id, however many others its recipient has.
func TestNotificationsOfMailAreFoundByIndex(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user, project := f.addUser("a@example.com", admin), f.addProject(f.addCompany("A").ID, "P")
		mail := newID()
		var want []string
		for i := range 5 {
			n := f.notification(user.ID, project, 10-i)
			if i%2 == 0 {
				n.MailID = &mail
				want = append(want, n.ID)
			}
			f.raise(n)
		}
		list, total, err := f.NotificationsOfMail(t.Context(), Visible{All: true, UserID: user.ID}, mail)
		f.ok(err)
		var got []string
		for _, n := range list {
			got = append(got, n.ID)
		}
		if d := cmp.Diff(want, got); d != "" || total != len(want) {
			t.Errorf("%d: %s", total, d)
		}
		d, isSQLite := f.dialect.(*sqliteDialect)
		if !isSQLite {
			return
		}
		filter := notificationFilter(Visible{All: true, UserID: user.ID})
		filter.and("notification.mail_id = " + filter.arg(mail))
		plan, err := d.writer.DB().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+notificationList.selects+filter.where()+mailOrder+"100", filter.args...)
		f.ok(err)
		defer plan.Close()
		var steps string
		for plan.Next() {
			var id, parent, unused int
			var step string
			f.ok(plan.Scan(&id, &parent, &unused, &step))
			steps += step + "\n"
		}
		if f.ok(plan.Err()); !strings.Contains(steps, "INDEX notification_mail ") {
			t.Errorf("the plan is\n%s", steps)
		}
	})
}

// A notification that was snoozed before open pages could be told is not pushed to them.
func TestSnoozedNotificationIsNotPushed(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user, project := f.addUser("a@example.com", admin), f.addProject(f.addCompany("A").ID, "P")
		n := f.notification(user.ID, project, 0)
		f.raise(n)
		pushed := func() int {
			t.Helper()
			list, err := f.NotificationsRaised(t.Context(), Change{Entity: "projectSubscription", EntityID: *n.ItemID, Seq: 1}, nil)
			f.ok(err)
			return len(list)
		}
		is(t, "as it is raised", pushed(), 1)
		f.write(func(tx *Tx) error { return tx.SnoozeNotification(t.Context(), n.ID, f.now.Add(time.Hour)) })
		is(t, "snoozed", pushed(), 0)
		f.write(func(tx *Tx) error { return tx.WakeNotification(t.Context(), n.ID, f.now) })
		is(t, "when it is back", pushed(), 1)
	})
}
