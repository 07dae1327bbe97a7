package store

import (
	"context"

	"btracker/internal/tracker"
)

// These are the searches of the command palette: the first rows of each list, and the number of all.

// Hits are the first records of one kind that a search found.
type Hits struct {
	First []tracker.SearchHit
	Count tracker.SearchCount
}

func firstOf(term string, limit int) tracker.ListQuery {
	return tracker.ListQuery{Search: term, Ranked: true, PageNumber: 1, PageSize: limit, Removed: tracker.RemovedInclude}
}

func hits[T any](kind string, found []T, total int, hit func(T) tracker.SearchHit) Hits {
	h := Hits{Count: tracker.SearchCount{Kind: kind, Count: total}}
	for _, row := range found {
		one := hit(row)
		one.Kind = kind
		h.First = append(h.First, one)
	}
	return h
}

// FindCompanies finds companies that a user may see.
func (q Queries) FindCompanies(ctx context.Context, v Visible, term string, limit int) (Hits, error) {
	found, total, err := q.Companies(ctx, v, CompanyQuery{ListQuery: firstOf(term, limit)})
	return hits("company", found, total, func(c tracker.Company) tracker.SearchHit { return tracker.SearchHit{ID: c.ID, Name: c.Name} }), err
}

// FindProjects finds projects that a user may see.
func (q Queries) FindProjects(ctx context.Context, v Visible, term string, limit int) (Hits, error) {
	found, total, err := q.Projects(ctx, v, ProjectQuery{ListQuery: firstOf(term, limit)})
	return hits("project", found, total, func(p tracker.Project) tracker.SearchHit {
		return tracker.SearchHit{ID: p.ID, Name: p.Name, ParentName: &p.CompanyName, CompanyName: &p.CompanyName}
	}), err
}

// FindProjectSubscriptions finds subscriptions of projects that a user may see. It counts them up to
// tracker.MaxCountedHits: a word in the name of an item or a company may be that of half a million.
func (q Queries) FindProjectSubscriptions(ctx context.Context, v Visible, term string, limit int) (Hits, error) {
	lq := firstOf(term, limit)
	lq.SortBy = "name"
	found, totals, err := q.ListedSubscriptions(ctx, v, SubscriptionQuery{ProjectItemQuery: ProjectItemQuery{ListQuery: lq, enough: tracker.MaxCountedHits}, Now: v.Now})
	return hits("projectSubscription", found, min(totals.Count, tracker.MaxCountedHits), func(s Listed[tracker.ListedSubscription]) tracker.SearchHit {
		return tracker.SearchHit{ID: s.Item.ID, Name: s.Item.Subscription.Name, ParentID: &s.Item.ProjectID, ParentName: &s.Item.ProjectName, CompanyName: &s.Item.CompanyName}
	}), err
}

// FindProducts finds products of the catalogue.
func (q Queries) FindProducts(ctx context.Context, _ Visible, term string, limit int) (Hits, error) {
	return q.findItems(ctx, tracker.Products, term, limit)
}

// FindSubscriptions finds subscriptions of the catalogue.
func (q Queries) FindSubscriptions(ctx context.Context, _ Visible, term string, limit int) (Hits, error) {
	return q.findItems(ctx, tracker.Subscriptions, term, limit)
}

func (q Queries) findItems(ctx context.Context, kind tracker.CatalogueKind, term string, limit int) (Hits, error) {
	found, total, err := q.Items(ctx, ItemQuery{ListQuery: firstOf(term, limit), Kind: kind})
	return hits(string(kind), found, total, func(i tracker.CatalogueItem) tracker.SearchHit {
		return tracker.SearchHit{ID: i.ID, Name: i.Name, ParentName: &i.CategoryName}
	}), err
}

// FindNotes finds notes that a user may see. Words that are too short for trigrams find none.
func (q Queries) FindNotes(ctx context.Context, v Visible, term string, limit int) (Hits, error) {
	if !hasTrigrams(searchKey(term)) {
		return hits("note", []tracker.Note{}, 0, nil), nil
	}
	found, total, err := q.Notes(ctx, v, NoteQuery{ListQuery: firstOf(term, limit), enough: tracker.MaxCountedHits})
	return hits("note", found, total, func(n tracker.Note) tracker.SearchHit {
		return tracker.SearchHit{ID: n.ID, Name: tracker.Excerpt(n.Text, maxHitName), ParentID: &n.EntityID, ParentName: &n.EntityName,
			Note: &tracker.NotePlace{ID: n.ID, Entity: n.Entity, EntityID: n.EntityID, ProjectID: n.ProjectID}}
	}), err
}

// maxHitName is how many characters of a note the palette shows.
const maxHitName = 80

// FindUsers finds users, for administrators.
func (q Queries) FindUsers(ctx context.Context, _ Visible, term string, limit int) (Hits, error) {
	found, total, err := q.Users(ctx, firstOf(term, limit), tracker.UserFilter{})
	return hits("user", found, total, func(u tracker.User) tracker.SearchHit {
		return tracker.SearchHit{ID: u.Email, Name: u.DisplayName, IsDisabled: u.Status == tracker.UserDisabled}
	}), err
}
