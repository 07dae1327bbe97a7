package tracker

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Limits of forecasts and plans.
const (
	MaxForecastMonths = 24 // ahead of the running month
	MaxPlanChanges    = 20
	MaxPlanned        = MaxUndone // records of all changes of a plan
	MaxPlans          = 100       // of one person, and as many shared ones
)

// ForecastEvent is something that will happen to a subscription if nobody does anything.
type ForecastEvent struct {
	On             string       `json:"on" format:"date" doc:"The day: of the end for ends and renews."`
	Kind           ForeseenKind `json:"kind" doc:"cancelBy (the last day on which to cancel), renews, ends, or price (a planned price begins within a term; one that a renewal takes is part of its renews)."`
	SubscriptionID string       `json:"subscriptionId" doc:"Of the project's subscription."`
	Name           string       `json:"name"`
	ProjectID      string       `json:"projectId"`
	ProjectName    string       `json:"projectName"`
	CompanyID      string       `json:"companyId"`
	CompanyName    string       `json:"companyName"`
	Price          Money        `json:"price" doc:"Of the term that runs or begins then."`
	MonthlyPrice   MoneyChange  `json:"monthlyPrice" doc:"What the term is worth a month before and after; the same for cancelBy, 0 after it ends."`
	Responsible    []UserRef    `json:"responsible" doc:"Owners and Managers of the project, or else of its company."`
}

// ForecastTotals sums up a whole forecast.
type ForecastTotals struct {
	Count        int   `json:"count"`
	MonthlyPrice Money `json:"monthlyPrice" doc:"The sum of all changes of monthly price."`
}

// ForecastQuery asks for what will happen.
type ForecastQuery struct {
	Until     time.Time // a day, which counts
	CompanyID string
	Kinds     []ForeseenKind // all without one
	Now       time.Time
}

// lastForecastDay is the last day that may be asked for.
func lastForecastDay(now time.Time) time.Time { return dateOf(ForecastEnd(now)) }

// ForecastEnd is up to when subscriptions are led on. What they are worth then is what reports and lists of a later time have.
func ForecastEnd(now time.Time) time.Time { return (MonthOf(now) + MaxForecastMonths).End() }

// Check fills in what was not sent, and refuses days that are over or too far ahead.
func (q *ForecastQuery) Check() error {
	if q.Until.IsZero() {
		q.Until = (MonthOf(q.Now) + 13).first().AddDate(0, 0, -1)
	}
	if q.Until.Before(dateOf(q.Now)) || q.Until.After(lastForecastDay(q.Now)) {
		return badQuery("Until", forecastDay.With(Label("Until"), MaxForecastMonths))
	}
	return nil
}

// End is the last instant that counts.
func (q ForecastQuery) End() time.Time { return q.Until.AddDate(0, 0, 1).Add(-tick) }

// Wants reports whether events of a kind are asked for.
func (q ForecastQuery) Wants(kind ForeseenKind) bool {
	return len(q.Kinds) == 0 || slices.Contains(q.Kinds, kind)
}

// ParseDay reads a day such as 2027-11-30.
func ParseDay(s string) (time.Time, error) { return time.Parse(time.DateOnly, s) }

// PlanChangeInput is a change of subscriptions on a day, to try or to keep.
type PlanChangeInput struct {
	List   string        `json:"list" rule:"existingName,required" doc:"projectSubscription."`
	IDs    Opt[[]string] `json:"ids" rule:"any" doc:"The subscriptions."`
	Query  Opt[string]   `json:"query" rule:"query" doc:"Instead of ids: the query string of the list's call, which is read each time."`
	Action string        `json:"action" rule:"existingName,required" doc:"reprice, cancel, setRenewal or renew."`
	Params BulkParams    `json:"params,omitzero" doc:"The parameters of the action, as in a bulk action. A reprice counts from its day on, or with from renewal from the renewal after it."`
	On     string        `json:"on" rule:"existingName,required" doc:"The day, such as 2027-01-01. One that has come stands for today."`
}

// PlanActions are the actions that can be tried.
var PlanActions = []string{"reprice", "cancel", "setRenewal", "renew"}

// Check validates the input.
func (in *PlanChangeInput) Check() error {
	isAll := in.Query.Sent && !in.Query.Null && in.Query.Value == ""
	if err := Validate(in); err != nil {
		return err
	}
	if isAll {
		in.Query = Some("")
	}
	on, err := ParseDay(in.On)
	switch {
	case in.List != EntityProjectSubscription:
		return ErrUnknownList
	case !slices.Contains(PlanActions, in.Action):
		return ErrUnknownAction
	case in.IDs.Empty() == in.Query.Empty():
		return ErrBulkWhat
	case len(in.IDs.Value) > MaxPlanned:
		return ErrTooManyPlanned
	case err != nil || on.Year() < 1900 || on.Year() > maxYear:
		return broken("on", "day", NotADay.With(Label("on")))
	}
	return in.Params.checkPlanned(in.Action)
}

