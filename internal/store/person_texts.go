package store

import (
	"context"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"

	"btracker/internal/tracker"
)

// addressText is a column of texts in which other people, or the program, wrote the address of a person: in any case,
// and in a query string in any encoding.
type addressText struct {
	table, key, column string
	// encoded replaces an address in query strings; nil where there are none.
	encoded func(text, before, after string) string
}

var addressTexts = []addressText{
	{"saved_view", "id", "name", nil},
	{"saved_view", "id", "query", replaceInQuery},
	{"plan", "id", "name", nil},
	{"plan", "id", "changes", replaceInPlan},
	{"import", "id", "name", nil},
	{"key_name", "id", "name", nil},
	{"api_key", "id", "name", nil},
	{"webhook", "id", "name", nil},
	{"bulk", "id", "params", nil},
	{"bulk_piece", "bulk_id || ' ' || piece", "records", nil},
	{"security_event", "id", "details", nil},
	{"security_event", "id", "details_text", nil},
	{"own_value", "rowno", "value", nil},
	{"own_value", "rowno", "sort_key", nil},
	{"own_value", "rowno", "search_text", nil},
}

// eraseFromTexts replaces the address of a person in texts of others.
func (tx *Tx) eraseFromTexts(ctx context.Context, before, after string) error {
	type text struct{ key, text string }
	for _, t := range addressTexts {
		key := "CAST(" + t.key + " AS TEXT)"
		where := " WHERE replace(lower(" + t.column + "), $1, '') <> lower(" + t.column + ")"
		if t.encoded != nil {
			where += " OR replace(" + t.column + ", '%', '') <> " + t.column
		}
		found, err := many(ctx, tx.Queries, func(r rows) (f text, err error) { return f, r.Scan(&f.key, &f.text) }, "SELECT "+key+", "+t.column+" FROM "+t.table+where, before)
		if err != nil {
			return err
		}
		for _, f := range found {
			with := replaceAddress(f.text, before, after)
			if t.encoded != nil {
				with = t.encoded(with, before, after)
			}
			if with == f.text {
				continue
			}
			if _, err := tx.run(ctx, "UPDATE "+t.table+" SET "+t.column+" = $1 WHERE "+key+" = $2", with, f.key); err != nil {
				return err
			}
		}
	}
	for _, list := range tracker.OwnLists {
		tx.ownChanged(list)
	}
	return nil
}

// replaceAddress replaces an address in a text, in any case. A longer address that ends or begins with it stays.
func replaceAddress(text, before, after string) string {
	var out strings.Builder
	copied := 0
	for _, at := range regexp.MustCompile("(?i)"+regexp.QuoteMeta(before)).FindAllStringIndex(text, -1) {
		if at[0] > 0 && isLetterOrDigit(text[at[0]-1]) || at[1] < len(text) && isLetterOrDigit(text[at[1]]) {
			continue
		}
		out.WriteString(text[copied:at[0]])
		out.WriteString(after)
		copied = at[1]
	}
	out.WriteString(text[copied:])
	return out.String()
}

func isLetterOrDigit(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
}

// replaceInQuery replaces an address in the names and values of a query string, and leaves the others as they are.
func replaceInQuery(query, before, after string) string {
	parts := strings.Split(query, "&")
	for i, part := range parts {
		sides := strings.SplitN(part, "=", 2)
		for j, side := range sides {
			plain, err := url.QueryUnescape(side)
			if err != nil {
				continue
			}
			if with := replaceAddress(plain, before, after); with != plain {
				sides[j] = url.QueryEscape(with)
			}
		}
		parts[i] = strings.Join(sides, "=")
	}
	return strings.Join(parts, "&")
}

// replaceInPlan replaces an address in the queries that the changes of a plan are for.
func replaceInPlan(text, before, after string) string {
	var changes []tracker.PlanChange
	if json.Unmarshal([]byte(text), &changes) != nil {
		return text
	}
	for i, c := range changes {
		if c.Query != nil {
			changes[i].Query = new(replaceInQuery(*c.Query, before, after))
		}
	}
	with, err := json.Marshal(changes)
	if err != nil {
		return text
	}
	return string(with)
}
