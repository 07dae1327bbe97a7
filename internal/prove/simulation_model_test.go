package prove

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// The model of the simulation says who is told what, and which mails there are, by plain loops over everything. It
// shares no code with the product, and knows its rules from docs/notifications.md alone.

const (
	oneDay   = 24 * time.Hour
	neverYet = 91 // more than any day of a reminder
)

type modelPerson struct {
	id, email       string
	isAdmin         bool
	days            map[int]time.Time // on which to be reminded, and since when; zero for always
	mailing         string
	hour            int
	zone            *time.Location
	unwanted        []string // kinds
	onlyResponsible bool
	nextMail        time.Time // zero for none
	news            []*modelNews
}

type modelCompany struct {
	id    string
	roles map[*modelPerson]string
}

type modelProject struct {
	id      string
	company *modelCompany
	roles   map[*modelPerson]string
	links   map[*modelPerson]string // the ids of the roles
}

type modelItem struct {
	id, name string
	notice   *int
	cost     int // above the least
}

type modelSubscription struct {
	id                       string
	project                  *modelProject
	item                     *modelItem
	start, end               time.Time
	renews                   bool
	months, days             int // of a term
	notice                   *int
	isCanceled, isOver, gone bool
	reminded                 int // the last day for which people were reminded
	price                    int
	planned                  *modelPlan
}

// modelPlan is a price for later: on a day, or with the next renewal if that is zero.
type modelPlan struct {
	price int
	from  time.Time
}

// next moves on to the next term.
func (s *modelSubscription) next() {
	s.start, s.end = s.end, s.end.AddDate(0, s.months, s.days)
	s.reminded = neverYet
}

// takePlanned sets a price whose day has come within the term.
func (s *modelSubscription) takePlanned(now time.Time) {
	p := s.planned
	if p == nil || p.from.IsZero() || p.from.After(now) || p.from.After(s.end) || s.renews && p.from.Equal(s.end) {
		return
	}
	s.price, s.planned = p.price, nil
}

// modelNews is a notification.
type modelNews struct {
	subscription *modelSubscription
	kind         string
	title        string
	end          time.Time
	to           *modelPerson
	id           string // in the database, once it was found there
	isViewed     bool
	snoozed      time.Time // zero for not
	mail         string    // "waiting", "mailed" or none
}

func (n *modelNews) String() string {
	return fmt.Sprintf("%s: %s, %s, ends %s", n.to.email, n.subscription.id, n.kind, n.end.Format(time.RFC3339Nano))
}

type model struct {
	people        []*modelPerson
	subscriptions []*modelSubscription
	told          map[string]bool // "subscription kind end person": each exists once
	news          []*modelNews    // since the last comparison
	mails         []string        // since the last comparison
	mailed        int             // all mails
}

// date is the date that people are reminded of, if any.
func (s *modelSubscription) date() (date time.Time, has bool) {
	notice := s.notice
	if notice == nil {
		notice = s.item.notice
	}
	switch {
	case !s.renews:
		return s.end, true
	case notice == nil:
		return date, false
	}
	return s.end.Add(-time.Duration(*notice) * oneDay), true
}

// dueFrom is when a reminder so many days before a date is due.
func dueFrom(date time.Time, day int) time.Time {
	if day > 0 {
		return date.Add(-time.Duration(day) * oneDay)
	}
	last := date.Add(-time.Millisecond).UTC()
	return time.Date(last.Year(), last.Month(), last.Day(), 0, 0, 0, 0, time.UTC)
}

func (s *modelSubscription) counts() bool { return !s.isCanceled && !s.isOver && !s.gone }

func (p *modelPerson) roleIn(project *modelProject) []string {
	var roles []string
	for _, in := range []map[*modelPerson]string{project.roles, project.company.roles} {
		if role := in[p]; role != "" {
			roles = append(roles, role)
		}
	}
	return roles
}

func (p *modelPerson) sees(project *modelProject) bool {
	return p.isAdmin || len(p.roleIn(project)) > 0
}

func (p *modelPerson) mayCancel(project *modelProject) bool {
	return p.isAdmin || slices.ContainsFunc(p.roleIn(project), func(role string) bool { return role != "Developer" })
}

