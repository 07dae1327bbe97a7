package demo

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"btracker/internal/app"
	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// PlayWeeks lets the staff work with the demo data for three weeks, so that there is a history of
// several people to look at.
func PlayWeeks(ctx context.Context, s *store.Store, now time.Time) error {
	w, err := newWork(ctx, s)
	if err != nil {
		return err
	}
	for _, day := range []struct {
		ago  int
		who  string
		work func(ctx context.Context, c change.Caller) error
	}{
		{21, "owner@example.com", w.raisePrices},
		{20, "manager@example.com", w.addProject},
		{18, "support@example.com", w.noteInvoices},
		{17, "developer@example.com", w.moveProduct},
		{15, AdminEmail, w.addToCatalogue},
		{14, AdminEmail, w.raiseCost},
		{12, "manager@example.com", w.moveCompany},
		{11, "designer@example.com", w.moveProduct},
		{9, "owner@example.com", w.inviteGuest},
		{8, "support@example.com", w.cancelSubscription},
		{7, AdminEmail, w.addByMistake},
		{6, "manager@example.com", w.detachProduct},
		{5, AdminEmail, w.removeUnused},
		{4, "owner@example.com", w.editCompany},
		{3, "owner@example.com", w.writeNotes},
		{3, "owner@example.com", w.addDocuments},
		{2, "manager@example.com", w.cancelAndUndo},
		{1, AdminEmail, w.editProfile},
		{0, "owner@example.com", w.raisePrices},
	} {
		// The second work of a day goes on where the first one ended.
		if begins := now.Add(-3*time.Hour).AddDate(0, 0, -day.ago); begins.After(w.clock) {
			w.clock = begins
		}
		if err := w.app.ScanSubscriptions(ctx); err != nil {
			return err
		}
		if err := day.work(ctx, w.people[day.who]); err != nil {
			return fmt.Errorf("the work of %s, %d days ago: %w", day.who, day.ago, err)
		}
	}
	return nil
}

// work is done by the use cases, at the times of the clock.
type work struct {
	app    *app.App
	clock  time.Time
	people map[string]change.Caller // by e-mail
}

func newWork(ctx context.Context, s *store.Store) (*work, error) {
	w := &work{people: map[string]change.Caller{}}
	w.app = app.New(app.Deps{Store: s, Log: slog.Default(), Now: w.look, Documents: tracker.DocumentLimits{Each: 1 << 20, All: 1 << 30}})
	for _, email := range []string{AdminEmail, "owner@example.com", "manager@example.com", "support@example.com", "developer@example.com", "designer@example.com"} {
		user, err := s.UserByEmail(ctx, email)
		if err != nil {
			return nil, err
		}
		w.people[email] = change.Caller{User: user}
	}
	return w, nil
}

// look is the time. A minute passes with each look at the clock.
func (w *work) look() time.Time {
	w.clock = w.clock.Add(time.Minute)
	return w.clock
}

// projects returns the projects of a person that have something to work with.
func (w *work) projects(ctx context.Context, c change.Caller, isFit func(tracker.ProjectDetails) bool) (fit []tracker.ProjectDetails, err error) {
	page, err := w.app.Projects(ctx, c, tracker.ListQuery{PageNumber: 1, PageSize: 20, Removed: tracker.RemovedExclude}, tracker.ProjectFilter{}, false)
	for _, p := range page.Data {
		var details tracker.ProjectDetails
		if err == nil {
			details, err = w.app.Project(ctx, c, p.ID)
		}
		if err == nil && details.IsLive && isFit(details) {
			fit = append(fit, details)
		}
	}
	return fit, err
}

// subscriptions returns the running subscriptions of the projects of a person.
func (w *work) subscriptions(ctx context.Context, c change.Caller) (running []tracker.ProjectSubscription, err error) {
	projects, err := w.projects(ctx, c, func(p tracker.ProjectDetails) bool { return len(p.Subscriptions) > 0 })
	for _, p := range projects {
		for _, s := range p.Subscriptions {
			if s.Live && s.EndAt.After(w.clock.AddDate(0, 2, 0)) {
				running = append(running, s)
			}
		}
	}
	return running, err
}

