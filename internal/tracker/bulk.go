package tracker

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits of bulk actions.
const (
	MaxBulk      = MaxUndone // records of one bulk action, which one undo takes back
	MaxBulkJobs  = 3         // that one person has under way
	MaxBulkShown = 100       // refused records in a preview, and records that change
)

// BulkInput is one action on many records.
type BulkInput struct {
	List    string        `json:"list" rule:"existingName,required" doc:"projectSubscription, projectProduct, product, subscription, company, project or user."`
	IDs     Opt[[]string] `json:"ids" rule:"any" doc:"The records; users by their e-mail addresses."`
	Query   Opt[string]   `json:"query" rule:"query" doc:"Instead of ids: the query string of the list's call. All records that it lists, without pages."`
	Action  string        `json:"action" rule:"existingName,required" doc:"One of the list's actions."`
	Params  BulkParams    `json:"params,omitzero" doc:"The parameters of the action, where it has any."`
	Preview Opt[bool]     `json:"preview" rule:"flag,required" doc:"Whether to say what would happen, and change nothing."`
}

// Check validates the input, except for the parameters.
func (in *BulkInput) Check() error {
	isAll := in.Query.Sent && !in.Query.Null && in.Query.Value == ""
	if err := Validate(in); err != nil {
		return err
	}
	if isAll { // an empty query lists all; validation takes an empty text for none
		in.Query = Some("")
	}
	switch {
	case !slices.Contains(BulkLists, in.List):
		return ErrUnknownList
	case !slices.Contains(BulkActions(in.List), in.Action):
		return ErrUnknownAction
	case in.IDs.Empty() == in.Query.Empty():
		return ErrBulkWhat
	}
	return nil
}

// BulkParams has the parameters of all actions.
type BulkParams struct {
	Percent      Opt[SignedAmount]    `json:"percent" rule:"any" doc:"reprice: added to the price, or taken off. More than -100 and at most 1000, with at most four decimals."`
	Amount       Opt[SignedAmount]    `json:"amount" rule:"any" doc:"reprice: added to the price, or taken off. US dollars, with at most two decimals."`
	Price        Opt[Amount]          `json:"price" rule:"any" doc:"reprice: the new price."`
	From         Opt[string]          `json:"from" rule:"any" doc:"reprice: now (also without it), renewal, or an instant in the future from which on the price counts."`
	Months       Opt[int]             `json:"months" rule:"any" doc:"renew: how long the next period is. As long as the last one without it."`
	Reason       Opt[json.RawMessage] `json:"reason" rule:"any" doc:"cancel: a text. disable: a reason of disabling, by number or key."`
	AutoRenew    Opt[bool]            `json:"autoRenew" rule:"flag" doc:"setRenewal."`
	Status       Opt[json.RawMessage] `json:"status" rule:"any" doc:"setStatus: a status of the record, by number or key."`
	CategoryName string               `json:"categoryName" rule:"existingName" doc:"setCategory."`
	UserEmail    string               `json:"userEmail" rule:"any" doc:"addModerator."`
	Role         Opt[Role]            `json:"role" rule:"any" doc:"addModerator."`
	Key          string               `json:"key" rule:"any" doc:"setField: the key of an own field."`
	Value        Opt[json.RawMessage] `json:"value" rule:"any" doc:"setField: its value, as own has it; null clears it."`
	ToEmail      string               `json:"toEmail" rule:"any" doc:"handOver: who gets every role of the user."`
}

// BulkPreview is what a bulk action would do.
type BulkPreview struct {
	Total        int           `json:"total" doc:"Records that it goes through, contents and roles included."`
	Changes      int           `json:"changes" doc:"Records that would change. The others that are not refused are as wanted already."`
	Refused      []BulkRefusal `json:"refused" doc:"The first 100."`
	RefusedTotal int           `json:"refusedTotal"`
	Contents     *BulkContents `json:"contents,omitempty" doc:"removeWithContents: what goes."`
	Rows         []BulkRow     `json:"rows" doc:"The first 100 that would change."`
	Effect       *BulkEffect   `json:"effect,omitempty" doc:"reprice, renew, cancel, remove and removeWithContents: what all that would change come to in a month. A price or period that begins later counts as if it had begun."`

	KeptAt     *time.Time `json:"keptAt,omitempty" doc:"Of a plan: when somebody saved it last."`
	SinceTotal *int       `json:"sinceTotal,omitempty" doc:"Of a plan: how many of its subscriptions changed since it was saved, or are new in it. They are the first rows, also those that it leaves as they are."`
}