// isResponsible reports whether a person answers for a project: as one of its Owners and Managers, or those of its
// company where it has none.
func (p *modelPerson) isResponsible(project *modelProject) bool {
	for _, roles := range []map[*modelPerson]string{project.roles, project.company.roles} {
		found := false
		for person, role := range roles {
			if role == "Owner" || role == "Manager" {
				found = true
				if person == p {
					return true
				}
			}
		}
		if found {
			return false
		}
	}
	return false
}

// tell notifies whom it concerns. kindFor says of which kind somebody is notified, if at all.
func (m *model) tell(s *modelSubscription, kindFor func(p *modelPerson) (kind string, isDue bool)) {
	for _, p := range m.people {
		if !p.mayCancel(s.project) || p.onlyResponsible && !p.isResponsible(s.project) {
			continue // who may cancel is also notified
		}
		kind, isDue := kindFor(p)
		once := fmt.Sprint(s.id, kind, s.end.UnixMilli(), p.id)
		if !isDue || slices.Contains(p.unwanted, strings.Fields(kind)[0]) || m.told[once] {
			continue
		}
		m.told[once] = true
		n := &modelNews{subscription: s, kind: kind, title: titleOf(kind, s.renews), end: s.end, to: p}
		m.news, p.news = append(m.news, n), append(p.news, n)
		switch p.mailing {
		case "each":
			n.mail = "mailed"
			m.mail(p, []*modelNews{n})
		case "daily", "weekly":
			n.mail = "waiting"
		}
	}
}

func (m *model) tellAll(s *modelSubscription, kind string, except *modelPerson) {
	m.tell(s, func(p *modelPerson) (string, bool) { return kind, p != except })
}

// remind reminds everybody for the last of their days that has come, if nobody was reminded for it before.
func (m *model) remind(s *modelSubscription, now time.Time, isNewDate bool) {
	date, has := s.date()
	if !has || now.After(date) {
		return
	}
	lastOf := func(isChosen func(day int) bool) int {
		for day := range neverYet {
			if isChosen(day) && !dueFrom(date, day).After(now) {
				return day
			}
		}
		return neverYet
	}
	reached := lastOf(func(int) bool { return true })
	if reached >= s.reminded {
		return
	}
	m.tell(s, func(p *modelPerson) (string, bool) {
		day := lastOf(func(day int) bool { _, chosen := p.days[day]; return chosen })
		isDue := day < s.reminded && (isNewDate || !dueFrom(date, day).Before(p.days[day]))
		return fmt.Sprint("soon ", day), isDue
	})
	s.reminded = reached
}

// changed is what a change of a subscription makes due at once.
func (m *model) changed(s *modelSubscription, now time.Time, isNewDate bool) {
	if isNewDate {
		s.reminded, s.isOver = neverYet, false
	}
	if !s.counts() {
		return
	}
	if !s.renews && s.end.Before(now) {
		m.end(s)
		return
	}
	m.remind(s, now, isNewDate)
}

func (m *model) end(s *modelSubscription) {
	m.tellAll(s, "ended", nil)
	s.isOver = true
}

// scan does what time has made due.
func (m *model) scan(now time.Time) {
	for _, s := range m.subscriptions {
		if !s.counts() {
			continue
		}
		s.takePlanned(now)
		renewed := false
		for s.renews && !s.end.After(now) {
			s.next()
			if renewed = true; s.planned != nil && !s.planned.from.After(s.start) {
				s.price, s.planned = s.planned.price, nil
			}
			s.takePlanned(now)
		}
		if renewed {
			m.tellAll(s, "renewed", nil)
		}
		if !s.renews && s.end.Before(now) {
			m.end(s)
			continue
		}
		m.remind(s, now, renewed)
	}
	for _, p := range m.people {
		for _, n := range p.news {
			if !n.snoozed.IsZero() && !n.snoozed.After(now) {
				n.snoozed, n.isViewed = time.Time{}, false
			}
		}
		m.mailOn(p, now)
	}
}

