package batch

import (
	"context"
	"maps"
	"slices"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// foresight is what a preview learns from the changes that it decides: how the first ones look, and what all of them come to.
type foresight struct {
	*bulking
	rows []foreseenRow // of the first records

	first []foreseenRow // those that come before them

	ofPlan      bool // each record has all changes of a plan
	price, cost tracker.MoneyChange
	projects    map[string]string   // the companies of projects whose subscriptions change
	removed     map[string][]string // companies and projects, by kind
}

// foreseenRow is a change of a record, whose id is as its list names it.
type foreseenRow struct {
	id string
	change.Change
}

func newForesight(b *bulking) *foresight {
	return &foresight{bulking: b, projects: map[string]string{}, removed: map[string][]string{}}
}

// note looks at the change that was decided last.
func (f *foresight) note(rec store.BulkRecord) {
	show(&f.rows, rec, f.Decided)
	f.weigh(f.Decided)
}

// show lists a change, if there are not enough.
func show(rows *[]foreseenRow, rec store.BulkRecord, ch change.Change) {
	if len(*rows) < tracker.MaxBulkShown {
		*rows = append(*rows, foreseenRow{rec.ID, ch})
	}
}

// weigh adds what a change comes to.
func (f *foresight) weigh(ch change.Change) {
	switch {
	case ch.Entity == tracker.EntityProjectSubscription:
		f.projects[ch.ProjectID] = ch.CompanyID
		f.price.Before, f.cost.Before = f.plusRunning(ch.Before, f.price.Before, f.cost.Before)
		f.price.After, f.cost.After = f.plusRunning(f.asIfNow(ch), f.price.After, f.cost.After)
	case f.action == "remove" && (ch.Entity == tracker.EntityCompany || ch.Entity == tracker.EntityProject):
		f.removed[ch.Entity] = append(f.removed[ch.Entity], ch.ID)
	}
}

// asIfNow is what a change leaves if its later effect held now: the period that it opens, or the price that it plans.
func (f *foresight) asIfNow(ch change.Change) any {
	before, wasThere := ch.Before.(tracker.LoggedSubscription)
	after, isThere := ch.After.(tracker.LoggedSubscription)
	if f.ofPlan && wasThere && isThere && before.AutoRenew && !after.AutoRenew { // it ends with its term
		after.Live = false
		return after
	}
	isPlanned := after.Planned != nil && after.Planned != before.Planned
	if !wasThere || !isThere || !isPlanned && f.action != "renew" {
		return ch.After
	}
	running := tracker.RunningTerm{StartAt: before.StartAt}
	if before.Running != nil {
		running = *before.Running
	}
	price, cost := after.TermMonthly()
	if f.action != "renew" { // the price alone is another one
		_, cost = after.Monthly()
		after.TakePlanned()
		price, _ = after.TermMonthly()
	}
	running.MonthlyPrice, running.MonthlyCost = price, cost
	after.Running = &running
	return after
}

// plusRunning adds a subscription to what runs in a month, if it runs.
func (f *foresight) plusRunning(state any, price, cost tracker.Money) (tracker.Money, tracker.Money) {
	s, ok := state.(tracker.LoggedSubscription)
	if !ok || !s.Live || !s.State(f.Now).Runs() {
		return price, cost
	}
	ofPrice, ofCost := s.Monthly()
	return price + ofPrice, cost + ofCost
}

// shownRows are the first records that change, as the caller may see them.
func (f *foresight) shownRows(ctx context.Context) ([]tracker.BulkRow, error) {
	rows := slices.Concat(f.first, f.rows)
	rows = rows[:min(len(rows), tracker.MaxBulkShown)]
	companyIDs, projectIDs := map[string]bool{}, map[string]bool{}
	for _, ch := range rows {
		companyIDs[ch.CompanyID], projectIDs[ch.ProjectID] = true, true
	}
	companies, err := f.CompaniesForUser(ctx, slices.Collect(maps.Keys(companyIDs)), f.Caller.User.ID)
	if err != nil {
		return nil, err
	}
	projects, err := f.ProjectsForUser(ctx, slices.Collect(maps.Keys(projectIDs)), f.Caller.User.ID)
	if err != nil {
		return nil, err
	}
	anywhere, err := f.Engine.AccessAnywhere(ctx, f.Caller)
	if err != nil {
		return nil, err
	}
	shown := make([]tracker.BulkRow, len(rows))
	for i, of := range rows {
		ch := of.Change
		access := anywhere // of the catalogues; people are edited by administrators alone
		if ch.ProjectID != "" {
			access = f.Caller.Access(ch.CompanyID, projects[ch.ProjectID].Roles())
		} else if ch.CompanyID != "" {
			access = f.Caller.Access(ch.CompanyID, companies[ch.CompanyID].Roles)
		}
		row := tracker.BulkRow{ID: of.id, Name: ch.Name}
		if ch.Entity != tracker.EntityCompany {
			row.CompanyName = companies[ch.CompanyID].Name
		}
		if ch.Entity != tracker.EntityProject {
			row.ProjectName = projects[ch.ProjectID].Name
		}
		if s, isThere := ch.Before.(tracker.LoggedSubscription); isThere && f.action == "reprice" {
			row.Price = &s.Price
		}
		if row.Fields, err = f.Foreseen(ctx, ch, access); err != nil {
			return nil, err
		}
		shown[i] = row
	}
	return shown, nil
}

// effect is what all changes come to in a month; nil for actions that leave money alone.
func (f *foresight) effect(ctx context.Context) (*tracker.BulkEffect, error) {
	if !slices.Contains([]string{"reprice", "renew", "cancel", "remove", "removeWithContents"}, f.action) {
		return nil, nil
	}
	seesCost, err := f.seesAllCost(ctx)
	if err != nil {
		return nil, err
	}
	visible := f.Caller.Visible()
	visible.Now = f.Now
	read := map[string]func(context.Context, store.Visible, []string) (map[string]tracker.Figures, error){
		tracker.EntityCompany: f.CompanyFigures, tracker.EntityProject: f.ProjectFigures}
	for kind, ids := range f.removed {
		for piece := range slices.Chunk(ids, previewPiece) {
			figures, err := read[kind](ctx, visible, piece)
			if err != nil {
				return nil, err
			}
			for _, of := range figures {
				f.price.Before += of.MonthlyPrice
				if of.MonthlyCost == nil {
					seesCost = false
				} else {
					f.cost.Before += *of.MonthlyCost
				}
			}
		}
	}
	if !seesCost {
		return &tracker.BulkEffect{MonthlyPrice: f.price}, nil
	}
	return &tracker.BulkEffect{MonthlyPrice: f.price, MonthlyCost: &f.cost}, nil
}

// seesAllCost reports whether the caller may see the cost of every subscription that changes; of none, whether the caller sees cost anywhere.
func (f *foresight) seesAllCost(ctx context.Context) (bool, error) {
	if len(f.projects) == 0 {
		anywhere, err := f.Engine.AccessAnywhere(ctx, f.Caller)
		return anywhere.May(tracker.SeeCost), err
	}
	for piece := range slices.Chunk(slices.Collect(maps.Keys(f.projects)), previewPiece) {
		projects, err := f.ProjectsForUser(ctx, piece, f.Caller.User.ID)
		if err != nil {
			return false, err
		}
		for _, id := range piece {
			if !f.Caller.Access(f.projects[id], projects[id].Roles()).May(tracker.SeeCost) {
				return false, nil
			}
		}
	}
	return true, nil
}
