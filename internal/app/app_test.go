package app_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/app"
	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/pgtest"
	"btracker/internal/store"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
)

// What a request can reach is tested through the real handler, in httpapi. Here
// is what only the command line and the background jobs call.

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

const strong = "Correct-Horse-1"

// world is an app with its surroundings in the test's hand. It is its own queue
// and mailer.
type world struct {
	*app.App
	store *store.Store
	now   time.Time
	sent  []sentMail
	down  bool
}

type sentMail struct {
	kind, to, name, invitedBy, link string
	validFor                        time.Duration
}

func (w *world) EnqueueMail(context.Context, *store.Tx, change.MailJob) error { return nil }
func (w *world) EnqueueBulk(context.Context, *store.Tx, string) error         { return nil }

func (w *world) Report(context.Context, string, string, change.ReportMail) error { return nil }

func (w *world) Notify(context.Context, change.Reader, string, []change.MailItem, int, string) error {
	return nil
}

func (w *world) Invite(_ context.Context, to change.Reader, invitedBy, link string, validFor time.Duration) error {
	return w.deliver(sentMail{"invitation", to.Email, to.DisplayName, invitedBy, link, validFor})
}

func (w *world) Warn(context.Context, change.Reader, string, time.Time, string) error { return nil }

func (w *world) Reset(_ context.Context, to change.Reader, link string, validFor time.Duration) error {
	return w.deliver(sentMail{"reset", to.Email, to.DisplayName, "", link, validFor})
}

func (w *world) deliver(m sentMail) error {
	if w.down {
		return errors.New("the mail server is down")
	}
	w.sent = append(w.sent, m)
	return nil
}

func onBoth(t *testing.T, test func(t *testing.T, w *world)) {
	t.Run("sqlite", func(t *testing.T) {
		s, err := store.OpenSQLite(t.TempDir())
		test(t, newWorld(t, s, err))
	})
	t.Run("postgres", func(t *testing.T) {
		s, err := store.OpenPostgres(t.Context(), pgtest.NewDatabase(t))
		test(t, newWorld(t, s, err))
	})
}

// newWorld has an empty database, without even a schema.
func newWorld(t *testing.T, s *store.Store, err error) *world {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	w := &world{store: s, now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return w.now }
	signer, err := auth.NewSigner([]byte(strings.Repeat("s", 32)), time.Hour, clock)
	if err != nil {
		t.Fatal(err)
	}
	w.App = app.New(app.Deps{Store: s, Hasher: auth.NewHasher(1), Signer: signer, Queue: w, Mailer: w, Now: clock, Log: slog.New(slog.DiscardHandler),
		BasePath: "/tools/", PublicURL: "https://tracker.example/tools/", Keep: store.Retention{Tombstones: tracker.TombstoneLife}, Webhooks: webhook.NewClient(true, nil),
		Documents: tracker.DocumentLimits{Each: 1 << 20, All: 3 << 20}})
	return w
}

