package tracker

import (
	"testing"

	"pgregory.net/rapid"
)

func TestPagesCoverEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.IntRange(0, 5000).Draw(t, "total")
		q := ListQuery{PageSize: rapid.IntRange(1, MaxPageSize).Draw(t, "size")}
		rows := 0
		pages := NewPage[int](nil, total, q).Pagination.TotalPages
		for q.PageNumber = 1; q.PageNumber <= pages; q.PageNumber++ {
			if q.Offset() != rows {
				t.Fatalf("page %d begins at %d, want %d", q.PageNumber, q.Offset(), rows)
			}
			rows += min(q.PageSize, total-q.Offset())
		}
		if rows != total {
			t.Fatalf("%d pages hold %d of %d", pages, rows, total)
		}
	})
}
