package store

import (
	"context"
	"regexp"
	"strings"

	"btracker/internal/tracker"
)

// InsertSecurityEvent records a security event.
func (tx *Tx) InsertSecurityEvent(ctx context.Context, e tracker.SecurityEvent) error {
	_, err := tx.run(ctx, `INSERT INTO security_event (id, at, kind, email, address, agent, details, details_text) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		e.ID, millis(e.At), e.Kind, e.Email, e.Address, e.Agent, e.Details, textColumn(e.DetailsText))
	return err
}

func securityEventFilter(f tracker.SecurityEventFilter) *filter {
	where := &filter{}
	if f.Email != "" {
		where.and("email = " + where.arg(f.Email))
	}
	if f.Kind != "" {
		where.and("kind = " + where.arg(f.Kind))
	}
	if f.From != nil {
		where.and("at >= " + where.arg(millis(*f.From)))
	}
	if f.To != nil {
		where.and("at <= " + where.arg(millis(*f.To)))
	}
	return where
}

// SecurityEvents lists a page of security events, newest first.
func (q Queries) SecurityEvents(ctx context.Context, f tracker.SecurityEventFilter, limit, offset int) ([]tracker.SecurityEvent, error) {
	return q.securityEvents(ctx, securityEventFilter(f), limit, offset)
}

func (q Queries) securityEvents(ctx context.Context, where *filter, limit, offset int) ([]tracker.SecurityEvent, error) {
	list, err := many(ctx, q, func(r rows) (e tracker.SecurityEvent, err error) {
		var at int64
		var text *string
		if err = r.Scan(&e.ID, &at, &e.Kind, &e.Email, &e.Address, &e.Agent, &e.Details, &text); err == nil {
			e.At = instant(at)
			e.DetailsText, err = readText(text)
		}
		return e, err
	}, `SELECT id, at, kind, email, address, agent, details, details_text FROM security_event`+
		where.where()+` ORDER BY at DESC, id DESC LIMIT `+where.arg(limit)+` OFFSET `+where.arg(offset), where.args...)
	if err != nil {
		return nil, err
	}
	return list, q.namePlaces(ctx, list)
}

// placeID finds the id of a company or project in the details of an event about rights. Events of earlier versions have the id
// where newer ones have the name.
var placeID = regexp.MustCompile(` in (company|project) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:, by |$)`)

// namePlaces puts names in the place of ids of companies and projects that are still stored.
func (q Queries) namePlaces(ctx context.Context, list []tracker.SecurityEvent) error {
	found, ids := make([][]string, len(list)), map[RecordKind][]string{}
	for i, e := range list {
		if found[i] = placeID.FindStringSubmatch(e.Details); found[i] != nil {
			kind := RecordKind(found[i][1])
			ids[kind] = append(ids[kind], found[i][2])
		}
	}
	for kind, ids := range ids {
		names, err := q.RecordNames(ctx, kind, ids)
		if err != nil {
			return err
		}
		for i := range list {
			if place := found[i]; place != nil && names[place[2]] != "" {
				list[i].Details = strings.Replace(list[i].Details, place[2], names[place[2]], 1)
			}
		}
	}
	return nil
}

// CountSecurityEvents counts security events, at most highest of them.
func (q Queries) CountSecurityEvents(ctx context.Context, f tracker.SecurityEventFilter, highest int) (int, error) {
	where := securityEventFilter(f)
	return one(ctx, q, scanOne[int], `SELECT count(*) FROM (SELECT 1 FROM security_event`+where.where()+` LIMIT `+where.arg(highest)+`) counted`, where.args...)
}

// EachSecurityEvent streams security events, newest first, in pieces.
func (q Queries) EachSecurityEvent(ctx context.Context, f tracker.SecurityEventFilter, use func(tracker.SecurityEvent) error) error {
	last := tracker.SecurityEvent{}
	for {
		where := securityEventFilter(f)
		if last.ID != "" {
			where.and("(at, id) < (" + where.arg(millis(last.At)) + ", " + where.arg(last.ID) + ")")
		}
		piece, err := q.securityEvents(ctx, where, PieceRows, 0)
		if err != nil {
			return err
		}
		for _, last = range piece {
			if err := use(last); err != nil {
				return err
			}
		}
		if len(piece) < PieceRows {
			return nil
		}
	}
}
