package app_test

import (
	"cmp"
	"errors"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/descope/virtualwebauthn"
	"github.com/pquerna/otp/totp"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Every use case that writes reads its caller again inside of its transaction: one
// who was demoted, or whose session has ended, since the request was authenticated
// changes nothing. That holds also for what looks at rights before slow work, such as
// hashing.
func TestWritesReadTheirCallerAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.migrate(t)
		for _, email := range []string{"grace@example.com", "ada@example.com"} {
			w.addUser(t, email)
		}
		grace, ada := w.administrator(t, "grace@example.com"), w.administrator(t, "ada@example.com")
		writes := w.writes(t, grace)
		methods := reflect.TypeOf(w.App)
		for i := range methods.NumMethod() {
			m := methods.Method(i)
			writing := m.Type.NumOut() == 2 && (m.Type.Out(0).Kind() == reflect.Int64 || strings.HasPrefix(m.Type.Out(0).Name(), "Saved["))
			if writing && writes[m.Name] == nil && m.Name != "ResetPassword" && m.Name != "SetUp" { // which have no session
				t.Errorf("%s is not tried", m.Name)
			}
		}
		// try has grace do everything, as somebody who had all rights when the request came.
		try := func(how string, writes map[string]func(change.Caller) error, refuses func(name string, err error) bool) {
			t.Helper()
			before := w.changes(t)
			for name, write := range writes {
				if err := write(grace); !refuses(name, err) {
					t.Errorf("%s by somebody who was %s: %v", name, how, err)
				}
			}
			if after := w.changes(t); after != before {
				t.Errorf("somebody who was %s made %d changes", how, after-before)
			}
		}
		if _, err := w.SetAdministrator(t.Context(), ada, "grace@example.com", false); err != nil {
			t.Fatal(err)
		}
		ofOthers := maps.Clone(writes)
		for _, own := range []string{"EditProfile", "SetLanguage", "SetOwnAddress", "SetOwnPhoto", "ChangePassword", "ConfirmTotp", "RemoveTotp",
			"AddPasskey", "RemovePasskey", "UnlinkSignOn", "ViewNotification", "ViewAllNotifications", "SnoozeNotification", "EditNotificationSettings", "EditReportSettings", "Logout"} {
			delete(ofOthers, own)
		}
		try("demoted", ofOthers, func(name string, err error) bool {
			// For who may not see it, what is to be removed or restored is not there.
			nothing := err == nil && (strings.HasPrefix(name, "Remove") || strings.HasPrefix(name, "Detach") || strings.HasPrefix(name, "Restore"))
			return nothing || tracker.IsKind(err, tracker.KindForbidden) || errors.Is(err, tracker.ErrNotFound)
		})
		if _, err := w.Logout(t.Context(), grace); err != nil {
			t.Fatal(err)
		}
		try("signed out", writes, func(_ string, err error) bool { return tracker.IsKind(err, tracker.KindInvalidToken) })
	})
}

