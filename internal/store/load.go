package store

import (
	"context"
	"strconv"
	"strings"
	"time"
	"unicode"

	"btracker/internal/tracker"
)

// Loading is for Fill: rows go in many at a time, and no total is kept until
// Recount.

// loadedTables are those that the functions here, and InsertLinks, add to.
var loadedTables = []string{"users", "company", "company_moderator", "project", "project_moderator", "catalogue_item", "project_product",
	"project_subscription", "subscription_period", "notification"}

// loadRows is how many rows one statement adds.
const loadRows = 40

// load adds rows to a table, by a copy where there are many and the database has
// that. What does not fill a statement goes row by row, so that there are two
// texts to prepare for a table and not one for every number.
func (tx *Tx) load(ctx context.Context, table, columns string, rows [][]any) error {
	names := strings.FieldsFunc(columns, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	if c, ok := tx.db.(copier); ok && len(rows) >= loadRows {
		return tx.dialect.translate(c.copyRows(ctx, table, names, rows))
	}
	width := len(names)
	for len(rows) > 0 {
		n := 1
		if len(rows) >= loadRows {
			n = loadRows
		}
		args := make([]any, 0, n*width)
		for _, row := range rows[:n] {
			args = append(args, row...)
		}
		if _, err := tx.run(ctx, "INSERT INTO "+table+" ("+columns+") VALUES "+placeholders(n, width), args...); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

// placeholders is ($1, $2), ($3, $4) for two rows of two columns.
func placeholders(rows, columns int) string {
	var b strings.Builder
	for i := range rows * columns {
		switch {
		case i == 0:
			b.WriteString("(")
		case i%columns == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		b.WriteString("$" + strconv.Itoa(i+1))
	}
	return b.String() + ")"
}

func millisOrNil(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	ms := millis(*t)
	return &ms
}

// LoadUsers adds users.
func (tx *Tx) LoadUsers(ctx context.Context, users []tracker.User) error {
	rows := make([][]any, len(users))
	for i, u := range users {
		address, err := encodeAddress(u.Address)
		if err != nil {
			return err
		}
		rows[i] = []any{u.ID, u.Email, u.DisplayName, searchKey(u.DisplayName), userSearchText(u), u.Gender, u.FirstName, u.LastName, u.PhoneNumber,
			address, u.IsAdmin, u.PhotoHash, millis(u.CreatedAt), millis(u.CreatedAt)}
	}
	return tx.load(ctx, "users", `id, email, display_name, name_key, search_text, gender, first_name, last_name, phone_number,
		address, is_admin, photo_hash, created_at, updated_at`, rows)
}

// LoadCompanies adds companies, marked removed where they say so.
func (tx *Tx) LoadCompanies(ctx context.Context, companies []tracker.Company, by string) error {
	rows := make([][]any, len(companies))
	for i, c := range companies {
		address, err := encodeAddress(c.HeadAddress)
		if err != nil {
			return err
		}
		rows[i] = []any{c.ID, c.Name, searchKey(c.Name), companySearchText(c), c.Details, c.SupportEmail, c.SupportPhone, address, c.PhotoHash,
			millis(c.CreatedAt), millisOrNil(c.RemovedAt), millis(c.CreatedAt), by}
	}
	return tx.load(ctx, "company", `id, name, name_key, search_text, details, support_email, support_phone, head_address, photo_hash,
		created_at, removed_at, updated_at, updated_by`, rows)
}

// LoadedProject is a project and whether it counts: neither it nor its company is marked removed.
type LoadedProject struct {
	tracker.Project
	Live bool
}

// LoadProjects adds projects.
func (tx *Tx) LoadProjects(ctx context.Context, projects []LoadedProject, by string) error {
	rows := make([][]any, len(projects))
	for i, p := range projects {
		rows[i] = []any{p.ID, p.CompanyID, p.Name, searchKey(p.Name), projectSearchText(p.Project), p.Live, millis(p.CreatedAt), millisOrNil(p.RemovedAt), millis(p.CreatedAt), by}
	}
	return tx.load(ctx, "project", `id, company_id, name, name_key, search_text, live, created_at, removed_at, updated_at, updated_by`, rows)
}

// LoadItems adds items to a catalogue.
func (tx *Tx) LoadItems(ctx context.Context, items []tracker.CatalogueItem, by string) error {
	rows := make([][]any, len(items))
	for i, it := range items {
		rows[i] = []any{it.ID, it.Kind, it.CategoryID, it.Name, searchKey(it.Name), searchText(&it.Name, it.Details), it.Details, it.Status, it.Cost, it.PhotoHash,
			millis(it.CreatedAt), millisOrNil(it.RemovedAt), millis(it.CreatedAt), by}
	}
	return tx.load(ctx, "catalogue_item", `id, kind, category_id, name, name_key, search_text, details, status, cost, photo_hash,
		created_at, removed_at, updated_at, updated_by`, rows)
}

// LoadedProduct is a project's product and whether it counts.
type LoadedProduct struct {
	tracker.ProjectProduct
	Live bool
}

// LoadProjectProducts attaches products.
func (tx *Tx) LoadProjectProducts(ctx context.Context, products []LoadedProduct, by string) error {
	rows := make([][]any, len(products))
	for i, p := range products {
		rows[i] = []any{p.ID, p.ProjectID, p.ProductID, p.Details, *p.Cost, p.Price, p.Status, p.Live, millis(p.CreatedAt), millis(p.CreatedAt), by}
	}
	return tx.load(ctx, "project_product", `id, project_id, product_id, details, cost, price, status, live, created_at, updated_at, updated_by`, rows)
}

// LoadedSubscription is a project's subscription with its terms that are over.
type LoadedSubscription struct {
	tracker.ProjectSubscription
	CanceledAt *time.Time
	Periods    []LoadedPeriod
}

// LoadedPeriod is a term with its id.
type LoadedPeriod struct {
	ID string
	SubscriptionPeriod
}

// LoadProjectSubscriptions attaches subscriptions.
func (tx *Tx) LoadProjectSubscriptions(ctx context.Context, subscriptions []LoadedSubscription, by string) error {
	rows := make([][]any, len(subscriptions))
	var periods [][]any
	for i, s := range subscriptions {
		rows[i] = []any{s.ID, s.ProjectID, s.SubscriptionID, s.Details, millis(s.StartAt), millis(s.EndAt), s.AnchorDay, s.AutoRenew, s.Price, *s.Cost,
			millisOrNil(s.CanceledAt), s.CancelationReason, s.Live, s.SoonRaised, s.EndRaised, millis(s.CreatedAt), millis(s.CreatedAt), by}
		for _, p := range s.Periods {
			periods = append(periods, []any{p.ID, s.ID, millis(p.StartAt), millis(p.EndAt), p.Price, p.Cost, millis(p.StartAt)})
		}
	}
	if err := tx.load(ctx, "project_subscription", `id, project_id, subscription_id, details, start_at, end_at, anchor_day, auto_renew, price, cost,
		canceled_at, cancelation_reason, live, soon_raised, end_raised, created_at, updated_at, updated_by`, rows); err != nil {
		return err
	}
	return tx.load(ctx, "subscription_period", `id, project_subscription_id, start_at, end_at, price, cost, created_at`, periods)
}

// LoadNotifications adds notifications, viewed where they say so.
func (tx *Tx) LoadNotifications(ctx context.Context, notifications []NewNotification) error {
	rows := make([][]any, len(notifications))
	for i, n := range notifications {
		rows[i] = []any{n.ID, n.RecipientID, n.Kind, millis(n.Threshold), n.Title, n.Details, n.ItemID, n.ItemParentID, millis(n.CreatedAt), millisOrNil(n.ViewedAt),
			searchText(&n.Title, &n.Details)}
	}
	return tx.load(ctx, "notification", `id, recipient_id, kind, threshold, title, details, item_id, item_parent_id, created_at, viewed_at, search_text`, rows)
}

// Recount sets every kept total from the rows: what the writing transactions
// would have kept, had they added the rows one by one.
func (tx *Tx) Recount(ctx context.Context) error {
	clear(tx.totals) // what this transaction would keep is in its rows
	clear(tx.worth)
	for _, sql := range []string{
		`DELETE FROM tally WHERE name NOT LIKE '%.order'`,
		`UPDATE tally SET n = n + 1`, // only the orders of lists are left
		`INSERT INTO tally (name, shard, n)
			SELECT 'users', 0, count(*) FROM users
			UNION ALL SELECT 'users.admin', 0, count(*) FROM users WHERE is_admin
			UNION ALL SELECT 'company', 0, count(*) FROM company WHERE deleted_at IS NULL
			UNION ALL SELECT 'company.marked', 0, count(*) FROM company WHERE deleted_at IS NULL AND removed_at IS NOT NULL
			UNION ALL SELECT 'project', 0, count(*) FROM project WHERE deleted_at IS NULL
			UNION ALL SELECT 'project.marked', 0, count(*) FROM project WHERE deleted_at IS NULL AND removed_at IS NOT NULL
			UNION ALL SELECT 'project.live', 0, count(*) FROM project WHERE live
			UNION ALL SELECT 'category.' || kind, 0, count(*) FROM category WHERE deleted_at IS NULL GROUP BY kind
			UNION ALL SELECT 'category.' || kind || '.marked', 0, count(*) FROM category WHERE deleted_at IS NULL AND removed_at IS NOT NULL GROUP BY kind
			UNION ALL SELECT 'catalogue.' || kind, 0, count(*) FROM catalogue_item WHERE deleted_at IS NULL GROUP BY kind
			UNION ALL SELECT 'catalogue.' || kind || '.marked', 0, count(*) FROM catalogue_item WHERE deleted_at IS NULL AND removed_at IS NOT NULL GROUP BY kind
			UNION ALL SELECT 'products', 0, count(*) FROM project_product WHERE live
			UNION ALL SELECT 'products.status.' || status, 0, count(*) FROM project_product WHERE live GROUP BY status
			UNION ALL SELECT 'products.price', 0, COALESCE(SUM(price), 0) FROM project_product WHERE live
			UNION ALL SELECT 'products.cost', 0, COALESCE(SUM(cost), 0) FROM project_product WHERE live
			UNION ALL SELECT 'subscriptions.price', 0, COALESCE(SUM(price), 0) FROM project_subscription WHERE live
			UNION ALL SELECT 'subscriptions.cost', 0, COALESCE(SUM(cost), 0) FROM project_subscription WHERE live
			UNION ALL SELECT 'ending.' || substr(CAST(10000000 + end_at / 86400000 AS TEXT), 2), 0, count(*)
				FROM project_subscription WHERE live AND NOT auto_renew GROUP BY end_at / 86400000`,
		`UPDATE company SET live_price = 0, live_cost = 0 WHERE live_price <> 0 OR live_cost <> 0`,
		`UPDATE company SET live_price = sums.price, live_cost = sums.cost FROM (
			SELECT p.company_id, SUM(a.price) AS price, SUM(a.cost) AS cost FROM (
				SELECT project_id, price, cost FROM project_product WHERE live
				UNION ALL
				SELECT project_id, price, cost FROM project_subscription WHERE live) AS a
			JOIN project p ON p.id = a.project_id GROUP BY p.company_id) AS sums
			WHERE sums.company_id = company.id`,
	} {
		if _, err := tx.run(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}
