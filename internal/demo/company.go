package demo

import (
	"context"
	"fmt"
	"slices"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// The number of projects of a company, and of subscriptions and products of a
// project, take turns: 3, 10/3 and 1 on average. Those with none can be removed at
// once.
var (
	projectsInTurn      = []int{3, 4, 2, 5, 3, 4, 3, 0}
	subscriptionsInTurn = []int{5, 3, 0, 6, 2, 4}
	productsInTurn      = []int{2, 1, 0}
)

// rows holds the rows that one transaction adds.
type rows struct {
	companies         []tracker.Company
	moderators        []store.Link
	projects          []store.LoadedProject
	projectModerators []store.Link
	products          []store.LoadedProduct
	subscriptions     []store.LoadedSubscription
	notifications     []store.NewNotification
}

func (r *rows) write(ctx context.Context, tx *store.Tx, by string) error {
	if err := tx.LoadCompanies(ctx, r.companies, by); err != nil {
		return err
	}
	if err := tx.InsertLinks(ctx, store.CompanyModeration, by, r.moderators...); err != nil {
		return err
	}
	if err := tx.LoadProjects(ctx, r.projects, by); err != nil {
		return err
	}
	if err := tx.InsertLinks(ctx, store.ProjectModeration, by, r.projectModerators...); err != nil {
		return err
	}
	if err := tx.LoadProjectProducts(ctx, r.products, by); err != nil {
		return err
	}
	if err := tx.LoadProjectSubscriptions(ctx, r.subscriptions, by); err != nil {
		return err
	}
	return tx.LoadNotifications(ctx, r.notifications)
}

func (g *generator) company(i int) {
	trade, where := pick(g.rand, trades), pick(g.rand, cities)
	name := g.companyName(i, trade)
	email := pick(g.rand, mailboxes) + "@" + domain(name)
	c := tracker.Company{ID: newID(), Name: name, SupportEmail: &email, CreatedAt: g.daysAgo(80, 340)}
	if g.rand.IntN(4) > 0 {
		phone := g.phone()
		c.SupportPhone = &phone
	}
	if g.rand.IntN(3) > 0 {
		details := trade + " from " + where.city + ", customer since " + c.CreatedAt.Format("January 2006")
		c.Details = &details
	}
	if g.rand.IntN(5) > 0 {
		c.HeadAddress = g.address(where)
	}
	if g.rand.IntN(3) > 0 {
		logo := pick(g.rand, g.logos)
		c.PhotoHash = &logo.Hash
	}
	if i%20 == 13 { // marked removed
		at := g.daysAgo(3, 20)
		c.RemovedAt = &at
	}
	g.rows.companies = append(g.rows.companies, c)
	recipients := g.companyModerators(i, c)
	for range projectsInTurn[i%len(projectsInTurn)] {
		g.project(c, recipients)
	}
}

// companyModerators gives the first companies moderators of each role, and every
// company an owner of its own. It returns the recipients of its notifications.
func (g *generator) companyModerators(i int, c tracker.Company) (recipients []string) {
	recipients = []string{g.staff[0].ID}
	link := func(userID string, role tracker.Role) {
		g.rows.moderators = append(g.rows.moderators, store.Link{ID: newID(), ParentID: c.ID, UserID: userID, Role: role, CreatedAt: c.CreatedAt})
		recipients = addRecipient(recipients, userID, role)
	}
	for k, m := range Moderators {
		if i == 0 || i < 12 && (i+k)%2 == 0 {
			link(g.staff[k+1].ID, m.Role)
		}
	}
	if i < len(g.users) {
		link(g.users[i], tracker.RoleOwner)
	}
	return recipients
}

// addRecipient adds a user whose role is notified of subscriptions.
func addRecipient(recipients []string, userID string, role tracker.Role) []string {
	if (tracker.Access{Roles: []tracker.Role{role}}).May(tracker.BeNotified) {
		return append(slices.Clip(recipients), userID)
	}
	return recipients
}

func (g *generator) project(c tracker.Company, recipients []string) {
	n := g.projects
	g.projects++
	name := pick(g.rand, projectNames) + " " + pick(g.rand, projectKinds)
	p := store.LoadedProject{Live: c.RemovedAt == nil, Project: tracker.Project{ID: newID(), CompanyID: c.ID, CompanyName: c.Name, Name: name,
		CreatedAt: c.CreatedAt.Add(time.Duration(g.rand.IntN(40*24)) * time.Hour)}}
	if n%40 == 30 { // marked removed
		at := g.daysAgo(2, 15)
		p.RemovedAt, p.Live = &at, false
	}
	g.rows.projects = append(g.rows.projects, p)
	if n%4 == 1 {
		recipients = g.projectModerator(n, p.Project, recipients)
	}
	for k := range productsInTurn[n%len(productsInTurn)] {
		g.product(p, n+k)
	}
	for range subscriptionsInTurn[n%len(subscriptionsInTurn)] {
		g.subscription(p, recipients)
	}
}

// projectModerator gives a project one moderator: a member of the staff in the first
// projects beyond the companies that they moderate, any user in the others.
func (g *generator) projectModerator(n int, p tracker.Project, recipients []string) []string {
	userID, role := "", tracker.Role(n/4%6)
	switch k := n/4 - 12; { // the first twelve companies have some forty projects
	case k >= 0 && k < len(Moderators):
		userID, role = g.staff[k+1].ID, Moderators[k].Role
	case len(g.users) > 0:
		userID = pick(g.rand, g.users)
	default:
		return recipients
	}
	g.rows.projectModerators = append(g.rows.projectModerators, store.Link{ID: newID(), ParentID: p.ID, UserID: userID, Role: role, CreatedAt: p.CreatedAt})
	if slices.Contains(recipients, userID) {
		return recipients
	}
	return addRecipient(recipients, userID, role)
}

func (g *generator) product(p store.LoadedProject, n int) {
	item := pick(g.rand, g.products)
	cost := tracker.Money(5_000 * (2 + g.rand.IntN(60)))
	product := tracker.ProjectProduct{ID: newID(), ProjectID: p.ID, ProductID: item.ID, Cost: &cost, Price: cost * tracker.Money(12+g.rand.IntN(8)) / 10,
		Status: tracker.ProductStatus(g.rand.IntN(3)), CreatedAt: p.CreatedAt.Add(time.Duration(g.rand.IntN(20*24)) * time.Hour)}
	if n%2 == 0 {
		details := fmt.Sprintf("%s for the %s", item.Name, p.Name)
		product.Details = &details
	}
	g.rows.products = append(g.rows.products, store.LoadedProduct{ProjectProduct: product, Live: p.Live})
}
