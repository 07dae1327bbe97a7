package contract

import (
	"reflect"
	"strings"

	"btracker/internal/tracker"
)

// Operation declares one call of the API: what httpapi needs to route and decode it, and what the document says of it.
type Operation struct {
	ID      string // one word, for generated clients
	Method  string
	Path    string // below api/v1
	Tag     string // one of tags
	Summary string
	Details string // what the summary leaves out
	Who     Who    // may call it

	List       *List
	Params     []Param
	Photo      bool // the body is an image
	NoBody     bool // an absent body is the same as {}
	Idempotent bool // takes an Idempotency-Key

	Status   int    // of success; 200 unless set, 204 without an answer
	Existing bool   // answers 200 for what was there already
	Answer   any    // an example other than that of the answer's type
	File     string // the answer is a CSV file that begins like this
	Writes   bool   // changes something although it is a GET

	// Errors beyond those that every call of its form can answer.
	Missing   bool             // 404 although no id is in its path
	Throttled bool             // 429
	SignsIn   bool             // 401 although it needs no token
	Refusals  []*tracker.Error // its 422s

	In, Out reflect.Type // what is sent and answered as JSON; nil for nothing
}

// Who may call an operation.
type Who struct {
	Line    string // goes on after "May be called by "
	Public  bool   // needs no token
	Forbids bool   // others who are signed in get a 403
}

var (
	Anyone         = Who{Line: "anyone, without a token.", Public: true}
	SignedIn       = Who{Line: "everyone who is signed in."}
	Administrators = Who{Line: "administrators.", Forbids: true}
	Readers        = Who{Line: "administrators and clients. Everyone else finds nothing here."}
)

// Moderators are those whose role on something covers a permission, by the same table that decides it.
func Moderators(of string, p tracker.Permission) Who {
	if p == tracker.See {
		return Who{Line: "administrators, and every moderator of " + of + ". For everyone else it does not exist."}
	}
	return Who{Line: "administrators, and moderators of " + of + " with the role " + Roles(tracker.RolesThatMay(p), "or") + ".", Forbids: true}
}

// List says what a list offers.
type List struct {
	Sorts       []string // the default first
	Descending  bool     // unless told otherwise
	Removed     bool     // can be filtered by the mark of removal
	Search      bool
	PageSize    int  // default; tracker.DefaultPageSize unless set
	TotalInBody bool // instead of a Pagination header
}

// Param is a query parameter beyond those of lists.
type Param struct{ Name, Type, Doc string }

// Flag is a parameter that is true or false.
func Flag(name, doc string) Param { return Param{name, "boolean", doc} }

// Text is a parameter of any text.
func Text(name, doc string) Param { return Param{name, "string", doc} }

// A type of a body that is no plain struct says so by one of these methods.
type (
	wrapper  interface{ Wraps() reflect.Type }   // {"data": …}
	union    interface{ OneOf() []reflect.Type } // the first is the example
	optional interface{ Inner() any }            // tracker.Opt
)

// as is the zero value of a type as an interface, if the type has its methods.
func as[I any](t reflect.Type) (I, bool) {
	i, ok := reflect.Zero(t).Interface().(I)
	return i, ok
}

func (op *Operation) hasBody() bool { return op.Photo || op.In != nil }

// input is the type of what is sent, without its wrapping; nil unless the body is JSON.
func (op *Operation) input() reflect.Type {
	if op.In != nil {
		if w, ok := as[wrapper](op.In); ok {
			return w.Wraps()
		}
	}
	return op.In
}

// writes reports whether the operation changes anything, and so can find the disk full.
func (op *Operation) writes() bool { return op.Method != "GET" || op.Writes }

func (op *Operation) hasPathParameter() bool { return strings.Contains(op.Path, "{") }
