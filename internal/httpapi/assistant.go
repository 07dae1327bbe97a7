package httpapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"btracker/internal/assistant"
	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// assistantPath is where assistants find their tools, below the base.
const assistantPath = "mcp"

// Calls of tools as operations, for the rules about keys and bodies. They are not part of the API's contract.
var (
	assistantReads  = contract.Operation{Method: http.MethodGet, Keys: contract.AnyKeys, In: reflect.TypeFor[json.RawMessage]()}
	assistantWrites = contract.Operation{Method: http.MethodPost, Keys: contract.AnyKeys}
)

// mountAssistant serves the Model Context Protocol, to keys alone.
func (s *server) mountAssistant() error {
	mayWrite := func(ctx context.Context) bool { return assistantCallOf(ctx).APIKey.Scope == tracker.KeyWrites }
	tools, err := assistant.New(assistantBackend{s}, s.app.PublicURL+"btracker/app/", s.config.Version, mayWrite)
	if err != nil {
		return err
	}
	s.mux.HandleFunc(s.config.BasePath+assistantPath, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost { // without sessions there is nothing to listen to, or to end
			w.Header().Set("Allow", http.MethodPost)
			s.problem(w, r, tracker.ErrMethod)
			return
		}
		received, c, err := s.admitAssistant(w, r)
		if err != nil {
			s.problem(w, r, err)
			return
		}
		defer received.giveBack()
		r = r.WithContext(context.WithValue(r.Context(), assistantCallKey{}, &assistantCall{c, r}))
		r.Body = io.NopCloser(bytes.NewReader(received.body))
		tools.ServeHTTP(w, r)
	})
	return nil
}

// admitAssistant reads a request of a key, and refuses one that calls too often.
func (s *server) admitAssistant(w http.ResponseWriter, r *http.Request) (received, change.Caller, error) {
	token, err := s.token(r, false)
	if err != nil {
		return received{}, change.Caller{}, err
	}
	got, err := s.receive(w, r, &assistantReads, token)
	if err != nil {
		return got, change.Caller{}, err
	}
	c, err := s.admitted(r.Context(), r, &assistantReads, token)
	if err == nil && c.APIKey == nil {
		err = tracker.ErrKeyNeeded
	}
	if err == nil && !s.assistants.allow(c.APIKey.ID, calls(got.body), s.app.Time()) {
		err = tracker.ErrCallsWait
	}
	if err != nil {
		got.giveBack()
	}
	return got, c, err
}

// calls is how many calls a body has: older clients may send several at once.
func calls(body []byte) int {
	var batch []json.RawMessage
	if json.Unmarshal(body, &batch) != nil {
		return 1
	}
	return len(batch)
}

// callLimit has a bucket for each key.
type callLimit struct {
	mu      sync.Mutex
	buckets map[string]*rate.Limiter
	swept   time.Time
}

// allow counts calls of a key, and tells whether they are not too many.
func (l *callLimit) allow(keyID string, calls int, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.swept) > time.Minute { // a bucket that is full again tells nothing
		for id, b := range l.buckets {
			if b.TokensAt(now) >= tracker.MaxCallsPerMinute {
				delete(l.buckets, id)
			}
		}
		l.swept = now
	}
	if l.buckets == nil {
		l.buckets = map[string]*rate.Limiter{}
	}
	if l.buckets[keyID] == nil {
		l.buckets[keyID] = rate.NewLimiter(rate.Every(time.Minute/tracker.MaxCallsPerMinute), tracker.MaxCallsPerMinute)
	}
	return l.buckets[keyID].AllowN(now, calls)
}

// assistantCall is the request of an assistant, in the context of its tools.
type assistantCall struct {
	change.Caller
	r *http.Request
}

type assistantCallKey struct{}

func assistantCallOf(ctx context.Context) *assistantCall {
	return ctx.Value(assistantCallKey{}).(*assistantCall)
}

// captured is an answer that nobody else reads.
type captured struct {
	bytes.Buffer
	header http.Header
	status int
}

func (c *captured) Header() http.Header    { return c.header }
func (c *captured) WriteHeader(status int) { c.status = cmp.Or(c.status, status) }

// assistantBackend answers tools by the operations of the API, and by the use cases for changes that are previewed.
type assistantBackend struct{ *server }

func (b assistantBackend) Time() time.Time { return b.app.Time() }

