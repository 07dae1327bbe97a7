package record

import (
	"cmp"
	"context"
	"slices"
	"time"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// ForecastQuery asks for what will happen.
type ForecastQuery struct {
	tracker.ForecastQuery
	Responsible string // an e-mail address
}

// Forecast lists what will happen to the subscriptions that the caller may see while nobody does anything.
func (r *Records) Forecast(ctx context.Context, c change.Caller, q tracker.ListQuery, fq ForecastQuery) (
	page tracker.Page[tracker.ForecastEvent], totals tracker.ForecastTotals, err error) {
	fq.Now = r.Time()
	if err := fq.Check(); err != nil {
		return page, totals, err
	}
	of := ProjectItemQuery{Responsible: fq.Responsible, ProjectItemFilter: tracker.ProjectItemFilter{CompanyID: fq.CompanyID}}
	iq, found, err := r.projectItemQuery(ctx, tracker.Subscriptions, tracker.ListQuery{}, of)
	if err != nil || !found {
		return tracker.NewPage([]tracker.ForecastEvent{}, 0, q), totals, err
	}
	courses, apart, err := r.Store.Courses(ctx, c.Visible(), iq, fq.Now)
	if err != nil {
		return page, totals, err
	}
	ahead := lookAhead(fq.ForecastQuery, courses, apart)
	for _, b := range ahead {
		totals.Count += b.count
		totals.MonthlyPrice += b.change
	}
	list, projects, parts := []tracker.ForecastEvent{}, []string{}, window(ahead, q.Offset(), q.PageSize)
	var shown []*store.AheadRow
	for _, part := range parts {
		if part.apart != nil {
			shown = append(shown, part.apart)
		}
	}
	if err := r.Store.NameApart(ctx, shown); err != nil {
		return page, totals, err
	}
	for _, part := range parts {
		var rows []store.AheadRow
		if part.apart != nil {
			rows = []store.AheadRow{*part.apart}
		} else if rows, err = r.Store.CourseRows(ctx, c.Visible(), iq, *part.course, tracker.Window{Offset: part.offset, Size: part.count}); err != nil {
			return page, totals, err
		}
		for _, row := range rows {
			o := row.Outlook(fq.Now)
			o.OnEvent = func(f tracker.Foreseen) {
				if f.Kind == part.Kind && f.At.Equal(part.At) {
					projects, list = append(projects, row.ProjectID), append(list, shownEvent(f, row))
				}
			}
			o.Until(fq.End())
		}
	}
	slices.Sort(projects)
	responsible, err := r.Store.Responsible(ctx, slices.Compact(projects), tracker.ResponsibleRoles())
	for i, e := range list {
		for _, p := range responsible[e.ProjectID] {
			list[i].Responsible = append(list[i].Responsible, tracker.UserRef{Email: p.Email, DisplayName: p.DisplayName})
		}
	}
	return tracker.NewPage(list, totals.Count, q), totals, err
}

// foreseenBlock is an event of all subscriptions of a course, or of one that is apart.
type foreseenBlock struct {
	tracker.Foreseen
	course *store.Course
	apart  *store.AheadRow
	day    time.Time
	order  int // among those of a day and kind

	offset, count int           // of the subscriptions of the course
	change        tracker.Money // of all, in a month
}

// lookAhead leads each course on, and lists what happens by day and kind.
func lookAhead(q tracker.ForecastQuery, courses []store.Course, apart []store.AheadRow) (list []foreseenBlock) {
	for i := range courses {
		c := &courses[i]
		o := tracker.NewOutlook(c.ProjectSubscription, nil, nil, q.Now)
		o.OnEvent = func(f tracker.Foreseen) {
			if !q.Wants(f.Kind) {
				return
			}
			block := foreseenBlock{Foreseen: f, day: f.Day(), course: c, order: i, count: c.Count}
			if f.Kind == tracker.ForeseenEnds {
				block.change = -c.MonthlyPrice
			}
			list = append(list, block)
		}
		o.Until(q.End())
	}
	for i := range apart {
		row := &apart[i]
		o := row.Outlook(q.Now)
		o.OnEvent = func(f tracker.Foreseen) {
			if q.Wants(f.Kind) {
				list = append(list, foreseenBlock{Foreseen: f, day: f.Day(), apart: row, order: len(courses) + i, count: 1,
					change: f.MonthlyPrice.After - f.MonthlyPrice.Before})
			}
		}
		o.Until(q.End())
	}
	slices.SortFunc(list, func(x, y foreseenBlock) int {
		return cmp.Or(x.day.Compare(y.day), x.Kind.Compare(y.Kind), cmp.Compare(x.order, y.order), x.At.Compare(y.At))
	})
	return list
}

// window cuts the blocks of a page out of all.
func window(list []foreseenBlock, offset, size int) (page []foreseenBlock) {
	for _, b := range list {
		if size == 0 {
			break
		}
		if offset >= b.count {
			offset -= b.count
			continue
		}
		b.offset, b.count = offset, min(b.count-offset, size)
		page, offset, size = append(page, b), 0, size-b.count
	}
	return page
}

func shownEvent(f tracker.Foreseen, of store.AheadRow) tracker.ForecastEvent {
	return tracker.ForecastEvent{
		On: f.Day().Format(time.DateOnly), Kind: f.Kind, SubscriptionID: of.ID, Name: of.Subscription.Name,
		ProjectID: of.ProjectID, ProjectName: of.ProjectName, CompanyID: of.CompanyID, CompanyName: of.CompanyName,
		Price: f.Price, MonthlyPrice: f.MonthlyPrice, Responsible: []tracker.UserRef{},
	}
}