func (w *work) editSubscription(ctx context.Context, c change.Caller, s tracker.ProjectSubscription, price tracker.Money, details string) error {
	_, err := w.app.EditProjectSubscription(ctx, c, tracker.ProjectSubscriptionEdit{ItemRef: tracker.ItemRef{ID: s.ID}, ProjectSubscriptionFields: tracker.ProjectSubscriptionFields{
		Details: tracker.Some(details), StartAt: tracker.Some(s.StartAt), EndAt: tracker.Some(s.EndAt), AutoRenew: tracker.Some(s.AutoRenew), Price: amount(price)}})
	return err
}

func (w *work) raisePrices(ctx context.Context, c change.Caller) error {
	running, err := w.subscriptions(ctx, c)
	for _, s := range running[:min(3, len(running))] {
		if err == nil {
			err = w.editSubscription(ctx, c, s, s.Price*105/100, "Price of the new year")
		}
	}
	return err
}

// writeNotes leaves notes about a customer and the first project there.
func (w *work) writeNotes(ctx context.Context, c change.Caller) error {
	company, err := w.notedCompany(ctx, c)
	if err != nil || company == nil {
		return err
	}
	notes := []tracker.NoteInput{
		{Entity: tracker.EntityCompany, EntityID: company.ID, Text: "Invoices go to accounting, never to the front desk.", IsPinned: tracker.Some(true)},
		{Entity: tracker.EntityCompany, EntityID: company.ID, Text: "Called them: they renew everything, and ask for an offer for two more houses.\n" +
			"@manager@example.com, can you send it by Friday?"},
	}
	if len(company.Projects) > 0 {
		notes = append(notes, tracker.NoteInput{Entity: tracker.EntityProject, EntityID: company.Projects[0].ID, Text: "The plan is at https://example.com/plans/rooms"})
	}
	for _, n := range notes {
		if _, err := w.app.WriteNote(ctx, c, n); err != nil {
			return err
		}
	}
	return nil
}

// notedCompany reads the customer of the pictures in the guide; nil if there is none.
func (w *work) notedCompany(ctx context.Context, c change.Caller) (*tracker.CompanyDetails, error) {
	page, err := w.app.Companies(ctx, c, tracker.ListQuery{PageNumber: 1, PageSize: 1, Search: "Riverside Hotels", Removed: tracker.RemovedExclude},
		tracker.CompanyFilter{}, false, nil)
	if err != nil || len(page.Data) == 0 {
		return nil, err
	}
	company, err := w.app.Company(ctx, c, page.Data[0].ID)
	return &company, err
}

func (w *work) noteInvoices(ctx context.Context, c change.Caller) error {
	running, err := w.subscriptions(ctx, c)
	for _, s := range running[:min(2, len(running))] {
		if err == nil {
			err = w.editSubscription(ctx, c, s, s.Price, "Invoices go to the accountant, by mail")
		}
	}
	return err
}

func (w *work) cancelSubscription(ctx context.Context, c change.Caller) error {
	_, err := w.cancel(ctx, c)
	return err
}

// cancel cancels the last of the running subscriptions of a person.
func (w *work) cancel(ctx context.Context, c change.Caller) (seq int64, err error) {
	running, err := w.subscriptions(ctx, c)
	if err != nil || len(running) == 0 {
		return 0, err
	}
	saved, err := w.app.CancelProjectSubscription(ctx, c, tracker.CancelInput{ItemRef: tracker.ItemRef{ID: running[len(running)-1].ID}, CancelationReason: cancelations[0]})
	return saved.Seq, err
}

func (w *work) cancelAndUndo(ctx context.Context, c change.Caller) error {
	seq, err := w.cancel(ctx, c)
	if err != nil || seq == 0 {
		return err
	}
	return w.undo(ctx, c, seq)
}

func (w *work) undo(ctx context.Context, c change.Caller, seq int64) error {
	_, err := w.app.Undo(ctx, c, tracker.UndoInput{Seq: tracker.Some(seq)})
	return err
}

