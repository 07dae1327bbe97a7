package prove

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/pgtest"
	"btracker/internal/store"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
	"btracker/internal/tracker"
)

var (
	seed          = flag.Uint64("seed", 1, "of the simulation")
	subscriptions = flag.Int("subscriptions", 10_000, "of the simulation of make prove")
)

// Two years of subscriptions, of people and their settings, with kills in the middle of the work and clocks that jump:
// the notifications and mails are those of a plain model, each once.
func TestSimulationSQLite(t *testing.T) {
	begin(t)
	target := onSQLite(t)
	ok(t, os.MkdirAll(target.Data, 0o700))
	simulate(t, target, target.Data, 1)
}

func TestSimulationPostgres(t *testing.T) {
	begin(t)
	target := onPostgres(t, pgtest.NewDatabase(t))
	simulate(t, target, target.DatabaseURL, 3)
}

type simulation struct {
	*testing.T
	evidence
	model
	random   *rand.Rand
	now      time.Time
	database string
	replicas []*replicaProcess
	log      testkit.Buffer // of the replicas

	admin     *modelPerson
	companies []*modelCompany
	projects  []*modelProject
	items     []*modelItem

	lastChange, lastJob                                       int
	scans, kills, jumps, notifications                        int
	attached, canceled, edited, roles, views, snoozes, chosen int

	foreseen, eventsTrue, monthsTrue int // how often the year ahead was asked for, and what of it came true
}

func simulate(t *testing.T, target program.Target, database string, replicas int) {
	s := &simulation{T: t, model: model{told: map[string]bool{}}, random: rand.New(rand.NewPCG(*seed, uint64(replicas))), database: database,
		now: time.Date(2026, 2, 20, 9, 0, 0, 0, time.UTC)}
	defer func() {
		if t.Failed() {
			t.Logf("at %s, after %d scans and %d kills, with seed %d\n%s", s.now.Format(time.RFC3339Nano), s.scans, s.kills, *seed, s.log.String())
			return
		}
		t.Logf("%d people with %d subscriptions, two years in %d scans by %d replicas, %d kills and %d wrong clocks; %d cancelations, %d edits, %d changes of roles, %d views, %d snoozes, %d new settings: "+
			"%d notifications and %d mails, each as in the model and once; %d forecasts, of which %d events and %d months came true", len(s.people), s.attached, s.scans, replicas, s.kills, s.jumps,
			s.canceled, s.edited-s.attached, s.roles, s.views, s.snoozes, s.chosen, s.notifications, s.mailed,
			s.foreseen, s.eventsTrue, s.monthsTrue)
	}()
	s.evidence = open(t, target)
	s.furnish()
	for range replicas {
		s.replicas = append(s.replicas, startReplica(t, database, &s.log))
	}
	for i := range s.people {
		s.choose(s.people[i], i)
	}
	const length = 2 * 365 * oneDay
	for from := s.now; s.now.Sub(from) < length; s.moveClock() {
		for due := 0.6 + 0.5*float64(s.now.Sub(from))/float64(length); float64(s.attached) < min(1, due)*float64(shortOrFull(30, *subscriptions)); {
			s.attach()
		}
		if s.oneIn(25) {
			s.withWrongClock()
		}
		s.live()
		if age := s.now.Sub(from); age > time.Duration(s.foreseen+1)*length/time.Duration(shortOrFull(4, 9)) && s.oneIn(3) {
			s.leaveAlone()
		}
	}
	s.compareAll()
	if s.foreseen == 0 || s.eventsTrue == 0 || s.monthsTrue == 0 {
		t.Errorf("%d forecasts were compared with %d events and %d months", s.foreseen, s.eventsTrue, s.monthsTrue)
	}
}

func (s *simulation) oneIn(n int) bool { return s.random.IntN(n) == 0 }

func pick[T any](s *simulation, of []T) T { return of[s.random.IntN(len(of))] }

