package httpapi_test

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// The model has the rules of the product in memory, without a database.

type thing struct {
	no           int // of the id each database gave it
	marked, gone bool
	goneAt       time.Time
}

type project struct {
	thing
	company *thing
}

type category struct {
	thing
	kind, name string
}

type item struct {
	thing
	kind     string
	category *category
	cost     int64
}

// attachment is a project's product or subscription, by the kind of its item.
type attachment struct {
	thing
	project     *project
	item        *item
	price, cost int64
	status      int

	period            tracker.ProjectSubscription // the model uses only its dates
	renews            bool
	canceled          bool
	planned           *planned
	toldSoon, toldEnd bool
}

// planned is a price for later: from an instant on, or from the next renewal.
type planned struct {
	price int64
	from  *time.Time
}

// renew opens the next period.
func (a *attachment) renew(now time.Time) {
	if !a.item.gone {
		a.cost = a.item.cost
	}
	end := a.period.EndAt
	a.period.Renew()
	if p := a.planned; p != nil && (p.from == nil || !p.from.After(a.period.StartAt)) {
		a.price = p.price
		if p.from == nil || !p.from.After(now) || !p.from.Before(end) {
			a.planned = nil
		}
	}
	a.toldSoon, a.toldEnd = false, false
}

// setPlanned sets a planned price whose day has come, if that is within the period: a later one waits for a renewal.
func (a *attachment) setPlanned(now time.Time) {
	p, end := a.planned, a.period.EndAt
	if p != nil && p.from != nil && !p.from.After(now) && a.live() && (p.from.Before(end) || !a.renews && p.from.Equal(end)) {
		a.price, a.planned = p.price, nil
	}
}

// told is a notification: once for a subscription, kind, end and recipient.
type told struct {
	no        int
	kind      string
	end       int64
	recipient string
}

type model struct {
	now        time.Time
	numbers    int
	companies  []*thing
	projects   []*project
	categories []*category
	items      []*item
	attached   []*attachment
	moderated  map[*thing]bool
	told       map[told]bool
}

func newModel() *model {
	return &model{now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC), moderated: map[*thing]bool{}, told: map[told]bool{}}
}

func (m *model) number() int { m.numbers++; return m.numbers - 1 }

// underParent is the answer to adding something to a parent.
func (m *model) underParent(parent *thing) string {
	switch {
	case parent.gone:
		return "404"
	case parent.marked:
		return "422"
	}
	return "201"
}

func (m *model) category(kind, name string) *category {
	for _, c := range m.categories {
		if c.kind == kind && strings.EqualFold(c.name, name) && !c.gone {
			return c
		}
	}
	return nil
}

func (p *project) live() bool {
	return !p.marked && !p.gone && !p.company.marked && !p.company.gone
}

func (a *attachment) live() bool {
	return a.project.live() && !a.gone && !a.canceled && !a.toldEnd
}

func (a *attachment) body() object {
	body := object{"price": amount(a.price)}
	if a.item.kind == "product" {
		body["cost"], body["status"] = amount(a.cost), a.status
	} else {
		body["startAt"], body["endAt"], body["autoRenew"] = a.period.StartAt, a.period.EndAt, a.renews
	}
	return body
}

func jsonNumber(s string) json.Number { return json.Number(s) }

// removable is an object that can be removed, with the state that the rule needs.
type removable struct {
	*thing
	path     string
	category *category
	inUse    func() bool
	blocked  func() bool // its restore, by a removed parent or a taken name
}

func (m *model) removables() (list []removable) {
	no := func() bool { return false }
	for _, c := range m.companies {
		list = append(list, removable{c, "/company", nil, func() bool { return m.projectIn(c) }, no})
	}
	for _, p := range m.projects {
		list = append(list, removable{&p.thing, "/project", nil, func() bool { return m.attachedTo(func(a *attachment) bool { return a.project == p }) },
			func() bool { return p.company.marked || p.company.gone }})
	}
	for _, i := range m.items {
		list = append(list, removable{&i.thing, "/" + i.kind, nil, func() bool { return m.attachedTo(func(a *attachment) bool { return a.item == i }) },
			func() bool { return i.category.marked || i.category.gone }})
	}
	for _, c := range m.categories {
		list = append(list, removable{&c.thing, "/" + c.kind + "/categories", c, func() bool { return m.itemIn(c) }, no})
	}
	return list
}

func (m *model) projectIn(c *thing) bool {
	for _, p := range m.projects {
		if p.company == c && !p.gone {
			return true
		}
	}
	return false
}

func (m *model) itemIn(c *category) bool {
	for _, i := range m.items {
		if i.category == c && !i.gone {
			return true
		}
	}
	return false
}

