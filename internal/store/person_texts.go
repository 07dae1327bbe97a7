package store

import (
	"context"
	"net/url"
	"regexp"
	"strings"
)

// addressText is a column of texts in which other people, or the program, wrote the address of a person: in any case,
// and in a query string in any encoding.
type addressText struct {
	table, key, column string
	isQuery            bool
}

var addressTexts = []addressText{
	{"saved_view", "id", "name", false},
	{"saved_view", "id", "query", true},
	{"import", "id", "name", false},
	{"key_name", "id", "name", false},
	{"api_key", "id", "name", false},
	{"bulk", "id", "params", false},
	{"bulk_piece", "bulk_id || ' ' || piece", "records", false},
	{"security_event", "id", "details", false},
	{"security_event", "id", "details_text", false},
	{"own_value", "rowno", "value", false},
	{"own_value", "rowno", "sort_key", false},
	{"own_value", "rowno", "search_text", false},
}

// eraseFromTexts replaces the address of a person in texts of others.
func (tx *Tx) eraseFromTexts(ctx context.Context, before, after string) error {
	type text struct{ key, text string }
	for _, t := range addressTexts {
		key := "CAST(" + t.key + " AS TEXT)"
		where := " WHERE replace(lower(" + t.column + "), $1, '') <> lower(" + t.column + ")"
		if t.isQuery {
			where += " OR replace(" + t.column + ", '%', '') <> " + t.column
		}
		found, err := many(ctx, tx.Queries, func(r rows) (f text, err error) { return f, r.Scan(&f.key, &f.text) }, "SELECT "+key+", "+t.column+" FROM "+t.table+where, before)
		if err != nil {
			return err
		}
		for _, f := range found {
			with := replaceAddress(f.text, before, after)
			if t.isQuery {
				with = replaceInQuery(with, before, after)
			}
			if with == f.text {
				continue
			}
			if _, err := tx.run(ctx, "UPDATE "+t.table+" SET "+t.column+" = $1 WHERE "+key+" = $2", with, f.key); err != nil {
				return err
			}
		}
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
