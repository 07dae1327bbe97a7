package httpapi

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// responses lists what an operation can answer. A test holds every answer that
// any test gets against it.
func (op *operation) responses(b *schemas, note note) object {
	all := object{fmt.Sprint(op.status): op.success(b, note)}
	if strings.HasPrefix(op.out.Name(), "created[") {
		there := op.success(b, note)
		there["description"] = "It was there already."
		all["200"] = there
	}
	for _, status := range op.failures(note) {
		all[fmt.Sprint(status)] = op.failure(status, note)
	}
	return all
}

func (op *operation) success(b *schemas, note note) object {
	out := op.out
	if a, ok := reflect.Zero(out).Interface().(answer); ok {
		out = a.body()
	}
	hs := object{"X-Request-Id": header("XRequestId")}
	good := object{"description": "As it is now.", "headers": hs}
	if op.writes() {
		hs["Change-Seq"] = header("ChangeSeq")
	}
	switch {
	case out == reflect.TypeFor[csvFile]():
		good["description"] = "The file."
		good["content"] = object{"text/csv": object{"schema": object{"type": "string"}, "example": exports[op.id]}}
		hs["Content-Disposition"] = header("ContentDisposition")
		return good
	case out == reflect.TypeFor[none]():
		good["description"] = "It is gone."
		return good
	case op.list != nil && out != reflect.TypeFor[tracker.Dependants]():
		good["description"] = "One page."
		hs["Pagination"] = header("Pagination")
	case op.status == http.StatusCreated:
		good["description"] = "It was added."
	}
	if s, ok := shapes[out]; ok && out.Kind() != reflect.Struct {
		good["description"] = s.doc
	}
	example := note.answer
	if example == nil {
		example = exampleOf(out)
	}
	good["content"] = object{"application/json": object{"schema": b.of(out), "example": example}}
	return good
}

func header(name string) object { return object{"$ref": "#/components/headers/" + name} }

