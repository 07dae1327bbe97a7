package httpapi

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/share"
	"btracker/internal/tracker"
)

type object = map[string]any

// none is the type of an absent request body or answer.
type none struct{}

// basedOn is a part of edits.
type basedOn struct {
	Version tracker.Opt[int] `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
}

// wrapped is a body inside {"data": …}.
type wrapped[T any] struct {
	Data T `json:"data"`
}

func (wrapped[T]) Wraps() reflect.Type { return reflect.TypeFor[T]() }
func (w *wrapped[T]) inner() any       { return &w.Data }

// naming is a body that only names the object of the operation. httpapi validates it; the use cases
// validate the other inputs.
type naming interface{ names() }

// listCall is who asks for what of a list.
type listCall struct {
	change.Caller
	List    tracker.ListQuery
	params  query
	columns []string // of an export
}

// call is a request as its handler gets it.
type call struct {
	listCall
	r    *http.Request
	w    http.ResponseWriter
	body []byte // that is not JSON
}

func (c call) path(name string) string { return c.r.PathValue(name) }

// flag reads a contract.Flag, which parseQuery has checked.
func (c listCall) flag(name string) bool { return c.params.Get(name) == "true" }

// answer is for handlers that choose their status, or answer other than JSON.
type answer interface {
	write(s *server, w http.ResponseWriter, r *http.Request)
	body() reflect.Type // of its JSON, or nil
}

// saved is a change.Saved: what a use case that writes returns.
type saved interface {
	Change() (entity any, seq int64)
}

// handle declares an operation and mounts its handler. The types of the handler are the
// types of the bodies.
func handle[In, Out any](s *server, op contract.Operation, fn func(ctx context.Context, c call, in In) (Out, error)) {
	op.In, op.Out = bodyOf[In](), bodyOf[Out]()
	if op.Status == 0 {
		op.Status = http.StatusOK
		if op.Out == nil && op.File == "" && !op.Content {
			op.Status = http.StatusNoContent
		}
	}
	s.api.Operations = append(s.api.Operations, op)
	s.mount(op, func(w http.ResponseWriter, r *http.Request) {
		out, err := run(s, &op, w, r, fn)
		if err != nil {
			s.problem(w, r, err)
			return
		}
		s.respond(w, r, op.Status, out)
	})
}

// mount gives requests of an operation's path to a handler. Of operations within one pattern the last whose path fits gets the request.
func (s *server) mount(op contract.Operation, handler http.HandlerFunc) {
	base := op.Method + " " + s.config.BasePath + "api/v1"
	if op.Within == "" {
		s.mux.HandleFunc(base+op.Path, handler)
		return
	}
	within := base + op.Within
	if s.within[within] == nil {
		s.mux.HandleFunc(within, func(w http.ResponseWriter, r *http.Request) {
			for _, mux := range slices.Backward(s.within[within]) {
				if _, pattern := mux.Handler(r); pattern != "" {
					mux.ServeHTTP(w, r)
					return
				}
			}
			s.problem(w, r, tracker.ErrNoSuchOperation)
		})
	}
	mux := http.NewServeMux()
	mux.HandleFunc(base+op.Path, handler)
	s.within[within] = append(s.within[within], mux)
}

// passBody is the handler that passes its body on to a use case.
func passBody[In, Out any](useCase func(context.Context, change.Caller, In) (Out, error)) func(context.Context, call, In) (Out, error) {
	return func(ctx context.Context, c call, in In) (Out, error) { return useCase(ctx, c.Caller, in) }
}

// passID is the handler that passes the id in its body on to a use case.
func passID[Out any](useCase func(context.Context, change.Caller, string) (Out, error)) func(context.Context, call, idInput) (Out, error) {
	return func(ctx context.Context, c call, in idInput) (Out, error) { return useCase(ctx, c.Caller, in.ID) }
}

// bodyOf is the type of the JSON body that T stands for; nil for no such body.
func bodyOf[T any]() reflect.Type {
	var zero T
	out := any(zero)
	if saved, ok := out.(saved); ok {
		out, _ = saved.Change()
	}
	switch out := out.(type) {
	case none:
		return nil
	case answer:
		return out.body()
	}
	return reflect.TypeOf(out)
}

// run takes a request from its token to its handler. The caller is looked up before the
// body, so that no stranger's body is read, and again after it: a client may send the body
// slowly and lose its rights in the meantime. The time for the body does not count for
// RequestTimeout.
func run[In, Out any](s *server, op *contract.Operation, w http.ResponseWriter, r *http.Request, fn func(context.Context, call, In) (Out, error)) (out Out, err error) {
	c := call{r: r, w: w}
	token, err := s.token(r, op.Who.Public)
	if err != nil {
		return out, err
	}
	received, err := s.receive(w, r, op, token)
	if err != nil {
		return out, err
	}
	defer received.giveBack()
	timeout := s.config.RequestTimeout
	if op.Slow {
		timeout *= slowFactor
	}
	ctx, cancel := context.WithTimeout(r.Context(), timeout)
	defer cancel()
	if c.Caller, err = s.admitted(ctx, r, op, token); err != nil {
		return out, err
	}
	if c.params, err = parseQuery(r.URL.RawQuery, op); err != nil {
		return out, err
	}
	if op.List != nil {
		if c.List, err = parseList(c.params, op.List); err != nil {
			return out, err
		}
	}
	var in In
	switch {
	case op.Photo, op.Upload:
		c.body = received.body
	case op.In != nil:
		if c.Key, err = idempotencyKey(r, received.body); err != nil {
			return out, err
		}
		if err = decode(received.body, &in); err != nil {
			return out, err
		}
	}
	if _, ok := any(in).(naming); ok {
		if err := tracker.Validate(&in); err != nil {
			return out, err
		}
	}
	if err := checkNamed(op, &in); err != nil {
		return out, err
	}
	if isLongRead(op, c) {
		done, err := s.reads.Take(ctx, share.Origin{Account: c.User.ID}, readPatience)
		if err != nil {
			return out, err
		}
		defer done()
	}
	return fn(ctx, c, in)
}

// admitted reads who has the token, and refuses callers who may not call the operation at
// all, whatever it is about.
func (s *server) admitted(ctx context.Context, r *http.Request, op *contract.Operation, token string) (change.Caller, error) {
	c, err := s.caller(ctx, r, token)
	if err != nil {
		return c, err
	}
	if c.APIKey != nil {
		if err := refuseKey(op, *c.APIKey); err != nil {
			return c, err
		}
	}
	if !op.SetsUp && s.app.MustSetUpFactor(c) {
		return c, tracker.ErrFactorRequired
	}
	return c, nil
}

// checkNamed refuses a change whose id or address is missing, before anything is looked up.
func checkNamed(op *contract.Operation, in any) error {
	if w, ok := in.(interface{ inner() any }); ok {
		in = w.inner()
	}
	switch {
	case op.Method == http.MethodPut && !op.Who.Public:
		return tracker.ValidateOnly(in, "id", "email")
	case op.Method == http.MethodPost:
		return tracker.ValidateOnly(in, "id") // a new user's address comes with all the rest
	}
	return nil
}

// respond writes the answer of a handler, with the number of the change in a header.
func (s *server) respond(w http.ResponseWriter, r *http.Request, status int, out any) {
	if saved, ok := out.(saved); ok {
		var seq int64
		if out, seq = saved.Change(); seq > 0 {
			w.Header().Set("Change-Seq", strconv.FormatInt(seq, 10))
		}
	}
	if a, ok := out.(answer); ok {
		a.write(s, w, r)
		return
	}
	if _, ok := out.(none); ok {
		w.WriteHeader(status)
		return
	}
	s.writeJSON(w, r, status, "application/json", out)
}

func (s *server) writeJSON(w http.ResponseWriter, r *http.Request, status int, contentType string, v any) {
	var buf bytes.Buffer // so that an encoding error can still become a 500
	// Deterministic, because refusals that must look alike must have the same order of members.
	if err := json.MarshalWrite(&buf, v, json.Deterministic(true)); err != nil {
		s.problem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	_, _ = w.Write(buf.Bytes())
}

// token returns the token of the request and checks its form, signature and time, which
// needs no database. A public operation ignores tokens.
func (s *server) token(r *http.Request, public bool) (string, error) {
	if public {
		return "", nil
	}
	token, ok := bearer(r)
	if !ok {
		return "", tracker.ErrNotSignedIn
	}
	return token, s.app.CheckToken(token)
}

// caller reads who has the token. Without a token it is nobody.
func (s *server) caller(ctx context.Context, r *http.Request, token string) (c change.Caller, err error) {
	if token != "" {
		if c, err = s.app.Authenticate(ctx, token); err != nil {
			return c, err
		}
		noteOf(r.Context()).userID = c.User.ID
	}
	c.IP, c.Address, c.Agent, c.RequestID = s.clientIP(r), s.clientAddress(r), agent(r), requestID(r.Context())
	return c, nil
}

// agent is how the browser or program names itself.
func agent(r *http.Request) string {
	name := []rune(strings.ToValidUTF8(r.UserAgent(), ""))
	return string(name[:min(len(name), tracker.MaxAgent)])
}

func bearer(r *http.Request) (string, bool) {
	scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	return token, ok && strings.EqualFold(scheme, "bearer") && token != ""
}

// Texts of the contract that several operations share.
const (
	theCompany = "the company"
	theProject = "the project or its company"

	removalRule = "What is in use is only marked (RequireFinalization) and stays in its list; once nothing depends on it, removing it again finalizes it (Removed). " +
		"An unknown one is NotFound, not a 404."
	goneRule   = "an unknown one is gone already, one of another project than is sent along is a 404."
	exportRule = "The filters and the order of the list, all of its pages in one file. " +
		"Columns chooses the columns and their order; without it the file has standard ones. Cells that a spreadsheet would run as a formula begin with an apostrophe. " +
		"A file is whole when its transfer ends: the connection is cut when the caller's rights change meanwhile."
	ownerRule = "A Manager manages everyone but Owners."
)

// Shared texts with limits.
var (
	undoTime    = contract.Span(tracker.TombstoneLife)
	restoreRule = "Clears the mark, or brings back what was removed within the last " + undoTime +
		". NotRestored when its parent is removed itself, or the name of a category was taken meanwhile; an unknown one is NotFound, not a 404."
	detachRule   = "It can be restored for " + undoTime + "; " + goneRule
	reattachRule = "Undoes a detachment of the last " + undoTime + ": it is as it was. " +
		"NotRestored when its project or its item of the catalogue is removed; an unknown one is NotFound, not a 404."
	photoRule = fmt.Sprintf("The body is the image itself: JPEG, PNG or WebP, at most %s and %d megapixels. It is made small and loses its metadata. "+
		"Photos are read one at a time: when too many wait, the answer is 429.",
		tracker.ByteSize(tracker.MaxPhotoBody), tracker.MaxMegapixels)
)
