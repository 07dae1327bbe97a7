package tracker

// RemovedFilter chooses among items that are marked removed.
type RemovedFilter string

const (
	RemovedInclude RemovedFilter = "include"
	RemovedExclude RemovedFilter = "exclude"
	RemovedOnly    RemovedFilter = "only"
)

var RemovedFilters = []RemovedFilter{RemovedInclude, RemovedExclude, RemovedOnly}

// ExportFormats lists the formats of an export, the default first.
var ExportFormats = []string{"csv", "xlsx"}

// ListQuery has the parameters of every list.
type ListQuery struct {
	PageNumber     int
	PageSize       int
	Search         string
	Ranked         bool // by how well a name matches Search, before SortBy
	SortBy         string
	SortDescending bool
	Then           []Sort // orders rows with equal values of SortBy
	Removed        RemovedFilter

	OwnParams []OwnParam          // filters by own fields, as they were sent
	Own       []OwnFilter         // and as they were found
	OwnSorts  map[string]OwnField // the own fields that it is sorted by, by the names in SortBy and Then
}

// Sorts lists all sorts, the first one first.
func (q ListQuery) Sorts() []Sort {
	return append([]Sort{{By: q.SortBy, Descending: q.SortDescending}}, q.Then...)
}

// SortsByOwn reports whether the list is sorted by an own field, before or after others.
func (q ListQuery) SortsByOwn() bool { return len(q.OwnSorts) > 0 }

// MoneyRange narrows a list by an amount, both ends included; nil is open.
type MoneyRange struct{ From, To *Money }

// Open reports whether every amount is in the range.
func (r MoneyRange) Open() bool { return r.From == nil && r.To == nil }

// Has reports whether an amount is in the range.
func (r MoneyRange) Has(m Money) bool {
	return (r.From == nil || m >= *r.From) && (r.To == nil || m <= *r.To)
}

// Sort is a further order of a list.
type Sort struct {
	By         string
	Descending bool
}

// Offset is the number of rows before the page.
func (q ListQuery) Offset() int { return (q.PageNumber - 1) * q.PageSize }

// Window is the rows of a list that are asked for.
type Window struct{ Offset, Size int }

func (q ListQuery) Window() Window { return Window{q.Offset(), q.PageSize} }

// Pagination says which page of how many it is.
type Pagination struct {
	TotalItems   int `json:"totalItems"`
	TotalPages   int `json:"totalPages"`
	CurrentPage  int `json:"currentPage"`
	ItemsPerPage int `json:"itemsPerPage"`
}

// Page is one page of a list.
type Page[T any] struct {
	Data       []T        `json:"data"`
	Pagination Pagination `json:"pagination"`
}

// NewPage returns the page of a query that has these rows, of total rows in all.
func NewPage[T any](rows []T, total int, q ListQuery) Page[T] {
	return Page[T]{Data: rows, Pagination: Pagination{
		TotalItems:   total,
		TotalPages:   (total + q.PageSize - 1) / q.PageSize,
		CurrentPage:  q.PageNumber,
		ItemsPerPage: q.PageSize,
	}}
}
