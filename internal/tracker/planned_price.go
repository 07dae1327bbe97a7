package tracker

import "time"

// PlannedPrice is a price of a project subscription for later.
type PlannedPrice struct {
	Price Money      `json:"price"`
	From  *time.Time `json:"from" doc:"When the program sets it; null is the next renewal."`
}

func plannedFields() []Field {
	list := fields("plannedPrice", "plannedFrom")
	list[0].At, list[1].At = "planned.price", "planned.from"
	return list
}

// RenewInput opens the next period of an attached subscription.
type RenewInput struct {
	ItemRef
	Version Opt[int]       `json:"version"`
	StartAt Opt[time.Time] `json:"startAt" rule:"instant" doc:"Not before the end of the period that is there. By the rule of renewals without it."`
	EndAt   Opt[time.Time] `json:"endAt" rule:"instant" doc:"By the rule of renewals without it: as many months, or else days."`
	Price   Opt[Amount]    `json:"price" rule:"money" doc:"The planned price without it, or else today's."`
}

// Renewal is what was sent.
func (in RenewInput) Renewal() (r Renewal) {
	instant := func(sent Opt[time.Time]) *time.Time {
		if sent.Empty() {
			return nil
		}
		at := sent.Value.UTC().Truncate(tick)
		return &at
	}
	r.StartAt, r.EndAt = instant(in.StartAt), instant(in.EndAt)
	if !in.Price.Empty() {
		r.Price = new(in.Price.Value.Cents())
	}
	return r
}

// PlanInput notes a price of an attached subscription for later.
type PlanInput struct {
	ItemRef
	Version Opt[int]       `json:"version"`
	Price   Opt[Amount]    `json:"price" rule:"money" doc:"Null drops what was planned."`
	From    Opt[time.Time] `json:"from" rule:"instant" doc:"An instant in the future; null is the next renewal."`
}

// Check refuses what can not be planned whatever the subscription is.
func (in *PlanInput) Check(now time.Time) error {
	isSent := in.Price.Sent
	if err := Validate(in); err != nil {
		return err
	}
	switch {
	case !isSent:
		return ErrPlanWhat
	case !in.From.Empty() && !in.From.Value.After(now):
		return ErrPlannedFrom
	}
	return nil
}

// Planned is what was sent; nil drops what was planned.
func (in PlanInput) Planned() *PlannedPrice {
	if in.Price.Empty() {
		return nil
	}
	plan := PlannedPrice{Price: in.Price.Value.Cents()}
	if !in.From.Empty() {
		plan.From = new(in.From.Value.UTC().Truncate(tick))
	}
	return &plan
}

// Plan notes a price for later, or drops it with nil. A canceled subscription takes no price for later, and an ended one takes
// none before it is renewed.
func (s *ProjectSubscription) Plan(p *PlannedPrice, now time.Time) error {
	if p != nil {
		if err := s.CanReprice(p.From == nil, now); err != nil {
			return err
		}
	}
	s.Planned = p
	return nil
}

// CanReprice refuses a new price that would never count: of a canceled subscription, and of one that has ended unless a renewal brings it.
func (s ProjectSubscription) CanReprice(atRenewal bool, now time.Time) error {
	switch state := s.State(now); {
	case state == StateCanceled:
		return ErrCanceled
	case state == StateEnded && !atRenewal:
		return ErrHasEnded
	}
	return nil
}

// IsPriceDue reports whether the day of the planned price has come.
func (s ProjectSubscription) IsPriceDue(now time.Time) bool {
	return s.Live && s.Planned != nil && s.Planned.From != nil && !s.Planned.From.After(now) && s.isPriceOwn()
}

// isPriceOwn reports whether the planned price begins within the term. Else it is a part of the renewal, or never comes.
func (s ProjectSubscription) isPriceOwn() bool {
	return s.Planned.From.Before(s.EndAt) || !s.AutoRenew && s.Planned.From.Equal(s.EndAt)
}

// TakePlanned sets the planned price.
func (s *ProjectSubscription) TakePlanned() { s.Price, s.Planned = s.Planned.Price, nil }

// DropPassed forgets a plan whose day has come, and one without a price: an undo does not plan again what the program has set.
func (s *ProjectSubscription) DropPassed(now time.Time) {
	if p := s.Planned; p != nil && (p.Price == 0 || p.From != nil && !p.From.After(now)) {
		s.Planned = nil
	}
}

// PlannedStep is the change of value that a planned price will make if nobody does anything.
type PlannedStep struct {
	At                  time.Time
	Price, MonthlyPrice Money
}

// PlannedStep is nil if nothing is planned, or nothing comes of it: the subscription ends before.
func (s ProjectSubscription) PlannedStep() *PlannedStep {
	p := s.Planned
	if p == nil || s.IsCanceled || !s.AutoRenew && (p.From == nil || p.From.After(s.EndAt)) {
		return nil
	}
	in := s
	if p.From == nil {
		in.Renew()
	}
	at := in.StartAt
	if p.From != nil && p.From.After(at) {
		at = *p.From
	}
	return &PlannedStep{At: at, Price: p.Price, MonthlyPrice: MonthlyValue(p.Price, in.StartAt, in.EndAt, in.AnchorDay)}
}

// RunningTerm is the earlier period of a subscription that was renewed ahead: it counts until the next one begins.
type RunningTerm struct {
	StartAt, UntilAt          time.Time
	MonthlyPrice, MonthlyCost Money
}

// countsFrom is the instant from which on the subscription runs.
func (s ProjectSubscription) countsFrom() time.Time {
	if s.Running != nil {
		return s.Running.StartAt
	}
	return s.StartAt
}

// RunningBefore finds the period that counts until the current one begins: the earlier period that contains now, or else the next one
// to begin. It is nil if there is none.
func (s ProjectSubscription) RunningBefore(earlier []Term, now time.Time) *RunningTerm {
	if !s.StartAt.After(now) {
		return nil
	}
	h := SubscriptionHistory{Current: s.CurrentTerm(), Earlier: earlier}
	term, _ := h.termAt(now)
	if term.StartAt.Equal(s.StartAt) {
		return nil
	}
	until := term.EndAt.Add(betweenPeriods + tick)
	for _, next := range append(earlier[:len(earlier):len(earlier)], h.Current) {
		if next.StartAt.After(term.StartAt) && next.StartAt.Before(until) {
			until = next.StartAt
		}
	}
	return &RunningTerm{StartAt: term.StartAt, UntilAt: until, MonthlyPrice: term.MonthlyPrice, MonthlyCost: term.MonthlyCost}
}

// CancelAtEnd has the subscription end with its period, notes why, and drops a price that never comes then. The first reason stays.
func (s *ProjectSubscription) CancelAtEnd(reason string) {
	if s.IsCanceled {
		return
	}
	if s.AutoRenew = false; s.CancelationReason == nil {
		s.CancelationReason = &reason
	}
	if p := s.Planned; p != nil && (p.From == nil || !p.From.Before(s.EndAt)) {
		s.Planned = nil
	}
}

// DropReason forgets why a subscription was to end with its period, once it goes on after it.
func (s *ProjectSubscription) DropReason(isRenewed bool) {
	if !s.IsCanceled && (s.AutoRenew || isRenewed) {
		s.CancelationReason = nil
	}
}
