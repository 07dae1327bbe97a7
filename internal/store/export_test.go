package store

import "context"

// Rows is the answer to a statement.
type Rows = rows

// ObserveReads lets a test see every statement that runs on SQLite outside of a transaction, and the rows that answer it.
func (s *Store) ObserveReads(observe func(text string, args []any, answer Rows) Rows) {
	s.db = observedReader{s.db, observe}
}

type observedReader struct {
	querier
	observe func(text string, args []any, answer Rows) Rows
}

func (r observedReader) query(ctx context.Context, text string, args ...any) (Rows, error) {
	answer, err := r.querier.query(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	return r.observe(text, args, answer), nil
}

// RankNone lets every search count as one that finds too much to be ranked.
func (s *Store) RankNone() { s.mostRanked = -1 }

// FewOwn lets no more than n records count as few that have a value of an own field.
func (s *Store) FewOwn(n int) { s.mostOwn = n }

// Long is the same question, of a list that counts as long.
func (q SubscriptionQuery) Long() SubscriptionQuery { q.longList = -1; return q }
