package contract

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// responses describes the answers of an operation. The tests of httpapi compare every answer that they get with it.
func (w *writer) responses(op *Operation) object {
	all := w.failures(op)
	all[fmt.Sprint(op.Status)] = w.success(op)
	if op.Existing {
		existing := w.success(op)
		existing["description"] = "It was there already."
		all["200"] = existing
	}
	if op.Job != nil {
		started := *op
		started.Out = op.Job
		all["202"] = w.success(&started)
		all["202"].(object)["description"] = "It goes on as a job."
	}
	return all
}

// Spreadsheet is the media type of an XLSX file.
const Spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

var anyFile = object{"*/*": object{"schema": object{"type": "string", "format": "binary"}}}

func (w *writer) success(op *Operation) object {
	headers := object{"X-Request-Id": header("XRequestId")}
	good := object{"description": "As it is now.", "headers": headers}
	if op.Changes() {
		headers["Change-Seq"] = header("ChangeSeq")
	}
	switch {
	case op.File != "":
		good["description"] = "The file."
		good["content"] = object{"text/csv": object{"schema": object{"type": "string"}, "example": op.File}, Spreadsheet: object{"schema": object{"type": "string", "format": "binary"}}}
		headers["Content-Disposition"] = header("ContentDisposition")
		return good
	case op.Content:
		good["description"] = "The file."
		good["content"] = anyFile
		headers["Content-Disposition"] = header("ContentDisposition")
		return good
	case op.Status == 303:
		good["description"] = "The browser goes on to another address."
		headers["Location"] = header("Location")
		return good
	case op.Out == nil:
		good["description"] = "It is gone."
		return good
	case op.List != nil && !op.List.TotalInBody:
		good["description"] = "One page."
		headers["Pagination"] = header("Pagination")
		if totals := op.List.Totals; totals != nil {
			doc := "Sums over all pages, as JSON."
			if op.List.TotalsIf != "" {
				doc = "With " + op.List.TotalsIf + ": sums over all pages, as JSON."
			}
			headers["Totals"] = object{"description": doc, "required": op.List.TotalsIf == "",
				"content": object{"application/json": object{"schema": w.schema(reflect.TypeOf(totals)), "example": totals}}}
		}
	case op.Status == 201:
		good["description"] = "It was added."
	}
	if t, ok := w.types[op.Out]; ok && op.Out.Kind() != reflect.Struct {
		good["description"] = t.doc
	}
	example := op.Answer
	if example == nil {
		example = w.example(op.Out)
	}
	good["content"] = object{"application/json": object{"schema": w.schema(op.Out), "example": example}}
	return good
}

func header(name string) object { return object{"$ref": "#/components/headers/" + name} }

// failures describes the errors of an operation. It shares the descriptions that do not depend on the operation.
func (w *writer) failures(op *Operation) object {
	all := object{}
	share := func(when bool, statuses ...int) {
		for _, status := range statuses {
			if when {
				all[fmt.Sprint(status)] = object{"$ref": "#/components/responses/" + failures[status].name}
			}
		}
	}
	add := func(when bool, status int, errs ...*tracker.Error) {
		if when {
			all[fmt.Sprint(status)] = problemResponse(status, errs...)
		}
	}
	add(true, 400, op.invalid())
	share(!op.Who.Public, 401)
	add(len(op.SignsIn) > 0, 401, op.SignsIn...)
	share(!op.Who.Public, 403)
	share(op.Missing || strings.Contains(op.Path, "{"), 404)
	share(op.Photo || op.In != nil, 408, 413, 415)
	add(op.Photo, 413, tracker.TooLarge(tracker.MaxPhotoBody), tracker.ErrPhotoSize, tracker.ErrPhotoMemory)
	share(op.Upload || op.Stream, 408)
	add(op.Stream, 413, tracker.TooLarge(25<<20))
	if op.Content {
		headers := object{"X-Request-Id": header("XRequestId")}
		withName := object{"X-Request-Id": header("XRequestId"), "Content-Disposition": header("ContentDisposition")}
		all["206"] = object{"description": "The part of the file that Range names.", "headers": withName, "content": anyFile}
		all["304"] = object{"description": "The file is the one that If-None-Match names.", "headers": withName}
		all["416"] = object{"description": "Range names no part of the file.", "headers": headers, "content": anyFile}
	}
	add(op.Upload, 413, tracker.TooLarge(tracker.MaxImportBody))
	add(op.Photo, 415, tracker.ErrPhotoType)
	if op.takesVersion() {
		add(true, 409, tracker.VersionConflict(aUser.DisplayName, day(time.November, 15), w.stored(op.Out)))
	}
	refusals := op.Refusals
	if op.Idempotent {
		refusals = append([]*tracker.Error{tracker.ErrIdempotencyKeyReused}, refusals...)
	}
	add(len(refusals) > 0, 422, refusals...)
	share(op.Throttled || op.In != nil || op.Photo || op.Upload || op.File != "" || op.MayBeLong(), 429)
	share(true, 500, 503, 504)
	add(len(op.Away) > 0, 503, append([]*tracker.Error{tracker.ErrBusy, tracker.ErrAway}, op.Away...)...)
	share(op.Changes(), 507)
	add(op.Stream, 507, tracker.ErrDiskFull, tracker.ErrDocumentsFull)
	return all
}

