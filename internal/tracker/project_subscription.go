package tracker

import (
	"cmp"
	"slices"
	"time"
)

var projectSubscriptionKind = RecordKind{
	Name:   EntityProjectSubscription,
	Page:   "projects/{project}/sub/{id}",
	Upkeep: &Upkeep{See, EditSubscriptions},
	Fields: slices.Concat([]Field{link("subscriptionId", "subscription.name")}, fields("details", "startAt", "endAt"), states("autoRenew"),
		fields("price"), []Field{cost}, states("isCanceled"), fields("cancelationReason", "noticeDays"), plannedFields()),
	Imports: imported([]ImportField{importID,
		{Name: "companyId", Label: "Company Id", Finds: true},
		{Name: "companyName", Label: "Company", Finds: true, Also: []string{"customer", "client"}},
		{Name: "projectId", Label: "Project Id", Finds: true},
		{Name: "projectName", Label: "Project", Finds: true},
		{Name: "subscriptionId", Label: "Subscription Id", Finds: true},
		{Name: "subscriptionName", Label: "Subscription", Finds: true, Also: []string{"name", "item"}},
		{Name: "categoryName", Finds: true, Also: []string{"category name"}},
		{Name: "startAt", Required: true, parse: parseDay(0), Also: []string{"start", "start date", "from", "begin"}},
		{Name: "endAt", Required: true, parse: parseDay(24*time.Hour - time.Second), Also: []string{"end", "end date", "until", "to", "expires", "expiry date"}},
		{Name: "autoRenew", Required: true, Default: "false", parse: parseFlag, Also: []string{"renews", "renewal", "automatic renewal", "auto renewal"}},
		{Name: "price", Required: true, parse: parseMoney, Also: []string{"amount"}},
		importedCurrency("priceCurrencyName"), importedNotice, {Name: "details", Also: textSynonyms}}),
	Actions: []string{"reprice", "renew", "cancel", "setRenewal", "setField", "remove"},
	IsList:  true,
	HasOwn:  true,
}

// SubscriptionState is where a project subscription stands at an instant.
type SubscriptionState string

const (
	StateNotStarted SubscriptionState = "notStarted"
	StateActive     SubscriptionState = "active" // until its end, which no period follows
	StateRenews     SubscriptionState = "renews" // its period is followed by another one
	StateEnded      SubscriptionState = "ended"
	StateCanceled   SubscriptionState = "canceled"
)

// SubscriptionStates lists all states.
var SubscriptionStates = []SubscriptionState{StateNotStarted, StateActive, StateRenews, StateEnded, StateCanceled}

// Runs reports whether a subscription in this state is running, if nothing above it is removed.
func (s SubscriptionState) Runs() bool { return s == StateActive || s == StateRenews }

// StateConditions are what decides the state of a subscription: a bool each in Go, a condition each in SQL.
type StateConditions[T any] struct{ Canceled, NotStarted, Renews, Ended T }

// StateCondition is the condition of a state.
type StateCondition[T any] struct {
	State SubscriptionState
	Holds T
}

// InOrder lists the conditions by precedence. The first one that holds decides, and without any the subscription is active.
// Nothing else knows the precedence.
func (c StateConditions[T]) InOrder() []StateCondition[T] {
	return []StateCondition[T]{{StateCanceled, c.Canceled}, {StateNotStarted, c.NotStarted}, {StateRenews, c.Renews}, {StateEnded, c.Ended}}
}

func decideState(c StateConditions[bool]) SubscriptionState {
	for _, one := range c.InOrder() {
		if one.Holds {
			return one.State
		}
	}
	return StateActive
}

// State is where the subscription stands, by its current term.
func (s ProjectSubscription) State(now time.Time) SubscriptionState {
	return decideState(StateConditions[bool]{Canceled: s.IsCanceled, NotStarted: s.countsFrom().After(now), Renews: s.AutoRenew, Ended: s.EndAt.Before(now)})
}

