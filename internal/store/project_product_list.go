package store

import (
	"context"
	"strings"

	"btracker/internal/tracker"
)

// ProductQuery asks for project products across all projects.
type ProductQuery struct {
	ProjectItemQuery
	Statuses []tracker.ProductStatus // any without one
}

// newProductList writes a question down.
func newProductList(v Visible, q ProductQuery) *projectItemList {
	l := newProjectItemList(v, q.ProjectItemQuery, projectItemList{kind: tracker.Products, table: "project_product", itemID: "product_id", listed: "a.live"})
	l.fallback = tracker.ProjectProductSorts[0]
	if len(q.Statuses) > 0 {
		statuses := make([]string, len(q.Statuses))
		for i, s := range q.Statuses {
			statuses[i] = l.arg(s)
		}
		l.and("a.status IN (" + strings.Join(statuses, ", ") + ")")
	}
	l.sorts["status"], l.sorts["createdAt"] = "a.status", "a.created_at"
	return l
}

func scanListedProduct(r rows) (number int64, p tracker.ListedProduct, err error) {
	err = scanProductWith(&p.ProjectProduct, func(columns ...any) error {
		return r.Scan(append([]any{&number, &p.CompanyID, &p.CompanyName, &p.ProjectName}, columns...)...)
	})
	return number, p, err
}

// ListedProducts lists a page of products, and the totals of all of them.
func (q Queries) ListedProducts(ctx context.Context, v Visible, pq ProductQuery) ([]Listed[tracker.ListedProduct], tracker.ProductTotals, error) {
	l := newProductList(v, pq)
	totals, err := q.productTotals(ctx, l, pq)
	if err != nil || totals.Count == 0 {
		return nil, totals, ignoreUnstorable(err)
	}
	at, err := l.page(ctx, q, pq.ListQuery, totals.Count)
	if err != nil {
		return nil, totals, err
	}
	rows, err := listedRows(ctx, q, l, at, listedProductColumns, scanListedProduct)
	return rows, totals, err
}

const listedProductColumns = "a.rowno, " + placeColumns + "," + projectProductColumns

// EachListedProduct calls use with all products of a list, some at a time.
func (q Queries) EachListedProduct(ctx context.Context, v Visible, pq ProductQuery, use func([]Listed[tracker.ListedProduct]) error) error {
	return eachListed(ctx, q, newProductList(v, pq), pq.ListQuery, listedProductColumns, scanListedProduct, use)
}

// productTotals sums up all products of a list, those of everything from the kept totals.
func (q Queries) productTotals(ctx context.Context, l *projectItemList, pq ProductQuery) (tracker.ProductTotals, error) {
	if l.all && len(pq.Statuses) == 0 {
		kept, err := q.numbers(ctx, `SELECT name, CAST(SUM(n) AS BIGINT) FROM tally WHERE name IN ('products', 'products.price', 'products.cost') GROUP BY name`)
		return tracker.ProductTotals{Count: kept["products"], Price: tracker.Money(kept["products.price"]), Cost: new(tracker.Money(kept["products.cost"]))}, err
	}
	return one(ctx, q, func(r rows) (t tracker.ProductTotals, err error) {
		var cost tracker.Money
		err = r.Scan(&t.Count, &t.Price, &cost)
		t.Cost = &cost
		return t, err
	}, l.with+" SELECT count(*), "+sum("a.price")+", "+l.seenSum("a.cost")+l.from()+l.where(), l.args...)
}
