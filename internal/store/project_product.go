package store

import (
	"context"
	"strings"
	"time"

	"btracker/internal/tracker"
)

var projectProductColumns = `
		a.id,
		a.project_id,
		a.product_id,
		a.details,
		a.cost,
		a.price,
		a.status,
		a.created_at,
		a.version,
		i.name,
		category.name,
		i.photo_hash` + ownColumn("'projectProduct'", "a.id")

const projectProductFrom = `
	FROM project_product a
	JOIN catalogue_item i ON i.id = a.product_id
	JOIN category ON category.id = i.category_id`

func scanProjectProduct(r rows) (p tracker.ProjectProduct, err error) {
	return p, scanProductWith(&p, r.Scan)
}

// scanProductWith scans the columns of a product; scan gets them.
func scanProductWith(p *tracker.ProjectProduct, scan func(columns ...any) error) error {
	var createdAt int64
	var own *string
	err := scan(&p.ID, &p.ProjectID, &p.ProductID, &p.Details, &p.Cost, &p.Price, &p.Status, &createdAt, &p.Version,
		&p.Product.Name, &p.Product.CategoryName, &p.Product.PhotoHash, &own)
	p.Own, err = readOwn(own, err)
	p.CreatedAt, p.CostCurrencyName, p.PriceCurrencyName = instant(createdAt), tracker.Currency, tracker.Currency
	return err
}

// ProjectProduct reads a product of a project.
func (q Queries) ProjectProduct(ctx context.Context, id string) (tracker.ProjectProduct, error) {
	return one(ctx, q, scanProjectProduct, "SELECT"+projectProductColumns+projectProductFrom+` WHERE a.id = $1 AND a.deleted_at IS NULL`, id)
}

// ProjectProducts lists the products of a project, in the order in which they were attached.
func (q Queries) ProjectProducts(ctx context.Context, projectID string) ([]tracker.ProjectProduct, error) {
	return many(ctx, q, scanProjectProduct, "SELECT"+projectProductColumns+projectProductFrom+`
		WHERE a.project_id = $1 AND a.deleted_at IS NULL ORDER BY a.rowno LIMIT $2`, projectID, tracker.MaxProjectItems)
}

// ProductForUser is a product of a project, with that project and the roles of a user.
type ProductForUser struct {
	tracker.ProjectProduct
	Project ProjectForUser
}

// ProductForUser reads a product for a user.
func (q Queries) ProductForUser(ctx context.Context, id, userID string) (ProductForUser, error) {
	return one(ctx, q, scanProductForUser, productForUserSelect+` WHERE a.id = $2 AND a.deleted_at IS NULL`, userID, id)
}

// ProductsForUser reads products of projects for a user, by their ids.
func (q Queries) ProductsForUser(ctx context.Context, ids []string, userID string) (map[string]ProductForUser, error) {
	return some(ctx, q, ids, func(p ProductForUser) string { return p.ID }, scanProductForUser,
		strings.ReplaceAll(productForUserSelect, "$1", "$2")+` WHERE a.id IN {keys} AND a.deleted_at IS NULL`, userID)
}

// productForUserSelect has the user as $1.
var productForUserSelect = "SELECT" + projectForUserColumns + "," + projectProductColumns + projectFrom + projectForUserRoles + `
	JOIN project_product a ON a.project_id = project.id
	JOIN catalogue_item i ON i.id = a.product_id
	JOIN category ON category.id = i.category_id`

func scanProductForUser(r rows) (p ProductForUser, err error) {
	err = scanProductWith(&p.ProjectProduct, func(columns ...any) error { return scanProjectForUser(r, &p.Project, columns...) })
	return p, err
}

// parentLive is whether the project $1 is live.
const parentLive = `(SELECT live FROM project WHERE id = $1)`

// parentCounts is whether the project of a row is live.
const parentCounts = `(SELECT p.live FROM project p WHERE p.id = project_id)`

// ofCompany selects the company whose sums an item of a project changes.
const ofCompany = `(SELECT p.company_id FROM project p WHERE p.id = project_id)`

