package httpapi

import (
	"bytes"
	"context"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"btracker/internal/app"
	"btracker/internal/tracker"
)

// operation declares one call of the API: what the router, the decoder and the
// contract need to know of it.
type operation struct {
	id      string // method and path in one word, for generated clients
	method  string
	path    string // below api/v1
	tag     string
	summary string
	public  bool // needs no token
	status  int  // of success; 200 unless set
	list    *listSpec
	params  []queryParam
	photo   bool // the body is an image
	noBody  bool // an absent body is the same as {}

	in, out reflect.Type
}

// none stands for no request body, or no answer.
type none struct{}

// wrapped is a body inside {"data": …}.
type wrapped[T any] struct {
	Data T `json:"data"`
}

func (wrapped[T]) isWrapped()    {}
func (w *wrapped[T]) inner() any { return &w.Data }

// naming is a body that only names what to act on. It is checked here; what app
// takes as an input it validates itself.
type naming interface{ names() }

// call is one request on its way to the app.
type call struct {
	app.Caller
	List tracker.ListQuery

	r      *http.Request
	params query
	photo  []byte
}

func (c call) path(name string) string { return c.r.PathValue(name) }

// answer lets a handler choose its status or write something other than JSON.
type answer interface {
	write(s *server, w http.ResponseWriter, r *http.Request)
	body() reflect.Type
}

// handle declares an operation and mounts its handler.
func handle[In, Out any](s *server, op operation, fn func(ctx context.Context, c call, in In) (Out, error)) {
	op.in, op.out = reflect.TypeFor[In](), reflect.TypeFor[Out]()
	if op.status == 0 {
		op.status = http.StatusOK
		if op.out == reflect.TypeFor[none]() {
			op.status = http.StatusNoContent
		}
	}
	s.operations = append(s.operations, op)
	pattern := op.method + " " + s.config.BasePath + "api/v1" + op.path
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		out, err := run(s, &op, w, r, fn)
		if err != nil {
			s.problem(w, r, err)
			return
		}
		s.respond(w, r, op.status, out)
	})
}

// run walks a request in a straight line: its body, who, what, do. Who asks is
// read after the body: a client may take its time with that, and lose its rights
// meanwhile. A body has a deadline of its own: that a client is slow is no fault of
// the database.
func run[In, Out any](s *server, op *operation, w http.ResponseWriter, r *http.Request, fn func(context.Context, call, In) (Out, error)) (out Out, err error) {
	c := call{r: r}
	token, err := s.token(r, op.public)
	if err != nil {
		return out, err
	}
	body, err := op.read(w, r)
	if err != nil {
		return out, err
	}
	if c.Caller, err = s.caller(r, token); err != nil {
		return out, err
	}
	if c.params, err = parseQuery(r, op); err != nil {
		return out, err
	}
	if op.list != nil {
		if c.List, err = op.list.parse(c.params); err != nil {
			return out, err
		}
	}
	c.OnChange = func(seq int64) { w.Header().Set("Change-Seq", strconv.FormatInt(seq, 10)) }
	var in In
	switch {
	case op.photo:
		c.photo = body
	case op.in != reflect.TypeFor[none]():
		if c.Key, err = idempotencyKey(r, body); err != nil {
			return out, err
		}
		if err = decode(body, &in); err != nil {
			return out, err
		}
	}
	if _, ok := any(in).(naming); ok {
		if err := tracker.Validate(&in); err != nil {
			return out, err
		}
	}
	if err := op.checkNamed(&in); err != nil {
		return out, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.config.RequestTimeout)
	defer cancel()
	return fn(ctx, c, in)
}

// read reads the body that the operation takes, if any.
func (op *operation) read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	switch {
	case op.photo:
		return readBody(w, r, maxPhotoBody)
	case op.in != reflect.TypeFor[none]():
		return readJSON(w, r, op.noBody)
	}
	return nil, nil
}

// checkNamed refuses a change of something that is not named: it can not be said
// to be missing.
func (op *operation) checkNamed(in any) error {
	if w, ok := in.(interface{ inner() any }); ok {
		in = w.inner()
	}
	switch {
	case op.method == http.MethodPut && !op.public:
		return tracker.ValidateOnly(in, "id", "email")
	case op.method == http.MethodPost:
		return tracker.ValidateOnly(in, "id") // a new user's address comes with all the rest
	}
	return nil
}

// respond writes the answer of a handler.
func (s *server) respond(w http.ResponseWriter, r *http.Request, status int, out any) {
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
	var buf bytes.Buffer // an encoding error must still become a 500
	// Deterministic: two refusals that shall look alike must not differ in the order of their members.
	if err := json.MarshalWrite(&buf, v, json.Deterministic(true)); err != nil {
		s.problem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	_, _ = w.Write(buf.Bytes())
}

// token is the request's token, whose signature and time are good: for any other
// the body is not read. A public operation needs none and looks at none.
func (s *server) token(r *http.Request, public bool) (string, error) {
	if public {
		return "", nil
	}
	token, ok := bearer(r)
	if !ok {
		return "", tracker.Unauthenticated("Please, login first.")
	}
	return token, s.app.CheckToken(token)
}

// caller finds out who asks; without a token it is nobody.
func (s *server) caller(r *http.Request, token string) (c app.Caller, err error) {
	if token != "" {
		ctx, cancel := context.WithTimeout(r.Context(), s.config.RequestTimeout)
		defer cancel()
		if c, err = s.app.Authenticate(ctx, token); err != nil {
			return c, err
		}
		noteOf(r.Context()).userID = c.User.ID
	}
	c.IP, c.RequestID = s.clientIP(r), requestID(r.Context())
	return c, nil
}

func bearer(r *http.Request) (string, bool) {
	scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	return token, ok && strings.EqualFold(scheme, "bearer") && token != ""
}
