package prove

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"btracker/internal/change"
)

// compare fails unless the notifications and mails since the last comparison are those of the model.
func (s *simulation) compare() {
	s.Helper()
	rows, err := s.QueryContext(s.Context(), `SELECT n.id, n.recipient_id, n.item_id, n.kind, n.threshold FROM change c
		JOIN notification n ON n.item_id = c.entity_id AND n.change_seq = c.seq WHERE c.seq > $1`, s.lastChange)
	ok(s, err)
	defer rows.Close()
	found := map[string]string{} // ids by what they are
	for rows.Next() {
		var id, to, item, kind string
		var end int64
		ok(s, rows.Scan(&id, &to, &item, &kind, &end))
		key := strings.Join([]string{to, item, kindOf(kind), time.UnixMilli(end).UTC().Format(time.RFC3339Nano)}, " ")
		if found[key] != "" {
			s.Fatalf("twice: %s", key)
		}
		found[key] = id
	}
	ok(s, rows.Err())
	for _, n := range s.news {
		key := strings.Join([]string{n.to.id, n.subscription.id, n.kind, n.end.UTC().Format(time.RFC3339Nano)}, " ")
		if n.id = found[key]; n.id == "" {
			s.Fatalf("nobody was told: %s", key)
		}
		delete(found, key)
	}
	for key := range found {
		s.Fatalf("not in the model: %s", key)
	}
	s.notifications += len(s.news)
	s.news = nil
	s.lastChange = s.number("SELECT max(seq) FROM change")
	s.compareMails()
	s.compareNextMails()
	s.comparePrices()
}

// comparePrices compares the prices of all subscriptions, and what is planned.
func (s *simulation) comparePrices() {
	s.Helper()
	rows, err := s.QueryContext(s.Context(), `SELECT id, price, planned_price, planned_from FROM project_subscription`)
	ok(s, err)
	defer rows.Close()
	type price struct{ now, planned, from int64 }
	found := map[string]price{}
	for rows.Next() {
		var id string
		var now int64
		var planned, from *int64
		ok(s, rows.Scan(&id, &now, &planned, &from))
		one := price{now: now}
		if planned != nil {
			one.planned = *planned
		}
		if from != nil {
			one.from = *from
		}
		found[id] = one
	}
	ok(s, rows.Err())
	for _, sub := range s.subscriptions {
		if sub.gone {
			continue
		}
		want := price{now: int64(sub.price) * 100}
		if p := sub.planned; p != nil {
			if want.planned = int64(p.price) * 100; !p.from.IsZero() {
				want.from = p.from.UnixMilli()
			}
		}
		if found[sub.id] != want {
			s.Fatalf("%s costs %+v, want %+v", sub.id, found[sub.id], want)
		}
	}
}

// kindOf is a stored kind in the words of the model.
func kindOf(stored string) string {
	soon, isSoon := strings.CutPrefix(stored, "endingSoon")
	switch {
	case !isSoon:
		return stored
	case soon == "":
		return "soon 14"
	}
	return "soon " + soon[1:]
}

// compareMails sends the mails that were queued since the last comparison, and compares them.
func (s *simulation) compareMails() {
	s.Helper()
	args := map[bool]string{true: "json(args)", false: "args"}[s.snapshot == nil]
	rows, err := s.QueryContext(s.Context(), "SELECT id, "+args+" FROM river_job WHERE kind = 'mail' AND id > $1 ORDER BY id", s.lastJob)
	ok(s, err)
	defer rows.Close()
	var queued []change.MailJob
	for rows.Next() {
		var text []byte
		var job change.MailJob
		ok(s, rows.Scan(&s.lastJob, &text))
		ok(s, json.Unmarshal(text, &job))
		queued = append(queued, job)
	}
	ok(s, rows.Err())
	var got []string
	if len(queued) > 0 {
		done, lived := s.replicas[0].send(s.orderOf(s.admin, "send", queued))
		if !lived || done.Error != "" {
			s.Fatalf("send: %s", done.Error)
		}
		for _, mail := range done.Mails {
			got = append(got, mailText(mail.To, mail.Items, mail.More))
		}
	}
	slices.Sort(got)
	slices.Sort(s.mails)
	if !slices.Equal(got, s.mails) {
		s.Fatalf("mails\n%s\n\nwant\n%s", strings.Join(got, "\n"), strings.Join(s.mails, "\n"))
	}
	s.mails = nil
}

func (s *simulation) compareNextMails() {
	s.Helper()
	want := map[string]int{}
	for _, p := range s.people {
		if !p.nextMail.IsZero() {
			want[p.id] = int(p.nextMail.UnixMilli())
		}
	}
	tx, err := s.BeginTx(s.Context(), nil)
	ok(s, err)
	defer tx.Rollback()
	s.sameCounts("next mail", want, s.pairs(tx, "SELECT user_id, next_mail_at FROM notification_setting WHERE next_mail_at IS NOT NULL"))
}

// compareAll fails unless the state of every notification is that of the model.
func (s *simulation) compareAll() {
	s.Helper()
	want := map[string]string{}
	for _, p := range s.people {
		for _, n := range p.news {
			snoozed := int64(0)
			if !n.snoozed.IsZero() {
				snoozed = n.snoozed.UnixMilli()
			}
			want[n.id] = fmt.Sprint(n.isViewed, snoozed, n.mail)
		}
	}
	rows, err := s.QueryContext(s.Context(), `SELECT id, viewed_at IS NOT NULL, COALESCE(snoozed_until, 0),
		CASE WHEN mail_id IS NULL THEN '' WHEN mail_id = '' THEN 'waiting' ELSE 'mailed' END FROM notification`)
	ok(s, err)
	defer rows.Close()
	found := 0
	for rows.Next() {
		var id, mail string
		var isViewed bool
		var snoozed int64
		ok(s, rows.Scan(&id, &isViewed, &snoozed, &mail))
		if got := fmt.Sprint(isViewed, snoozed, mail); want[id] != got {
			s.Fatalf("%s: %s, want %s", id, got, want[id])
		}
		found++
	}
	ok(s, rows.Err())
	if found != len(want) {
		s.Fatalf("%d notifications, want %d", found, len(want))
	}
}