// addProject adds a project with a product and a subscription.
func (w *work) addProject(ctx context.Context, c change.Caller) error {
	company, err := w.company(ctx, c)
	if err != nil || company.ID == "" {
		return err
	}
	project, err := w.app.CreateProject(ctx, c, tracker.ProjectInput{CompanyID: company.ID, ProjectFields: tracker.ProjectFields{Name: "Winter campaign"}})
	if err != nil {
		return err
	}
	product, err := w.item(ctx, c, tracker.Products)
	if err != nil || product.ID == "" {
		return err
	}
	if _, err := w.app.AttachProduct(ctx, c, tracker.ProjectProductInput{ProjectID: project.Entity.ID, ProductID: product.ID,
		ProjectProductFields: tracker.ProjectProductFields{Price: amount(240_000), Cost: amount(180_000), Status: tracker.Some(tracker.ProductStatus(0))}}); err != nil {
		return err
	}
	subscription, err := w.item(ctx, c, tracker.Subscriptions)
	if err != nil || subscription.ID == "" {
		return err
	}
	start := startOfDay(w.clock)
	_, err = w.app.AttachSubscription(ctx, c, tracker.ProjectSubscriptionInput{ProjectID: project.Entity.ID, SubscriptionID: subscription.ID,
		ProjectSubscriptionFields: tracker.ProjectSubscriptionFields{StartAt: tracker.Some(start), EndAt: tracker.Some(endOfDay(start.AddDate(1, 0, 0))),
			AutoRenew: tracker.Some(true), Price: amount(*subscription.Cost * 13 / 10)}})
	return err
}

// item is the first item of a catalogue.
func (w *work) item(ctx context.Context, c change.Caller, kind tracker.CatalogueKind) (item tracker.CatalogueItem, err error) {
	page, err := w.app.Items(ctx, c, kind, tracker.ListQuery{PageNumber: 1, PageSize: 1, Removed: tracker.RemovedExclude}, record.ItemFilter{})
	if len(page.Data) > 0 {
		item = page.Data[0]
	}
	return item, err
}

// company is the first company that a person may edit.
func (w *work) company(ctx context.Context, c change.Caller) (company tracker.Company, err error) {
	page, err := w.app.Companies(ctx, c, tracker.ListQuery{PageNumber: 1, PageSize: 1, Removed: tracker.RemovedExclude}, tracker.CompanyFilter{Editable: true}, false, nil)
	if len(page.Data) > 0 {
		company = page.Data[0]
	}
	return company, err
}

// products returns the projects of a person that have products.
func (w *work) products(ctx context.Context, c change.Caller) ([]tracker.ProjectDetails, error) {
	return w.projects(ctx, c, func(p tracker.ProjectDetails) bool { return len(p.Products) > 0 })
}

// moveProduct gives a product its next status. Who does not see cost does not send it.
func (w *work) moveProduct(ctx context.Context, c change.Caller) error {
	projects, err := w.products(ctx, c)
	if err != nil || len(projects) == 0 {
		return err
	}
	p := projects[0].Products[0]
	fields := tracker.ProjectProductFields{Details: tracker.Some("Checked with the customer"), Price: amount(p.Price), Status: tracker.Some((p.Status + 1) % 3)}
	if p.Cost != nil {
		fields.Cost = amount(*p.Cost)
	}
	_, err = w.app.EditProjectProduct(ctx, c, tracker.ProjectProductEdit{ItemRef: tracker.ItemRef{ID: p.ID}, ProjectProductFields: fields})
	return err
}

func (w *work) detachProduct(ctx context.Context, c change.Caller) error {
	projects, err := w.products(ctx, c)
	if err != nil || len(projects) == 0 {
		return err
	}
	_, err = w.app.DetachProduct(ctx, c, tracker.ItemRef{ID: projects[len(projects)-1].Products[0].ID})
	return err
}

func (w *work) moveCompany(ctx context.Context, c change.Caller) error {
	company, err := w.company(ctx, c)
	if err != nil || company.ID == "" {
		return err
	}
	_, err = w.app.SetCompanyAddress(ctx, c, company.ID, tracker.Opt[int]{}, &tracker.AddressInput{Country: "Portugal", ProvinceState: "Lisboa",
		City: tracker.Some("Lisboa"), Street: tracker.Some("Rua Augusta"), Building: tracker.Some("24"), PostalZipCode: tracker.Some("1100-053")})
	return err
}

