package store

import (
	"slices"
	"strings"

	"btracker/internal/tracker"
)

// stateConditions decide the state of a row a of project_subscription in SQL. An empty condition never holds.
type stateConditions tracker.StateConditions[string]

const isCanceled = "a.canceled_at IS NOT NULL"

var (
	// keptState is tracker's KeptState.
	keptState = stateConditions{Canceled: isCanceled, Renews: "a.auto_renew", Ended: "a.end_raised"}
	// endlessState is keptState beside the instant of the end, which tells whether that has come.
	endlessState = stateConditions{Canceled: isCanceled, Renews: "a.auto_renew"}
)

// notStarted is the condition that neither the term has begun nor an earlier one that counts until then. The first half lets an
// index find the few.
func notStarted(t string) string {
	return "(a.start_at > " + t + " AND " + countsFrom + " > " + t + ")"
}

const (
	countsFrom = "COALESCE(a.running_from, a.start_at)"

	// Of the term itself, while another one counts.
	termMonthlyPrice = "COALESCE(a.term_monthly_price, a.monthly_price)"
	termMonthlyCost  = "COALESCE(a.term_monthly_cost, a.monthly_cost)"
)

// stateAt is tracker's State at an instant.
func stateAt(t string) stateConditions {
	return stateConditions{Canceled: isCanceled, NotStarted: notStarted(t), Renews: "a.auto_renew", Ended: "a.end_at < " + t}
}

// choose is the value of the state.
func (c stateConditions) choose(value func(tracker.SubscriptionState) string) string {
	sql := "CASE"
	for _, one := range tracker.StateConditions[string](c).InOrder() {
		if one.Holds != "" {
			sql += " WHEN " + one.Holds + " THEN " + value(one.State)
		}
	}
	return sql + " ELSE " + value(tracker.StateActive) + " END"
}

// name is the state itself.
func (c stateConditions) name() string { return c.choose(quotedState) }

func quotedState(s tracker.SubscriptionState) string { return "'" + string(s) + "'" } // a constant

// is is the condition that the state is one of some.
func (c stateConditions) is(states ...tracker.SubscriptionState) string {
	names := make([]string, len(states))
	for i, s := range states {
		names[i] = quotedState(s)
	}
	return "(" + c.name() + ") IN (" + strings.Join(names, ", ") + ")"
}

// runs is the condition that the subscription runs, if nothing above it is removed.
func (c stateConditions) runs() string { return c.is(runningStates...) }

var runningStates = slices.DeleteFunc(slices.Clone(tracker.SubscriptionStates), func(s tracker.SubscriptionState) bool { return !s.Runs() })
