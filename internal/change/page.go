package change

import "btracker/internal/tracker"

// UseAll passes on rows, unless reading them failed.
func UseAll[T any](rows []T, err error, use func(T) error) error {
	for i := 0; err == nil && i < len(rows); i++ {
		err = use(rows[i])
	}
	return err
}

// PageOf is a page of a list that was read whole, because it is short.
func PageOf[T any](list []T, q tracker.ListQuery) tracker.Page[T] {
	total := len(list)
	from, to := min(q.Offset(), total), min(q.Offset()+q.PageSize, total)
	return tracker.NewPage(list[from:to], total, q)
}

// BoundedTotal returns the total of a list of which a page has so many rows. count counts the list up to
// highest, and is called only where the page does not tell. A list of highest rows or more says on each full
// page that there is another one.
func BoundedTotal(q tracker.ListQuery, rows, highest int, count func() (int, error)) (int, error) {
	seen := q.Offset() + rows
	if 0 < rows && rows < q.PageSize || seen == 0 {
		return seen, nil
	}
	counted, err := count()
	switch {
	case err != nil || rows == 0:
		return counted, err
	case counted == highest:
		return max(counted, seen+1), nil // there may be another page
	}
	return max(seen, counted), nil
}