func (w *work) editCompany(ctx context.Context, c change.Caller) error {
	company, err := w.company(ctx, c)
	if err != nil || company.ID == "" {
		return err
	}
	_, err = w.app.EditCompany(ctx, c, company.ID, tracker.Opt[int]{}, tracker.CompanyInput{Name: company.Name,
		Details: tracker.Some("Renews in December, asks for one invoice"), SupportEmail: tracker.Some("service@" + domain(company.Name)), SupportPhone: tracker.Some("+1 555 010 2000")})
	return err
}

// inviteGuest makes somebody a moderator, gives them another role and takes it away again.
func (w *work) inviteGuest(ctx context.Context, c change.Caller) error {
	projects, err := w.projects(ctx, c, func(p tracker.ProjectDetails) bool { return p.Access.ManageModerators })
	if err != nil || len(projects) == 0 {
		return err
	}
	link, err := w.app.AddProjectModerator(ctx, c, tracker.ModeratorInput{ID: projects[0].ID, UserEmail: "guest@example.com", Role: tracker.Some(tracker.RoleNone)})
	if err != nil {
		return err
	}
	if _, err := w.app.EditProjectModerator(ctx, c, tracker.ProjectModeratorEdit{ModeratorEdit: tracker.ModeratorEdit{ID: link.Entity.ID,
		Role: tracker.Some(tracker.RoleSupport)}}); err != nil {
		return err
	}
	_, err = w.app.RemoveProjectModerator(ctx, c, tracker.ItemRef{ID: link.Entity.ID})
	return err
}

// addToCatalogue adds a category with a product, and gives the category a better name.
func (w *work) addToCatalogue(ctx context.Context, c change.Caller) error {
	if _, err := w.app.CreateCategory(ctx, c, tracker.Products, tracker.CategoryInput{Name: "Signs"}); err != nil {
		return err
	}
	if _, err := w.app.CreateItem(ctx, c, tracker.Products, &tracker.ProductInput{CategoryName: "Signs", Name: "Door sign",
		Status: tracker.Some(tracker.Availability(0))}); err != nil {
		return err
	}
	_, err := w.app.RenameCategory(ctx, c, tracker.Products, tracker.CategoryRename{Name: "Signs", NewName: "Signage"})
	return err
}

func (w *work) raiseCost(ctx context.Context, c change.Caller) error {
	item, err := w.item(ctx, c, tracker.Subscriptions)
	if err != nil || item.ID == "" {
		return err
	}
	_, err = w.app.EditItem(ctx, c, tracker.Subscriptions, item.ID, tracker.Opt[int]{}, &tracker.SubscriptionInput{
		ProductInput: tracker.ProductInput{CategoryName: item.CategoryName, Name: item.Name, Status: tracker.Some(item.Status)}, Cost: amount(*item.Cost * 103 / 100)})
	return err
}

func (w *work) addByMistake(ctx context.Context, c change.Caller) error {
	made, err := w.app.CreateCompany(ctx, c, tracker.CompanyInput{Name: "Copy of a customer"})
	if err != nil {
		return err
	}
	return w.undo(ctx, c, made.Seq)
}

// removeUnused removes a company that never had a project.
func (w *work) removeUnused(ctx context.Context, c change.Caller) error {
	made, err := w.app.CreateCompany(ctx, c, tracker.CompanyInput{Name: "Trade fair contact", Details: tracker.Some("Met in Berlin")})
	if err != nil {
		return err
	}
	_, err = w.app.RemoveCompany(ctx, c, made.Entity.ID)
	return err
}

func (w *work) editProfile(ctx context.Context, c change.Caller) error {
	_, err := w.app.EditProfile(ctx, c, tracker.ProfileInput{DisplayName: c.User.DisplayName, FirstName: tracker.Some("Ada"), LastName: tracker.Some("Admin"),
		PhoneNumber: tracker.Some("+1 555 010 1000"), Gender: tracker.Some(c.User.Gender)})
	return err
}

// amount is money as a form sends it.
func amount(m tracker.Money) tracker.Opt[tracker.Amount] {
	return tracker.Some(tracker.Amount(fmt.Sprintf("%d.%02d", m/100, m%100)))
}