// changes counts the rows of the change log.
func (w *world) changes(t *testing.T) (n int) {
	t.Helper()
	const sql = `SELECT count(*) FROM change`
	var row interface{ Scan(...any) error }
	if w.store.Dialect() == "sqlite" {
		row = w.store.WriterDB().QueryRowContext(t.Context(), sql)
	} else {
		row = w.store.Pool().QueryRow(t.Context(), sql)
	}
	if err := row.Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// must is the entity of a use case that succeeds.
func must[T any](t *testing.T) func(change.Saved[T], error) T {
	return func(saved change.Saved[T], err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return saved.Entity
	}
}

// writes has for each use case that writes a call that would change something, by
// the use case's name. What they are about is made by an administrator.
func (w *world) writes(t *testing.T, c change.Caller) map[string]func(change.Caller) error {
	t.Helper()
	ctx := t.Context()
	company, project := must[tracker.CompanyDetails](t), must[tracker.ProjectDetails](t)
	acme := company(w.CreateCompany(ctx, c, tracker.CompanyInput{Name: "Acme"}))
	site := project(w.CreateProject(ctx, c, projectInput(acme.ID)))
	undone, undoErr := w.CreateCompany(ctx, c, tracker.CompanyInput{Name: "Undone"})
	goneCompany := company(w.CreateCompany(ctx, c, tracker.CompanyInput{Name: "Gone"})).ID
	goneProject := project(w.CreateProject(ctx, c, projectInput(acme.ID))).ID
	must[tracker.RemovalResult](t)(w.RemoveCompany(ctx, c, goneCompany))
	must[tracker.RemovalResult](t)(w.RemoveProject(ctx, c, goneProject))

	product := &tracker.ProductInput{CategoryName: "Used", Name: "Laser", Status: tracker.Some(tracker.Available)}
	subscription := &tracker.SubscriptionInput{ProductInput: *product, Cost: amount("7")}
	for _, kind := range []tracker.CatalogueKind{tracker.Products, tracker.Subscriptions} {
		for _, name := range []string{"Used", "Gone"} {
			must[tracker.Category](t)(w.CreateCategory(ctx, c, kind, tracker.CategoryInput{Name: name}))
		}
	}
	must[tracker.RemovalResult](t)(w.RemoveCategory(ctx, c, tracker.Products, "Gone"))
	item := must[tracker.CatalogueItem](t)
	laser := item(w.CreateItem(ctx, c, tracker.Products, product))
	hosting := item(w.CreateItem(ctx, c, tracker.Subscriptions, subscription))
	goneItem := item(w.CreateItem(ctx, c, tracker.Products, product)).ID
	must[tracker.RemovalResult](t)(w.RemoveItem(ctx, c, tracker.Products, goneItem))

	attach := tracker.ProjectProductInput{ProjectID: site.ID, ProductID: laser.ID, ProjectProductFields: tracker.ProjectProductFields{
		Cost: amount("1"), Price: amount("2"), Status: tracker.Some(tracker.InProgress)}}
	subscribe := tracker.ProjectSubscriptionInput{ProjectID: site.ID, SubscriptionID: hosting.ID, ProjectSubscriptionFields: tracker.ProjectSubscriptionFields{
		StartAt: tracker.Some(w.now), EndAt: tracker.Some(w.now.AddDate(0, 0, 3)), AutoRenew: tracker.Some(false), Price: amount("3")}}
	attached := must[tracker.ProjectProduct](t)(w.AttachProduct(ctx, c, attach))
	subscribed := must[tracker.ProjectSubscription](t)(w.AttachSubscription(ctx, c, subscribe)) // ends soon, which raises a notification
	detached := must[tracker.ProjectProduct](t)(w.AttachProduct(ctx, c, attach)).ID
	unsubscribed := must[tracker.ProjectSubscription](t)(w.AttachSubscription(ctx, c, subscribe)).ID
	_, productErr := w.DetachProduct(ctx, c, tracker.ItemRef{ID: detached})
	_, subscriptionErr := w.DetachSubscription(ctx, c, tracker.ItemRef{ID: unsubscribed})
	notifications, notificationErr := w.Notifications(ctx, c, tracker.ListQuery{PageNumber: 1, PageSize: 1}, true)

	w.addUser(t, "mod@example.com")
	moderator := func(id string, email string) tracker.ModeratorInput {
		return tracker.ModeratorInput{ID: id, UserEmail: email, Role: tracker.Some(tracker.RoleSupport)}
	}
	edited := tracker.ModeratorEdit{Role: tracker.Some(tracker.RoleOwner)}
	ofCompany, ofProject := edited, tracker.ProjectModeratorEdit{ModeratorEdit: edited}
	ofCompany.ID = must[tracker.CompanyModerator](t)(w.AddCompanyModerator(ctx, c, moderator(acme.ID, "mod@example.com"))).ID
	ofProject.ID = must[tracker.ProjectModerator](t)(w.AddProjectModerator(ctx, c, moderator(site.ID, "mod@example.com"))).ID

	w.addUser(t, "disabled@example.com")
	must[tracker.User](t)(w.DisableUser(ctx, c, tracker.DisableInput{Email: "disabled@example.com", Reason: tracker.Some(tracker.DisableReason(1))}))
	if err := errors.Join(undoErr, productErr, subscriptionErr, notificationErr, w.addPhotosAndPassword(t, c, acme.Company, laser)); err != nil {
		t.Fatal(err)
	}
	totpSecret, totpErr := w.BeginTotp(ctx, c, tracker.PasswordConfirmation{CurrentPassword: strong})
	totpCode, codeErr := totp.GenerateCode(totpSecret.Secret, w.now)
	factorErr := w.store.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.UserByEmail(ctx, "mod@example.com")
		after := before
		after.HasSecondFactor = true
		return errors.Join(err, tx.UpdateUser(ctx, before, after, c.User.ID, w.now))
	})
	passkeyOptions, passkeyErr := w.BeginPasskey(ctx, c, tracker.RecentPassword{CurrentPassword: tracker.Some(strong)})
	attestation, attestationErr := virtualwebauthn.ParseAttestationOptions(string(passkeyOptions.PublicKey.RawMessage))
	storedErr := w.store.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.InsertPasskey(ctx, c.User.ID, store.Passkey{Passkey: tracker.Passkey{ID: "passkey", Name: "Phone", CreatedAt: w.now}, Key: tracker.PasskeyKey{CredentialID: "AQ"}})
		_, linkErr := tx.LinkIdentity(ctx, tracker.Identity{Issuer: "https://id.example", Subject: "grace"}, c.User.ID, w.now)
		return errors.Join(err, linkErr)
	})
	if err := errors.Join(totpErr, codeErr, factorErr, passkeyErr, attestationErr, storedErr); err != nil {
		t.Fatal(err)
	}
	made := virtualwebauthn.CreateAttestationResponse(virtualwebauthn.RelyingParty{ID: "tracker.example", Origin: "https://tracker.example"},
		virtualwebauthn.NewAuthenticator(), virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeRSA), *attestation)
	credential := tracker.Some(tracker.JSONObject{RawMessage: []byte(made)})
	address := &tracker.AddressInput{Country: "France", ProvinceState: "Rhône"}
	user := func(email string) tracker.UserInput {
		return tracker.UserInput{Email: email, DisplayName: "Somebody", Gender: tracker.Some(tracker.GenderNone)}
	}
	var any tracker.Opt[int]
	shared := tracker.SavedViewInput{List: "company", Name: "Shared", IsShared: tracker.Some(true)}
	webhookInput := tracker.WebhookInput{URL: "http://127.0.0.1:1/", Events: tracker.Some([]string{"company.*"})}
	view := must[tracker.SavedView](t)(w.CreateView(ctx, c, shared))
	planned := tracker.PlanFields{Name: "Next year", Until: tracker.MonthOf(w.now.AddDate(0, 6, 0)).String(), IsShared: tracker.Some(true)}
	plan := must[tracker.Plan](t)(w.CreatePlan(ctx, c, tracker.KeptPlanInput{PlanFields: planned}))

	hook := must[tracker.NewWebhook](t)(w.CreateWebhook(ctx, c, webhookInput))
	channelContent := tracker.ChannelContent{Events: tracker.Some([]string{"ended"})}
	channelInput := tracker.ChannelInput{Name: "Ops", Kind: tracker.ChannelSlack, URL: webhookInput.URL, ChannelContent: channelContent}
	channel := must[tracker.Channel](t)(w.CreateChannel(ctx, c, channelInput))
	about := func(text string) tracker.NoteInput {
		return tracker.NoteInput{Entity: tracker.EntityCompany, EntityID: acme.ID, Text: text}
	}
	note := must[tracker.SavedNote](t)(w.WriteNote(ctx, c, about("Kept")))
	fieldOf := func(key string) tracker.OwnFieldInput {
		return tracker.OwnFieldInput{List: tracker.EntityCompany, Key: key, Label: key, Kind: "text"}
	}
	field := must[tracker.OwnField](t)(w.CreateField(ctx, c, fieldOf("kept")))
	upload := func() *record.Upload {
		u, failed := w.BeginUpload(ctx, c, tracker.NewDocument{Entity: tracker.EntityCompany, EntityID: acme.ID, Name: "new.txt"})
		if failed = cmp.Or(failed, u.Add(ctx, []byte("New"))); failed != nil {
			t.Fatal(failed)
		}
		return u
	}
	document := must[tracker.Document](t)(upload().Finish(ctx))
	underWay := []*record.Upload{upload(), upload()} // one for each way to lose the right

	return map[string]func(change.Caller) error{
		"SetGroupRoles": func(c change.Caller) error {
			return err(w.SetGroupRoles(ctx, c, []tracker.GroupRoleInput{{Group: "staff", CompanyID: tracker.Some(acme.ID),
				Role: tracker.Some(tracker.GroupRight{Role: new(tracker.RoleSupport)})}}))
		},
		"CreateWebhook": func(c change.Caller) error { return err(w.CreateWebhook(ctx, c, webhookInput)) },
		"EditWebhook": func(c change.Caller) error {
			return err(w.EditWebhook(ctx, c, tracker.WebhookEdit{ID: hook.ID, URL: webhookInput.URL, Events: tracker.Some([]string{"user.edit"})}))
		},
		"RemoveWebhook": func(c change.Caller) error { return err(w.RemoveWebhook(ctx, c, hook.ID)) },

		"CreateChannel": func(c change.Caller) error { return err(w.CreateChannel(ctx, c, channelInput)) },
		"EditChannel": func(c change.Caller) error {
			return err(w.EditChannel(ctx, c, tracker.ChannelEdit{ID: channel.ID, Name: "Others", Kind: tracker.ChannelTeams, ChannelContent: channelContent}))
		},
		"RemoveChannel": func(c change.Caller) error { return err(w.RemoveChannel(ctx, c, channel.ID)) },

		"WriteNote": func(c change.Caller) error { return err(w.WriteNote(ctx, c, about("New"))) },
		"EditNote": func(c change.Caller) error {
			return err(w.EditNote(ctx, c, tracker.NoteEdit{ID: note.ID, Text: tracker.Some("New")}))
		},
		"RemoveNote": func(c change.Caller) error { return err(w.RemoveNote(ctx, c, note.ID)) },
		"Finish": func(change.Caller) error {
			late := underWay[0]
			underWay = underWay[1:]
			return err(late.Finish(ctx))
		},
		"EditDocument": func(c change.Caller) error {
			return err(w.EditDocument(ctx, c, tracker.DocumentEdit{ID: document.ID, Name: tracker.Some("other.txt")}))
		},
		"RemoveDocument": func(c change.Caller) error { return err(w.RemoveDocument(ctx, c, document.ID)) },
		"CreateField":    func(c change.Caller) error { return err(w.CreateField(ctx, c, fieldOf("new"))) },
		"EditField": func(c change.Caller) error {
			return err(w.EditField(ctx, c, tracker.OwnFieldEdit{ID: field.ID, Label: tracker.Some("New")}))
		},
		"RemoveField": func(c change.Caller) error { return err(w.RemoveField(ctx, c, field.ID)) },
		"EditReportSettings": func(c change.Caller) error {
			return err(w.EditReportSettings(ctx, c, tracker.ReportSettingsInput{Email: tracker.Some("weekly")}))
		},

		"CreateView": func(c change.Caller) error { return err(w.CreateView(ctx, c, shared)) },
		"EditView": func(c change.Caller) error {
			return err(w.EditView(ctx, c, tracker.SavedViewEdit{ID: view.ID, Name: "New"}))
		},
		"RemoveView": func(c change.Caller) error { return err(w.RemoveView(ctx, c, view.ID)) },
		"CreatePlan": func(c change.Caller) error {
			return err(w.CreatePlan(ctx, c, tracker.KeptPlanInput{PlanFields: planned}))
		},
		"EditPlan": func(c change.Caller) error {
			edited := planned
			edited.Name = "New"
			return err(w.EditPlan(ctx, c, tracker.KeptPlanEdit{ID: plan.ID, PlanFields: edited}))
		},
		"RemovePlan": func(c change.Caller) error { return err(w.RemovePlan(ctx, c, plan.ID)) },

		"ConfirmTotp": func(c change.Caller) error {
			return err(w.ConfirmTotp(ctx, c, tracker.TotpCode{Code: totpCode}))
		},
		"RemoveTotp": func(c change.Caller) error {
			return err(w.RemoveTotp(ctx, c, tracker.PasswordConfirmation{CurrentPassword: strong}))
		},
		"AddPasskey": func(c change.Caller) error {
			return err(w.AddPasskey(ctx, c, tracker.PasskeyInput{Name: "Laptop", Credential: credential}))
		},
		"RemovePasskey": func(c change.Caller) error {
			return err(w.RemovePasskey(ctx, c, tracker.PasskeyRemoval{ID: "passkey", RecentPassword: tracker.RecentPassword{CurrentPassword: tracker.Some(strong)}}))
		},
		"UnlinkSignOn": func(c change.Caller) error {
			return err(w.UnlinkSignOn(ctx, c, tracker.RecentPassword{CurrentPassword: tracker.Some(strong)}))
		},
		"RemoveFactors": func(c change.Caller) error { return err(w.RemoveFactors(ctx, c, "mod@example.com")) },

		"CreateCompany": func(c change.Caller) error { return err(w.CreateCompany(ctx, c, tracker.CompanyInput{Name: "New"})) },
		"EditCompany": func(c change.Caller) error {
			return err(w.EditCompany(ctx, c, acme.ID, any, tracker.CompanyInput{Name: "New"}))
		},
		"SetCompanyAddress": func(c change.Caller) error { return err(w.SetCompanyAddress(ctx, c, acme.ID, any, address)) },
		"SetCompanyPhoto":   func(c change.Caller) error { return err(w.SetCompanyPhoto(ctx, c, acme.ID, nil)) },
		"RemoveCompany":     func(c change.Caller) error { return err(w.RemoveCompany(ctx, c, acme.ID)) },
		"RestoreCompany":    func(c change.Caller) error { return err(w.RestoreCompany(ctx, c, goneCompany)) },
		"AddCompanyModerator": func(c change.Caller) error {
			return err(w.AddCompanyModerator(ctx, c, moderator(acme.ID, "ada@example.com")))
		},
		"EditCompanyModerator":   func(c change.Caller) error { return err(w.EditCompanyModerator(ctx, c, ofCompany)) },
		"RemoveCompanyModerator": func(c change.Caller) error { return err(w.RemoveCompanyModerator(ctx, c, ofCompany.ID)) },
		"CreateProject":          func(c change.Caller) error { return err(w.CreateProject(ctx, c, projectInput(acme.ID))) },
		"EditProject": func(c change.Caller) error {
			return err(w.EditProject(ctx, c, tracker.ProjectEdit{ID: site.ID, ProjectFields: tracker.ProjectFields{Name: "New"}}))
		},
		"RemoveProject":  func(c change.Caller) error { return err(w.RemoveProject(ctx, c, site.ID)) },
		"RestoreProject": func(c change.Caller) error { return err(w.RestoreProject(ctx, c, goneProject)) },
		"AddProjectModerator": func(c change.Caller) error {
			return err(w.AddProjectModerator(ctx, c, moderator(site.ID, "ada@example.com")))
		},
		"EditProjectModerator":   func(c change.Caller) error { return err(w.EditProjectModerator(ctx, c, ofProject)) },
		"RemoveProjectModerator": func(c change.Caller) error { return err(w.RemoveProjectModerator(ctx, c, ofProject.Item())) },
		"AttachProduct":          func(c change.Caller) error { return err(w.AttachProduct(ctx, c, attach)) },
		"EditProjectProduct": func(c change.Caller) error {
			in := tracker.ProjectProductEdit{ItemRef: tracker.ItemRef{ID: attached.ID}, ProjectProductFields: attach.ProjectProductFields}
			in.Price = amount("4")
			return err(w.EditProjectProduct(ctx, c, in))
		},
		"DetachProduct":         func(c change.Caller) error { return err(w.DetachProduct(ctx, c, tracker.ItemRef{ID: attached.ID})) },
		"RestoreProjectProduct": func(c change.Caller) error { return err(w.RestoreProjectProduct(ctx, c, detached)) },
		"AttachSubscription":    func(c change.Caller) error { return err(w.AttachSubscription(ctx, c, subscribe)) },
		"EditProjectSubscription": func(c change.Caller) error {
			in := tracker.ProjectSubscriptionEdit{ItemRef: tracker.ItemRef{ID: subscribed.ID}, ProjectSubscriptionFields: subscribe.ProjectSubscriptionFields}
			in.Price = amount("4")
			return err(w.EditProjectSubscription(ctx, c, in))
		},
		"RenewProjectSubscription": func(c change.Caller) error {
			return err(w.RenewProjectSubscription(ctx, c, tracker.RenewInput{ItemRef: tracker.ItemRef{ID: subscribed.ID}}))
		},
		"PlanPrice": func(c change.Caller) error {
			return err(w.PlanPrice(ctx, c, tracker.PlanInput{ItemRef: tracker.ItemRef{ID: subscribed.ID}, Price: amount("4")}))
		},
		"CancelProjectSubscription": func(c change.Caller) error {
			return err(w.CancelProjectSubscription(ctx, c, tracker.CancelInput{ItemRef: tracker.ItemRef{ID: subscribed.ID}, CancelationReason: "Moved"}))
		},
		"DetachSubscription": func(c change.Caller) error {
			return err(w.DetachSubscription(ctx, c, tracker.ItemRef{ID: subscribed.ID}))
		},
		"RestoreProjectSubscription": func(c change.Caller) error { return err(w.RestoreProjectSubscription(ctx, c, unsubscribed)) },
		"CreateItem":                 func(c change.Caller) error { return err(w.CreateItem(ctx, c, tracker.Products, product)) },
		"EditItem": func(c change.Caller) error {
			return err(w.EditItem(ctx, c, tracker.Products, laser.ID, any, &tracker.ProductInput{CategoryName: "Used", Name: "New", Status: product.Status}))
		},
		"SetProductPhoto": func(c change.Caller) error { return err(w.SetProductPhoto(ctx, c, laser.ID, nil)) },
		"RemoveItem":      func(c change.Caller) error { return err(w.RemoveItem(ctx, c, tracker.Products, laser.ID)) },
		"RestoreItem":     func(c change.Caller) error { return err(w.RestoreItem(ctx, c, tracker.Products, goneItem)) },
		"CreateCategory": func(c change.Caller) error {
			return err(w.CreateCategory(ctx, c, tracker.Products, tracker.CategoryInput{Name: "New"}))
		},
		"RenameCategory": func(c change.Caller) error {
			return err(w.RenameCategory(ctx, c, tracker.Products, tracker.CategoryRename{Name: "Used", NewName: "New"}))
		},
		"Undo": func(c change.Caller) error {
			return err(w.Undo(ctx, c, tracker.UndoInput{Seq: tracker.Some(undone.Seq)}))
		},
		"RemoveCategory":  func(c change.Caller) error { return err(w.RemoveCategory(ctx, c, tracker.Products, "Used")) },
		"RestoreCategory": func(c change.Caller) error { return err(w.RestoreCategory(ctx, c, tracker.Products, "Gone")) },
		"CreateUser":      func(c change.Caller) error { return err(w.CreateUser(ctx, c, user("new@example.com"))) },
		"RegisterAdmin": func(c change.Caller) error {
			return err(w.RegisterAdmin(ctx, c, tracker.AdminInput{Password: strong, UserInput: user("new@example.com")}))
		},
		"EditUser":         func(c change.Caller) error { return err(w.EditUser(ctx, c, any, user("mod@example.com"))) },
		"SetUserAddress":   func(c change.Caller) error { return err(w.SetUserAddress(ctx, c, "mod@example.com", any, address)) },
		"SetUserPhoto":     func(c change.Caller) error { return err(w.SetUserPhoto(ctx, c, "grace@example.com", nil)) },
		"EraseUser":        func(c change.Caller) error { return err(w.EraseUser(ctx, c, "disabled@example.com")) },
		"EnableUser":       func(c change.Caller) error { return err(w.EnableUser(ctx, c, "disabled@example.com")) },
		"SetAdministrator": func(c change.Caller) error { return err(w.SetAdministrator(ctx, c, "mod@example.com", true)) },
		"InviteUser":       func(c change.Caller) error { return err(w.InviteUser(ctx, c, "mod@example.com")) },
		"DisableUser": func(c change.Caller) error {
			return err(w.DisableUser(ctx, c, tracker.DisableInput{Email: "mod@example.com", Reason: tracker.Some(tracker.DisableReason(1))}))
		},
		"EditProfile": func(c change.Caller) error {
			return err(w.EditProfile(ctx, c, tracker.ProfileInput{DisplayName: "New", Gender: tracker.Some(tracker.GenderNone)}))
		},
		"SetOwnAddress": func(c change.Caller) error { return err(w.SetOwnAddress(ctx, c, any, address)) },
		"SetOwnPhoto":   func(c change.Caller) error { return err(w.SetOwnPhoto(ctx, c, nil)) },
		"SnoozeNotification": func(c change.Caller) error {
			return err(w.SnoozeNotification(ctx, c, tracker.SnoozeInput{NotificationID: notifications.Data[0].ID, Until: tracker.Some(w.now.AddDate(1, 0, 0))}))
		},
		"ViewAllNotifications": func(c change.Caller) error { return err(w.ViewAllNotifications(ctx, c)) },
		"SetLanguage": func(c change.Caller) error {
			return err(w.SetLanguage(ctx, c, tracker.LanguageInput{Language: tracker.Some(tracker.German)}))
		},
		"EditNotificationSettings": func(c change.Caller) error {
			return err(w.EditNotificationSettings(ctx, c, tracker.NotificationSettingsInput{Hour: tracker.Some(9)}))
		},
		"ViewNotification": func(c change.Caller) error { return err(w.ViewNotification(ctx, c, notifications.Data[0].ID)) },
		"ChangePassword": func(c change.Caller) error {
			return err(w.ChangePassword(ctx, c, tracker.ChangePasswordInput{CurrentPassword: strong, NewPassword: strong + "2", ConfirmNewPassword: strong + "2"}))
		},
		"Logout": func(c change.Caller) error { return err(w.Logout(ctx, c)) },
	}
}