// live is some work of people, and a scan.
func (s *simulation) live() {
	for range s.random.IntN(shortOrFull(10, 4)) {
		pick(s, []func(){s.changeRole, s.cancel, s.edit, s.edit, s.renew, s.plan, s.plan, s.detach, s.changeNotice, s.view, s.view, s.viewAll, s.snooze, s.snooze,
			func() { s.choose(pick(s, s.people), s.random.IntN(1000)) }})()
	}
	s.scan()
	s.compare()
}

// moveClock goes to another instant, often to one at which something is due, or just before or after it.
func (s *simulation) moveClock() {
	step := time.Duration(1+s.random.IntN(shortOrFull(15*24, 14))) * time.Hour
	if s.oneIn(100) {
		step = time.Duration(5+s.random.IntN(35)) * oneDay // nobody worked for a while
	}
	next := s.now.Add(step).Add(time.Duration(s.random.IntN(3_600_000)) * time.Millisecond)
	if !s.oneIn(3) {
		at := pick(s, s.people).nextMail
		if sub := pick(s, s.subscriptions); s.oneIn(2) {
			at = sub.end
			if date, has := sub.date(); has {
				at = dueFrom(date, pick(s, chosenDays))
			}
		}
		at = at.Add(time.Duration(s.random.IntN(3)-1) * time.Millisecond)
		if at.After(s.now) && at.Before(s.now.Add(step*4)) {
			next = at
		}
	}
	for _, p := range s.people { // the last moment before somebody's clock changes: their next mail is due after it
		_, change := s.now.In(p.zone).ZoneBounds()
		if last := change.Add(-time.Millisecond); last.After(s.now) && last.Before(next) {
			next = last
		}
	}
	s.now = next
}

// withWrongClock lets all replicas work at a time that it is not.
func (s *simulation) withWrongClock() {
	right := s.now
	s.now = s.now.Add(time.Duration(s.random.IntN(50*24)-20*24) * time.Hour)
	s.jumps++
	s.live()
	s.now = right
}

// furnish makes the people and what they work on.
func (s *simulation) furnish() {
	r, err := openReplica(s.Context(), s.database, &s.log)
	ok(s, err)
	defer r.store.Close()
	ok(s, r.store.Migrate(s.Context()))
	for i := range 14 {
		p := &modelPerson{id: fmt.Sprint("person-", i), email: fmt.Sprintf("person%d@example.com", i), isAdmin: i < 2, days: map[int]time.Time{14: {}},
			mailing: "off", hour: 8, zone: time.UTC}
		ok(s, r.store.Write(s.Context(), func(tx *store.Tx) error {
			if err := tx.InsertUser(s.Context(), tracker.User{ID: p.id, Email: p.email, DisplayName: p.email, IsAdmin: p.isAdmin, CreatedAt: s.now}, nil); err != nil {
				return err
			}
			return tx.InsertSession(s.Context(), store.Session{ID: p.id, UserID: p.id, CreatedAt: s.now, ExpiresAt: s.now.AddDate(50, 0, 0)})
		}))
		s.people = append(s.people, p)
	}
	s.admin = s.people[0]
	do := func(what string, body object) string {
		done := r.carryOut(s.Context(), s.orderOf(s.admin, what, body))
		if done.Error != "" {
			s.Fatal(done.Error)
		}
		return done.ID
	}
	do("category", object{"name": "Hosting"})
	for i := range 6 {
		item := &modelItem{name: fmt.Sprint("Server ", i)}
		if i > 2 {
			item.notice = new(10 * i)
		}
		item.id = do("item", item.body())
		s.items = append(s.items, item)
	}
	for i := range 5 {
		company := &modelCompany{id: do("company", object{"name": fmt.Sprint("Company ", i)}), roles: map[*modelPerson]string{}}
		for j, role := range []string{"Owner", "Manager", "Support", "Developer"} {
			p := s.people[2+(i*2+j)%12]
			company.roles[p] = role
			do("moderateCompany", object{"id": company.id, "userEmail": p.email, "role": role})
		}
		s.companies = append(s.companies, company)
	}
	for i := range shortOrFull(20, 20+*subscriptions/250) { // a project holds 500 subscriptions at most
		project := &modelProject{company: s.companies[i%5], roles: map[*modelPerson]string{}, links: map[*modelPerson]string{}}
		project.id = do("project", object{"companyId": project.company.id, "name": fmt.Sprint("Project ", i)})
		s.projects = append(s.projects, project)
	}
}