// call has an operation of the API answer, as if the key had called it itself.
func (b assistantBackend) call(ctx context.Context, method, path string, query url.Values, body []byte) (a assistant.Answer, err error) {
	outer := assistantCallOf(ctx).r
	r, err := http.NewRequestWithContext(ctx, method, b.config.BasePath+"api/v1"+path+"?"+query.Encode(), bytes.NewReader(body))
	if err != nil {
		return a, err
	}
	r.RemoteAddr, r.Header = outer.RemoteAddr, outer.Header.Clone()
	r.Header.Set("Content-Type", "application/json")
	r.Header.Del("Idempotency-Key")
	w := &captured{header: http.Header{}}
	b.mux.ServeHTTP(w, r)
	if w.status >= http.StatusMultipleChoices {
		return a, &assistant.Refusal{Problem: w.Bytes()}
	}
	return assistant.Answer{Body: w.Bytes(), Header: w.header}, nil
}

func (b assistantBackend) Get(ctx context.Context, path string, query url.Values) (assistant.Answer, error) {
	return b.call(ctx, http.MethodGet, path, query, nil)
}

func (b assistantBackend) Undo(ctx context.Context, batchID string) (assistant.Answer, error) {
	body, err := json.Marshal(tracker.UndoInput{BatchID: tracker.Some(batchID)})
	if err != nil {
		return assistant.Answer{}, err
	}
	return b.call(ctx, http.MethodPut, "/change/undo", nil, body)
}

func (b assistantBackend) AddNote(ctx context.Context, note tracker.NoteInput) (assistant.Answer, error) {
	body, err := json.Marshal(note)
	if err != nil {
		return assistant.Answer{}, err
	}
	return b.call(ctx, http.MethodPost, "/note", nil, body)
}

// use has a use case answer, for the key as it is now.
func use[T any](ctx context.Context, b assistantBackend, op *contract.Operation, useCase func(ctx context.Context, c change.Caller) (T, error)) (out T, err error) {
	ctx, cancel := context.WithTimeout(ctx, b.config.RequestTimeout*slowFactor)
	defer cancel()
	r := assistantCallOf(ctx).r
	token, err := b.token(r, false)
	if err != nil {
		return out, b.refusal(r, err)
	}
	c, err := b.admitted(ctx, r, op, token)
	if err != nil {
		return out, b.refusal(r, err)
	}
	out, err = useCase(ctx, c)
	return out, b.refusal(r, err)
}

// refusal is an error as the API would answer it.
func (b assistantBackend) refusal(r *http.Request, err error) error {
	if err == nil {
		return nil
	}
	w := &captured{header: http.Header{}}
	b.problem(w, r, err)
	return &assistant.Refusal{Problem: w.Bytes()}
}

func (b assistantBackend) Product(ctx context.Context, id string) (a assistant.Answer, err error) {
	product, err := use(ctx, b, &assistantReads, func(ctx context.Context, c change.Caller) (tracker.ProjectProduct, error) {
		return b.app.ProjectProduct(ctx, c, id)
	})
	if err != nil {
		return a, err
	}
	a.Body, err = json.Marshal(product)
	return a, err
}

func (b assistantBackend) Preview(ctx context.Context, sent json.RawMessage) (tracker.ChangePreview, error) {
	return use(ctx, b, &assistantWrites, func(ctx context.Context, c change.Caller) (p tracker.ChangePreview, err error) {
		in, err := changeInput(sent)
		if err != nil {
			return p, err
		}
		if !in.Query.Empty() {
			ids, err := b.listed(ctx, c, in.List, in.Query.Value)
			if err != nil {
				return p, err
			}
			in.IDs, in.Query = tracker.Some(ids), tracker.Opt[string]{}
		}
		return b.app.PreviewChange(ctx, c, in)
	})
}

// changeInput reads what preview_change takes.
func changeInput(sent json.RawMessage) (in tracker.ChangeInput, err error) {
	if err := decode(sent, &in.BulkInput); err != nil {
		return in, err
	}
	var edit struct {
		Params struct {
			Fields map[string]json.RawMessage `json:"fields"`
		} `json:"params"`
	}
	if err := json.Unmarshal(sent, &edit); err != nil {
		return in, tracker.WrongType("fields")
	}
	in.Fields = edit.Params.Fields
	return in, in.Check()
}

func (b assistantBackend) Apply(ctx context.Context, token string) (tracker.ChangeApplied, error) {
	return use(ctx, b, &assistantWrites, func(ctx context.Context, c change.Caller) (tracker.ChangeApplied, error) {
		return b.app.ApplyChange(ctx, c, token)
	})
}