func err[T any](_ T, err error) error { return err }

func amount(s string) tracker.Opt[tracker.Amount] { return tracker.Some(tracker.Amount(s)) }

func projectInput(companyID string) tracker.ProjectInput {
	return tracker.ProjectInput{CompanyID: companyID, ProjectFields: tracker.ProjectFields{Name: "Site"}}
}

// addPhotosAndPassword gives a company, an item and the caller a photo, and the caller a password.
func (w *world) addPhotosAndPassword(t *testing.T, c change.Caller, company tracker.Company, item tracker.CatalogueItem) error {
	ctx, photo := t.Context(), store.Photo{Hash: "hash", ContentType: "image/webp", Bytes: []byte{1}}
	hash, err := auth.NewHasher(1).Hash(ctx, auth.Origin{}, strong)
	if err != nil {
		return err
	}
	return w.store.Write(ctx, func(tx *store.Tx) error {
		user, err := tx.User(ctx, c.User.ID)
		pictured := user
		company.PhotoHash, item.PhotoHash, pictured.PhotoHash = &photo.Hash, &photo.Hash, &photo.Hash
		return errors.Join(err, tx.InsertPhoto(ctx, photo, w.now), tx.UpdateCompany(ctx, company, company, c.User.ID, w.now),
			tx.UpdateItem(ctx, item, item, c.User.ID, w.now), tx.UpdateUser(ctx, user, pictured, c.User.ID, w.now), tx.SetPasswordHash(ctx, c.User.ID, hash, w.now))
	})
}