func (i *modelItem) body() object {
	return object{"id": i.id, "categoryName": "Hosting", "name": i.name, "status": 0, "cost": 5 + i.cost, "noticeDays": i.notice}
}

func (s *simulation) orderOf(p *modelPerson, what string, body any) order {
	input, err := json.Marshal(body)
	ok(s, err)
	return order{Now: s.now, Do: what, As: p.id, Body: input}
}

// do has a replica do something for a person. A replica that is killed meanwhile does it again, or another one does.
func (s *simulation) do(p *modelPerson, what string, body any) (id string) {
	s.Helper()
	o := s.orderOf(p, what, body)
	o.Key = fmt.Sprint(s.attached)
	if s.oneIn(40) {
		o.Die = 1 + s.random.IntN(8)
	}
	for {
		i := s.random.IntN(len(s.replicas))
		done, lived := s.replicas[i].send(o)
		switch {
		case !lived:
			s.restart(i)
		case done.Error == "":
			return done.ID
		case !done.Busy:
			s.Fatal(done.Error)
		}
		o.Die = 0
	}
}

func (s *simulation) restart(i int) {
	s.Helper()
	s.replicas[i].end()
	s.kills++
	s.replicas[i] = startReplica(s, s.database, &s.log)
}

// scan has all replicas scan at once. Some are killed meanwhile, or the database is busy; then it happens again, until one
// has done it all.
func (s *simulation) scan() {
	s.Helper()
	for isDone := false; !isDone; {
		var work sync.WaitGroup
		died, reports := make([]bool, len(s.replicas)), make([]report, len(s.replicas))
		for i, r := range s.replicas {
			o := order{Now: s.now, Do: "scan"}
			if s.oneIn(20) {
				o.Die = 1 + s.random.IntN(60)
			}
			if s.oneIn(40) { // at any moment
				later := time.Duration(s.random.IntN(30)) * time.Millisecond
				died[i] = true
				work.Go(func() { time.Sleep(later); r.Kill() })
			}
			work.Go(func() {
				done, lived := r.send(o)
				died[i], reports[i] = died[i] || !lived, done
			})
		}
		work.Wait()
		s.scans++
		for i, done := range reports {
			if done.Error != "" && !done.Busy {
				s.Fatal(done.Error)
			}
			isDone = isDone || !died[i] && !done.Busy
			if died[i] {
				s.restart(i)
			}
		}
	}
	s.model.scan(s.now)
}

// chosenDays are the days of which people choose some. The first people choose them all, so that no day is ever new to
// everybody.
var chosenDays = []int{0, 1, 3, 7, 14, 30, 60, 90}

// choose gives a person other settings, by a number.
func (s *simulation) choose(p *modelPerson, n int) {
	days := slices.Clone(chosenDays)
	if p != s.admin {
		s.random.Shuffle(len(days), func(i, j int) { days[i], days[j] = days[j], days[i] })
	}
	days = days[:min(len(days), s.random.IntN(7))]
	if s.chosen < 2 { // see chosenDays
		days = chosenDays[s.chosen*4 : s.chosen*4+4]
	}
	zones := []string{"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Auckland", "America/St_Johns"}
	mailing, hour, zone := []string{"each", "daily", "weekly", "off"}[n%4], s.random.IntN(24), zones[n%len(zones)]
	if s.oneIn(3) {
		hour = s.random.IntN(4) // when the clocks change
	}
	location, err := time.LoadLocation(zone)
	ok(s, err)
	kinds := []string{"endsSoon", "ended", "renewed", "canceled"}
	wanted, unwanted := object{}, []string{}
	for _, kind := range kinds {
		isWanted := !s.oneIn(8)
		if wanted[kind] = isWanted; !isWanted {
			unwanted = append(unwanted, strings.Replace(kind, "endsSoon", "soon", 1))
		}
	}
	onlyResponsible := s.oneIn(4)
	s.do(p, "settings", object{"remindDays": days, "email": mailing, "hour": hour, "timeZone": zone, "kinds": wanted, "onlyResponsible": onlyResponsible})
	s.chosen++
	since := map[int]time.Time{}
	for _, day := range days {
		since[day] = s.now
		if before, chosen := p.days[day]; chosen {
			since[day] = before
		}
	}
	isOtherMail := p.mailing != mailing || p.hour != hour || p.zone.String() != zone
	p.days, p.mailing, p.hour, p.zone, p.unwanted, p.onlyResponsible = since, mailing, hour, location, unwanted, onlyResponsible
	if !isOtherMail {
		return
	}
	if p.nextMail = p.mailAfter(s.now); p.nextMail.IsZero() {
		for _, n := range p.news {
			if n.mail == "waiting" {
				n.mail = ""
			}
		}
	}
}