// failures lists the statuses an operation can answer beside success.
func (op *operation) failures(note note) []int {
	list := []int{http.StatusBadRequest, http.StatusInternalServerError, http.StatusServiceUnavailable, http.StatusGatewayTimeout}
	when := func(condition bool, statuses ...int) {
		if condition {
			list = append(list, statuses...)
		}
	}
	when(!op.public || op.id == "login", http.StatusUnauthorized)
	when(note.who.forbids, http.StatusForbidden)
	when(note.missing || strings.Contains(op.path, "{"), http.StatusNotFound)
	when(op.hasBody(), http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	when(op.takesVersion(), http.StatusConflict)
	when(len(note.refused()) > 0, http.StatusUnprocessableEntity)
	when(note.throttled, http.StatusTooManyRequests)
	when(op.writes(), http.StatusInsufficientStorage)
	return list
}

func (op *operation) hasBody() bool { return op.photo || op.in != reflect.TypeFor[none]() }

func (op *operation) takesVersion() bool {
	_, ok := op.input().FieldByName("Version")
	return ok
}

// input is what is sent, out of its wrapping.
func (op *operation) input() reflect.Type {
	if isWrapped(op.in) {
		return op.in.Field(0).Type
	}
	return op.in
}

func (n note) refused() []string {
	if n.idempotent {
		return append([]string{"idempotencyKeyReused"}, n.refusals...)
	}
	return n.refusals
}

// failure describes one status; those that are the same everywhere are shared.
func (op *operation) failure(status int, note note) object {
	switch {
	case status == http.StatusBadRequest:
		return problemResponse(status, op.invalid())
	case status == http.StatusUnauthorized && op.public:
		return problemResponse(status, tracker.Unauthenticated("Email or password is wrong."))
	case status == http.StatusConflict:
		return problemResponse(status, &tracker.Error{Code: "versionConflict", Title: "Changed meanwhile",
			Reason:  "Somebody else saved this while you were editing. Nothing of yours was saved yet.",
			Context: object{"changedBy": aUser.DisplayName, "changedAt": day(time.November, 15), "current": op.stored()}})
	case status == http.StatusUnprocessableEntity:
		var errs []*tracker.Error
		for _, code := range note.refused() {
			errs = append(errs, refusals[code])
		}
		return problemResponse(status, errs...)
	case op.photo && status == http.StatusRequestEntityTooLarge:
		return problemResponse(status, errTooLarge(maxPhotoBody), &tracker.Error{Code: "photoSize", Title: "Photo too large", Reason: "A photo may have 25 megapixels at most."},
			&tracker.Error{Code: "photoMemory", Title: "Photo too large", Reason: "This photo takes too much memory to read. Make it smaller, or save it as an ordinary JPEG."})
	case op.photo && status == http.StatusUnsupportedMediaType:
		return problemResponse(status, &tracker.Error{Code: "photoType", Title: "Not a photo", Reason: "A photo must be a JPEG, PNG or WebP image."})
	}
	return object{"$ref": "#/components/responses/" + responseName(status)}
}

// stored is what a conflict shows: the entity without what belongs to it.
func (op *operation) stored() any {
	switch op.out {
	case reflect.TypeFor[tracker.CompanyDetails]():
		return aCompany
	case reflect.TypeFor[tracker.ProjectDetails]():
		return aProject
	}
	return exampleOf(op.out)
}

// invalid is what the operation answers to a request without any value.
func (op *operation) invalid() *tracker.Error {
	var known *tracker.Error
	switch {
	case op.photo:
		known = tracker.Invalid("photo", "photoBroken", "Photo can not be read: the file is damaged.")
	case op.hasBody():
		known, _ = tracker.Validate(reflect.New(op.input()).Interface()).(*tracker.Error)
	case op.list != nil && op.out != reflect.TypeFor[csvFile]():
		known = badQuery("PageNumber", "must be a whole number from 1.")
	case op.list != nil:
		known = badQuery("SortBy", "must be one of provided options.")
	}
	if known == nil {
		known = tracker.Invalid("query", "malformed", "The query string is malformed.")
	}
	return known
}

// refusals are the business rules that can stand in the way, by their codes.
var refusals = map[string]*tracker.Error{
	"badToken":             {Code: "badToken", Title: "Link not valid", Reason: "This link is not valid any more. Please ask for a new one."},
	"idempotencyKeyReused": {Code: "idempotencyKeyReused", Title: "Key already used", Reason: "This Idempotency-Key was used for a different request. Use a new key."},
	"pendingRemove":        {Code: "pendingRemove", Title: "Pending Remove", Reason: "This company is marked removed and takes nothing new. Restore it first.", Context: object{"name": "Northwind Traders"}},
	"tooManyModerators":    {Code: "tooManyModerators", Title: "Too many moderators", Reason: "A company has 200 moderators at most. Remove one first."},
	"tooManyItems":         {Code: "tooManyItems", Title: "Too many items", Reason: "A project holds 500 of them at most. Remove one first."},
	"oneself":              {Code: "oneself", Title: "Not oneself", Reason: "You can not take your own access away. Another administrator can."},
	"lastAdministrator":    {Code: "lastAdministrator", Title: "Last administrator", Reason: "This is the last administrator who can sign in. Make another one first."},
	"disabled":             {Code: "disabled", Title: "User disabled", Reason: "Enable the user before you invite them."},
	"hasPassword":          {Code: "hasPassword", Title: "Already signed up", Reason: "This user has a password. They can ask for a reset link on the sign-in page."},
}

// sharedResponses are the errors that are the same for every operation.
func sharedResponses() object {
	shared := object{}
	add := func(status int, errs ...*tracker.Error) {
		shared[responseName(status)] = problemResponse(status, errs...)
	}
	add(http.StatusUnauthorized, tracker.Unauthenticated("Please, login first."), tracker.InvalidToken())
	add(http.StatusForbidden, tracker.Forbidden("Your role does not allow this."))
	add(http.StatusNotFound, tracker.ErrNotFound)
	add(http.StatusRequestTimeout, errBodyTooSlow.cause)
	add(http.StatusRequestEntityTooLarge, errTooLarge(maxBody))
	add(http.StatusUnsupportedMediaType, errNotJSON)
	add(http.StatusTooManyRequests, tracker.TooMany("Too many attempts. Please wait a moment and try again.", time.Second))
	add(http.StatusServiceUnavailable,
		&tracker.Error{Code: "busy", Title: "Database busy", Reason: "The database is busy. Nothing was changed; please try again."},
		&tracker.Error{Code: "away", Title: "Database away", Reason: "The database can not be reached. Nothing was changed; please try again."})
	add(http.StatusGatewayTimeout, &tracker.Error{Code: "timeout", Title: "Server Timeout", Reason: "The server did not answer in time. Please try again."})
	add(http.StatusInsufficientStorage, &tracker.Error{Code: "diskFull", Title: "Disk full", Reason: "The disk of the server is full. Nothing was changed; please tell your administrator."})
	add(http.StatusInternalServerError, &tracker.Error{Code: "defect", Title: "An error occurred in the server.", Context: object{"traceId": "019a84096c007c3e9a412f6f0d5b8e10"}})
	return shared
}

func responseName(status int) string { return strings.ReplaceAll(http.StatusText(status), " ", "") }

var whatItMeans = map[int]string{
	http.StatusBadRequest:            "A value breaks a rule, or the request is malformed.",
	http.StatusUnauthorized:          "No token, one that no longer counts, or a wrong sign-in.",
	http.StatusForbidden:             "The caller may see it, but not do this.",
	http.StatusNotFound:              "There is no such thing, or it is not the caller's to see.",
	http.StatusRequestTimeout:        "The body came too slowly.",
	http.StatusConflict:              "Somebody changed it meanwhile; current is what is stored now.",
	http.StatusRequestEntityTooLarge: "The body is too large.",
	http.StatusUnsupportedMediaType:  "The body is not of a type this operation takes.",
	http.StatusUnprocessableEntity:   "A business rule refuses.",
	http.StatusTooManyRequests:       "Too many attempts; wait and try again.",
	http.StatusInternalServerError:   "A defect of the server; its log knows it by the traceId.",
	http.StatusServiceUnavailable:    "The database is busy or away; wait and try again.",
	http.StatusGatewayTimeout:        "The server did not answer in time.",
	http.StatusInsufficientStorage:   "The disk of the server is full.",
}

func problemResponse(status int, errs ...*tracker.Error) object {
	hs := object{"X-Request-Id": header("XRequestId")}
	switch status {
	case http.StatusUnauthorized:
		hs["WWW-Authenticate"] = header("WWWAuthenticate")
	case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		hs["Retry-After"] = header("RetryAfter")
	}
	examples := object{}
	for _, e := range errs {
		examples[e.Code] = object{"summary": e.Title, "value": problemBody(status, e)}
	}
	return object{"description": whatItMeans[status], "headers": hs,
		"content": object{"application/problem+json": object{"schema": object{"$ref": "#/components/schemas/Problem"}, "examples": examples}}}
}

var problemSchema = object{
	"type":        "object",
	"description": "Every error. Members beyond these are named context of the error.",
	"required":    []string{"type", "title", "status", "code"},
	"properties": object{
		"type":   object{"type": "string", "description": "Always about:blank: the code tells errors apart."},
		"title":  object{"type": "string", "description": "What happened, in a few words."},
		"status": object{"type": "integer", "description": "The status of the answer."},
		"code":   object{"type": "string", "description": "Stable, for programs and translations."},
		"error":  object{"type": "string", "description": "What happened."},
		"reason": object{"type": "string", "description": "What it means and what to do."},
		"errors": object{"type": "object", "description": "Messages by field, in PascalCase.",
			"additionalProperties": object{"type": "array", "items": object{"type": "string"}}},
		"codes": object{"type": "object", "description": "Codes of the messages, in the same order.",
			"additionalProperties": object{"type": "array", "items": object{"type": "string"}}},
		"traceId":   object{"type": "string", "description": "Finds a defect in the server's log."},
		"changedBy": object{"type": "string", "description": "Who saved last."},
		"changedAt": object{"type": "string", "format": "date-time", "description": "When they did."},
		"current":   object{"description": "The stored entity, after a version conflict."},
	},
	"additionalProperties": true,
}