// takesVersion reports whether the body has the version that the edit is based on.
func (op *Operation) takesVersion() bool {
	if op.In == nil {
		return false
	}
	_, ok := op.input().FieldByName("Version")
	return ok
}

// stored is the example of the entity that a conflict shows. An answer of more than the entity embeds it first.
func (w *writer) stored(answer reflect.Type) any {
	if first := answer.Field(0); first.Anonymous {
		return w.example(first.Type)
	}
	return w.example(answer)
}

// invalid is an example of a 400: for an empty body, or else for a wrong parameter.
func (op *Operation) invalid() *tracker.Error {
	switch {
	case op.Photo:
		return tracker.ErrPhotoBroken
	case op.Upload:
		return tracker.FileEmpty
	case op.Stream:
		return tracker.ErrFileName
	case op.In != nil:
		if e, ok := tracker.Validate(reflect.New(op.input()).Interface()).(*tracker.Error); ok {
			return e
		}
	case op.File != "":
		return tracker.BadQuery("SortBy", tracker.NotAnOption)
	case op.List != nil:
		return tracker.BadQuery("PageNumber", tracker.NotPositive)
	}
	return tracker.ErrMalformedQuery
}

// failures by status: the name and meaning of each, and the examples of the responses that operations share.
var failures = map[int]struct {
	name, meaning string
	errs          []*tracker.Error
}{
	400: {"BadRequest", "A value breaks a rule, or the request is malformed.", nil},
	401: {"Unauthorized", "No token, one that no longer counts, or a wrong sign-in.", []*tracker.Error{tracker.ErrNotSignedIn, tracker.ErrSessionEnded}},
	403: {"Forbidden", "The caller may see it, but not do this.", []*tracker.Error{tracker.ErrAdministrators, tracker.ErrFactorRequired, tracker.ErrKeyAccount}},
	404: {"NotFound", "There is no such thing, or it is not the caller's to see.", []*tracker.Error{tracker.ErrNotFound}},
	408: {"RequestTimeout", "The body came too slowly.", []*tracker.Error{tracker.ErrBodyTooSlow}},
	409: {"Conflict", "Somebody changed it meanwhile; current is what is stored now.", nil},
	413: {"RequestEntityTooLarge", "The body is too large.", []*tracker.Error{tracker.TooLarge(tracker.MaxBody)}},
	415: {"UnsupportedMediaType", "The body is not of a type this operation takes.", []*tracker.Error{tracker.ErrNotJSON}},
	422: {"UnprocessableEntity", "A business rule refuses.", nil},
	429: {"TooManyRequests", "Too many attempts, or too much at once; wait and try again.", []*tracker.Error{tracker.TooManyAttempts(time.Second)}},
	500: {"InternalServerError", "A defect of the server; its log knows it by the traceId.", []*tracker.Error{tracker.Defect("019a84096c007c3e9a412f6f0d5b8e10")}},
	503: {"ServiceUnavailable", "The database is busy or away; wait and try again.", []*tracker.Error{tracker.ErrBusy, tracker.ErrAway}},
	504: {"GatewayTimeout", "The server did not answer in time.", []*tracker.Error{tracker.ErrTimeout}},
	507: {"InsufficientStorage", "The disk of the server is full.", []*tracker.Error{tracker.ErrDiskFull}},
}

func sharedResponses() object {
	shared := object{}
	for status, f := range failures {
		if f.errs != nil {
			shared[f.name] = problemResponse(status, f.errs...)
		}
	}
	return shared
}

func problemResponse(status int, errs ...*tracker.Error) object {
	headers := object{"X-Request-Id": header("XRequestId")}
	switch status {
	case 401:
		headers["WWW-Authenticate"] = header("WWWAuthenticate")
	case 429, 503, 504:
		headers["Retry-After"] = header("RetryAfter")
	}
	examples := object{}
	for _, e := range errs {
		examples[e.Code] = object{"summary": e.Title, "value": Problem(status, e)}
	}
	schema := object{"$ref": "#/components/schemas/Problem"}
	if status == 403 {
		schema = object{"allOf": []object{schema, {"type": "object", "required": []string{"needs"}}}}
	}
	return object{"description": failures[status].meaning, "headers": headers,
		"content": object{"application/problem+json": object{"schema": schema, "examples": examples}}}
}