// ChangedSince is what changed in a subscription since a plan was kept.
type ChangedSince struct {
	Since []FieldChange `json:"since,omitzero" doc:"Of a plan: what changed since it was saved, between then and now."`
	IsNew bool          `json:"isNew,omitzero" doc:"Of a plan: its query did not find this one when the plan was saved."`
}

// BulkRow is a record that a bulk action would change, and how.
type BulkRow struct {
	ID          string        `json:"id" format:"-"`
	Name        string        `json:"name"`
	CompanyName string        `json:"companyName" doc:"Of what it belongs to; empty if it belongs to no company, or is one."`
	ProjectName string        `json:"projectName" doc:"Likewise."`
	Fields      []FieldChange `json:"fields" doc:"Those that would change, as the history will show them."`
	Price       *Money        `json:"price,omitempty" doc:"reprice: what it costs now."`
	ChangedSince
}

// BulkEffect is what records come to in a month, before a bulk action and after it.
type BulkEffect struct {
	MonthlyPrice MoneyChange  `json:"monthlyPrice"`
	MonthlyCost  *MoneyChange `json:"monthlyCost" doc:"Null where the caller may not see cost."`
}

// MoneyChange is an amount before and after.
type MoneyChange struct {
	Before Money `json:"before"`
	After  Money `json:"after"`
}

// BulkRefusal is a record that a bulk action leaves as it is, and why.
type BulkRefusal struct {
	ID         string `json:"id" format:"-"`
	Name       string `json:"name" doc:"Empty if there is no such record, or the caller may not see it."`
	Reason     string `json:"reason"`
	ReasonText Text   `json:"reasonText,omitzero"`
	ChangedSince
}

// BulkContents is what goes with companies and projects.
type BulkContents struct {
	Companies     int    `json:"companies"`
	Projects      int    `json:"projects"`
	Products      int    `json:"products"`
	Subscriptions int    `json:"subscriptions"`
	MonthlyPrice  Money  `json:"monthlyPrice" doc:"What the running subscriptions come to in a month."`
	MonthlyCost   *Money `json:"monthlyCost" doc:"Likewise; null where the caller may not see cost."`
}

// BulkStarted names a bulk action that was started.
type BulkStarted struct {
	ID string `json:"id"`
}

// BulkState says how far a bulk action is.
type BulkState string

const (
	BulkQueued  BulkState = "queued"
	BulkRunning BulkState = "running"
	BulkDone    BulkState = "done"
	BulkFailed  BulkState = "failed"
	BulkStopped BulkState = "stopped"
)

// Ended reports whether the action changes nothing more.
func (s BulkState) Ended() bool { return s != BulkQueued && s != BulkRunning }

// Bulk is a bulk action on its way.
type Bulk struct {
	ID      string    `json:"id"`
	State   BulkState `json:"state" doc:"queued, running, done, failed or stopped."`
	Total   int       `json:"total"`
	Done    int       `json:"done" doc:"Records that were changed, or were as wanted already."`
	Refused int       `json:"refused"`
	BatchID string    `json:"batchId" doc:"Of the changes, for the history and for undo."`
}

// Reprice is a change of prices.
type Reprice struct {
	perMillion int64 // percent, in ten-thousandths
	amount     Money
	price      Money

	isLater bool       // it is planned
	from    *time.Time // for then; nil for the next renewal
}

var (
	percentPattern = regexp.MustCompile(`^-?[0-9]{1,4}(?:\.[0-9]{1,4})?$`)
	amountPattern  = regexp.MustCompile(`^-?[0-9]{1,9}(?:\.[0-9]{1,2})?$`)
)

// Names of when a new price counts; else it is an instant.
const (
	repriceNow     = "now"
	repriceRenewal = "renewal"
)

// Renewal reads the parameters of a renewal.
func (p BulkParams) Renewal() (r Renewal, err error) {
	if p.Months.Empty() {
		return r, nil
	}
	if r.Months = p.Months.Value; r.Months < 1 || r.Months > MaxRenewMonths {
		return r, ErrRenewMonths
	}
	return r, nil
}

// ReadParam reads a parameter whose type depends on the action; an absent one leaves the target.
func ReadParam(name string, raw Opt[json.RawMessage], into any) error {
	if !raw.Empty() && json.Unmarshal(raw.Value, into) != nil {
		return WrongType(name)
	}
	return nil
}

// CancelationReason reads the parameter of a cancelation.
func (p BulkParams) CancelationReason() (string, error) {
	in := struct {
		Reason string `json:"reason" rule:"details,required"`
	}{}
	if err := ReadParam("reason", p.Reason, &in.Reason); err != nil {
		return "", err
	}
	err := Validate(&in)
	return in.Reason, err
}

