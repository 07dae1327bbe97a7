package contract

import (
	"cmp"
	"reflect"
	"strings"

	"btracker/internal/tracker"
)

// Operation declares one call of the API. httpapi routes and decodes by it, and the document describes it.
type Operation struct {
	ID      string // a name for generated clients
	Method  string
	Path    string // below api/v1
	Within  string // a pattern that fits Path and the paths of others, which net/http would not tell apart by themselves
	Tag     string // name of one of tags
	Summary string
	Details string // follows the summary
	Who     Who    // may call it
	Keys    Keys   // may call it; none unless it says so

	List       *List
	Params     []Param
	Photo      bool  // the body is an image
	Upload     bool  // the body is a CSV or XLSX file
	Stream     bool  // the body is a file of any kind, which the handler reads
	NoBody     bool  // an absent body is the same as {}
	MaxBody    int64 // in bytes; see BodyLimit
	Idempotent bool  // takes an Idempotency-Key
	Slow       bool  // may work on thousands of records, and gets more time

	Status   int          // of success; by default 200, or 204 without an answer
	Existing bool         // answers 200 if the entity exists already
	Job      reflect.Type // of the answer 202, if it may go on as a job
	Answer   any          // example, if not the example of its type
	File     string       // the beginning of the CSV file that it answers
	Content  bool         // answers a file of any kind
	Columns  []string     // that it can have, by name
	Selects  string       // the list of bulk actions whose records it exports; the first column names a record
	Writes   bool         // changes something although it is a GET

	// Errors besides those that follow from the fields above.
	Missing   bool             // 404 although no id is in its path
	Throttled bool             // 429
	SignsIn   []*tracker.Error // 401 although it needs no token
	Away      []*tracker.Error // 503 although the database is there
	SetsUp    bool             // allowed before a second factor that is required is set up
	Refusals  []*tracker.Error // 422

	In, Out reflect.Type // JSON bodies of the request and the answer; nil for none
}

// Who says who may call an operation.
type Who struct {
	Line   string // the end of the sentence "May be called by"
	Public bool   // needs no token
}

// Keys says with which keys of programs an operation may be called, beside Who. A stolen key must not lead to a password, a
// session, another key, a webhook or an account: operations that give one of these take no keys.
type Keys int

const (
	NoKeys   Keys = iota
	WideKeys      // those that are not narrowed to one company
	AnyKeys       // all; one that is narrowed to a company gets what belongs to the company
)

var (
	Anyone         = Who{Line: "anyone, without a token.", Public: true}
	SignedIn       = Who{Line: "everyone who is signed in."}
	Administrators = Who{Line: "administrators."}
	Readers        = Who{Line: "administrators and clients. Everyone else finds nothing here."}
)

// Moderators returns the moderators of a company or project who have a permission, by the table that decides it.
func Moderators(of string, p tracker.Permission) Who {
	if p == tracker.See {
		return Who{Line: "administrators, and every moderator of " + of + ". For everyone else it does not exist."}
	}
	return Who{Line: "administrators, and moderators of " + of + " with the role " + Roles(tracker.RolesThatMay(p), "or") + "."}
}

// List says which parameters a list takes.
type List struct {
	Sorts       []string // the default first
	Descending  bool     // by default
	Removed     bool     // filters by the mark of removal
	Search      bool
	PageSize    int    // default, if not tracker.DefaultPageSize
	Totals      any    // an example of the Totals header, if there is one
	TotalsIf    string // what has to be asked for to get it, if not always
	TotalInBody bool   // instead of a Pagination header
	HasOwn      bool   // it can be filtered and sorted by own fields
}

// Param is a query parameter that only some operations have.
type Param struct{ Name, Type, Doc string }

func Flag(name, doc string) Param { return Param{name, "boolean", doc} }

func Text(name, doc string) Param { return Param{name, "string", doc} }

// A body type that is not a plain struct has one of these methods.
type (
	wrapper  interface{ Wraps() reflect.Type }   // {"data": …}
	union    interface{ OneOf() []reflect.Type } // the example is one of the first type
	optional interface{ Inner() any }            // tracker.Opt
)

// as returns the zero value of a type as an interface, if the type implements it.
func as[I any](t reflect.Type) (I, bool) {
	i, ok := reflect.Zero(t).Interface().(I)
	return i, ok
}

// input is the type of the JSON body, without {"data": …} around it, or of one in a list.
func (op *Operation) input() reflect.Type {
	if w, ok := as[wrapper](op.In); ok {
		return w.Wraps()
	}
	if op.In.Kind() == reflect.Slice {
		return op.In.Elem()
	}
	return op.In
}

// Changes reports whether the operation changes something.
func (op *Operation) Changes() bool { return op.Method != "GET" || op.Writes }

// BodyLimit is how many bytes the body may have.
func (op *Operation) BodyLimit() int64 {
	switch {
	case op.Photo:
		return tracker.MaxPhotoBody
	case op.Upload:
		return tracker.MaxImportBody
	case op.MaxBody == 0 && op.Who.Public:
		return tracker.MaxPublicBody
	}
	return cmp.Or(op.MaxBody, tracker.MaxBody)
}

// MayBeLong reports whether it is a read of so many records that it may take long, depending on its parameters. A read
// of one record is named by its path.
func (op *Operation) MayBeLong() bool {
	isOfMany := op.List != nil || !strings.Contains(op.Path, "{") && !strings.HasPrefix(op.Path, "/account")
	return op.Method == "GET" && !op.Who.Public && op.File == "" && isOfMany
}