// Day is the instant from which on the change holds: the beginning of its day, or now if that has come.
func (in PlanChangeInput) Day(now time.Time) time.Time {
	if on, _ := ParseDay(in.On); on.After(now) {
		return on
	}
	return now
}

// Decided is the instant for which the change is decided: after what happens as its day begins.
func (in PlanChangeInput) Decided(now time.Time) time.Time {
	if day := in.Day(now); day.After(now) {
		return day.Add(tick)
	}
	return now
}

// PlanChange is a change of a plan, as it is kept.
type PlanChange struct {
	List   string                     `json:"list"`
	IDs    []string                   `json:"ids,omitempty" format:"-"`
	Query  *string                    `json:"query,omitzero" doc:"Empty for all."`
	Action string                     `json:"action"`
	Params map[string]json.RawMessage `json:"params" doc:"As they were sent."`
	On     string                     `json:"on" format:"date"`
}

// Kept is the change as it is kept, without parameters that were not sent.
func (in PlanChangeInput) Kept() (c PlanChange, err error) {
	c = PlanChange{List: in.List, IDs: in.IDs.Value, Query: in.Query.Pointer(), Action: in.Action, On: in.On}
	text, err := json.Marshal(in.Params)
	if err == nil {
		err = json.Unmarshal(text, &c.Params)
	}
	for name, value := range c.Params {
		if text := string(value); text == "null" || text == `""` {
			delete(c.Params, name)
		}
	}
	return c, err
}

// Input is the change as it was sent.
func (c PlanChange) Input() (in PlanChangeInput, err error) {
	text, err := json.Marshal(c)
	if err == nil {
		err = json.Unmarshal(text, &in)
	}
	return in, err
}

// SameButRecords reports whether two changes do the same to whatever they change.
func (c PlanChange) SameButRecords(o PlanChange) bool {
	c.IDs, o.IDs, c.Query, o.Query = nil, nil, nil, nil
	return fmt.Sprint(c) == fmt.Sprint(o)
}

// checkChanges validates the changes of a plan.
func checkChanges(changes []PlanChangeInput) error {
	if len(changes) > MaxPlanChanges {
		return ErrTooManyChanges
	}
	records := 0
	for i := range changes {
		if err := changes[i].Check(); err != nil {
			return err
		}
		if records += len(changes[i].IDs.Value); records > MaxPlanned {
			return ErrTooManyPlanned
		}
	}
	return nil
}

// parseUntil reads the last month of a forecast.
func parseUntil(until string, now time.Time) (Month, error) {
	month, err := ParseMonth(until)
	if err != nil {
		return month, broken("until", "month", NotAMonth.With(Label("until")))
	}
	if month < MonthOf(now) || month > MonthOf(now)+MaxForecastMonths {
		return month, broken("until", ruleRange, forecastDay.With(Label("until"), MaxForecastMonths))
	}
	return month, nil
}

// ForecastInput are changes to try.
type ForecastInput struct {
	Until   string                 `json:"until" rule:"existingName,required" doc:"The last month, such as 2027-11, at most 24 ahead."`
	Changes Opt[[]PlanChangeInput] `json:"changes" rule:"any" doc:"At most 20. Without any the value as it is."`
}

// Check validates the input, and returns the last month.
func (in *ForecastInput) Check(now time.Time) (Month, error) {
	if err := Validate(in); err != nil {
		return 0, err
	}
	until, err := parseUntil(in.Until, now)
	if err == nil {
		err = checkChanges(in.Changes.Value)
	}
	return until, err
}

// ForecastMonth is the value a month, as it is and as it would be.
type ForecastMonth struct {
	Month        string `json:"month" doc:"Such as 2027-01."`
	Price        Money  `json:"price" doc:"As it is: the running month now, later ones if nobody does anything."`
	Cost         *Money `json:"cost" doc:"Null for those who may see no cost; else of what they may see."`
	PlannedPrice Money  `json:"plannedPrice" doc:"With the changes."`
	PlannedCost  *Money `json:"plannedCost" doc:"Likewise; null where cost is."`
}

// ForecastChange is what a change would come to on its day.
type ForecastChange struct {
	Total        int `json:"total" doc:"Subscriptions that it goes through."`
	Changes      int `json:"changes" doc:"Those that would change."`
	RefusedTotal int `json:"refusedTotal"`
}