// KeptState is the state without the clock, which sums can be kept by: a subscription that has not started counts as one that
// has, and the end has come when people were told of it.
func (s ProjectSubscription) KeptState() SubscriptionState {
	return decideState(StateConditions[bool]{Canceled: s.IsCanceled, Renews: s.AutoRenew, Ended: s.EndRaised})
}

// Cancel cancels the subscription, and drops what was planned. One that is canceled stays as it is, with its first reason.
func (s *ProjectSubscription) Cancel(reason string) {
	if !s.IsCanceled {
		s.IsCanceled, s.CancelationReason, s.Planned = true, &reason, nil
	}
}

// CancelBy is the last instant at which to cancel a subscription that ends at end: the notice
// of the project, or else of the catalogue, before the end. It is nil without a notice.
func CancelBy(end time.Time, project, catalogue *int) *time.Time {
	notice := cmp.Or(project, catalogue)
	if notice == nil {
		return nil
	}
	by := end.AddDate(0, 0, -*notice)
	return &by
}

// ListedSubscription is a project subscription with what a list across projects shows.
type ListedSubscription struct {
	ProjectSubscription
	ProjectItemPlace
	State        SubscriptionState `json:"state" doc:"notStarted, active, renews, ended or canceled."`
	MonthlyPrice Money             `json:"monthlyPrice" doc:"The price in a month; 0 when it is not running."`
	MonthlyCost  *Money            `json:"monthlyCost" doc:"The cost in a month; 0 when it is not running. Null for those who may not see cost."`
	Margin       *Money            `json:"margin" doc:"The monthly price less the monthly cost. Null for those who may not see cost."`
	CancelBy     *time.Time        `json:"cancelBy" doc:"The last day on which to cancel: the end less the notice. Null without a notice period."`
}

// Value sets what the subscription is worth a month. monthly is by its current term, and
// counts if it is running.
func (l *ListedSubscription) Value(monthlyPrice, monthlyCost Money, isRunning bool) {
	if !isRunning {
		monthlyPrice, monthlyCost = 0, 0
	}
	margin := monthlyPrice - monthlyCost
	l.MonthlyPrice, l.MonthlyCost, l.Margin = monthlyPrice, &monthlyCost, &margin
}

// HideCost removes what only those may see who may see cost.
func (l *ListedSubscription) HideCost() { l.Cost, l.MonthlyCost, l.Margin = nil, nil, nil }

// SubscriptionDetails is a project subscription with its periods.
type SubscriptionDetails struct {
	ListedSubscription
	Periods []SubscriptionPeriod `json:"periods" doc:"The current period first, then the earlier ones backwards."`
}

// SubscriptionPeriod is one term of a project subscription.
type SubscriptionPeriod struct {
	StartAt time.Time `json:"startAt" doc:"Beginning of the period."`
	EndAt   time.Time `json:"endAt" doc:"End of the period."`
	Price   Money     `json:"price" doc:"The price that it has, or ended with."`
	Cost    *Money    `json:"cost" doc:"The cost that it has, or ended with. Null for those who may not see cost."`
}

// SubscriptionSorts lists what a list of project subscriptions can be sorted by, the default first.
var SubscriptionSorts = []string{"endAt", "startAt", "name", "companyName", "projectName", "price", "monthlyPrice", "margin"}

// SubscriptionFilter narrows a list of project subscriptions.
type SubscriptionFilter struct {
	States         []SubscriptionState // any without one
	EndFrom, EndTo *time.Time          // of the term, inclusive
	Losing         bool                // runs for less than it costs
	Price          MoneyRange
	MonthlyPrice   MoneyRange // 0 of those that do not run

	// Of those that renew, the last instant at which to cancel, inclusive.
	CancelFrom, CancelTo *time.Time

	At *time.Time // as it was then; nil is now
}

// SubscriptionTotals sums up a whole list of project subscriptions.
type SubscriptionTotals struct {
	Count        int    `json:"count"`
	Price        Money  `json:"price"`
	Cost         *Money `json:"cost" doc:"Null for those who may see no cost; else of what they may see."`
	MonthlyPrice Money  `json:"monthlyPrice"`
	MonthlyCost  *Money `json:"monthlyCost" doc:"Null for those who may see no cost; else of what they may see."`
}
