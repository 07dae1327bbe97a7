package store

import (
	"context"
	"slices"
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
	l := newProjectItemList(v, q.ProjectItemQuery, projectItemList{kind: tracker.Products, table: "project_product", itemID: "product_id", listed: "live"})
	l.fallback = tracker.ProjectProductSorts[0]
	if len(q.Statuses) > 0 {
		statuses := make([]string, len(q.Statuses))
		for i, s := range q.Statuses {
			statuses[i] = l.arg(s)
		}
		// The index of the status would lead through all projects, where a page or a moderator needs few.
		in := "a.status IN (" + strings.Join(statuses, ", ") + ")"
		l.and("+" + in)
		l.few = append(l.few, in)
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
	l, totals, err := q.foundProducts(ctx, v, pq)
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

// foundProducts writes a list down, and sums it up.
func (q Queries) foundProducts(ctx context.Context, v Visible, pq ProductQuery) (l *projectItemList, totals tracker.ProductTotals, err error) {
	if pq.own, err = q.ownFilters(ctx, pq.Own); err != nil {
		return nil, totals, err
	}
	err = q.countForgiving(ctx, pq.ListQuery, func() *projectItemList {
		l = newProductList(v, pq)
		return l
	}, func() (int, error) {
		totals, err = q.productTotals(ctx, l, pq)
		return totals.Count, err
	})
	return l, totals, err
}

var listedProductColumns = "a.rowno, " + placeColumns + "," + projectProductColumns

// EachListedProduct calls use with all products of a list, some at a time.
func (q Queries) EachListedProduct(ctx context.Context, v Visible, pq ProductQuery, use func([]Listed[tracker.ListedProduct]) error) error {
	l, _, err := q.foundProducts(ctx, v, pq)
	if err != nil {
		return ignoreUnstorable(err)
	}
	return eachListed(ctx, q, l, pq.ListQuery, listedProductColumns, scanListedProduct, use)
}

// productTotals sums up all products of a list, those of everything or of a category from the kept sums.
func (q Queries) productTotals(ctx context.Context, l *projectItemList, pq ProductQuery) (tracker.ProductTotals, error) {
	if l.all {
		var all groupSums
		f := &filter{}
		f.and("kind = 'product'")
		if pq.CategoryID != "" {
			f.and("of = " + f.arg(pq.CategoryID))
		}
		err := q.eachGroup(ctx, func(key groupKey, s groupSums) error {
			if len(pq.Statuses) == 0 || slices.Contains(pq.Statuses, tracker.ProductStatus(key.at)) {
				all = all.plus(s, 1)
			}
			return nil
		}, f)
		return tracker.ProductTotals{Count: all.Count, Price: all.Price, Cost: &all.Cost}, err
	}
	found := l.found()
	found.columns = "count(*), " + sum("a.price") + ", " + l.seenSum("a.cost")
	return one(ctx, q, func(r rows) (t tracker.ProductTotals, err error) {
		var cost tracker.Money
		err = r.Scan(&t.Count, &t.Price, &cost)
		t.Cost = &cost
		return t, err
	}, found.text(), l.args...)
}