// Renews reads the parameter of setRenewal.
func (p BulkParams) Renews() (bool, error) {
	in := struct {
		AutoRenew Opt[bool] `json:"autoRenew" rule:"flag,required"`
	}{p.AutoRenew}
	err := Validate(&in)
	return in.AutoRenew.Value, err
}

// checkPlanned validates the parameters of an action that can be planned. A day that they name may have come since they were kept.
func (p BulkParams) checkPlanned(action string) (err error) {
	switch action {
	case "reprice":
		_, err = p.Reprice(time.Time{})
	case "renew":
		_, err = p.Renewal()
	case "cancel":
		_, err = p.CancelationReason()
	default:
		_, err = p.Renews()
	}
	return err
}

// Reprice reads the parameters of a reprice: when, and exactly one of percent, amount and price.
func (p BulkParams) Reprice(now time.Time) (r Reprice, err error) {
	switch from := p.From.Value; {
	case p.From.Empty() || from == repriceNow:
	case from == repriceRenewal:
		r.isLater = true
	default:
		at, err := time.Parse(time.RFC3339, from)
		if at = at.UTC().Truncate(tick); err != nil || at.Year() > maxYear || !at.After(now) {
			return r, ErrRepriceFrom
		}
		r.isLater, r.from = true, &at
	}
	sent := 0
	for _, isEmpty := range []bool{p.Percent.Empty(), p.Amount.Empty(), p.Price.Empty()} {
		if !isEmpty {
			sent++
		}
	}
	if sent != 1 {
		return r, ErrRepriceBy
	}
	switch {
	case !p.Percent.Empty():
		if !percentPattern.MatchString(string(p.Percent.Value.Amount)) {
			return r, ErrPercent
		}
		r.perMillion = decimal(p.Percent.Value.Amount, 4)
		if r.perMillion == 0 || r.perMillion <= -100*10_000 || r.perMillion > 1000*10_000 {
			return r, ErrPercent
		}
	case !p.Amount.Empty():
		r.amount = Money(decimal(p.Amount.Value.Amount, 2))
		if !amountPattern.MatchString(string(p.Amount.Value.Amount)) || r.amount == 0 {
			return r, ErrRepriceAmount
		}
	default:
		in := struct {
			Price Opt[Amount] `json:"price" rule:"money,required"`
		}{p.Price}
		err = Validate(&in)
		r.price = in.Price.Value.Cents()
	}
	return r, err
}

// decimal reads a number with that many decimals as a whole one.
func decimal(a Amount, decimals int) int64 {
	whole, fraction, _ := strings.Cut(string(a), ".")
	n, _ := strconv.ParseInt(whole+(fraction + strings.Repeat("0", decimals))[:decimals], 10, 64)
	return n
}

// Set gives a subscription its new price, or plans it.
func (r Reprice) Set(s *ProjectSubscription, now time.Time) error {
	if err := s.CanReprice(r.isLater && r.from == nil, now); err != nil {
		return err
	}
	price, err := r.Apply(s.Price)
	switch {
	case err != nil:
	case r.isLater:
		s.Planned = &PlannedPrice{Price: price, From: r.from}
	default:
		s.Price = price
	}
	return err
}

// Apply is the new price. A percentage is rounded to the cent, half a cent away from zero.
func (r Reprice) Apply(price Money) (Money, error) {
	const whole = 100 * 10_000
	switch {
	case r.price != 0:
		price = r.price
	case r.amount != 0:
		price += r.amount
	default: // the largest product is 1.1e18
		price = Money((int64(price)*(whole+r.perMillion) + whole/2) / whole)
	}
	if price <= 0 || price > MaxMoney {
		return price, ErrNewPrice
	}
	return price, nil
}

// From is the planned price that a reprice on a later day comes to: then is the subscription as it is on that day, after the reprice.
func (r Reprice) From(now, then ProjectSubscription, day time.Time) *PlannedPrice {
	switch {
	case !r.isLater:
		return &PlannedPrice{Price: then.Price, From: &day}
	case r.from != nil:
		return then.Planned
	case then.StartAt.Equal(now.StartAt):
		return then.Planned // the next renewal is the one after that day
	}
	next := then
	next.Renew()
	return &PlannedPrice{Price: then.Planned.Price, From: &next.StartAt}
}

// CheckInTerm refuses a change of a plan that can not be noted yet: its day is after the period that is there, or an earlier price comes in between.
func CheckInTerm(s ProjectSubscription, day time.Time, action string) error {
	switch {
	case s.IsCanceled:
		return nil // as on every other day
	case !day.Before(s.EndAt):
		return ErrInLaterTerm
	case action == "renew" && s.Planned != nil && s.Planned.From != nil && s.Planned.From.Before(s.EndAt):
		return ErrPlannedAlready
	}
	return nil
}