func (w *world) migrate(t *testing.T) {
	t.Helper()
	if err := w.store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (w *world) addUser(t *testing.T, email string) {
	t.Helper()
	err := w.store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.InsertUser(t.Context(), tracker.User{ID: "id-" + email, Email: email, DisplayName: "Grace", CreatedAt: w.now}, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// administrator makes a user one, who is signed in for a long time.
func (w *world) administrator(t *testing.T, email string) change.Caller {
	t.Helper()
	c := change.Caller{User: tracker.User{ID: "id-" + email, Email: email, IsAdmin: true}, SessionID: "session-" + email}
	err := w.store.Write(t.Context(), func(tx *store.Tx) error {
		before, err := tx.User(t.Context(), c.User.ID)
		if err != nil {
			return err
		}
		after := before
		after.IsAdmin = true
		if err := tx.UpdateUser(t.Context(), before, after, c.User.ID, w.now); err != nil {
			return err
		}
		return tx.InsertSession(t.Context(), store.Session{ID: c.SessionID, UserID: c.User.ID, CreatedAt: w.now, ExpiresAt: w.now.AddDate(1, 0, 0)})
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestReady(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		if err := w.Ready(t.Context()); err == nil || !strings.Contains(err.Error(), "btracker migrate") {
			t.Errorf("without a schema: %v", err)
		}
		if err := w.store.MigrateTo(t.Context(), store.LatestSchema()-1); err != nil {
			t.Fatal(err)
		}
		if err := w.Ready(t.Context()); err == nil || !strings.Contains(err.Error(), "btracker migrate") {
			t.Errorf("with the schema before: %v", err)
		}
		w.migrate(t)
		if err := w.Ready(t.Context()); err != nil {
			t.Error(err)
		}
		w.store.Close()
		if err := w.Ready(t.Context()); err == nil {
			t.Error("ready on a closed database")
		}
	})
}

func TestCreateAdministrator(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.migrate(t)
		for _, c := range []struct{ email, name, password, message string }{
			{"nobody", "Ada", strong, "Email value is not an email format."},
			{"ada@example.com", " ", strong, "Display Name field is required."},
			{"ada@example.com", "Ada", "weak", "Password must be 8 to 64 characters with an upper-case letter, a lower-case letter, a digit and a special character."},
			{"ada@example.com", "Ada", "", "Password field is required."},
		} {
			err := w.CreateAdministrator(t.Context(), c.email, c.name, c.password)
			if !tracker.IsKind(err, tracker.KindInvalid) || err.Error() != c.message {
				t.Errorf("%+v: %v", c, err)
			}
		}
		if has, err := w.store.HasAdministrator(t.Context()); has || err != nil {
			t.Errorf("administrator: %v, %v", has, err)
		}
		if err := w.CreateAdministrator(t.Context(), " Ada@Example.com", "Ada", strong); err != nil {
			t.Fatal(err)
		}
		if err := w.CreateAdministrator(t.Context(), "ada@example.com", "Eve", strong+"2"); err == nil || err.Error() != "Email is already registered." {
			t.Errorf("twice: %v", err)
		}
		signedIn, err := w.Login(t.Context(), change.Caller{IP: "192.0.2.1"}, tracker.LoginInput{Email: "ada@example.com", Password: strong})
		account := signedIn.Account
		if err != nil || !account.IsAdmin || account.DisplayName != "Ada" {
			t.Fatalf("signed in as %+v, %v", account, err)
		}
		caller, err := w.Authenticate(t.Context(), account.Token)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := w.store.Changes(t.Context(), "user", caller.User.ID, 10)
		if err != nil || len(rows) != 1 || rows[0].ActorID != nil || rows[0].RequestID != "command line" || strings.Contains(*rows[0].After, "argon2") {
			t.Errorf("change log %+v, %v", rows, err)
		}
	})
}

func TestSendMail(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.migrate(t)
		w.addUser(t, "grace@example.com")
		send := func(kind, email string) error {
			return w.SendMail(t.Context(), change.MailJob{Kind: kind, Email: email, InvitedBy: "Ada"})
		}
		stored := func() (hashes []string) {
			tokens, err := w.store.PasswordTokens(t.Context(), "id-grace@example.com")
			if err != nil {
				t.Fatal(err)
			}
			for _, token := range tokens {
				hashes = append(hashes, token.Hash)
			}
			return hashes
		}
		// Nobody has the address: nothing is sent, and that is no error.
		if err := send(change.MailReset, "nobody@example.com"); err != nil || w.sent != nil {
			t.Errorf("unknown address: %v, %v", err, w.sent)
		}
		// What was not delivered leaves no link that works.
		w.down = true
		if err := send(change.MailInvitation, "grace@example.com"); err == nil || len(stored()) != 0 {
			t.Errorf("mail server down: %v, %q", err, stored())
		}
		w.down = false
		for _, kind := range []string{change.MailInvitation, change.MailReset} {
			if err := send(kind, "grace@example.com"); err != nil {
				t.Fatal(err)
			}
			last := w.sent[len(w.sent)-1]
			token, ok := strings.CutPrefix(last.link, "https://tracker.example/tools/btracker/changePassword?email=grace%40example.com&token=")
			if !ok || last.kind != kind || last.to != "grace@example.com" || last.name != "Grace" || !slices.Contains(stored(), auth.HashOpaqueToken(token)) {
				t.Errorf("%s: %+v", kind, last)
			}
		}
		if w.sent[0].validFor != 7*24*time.Hour || w.sent[0].invitedBy != "Ada" || w.sent[1].validFor != time.Hour {
			t.Errorf("sent %+v", w.sent)
		}
		// Whoever asks again gets another link; who asks on and on has to wait. What was
		// not delivered does not count.
		resets := func(want int) {
			t.Helper()
			before := stored()
			if err := send(change.MailReset, "grace@example.com"); err != nil || len(w.sent) != 1+want || slices.Equal(stored(), before) == (len(w.sent) == 1+want) {
				t.Errorf("reset: %v, %d mails, want %d", err, len(w.sent), 1+want)
			}
		}
		resets(2)
		w.down = true
		for range 5 {
			if err := send(change.MailReset, "grace@example.com"); err == nil {
				t.Error("mail server down: no error")
			}
		}
		w.down = false
		resets(3)
		w.now = w.now.Add(59 * time.Second)
		if err := send(change.MailReset, "grace@example.com"); err != nil || len(w.sent) != 4 {
			t.Errorf("the fourth: %v, %d mails", err, len(w.sent))
		}
		w.now = w.now.Add(time.Second)
		resets(4)
	})
}

// A company that was removed can be brought back for thirty days, and then is
// purged with what belonged to it.
func TestCleanupPurgesTombstones(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.migrate(t)
		w.addUser(t, "grace@example.com")
		admin := w.administrator(t, "grace@example.com")
		created, err := w.CreateCompany(t.Context(), admin, tracker.CompanyInput{Name: "Acme"})
		if err != nil {
			t.Fatal(err)
		}
		company := created.Entity
		in := tracker.ModeratorInput{ID: company.ID, UserEmail: "grace@example.com", Role: tracker.Some(tracker.RoleOwner)}
		if added, err := w.AddCompanyModerator(t.Context(), admin, in); err != nil || added.Seq == 0 {
			t.Fatal(added, err)
		}
		step := func(remove, restore int, after time.Duration) {
			t.Helper()
			removed, err := w.RemoveCompany(t.Context(), admin, company.ID)
			if err != nil || int(removed.Entity) != remove {
				t.Fatalf("removed: %d, %v", removed.Entity, err)
			}
			w.now = w.now.Add(after)
			if err := w.Cleanup(t.Context()); err != nil {
				t.Fatal(err)
			}
			restored, err := w.RestoreCompany(t.Context(), admin, company.ID)
			if err != nil || int(restored.Entity) != restore {
				t.Fatalf("after %s: restored %d, %v", after, restored.Entity, err)
			}
		}
		step(2, 1, 30*24*time.Hour-time.Second)
		details, err := w.Company(t.Context(), admin, company.ID)
		if err != nil || len(details.Moderators) != 1 {
			t.Fatalf("brought back %+v, %v", details, err)
		}
		step(2, 0, 30*24*time.Hour+time.Second)
		if roles, err := w.store.RolesWithin(t.Context(), "id-grace@example.com", store.Narrowing{}); len(roles) != 0 || err != nil {
			t.Errorf("%d links stay, %v", len(roles), err)
		}
	})
}