func (m *model) attachedTo(is func(*attachment) bool) bool {
	for _, a := range m.attached {
		if is(a) && !a.gone {
			return true
		}
	}
	return false
}

// categoryToMark finds a category by name: the existing one, or for a restore the one that was
// removed last. If there is none, it returns a removed object, for which the answer is 0.
func (m *model) categoryToMark(kind, name string, remove bool) removable {
	var found *category
	for _, c := range m.categories {
		if c.kind != kind || !strings.EqualFold(c.name, name) || remove && c.gone {
			continue
		}
		if found == nil || !c.gone || found.gone && !c.goneAt.Before(found.goneAt) {
			found = c
		}
	}
	if found == nil {
		return removable{thing: &thing{gone: true}, category: &category{name: name}}
	}
	taken := func() bool { // the name of a removed one, by the existing one
		return !found.marked && !found.gone && slices.ContainsFunc(m.categories, func(c *category) bool {
			return c.gone && c.kind == kind && strings.EqualFold(c.name, name)
		})
	}
	return removable{&found.thing, "", found, func() bool { return m.itemIn(found) }, taken}
}

func (r removable) remove(now time.Time) string {
	switch {
	case r.gone:
		return "0"
	case r.inUse():
		r.marked = true
		return "1"
	}
	r.gone, r.goneAt = true, now
	return "2"
}

func (r removable) restore() string {
	if r.blocked() {
		return "2"
	}
	r.marked, r.gone = false, false
	return "1"
}

// raise notifies administrators and the moderators of the company. The administrator who
// cancels or renews is not notified.
func (m *model) raise(a *attachment, kind string, byAdmin bool) {
	if !byAdmin {
		m.told[told{a.no, kind, a.period.EndAt.UnixMilli(), apitest.AdminEmail}] = true
	}
	if m.moderated[a.project.company] {
		m.told[told{a.no, kind, a.period.EndAt.UnixMilli(), apitest.UserEmail}] = true
	}
}

func (m *model) raiseIfDue(a *attachment) {
	if a.item.kind != "subscription" || !a.live() || a.renews {
		return
	}
	switch {
	case a.period.EndAt.Before(m.now):
		m.raise(a, "ended", false)
		a.toldEnd, a.toldSoon = true, true
	case !a.toldSoon && !a.period.EndAt.After(m.now.Add(14*24*time.Hour)):
		m.raise(a, "endingSoon", false)
		a.toldSoon = true
	}
}

// scan handles all due subscriptions.
func (m *model) scan() {
	for _, a := range m.attached {
		a.setPlanned(m.now)
		renewed := false
		for a.item.kind == "subscription" && a.live() && a.renews && !a.period.EndAt.After(m.now) {
			a.renew(m.now)
			renewed = true
		}
		if renewed {
			a.setPlanned(m.now)
			m.raise(a, "renewed", false)
		}
		m.raiseIfDue(a)
	}
}

// statistics as an administrator sees them.
func (m *model) statistics() (s tracker.Statistics) {
	soon := m.now.Add(14 * 24 * time.Hour)
	var productsCost, subscriptionsCost tracker.Money
	counts := map[bool]int{true: 1}
	for _, c := range m.companies {
		s.Companies += counts[!c.marked && !c.gone]
	}
	for _, p := range m.projects {
		s.Projects += counts[p.live()]
	}
	for _, c := range m.categories {
		n := counts[!c.marked && !c.gone]
		if c.kind == "product" {
			s.ProductCategories += n
		} else {
			s.SubscriptionCategories += n
		}
	}
	for _, i := range m.items {
		n := counts[!i.marked && !i.gone && !i.category.marked]
		if i.kind == "product" {
			s.Products += n
		} else {
			s.Subscriptions += n
		}
	}
	for _, a := range m.attached {
		switch {
		case !a.live():
		case a.item.kind == "product":
			s.ProjectsProductsPrice += tracker.Money(a.price)
			productsCost += tracker.Money(a.cost)
		case a.renews || !a.period.EndAt.Before(m.now):
			s.ProjectsSubscriptionsPrice += tracker.Money(a.price)
			subscriptionsCost += tracker.Money(a.cost)
			s.SubscriptionsEndingInTwoWeeks += counts[!a.renews && !a.period.EndAt.After(soon)]
		}
	}
	admins, users := 1, 2
	s.ProjectsProductsCost, s.ProjectsSubscriptionsCost, s.AdminUsers, s.AllUsers, s.CurrencyName = &productsCost, &subscriptionsCost, &admins, &users, "USD"
	return s
}