// term gives a subscription a term of whole months or of days. Its beginning is on a day that each month has.
func (s *simulation) term(sub *modelSubscription, start time.Time) {
	sub.start = time.Date(start.Year(), start.Month(), min(start.Day(), 28), start.Hour(), 0, 0, 0, time.UTC)
	sub.months, sub.days = 0, pick(s, []int{20, 45, 70, 100, 130, 200, 400, 500})
	if sub.renews {
		sub.days = pick(s, []int{10, 45, 100, 200})
		if !s.oneIn(8) {
			sub.months, sub.days = pick(s, []int{1, 3, 6, 12, 12, 12, 24}), 0
		}
	}
	sub.end = sub.start.AddDate(0, sub.months, sub.days)
}

func (s *simulation) body(sub *modelSubscription, more object) object {
	s.edited++
	sub.price = s.edited
	body := object{"startAt": sub.start, "endAt": sub.end, "autoRenew": sub.renews, "price": s.edited, "noticeDays": sub.notice}
	for name, value := range more {
		body[name] = value
	}
	return body
}

func (s *simulation) attach() {
	sub := &modelSubscription{project: pick(s, s.projects), item: pick(s, s.items), renews: s.oneIn(2), reminded: neverYet}
	s.term(sub, s.now.Add(-time.Duration(s.random.IntN(60))*oneDay))
	if s.oneIn(4) {
		sub.notice = new(s.random.IntN(40))
	}
	s.attached++
	sub.id = s.do(s.admin, "attach", s.body(sub, object{"projectId": sub.project.id, "subscriptionId": sub.item.id}))
	s.subscriptions = append(s.subscriptions, sub)
	s.changed(sub, s.now, true)
}

// edit changes the price alone, the notice period, or the dates.
func (s *simulation) edit() {
	sub := pick(s, s.subscriptions)
	if sub.gone || sub.isCanceled {
		return
	}
	before := *sub
	switch s.random.IntN(3) {
	case 0:
		sub.notice = nil
		if !s.oneIn(3) {
			sub.notice = new(s.random.IntN(40))
		}
	case 1:
		sub.renews = s.oneIn(2)
		s.term(sub, s.now.Add(-time.Duration(s.random.IntN(5))*oneDay))
	}
	s.do(s.admin, "edit", s.body(sub, object{"id": sub.id}))
	isNewNotice := (before.notice == nil) != (sub.notice == nil) || sub.notice != nil && *before.notice != *sub.notice
	s.changed(sub, s.now, isNewNotice || before.renews != sub.renews || !before.end.Equal(sub.end))
}

func (s *simulation) cancel() {
	sub, p := pick(s, s.subscriptions), pick(s, s.people)
	if sub.gone || sub.isCanceled || !p.mayCancel(sub.project) {
		return
	}
	s.do(p, "cancel", object{"id": sub.id, "cancelationReason": "enough"})
	s.canceled++
	s.tellAll(sub, "canceled", p)
	sub.isCanceled, sub.planned = true, nil
}