// Forecast is the value a month as it is and with some changes.
type Forecast struct {
	Months         []ForecastMonth  `json:"months" doc:"From the running month on, which is taken now."`
	Changes        []ForecastChange `json:"changes" doc:"In the order in which they were sent."`
	CustomersAbove int              `json:"customersAbove" doc:"Companies that the changes make pay over 10 % more: at the end of a month they would pay more than now, and more than if nobody does anything, by over a tenth of what they pay a month now."`
}

// Rises collects by how much changes make companies pay more in a month.
type Rises struct {
	query     RecurringQuery
	companies map[string]*companyRise
}

// companyRise is what changes in each month, of the subscriptions of a company that a plan changes.
type companyRise struct{ asIs, changed []Money }

// NewRises begins without any.
func NewRises(q RecurringQuery) *Rises {
	return &Rises{query: q, companies: map[string]*companyRise{}}
}

// Add adds what changes from an instant on, if nobody does anything or with the changes.
func (r *Rises) Add(company string, m RecurringMove, isChanged bool) {
	of := r.companies[company]
	if of == nil {
		months := int(r.query.To-r.query.From) + 2
		of = &companyRise{make([]Money, months), make([]Money, months)}
		r.companies[company] = of
	}
	moves := of.asIs
	if isChanged {
		moves = of.changed
	}
	if step := r.query.step(m.At); step < len(moves) {
		moves[step] += m.MonthlyPrice
	}
}

// Companies are the companies that may pay more.
func (r *Rises) Companies() []string { return slices.Collect(maps.Keys(r.companies)) }

// Above counts the companies that pay over a tenth more. paysNow is what each pays a month now; a company that pays nothing has no tenth.
func (r *Rises) Above(paysNow map[string]Money) (n int) {
	for company, of := range r.companies {
		var asIs, changed, most Money
		for i := range of.changed {
			asIs, changed = asIs+of.asIs[i], changed+of.changed[i]
			most = max(most, changed-max(asIs, 0))
		}
		if now := paysNow[company]; now > 0 && 10*most > now {
			n++
		}
	}
	return n
}

// Plan is changes that are kept to be tried and applied.
type Plan struct {
	ID       string       `json:"id"`
	Name     string       `json:"name"`
	Until    string       `json:"until" doc:"The last month that it looks at, such as 2027-11."`
	Changes  []PlanChange `json:"changes"`
	IsShared bool         `json:"isShared" doc:"Everyone sees it. Administrators alone share plans, and change and apply shared ones."`
	IsOwn    bool         `json:"isOwn" doc:"The caller made it."`
	KeptAt   time.Time    `json:"keptAt" doc:"When somebody saved it last. What applying takes out of it does not count."`
	Version  int          `json:"version"`
}

// PlanFields are the fields of a plan.
type PlanFields struct {
	Name     string                 `json:"name" rule:"name,required"`
	Until    string                 `json:"until" rule:"existingName,required" doc:"The last month that it looks at, such as 2027-11."`
	Changes  Opt[[]PlanChangeInput] `json:"changes" rule:"any" doc:"At most 20, of at most 10,000 subscriptions together."`
	IsShared Opt[bool]              `json:"isShared" rule:"flag" doc:"For administrators: everyone sees it."`

	Selected *[]string `json:"-"` // the subscriptions of all changes, those that queries find now among them; nil if they are too many
}

// KeptPlanInput is a plan to keep.
type KeptPlanInput struct{ PlanFields }

// Check validates the input.
func (in *KeptPlanInput) Check(now time.Time) error {
	if err := Validate(in); err != nil {
		return err
	}
	return in.check(now)
}

func (in *PlanFields) check(now time.Time) error {
	if _, err := parseUntil(in.Until, now); err != nil {
		return err
	}
	return checkChanges(in.Changes.Value)
}

// KeptPlanEdit is the new state of a plan.
type KeptPlanEdit struct {
	ID      string   `json:"id" rule:"id,required"`
	Version Opt[int] `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
	PlanFields
}

// Check validates the input.
func (in *KeptPlanEdit) Check(now time.Time) error {
	if err := Validate(in); err != nil {
		return err
	}
	return in.check(now)
}

// Apply sets the fields of a plan.
func (in PlanFields) Apply(p *Plan) error {
	p.Name, p.Until, p.Changes = in.Name, in.Until, make([]PlanChange, len(in.Changes.Value))
	if !in.IsShared.Empty() {
		p.IsShared = in.IsShared.Value
	}
	for i, c := range in.Changes.Value {
		kept, err := c.Kept()
		if err != nil {
			return err
		}
		p.Changes[i] = kept
	}
	return nil
}

// ApplyPlanInput applies a plan, or says what that would do.
type ApplyPlanInput struct {
	ID      string    `json:"id" rule:"id,required"`
	Preview Opt[bool] `json:"preview" rule:"flag" doc:"Says what would happen, and changes nothing."`
}