// mailOn sends a person's daily or weekly mail when it is due.
func (m *model) mailOn(p *modelPerson, now time.Time) {
	switch {
	case p.nextMail.IsZero():
		return
	case !p.nextMail.After(now):
		var list []*modelNews
		for _, n := range p.news {
			if n.mail != "waiting" || !n.snoozed.IsZero() {
				continue
			}
			if n.mail = ""; !n.isViewed {
				n.mail = "mailed"
				list = append(list, n)
			}
		}
		m.mail(p, list)
	case !p.nextMail.After(now.Add(9 * oneDay)): // else a clock that was wrong has set it
		return
	}
	p.nextMail = p.mailAfter(now)
}

// mail notes a mail with what its recipient may still see.
func (m *model) mail(p *modelPerson, list []*modelNews) {
	items := []string{}
	for _, n := range list {
		if p.sees(n.subscription.project) {
			items = append(items, n.inMail())
		}
	}
	if len(items) > 0 {
		m.mails = append(m.mails, mailText(p.email, items, 0))
		m.mailed++
	}
}

func titleOf(kind string, renews bool) string {
	switch {
	case !strings.HasPrefix(kind, "soon"):
		return "Subscription " + kind
	case renews:
		return "Subscription renews soon"
	}
	return "Subscription ends soon"
}

// inMail is a notification as a mail shows it. A subscription that was removed has no page.
func (n *modelNews) inMail() string {
	if n.subscription.gone {
		return n.title + "|"
	}
	return n.title + "|https://tracker.example/btracker/app/projects/" + n.subscription.project.id + "/sub/" + n.subscription.id
}

// mailText writes a mail for comparison: its items sorted, or only their number if a mail can not list them all.
func mailText(to string, items []string, more int) string {
	if len(items)+more > 100 {
		return fmt.Sprint(to, ": ", len(items)+more, " items")
	}
	slices.Sort(items)
	return to + ": " + strings.Join(items, ", ")
}

// mailAfter is when the next mail is due: of the instants from now on, the first at which the person's clock has
// reached the hour of a day that it had not reached a quarter of an hour before.
func (p *modelPerson) mailAfter(now time.Time) time.Time {
	if p.mailing != "daily" && p.mailing != "weekly" {
		return time.Time{}
	}
	const quarter = 15 * time.Minute // no clock of today changes at other times
	reached := map[string]bool{}
	from := now.Truncate(quarter).Add(-3 * oneDay)
	for at := from; ; at = at.Add(quarter) {
		shown := at.In(p.zone)
		if shown.Hour() < p.hour {
			continue
		}
		day := shown.Format(time.DateOnly)
		first := !reached[day]
		reached[day] = true
		if first && at.After(now) && (p.mailing == "daily" || shown.Weekday() == time.Monday) {
			return at
		}
	}
}

// The model's clock over the changes of daylight saving.
func TestModelMailsAtTheHour(t *testing.T) {
	for _, c := range []struct{ zone, now, hour, want string }{
		{"Europe/Berlin", "2027-03-27T23:00:00Z", "2", "2027-03-28T01:00:00Z"},    // 2:00 is skipped
		{"Europe/Berlin", "2027-10-30T23:59:00Z", "2", "2027-10-31T00:00:00Z"},    // the first 2:00 of two
		{"Europe/Berlin", "2027-10-31T00:00:00Z", "2", "2027-11-01T01:00:00Z"},    // not the second
		{"America/New_York", "2026-11-01T00:00:00Z", "8", "2026-11-01T13:00:00Z"}, // after the change
		{"Asia/Kathmandu", "2026-11-01T00:00:00Z", "8", "2026-11-01T02:15:00Z"},   // 5:45 ahead
	} {
		zone, err := time.LoadLocation(c.zone)
		ok(t, err)
		now, err := time.Parse(time.RFC3339, c.now)
		ok(t, err)
		p := &modelPerson{mailing: "daily", zone: zone, hour: int(c.hour[0] - '0')}
		if got := p.mailAfter(now).UTC().Format(time.RFC3339); got != c.want {
			t.Errorf("%v: %s, want %s", c, got, c.want)
		}
	}
}