// renew opens the next period by hand, perhaps ahead. The end says which one it is, so that a replica that died and is asked again does it once.
func (s *simulation) renew() {
	sub, p := pick(s, s.subscriptions), pick(s, s.people)
	if sub.gone || sub.isCanceled || !p.mayCancel(sub.project) || sub.start.After(s.now) {
		return
	}
	sub.next()
	s.do(p, "renew", object{"id": sub.id, "endAt": sub.end})
	if plan := sub.planned; plan != nil && !plan.from.After(sub.start) {
		sub.price = plan.price
		if !plan.from.After(s.now) {
			sub.planned = nil
		}
	}
	s.tellAll(sub, "renewed", p)
	s.changed(sub, s.now, true)
}

// plan notes a price for the next renewal or for a day.
func (s *simulation) plan() {
	sub := pick(s, s.subscriptions)
	if sub.gone || sub.isCanceled || !sub.renews && sub.end.Before(s.now) {
		return
	}
	s.edited++
	plan := &modelPlan{price: s.edited}
	body := object{"id": sub.id, "price": plan.price}
	if s.oneIn(2) {
		plan.from = s.now.Add(time.Duration(1+s.random.IntN(120*24*3600)) * time.Second).Truncate(time.Millisecond)
		body["from"] = plan.from
	}
	s.do(s.admin, "plan", body)
	sub.planned = plan
	s.changed(sub, s.now, false)
}

func (s *simulation) detach() {
	sub := pick(s, s.subscriptions)
	if !s.oneIn(5) || sub.gone {
		return
	}
	s.do(s.admin, "detach", object{"id": sub.id})
	sub.gone = true
}

// changeNotice gives a subscription of the catalogue another notice period, and another cost for the next renewals. For those that have none of their
// own it is another date.
func (s *simulation) changeNotice() {
	item := pick(s, s.items)
	before := item.notice
	item.notice, item.cost = new(s.random.IntN(40)), s.random.IntN(3)
	s.do(s.admin, "editItem", item.body())
	if before != nil && *before == *item.notice {
		return
	}
	for _, sub := range s.subscriptions {
		if sub.item == item && sub.renews && sub.notice == nil {
			sub.reminded = neverYet
		}
	}
}

func (s *simulation) changeRole() {
	project, p := pick(s, s.projects), pick(s, s.people)
	s.roles++
	if link := project.links[p]; link != "" {
		s.do(s.admin, "unmoderate", object{"id": link})
		delete(project.links, p)
		delete(project.roles, p)
		return
	}
	role := pick(s, []string{"Owner", "Manager", "Support", "Developer"})
	project.links[p] = s.do(s.admin, "moderateProject", object{"id": project.id, "userEmail": p.email, "role": role})
	project.roles[p] = role
}

// someNews returns one of the latest notifications of somebody who may still see it, if there is one. It prefers those
// that wait for a mail.
func (s *simulation) someNews() *modelNews {
	p := pick(s, s.people)
	latest := p.news[max(0, len(p.news)-100):]
	latest = slices.DeleteFunc(slices.Clone(latest), func(n *modelNews) bool { return n.id == "" || !p.sees(n.subscription.project) })
	if waiting := slices.DeleteFunc(slices.Clone(latest), func(n *modelNews) bool { return n.mail != "waiting" }); len(waiting) > 0 {
		latest = waiting
	}
	if len(latest) == 0 {
		return nil
	}
	return pick(s, latest)
}

func (s *simulation) view() {
	if n := s.someNews(); n != nil {
		s.do(n.to, "view", n.id)
		n.isViewed = true
		s.views++
	}
}

func (s *simulation) viewAll() {
	p := pick(s, s.people)
	s.do(p, "viewAll", nil)
	s.views++
	for _, n := range p.news {
		if n.snoozed.IsZero() && p.sees(n.subscription.project) {
			n.isViewed = true
		}
	}
}

func (s *simulation) snooze() {
	if n := s.someNews(); n != nil {
		until := s.now.Add(time.Duration(1+s.random.IntN(20*24*60)) * time.Minute)
		s.do(n.to, "snooze", object{"notificationId": n.id, "until": until})
		n.snoozed = until
		s.snoozes++
	}
}