// ofCategory selects the category whose sums an item of a project changes, by the column of the catalogue's item.
func ofCategory(itemID string) string {
	return `(SELECT i.category_id FROM catalogue_item i WHERE i.id = ` + itemID + `)`
}

// written is what a statement returns of the project's item that it wrote.
type written struct {
	listed            bool // lists across projects have it, or had it before it was detached
	company, category string
}

// writtenProduct and writtenSubscription select what a statement returns of an item, after whether it is listed.
var (
	writtenProduct      = `, ` + ofCompany + `, ` + ofCategory("product_id")
	writtenSubscription = `, ` + ofCompany + `, ` + ofCategory("subscription_id")
)

func scanWritten(r rows) (w written, err error) { return w, r.Scan(&w.listed, &w.company, &w.category) }

// productShareOf is the share of one product.
func productShareOf(p tracker.ProjectProduct, w written) share {
	if !w.listed {
		return share{}
	}
	return productShare(itemGroup{company: w.company, category: w.category, status: int64(p.Status), added: millis(p.CreatedAt) / dayMillis, items: 1, worth: Sums{p.Price, *p.Cost}})
}

// InsertProjectProduct attaches a product.
func (tx *Tx) InsertProjectProduct(ctx context.Context, p tracker.ProjectProduct, by string) error {
	w, err := one(ctx, tx.Queries, scanWritten, `
		INSERT INTO project_product (project_id, id, product_id, details, cost, price, status, live, created_at, updated_at, updated_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, `+parentLive+`, $8, $8, $9)
		RETURNING live`+writtenProduct,
		p.ProjectID, p.ID, p.ProductID, p.Details, *p.Cost, p.Price, p.Status, millis(p.CreatedAt), by)
	if err == nil {
		tx.replaceShare(share{}, productShareOf(p, w))
		err = tx.writeOwn(ctx, tracker.EntityProjectProduct, p.ID, nil, p.Own)
	}
	return err
}

// UpdateProjectProduct writes every editable field.
func (tx *Tx) UpdateProjectProduct(ctx context.Context, before, after tracker.ProjectProduct, by string, at time.Time) error {
	w, err := one(ctx, tx.Queries, scanWritten, `
		UPDATE project_product SET
			details = $2,
			cost = $3,
			price = $4,
			status = $5,
			version = version + 1,
			updated_at = $6,
			updated_by = $7
		WHERE id = $1 AND deleted_at IS NULL
		RETURNING live`+writtenProduct, after.ID, after.Details, *after.Cost, after.Price, after.Status, millis(at), by)
	if err == nil {
		tx.replaceShare(productShareOf(before, w), productShareOf(after, w))
		err = tx.writeOwn(ctx, tracker.EntityProjectProduct, after.ID, before.Own, after.Own)
	}
	return err
}

// DeleteProjectProduct detaches a product.
func (tx *Tx) DeleteProjectProduct(ctx context.Context, p tracker.ProjectProduct, by string, at time.Time) error {
	w, err := one(ctx, tx.Queries, scanWritten, `
		UPDATE project_product SET deleted_at = $2, live = FALSE, version = version + 1, updated_at = $2, updated_by = $3
		WHERE id = $1 AND deleted_at IS NULL
		RETURNING `+parentCounts+writtenProduct, p.ID, millis(at), by)
	if err == nil {
		tx.replaceShare(productShareOf(p, w), share{})
	}
	return err
}

// RestoreProjectProduct attaches a detached product again, as it was.
func (tx *Tx) RestoreProjectProduct(ctx context.Context, id, by string, at time.Time) (p tracker.ProjectProduct, err error) {
	w, err := one(ctx, tx.Queries, scanWritten, reattach("project_product", parentCounts)+`live`+writtenProduct, id, millis(at), by)
	if err == nil {
		p, err = tx.ProjectProduct(ctx, id)
	}
	if err == nil {
		tx.replaceShare(share{}, productShareOf(p, w))
	}
	return p, err
}
