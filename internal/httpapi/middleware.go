package httpapi

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
)

const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; frame-src blob:; object-src blob:; " +
	"font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// customerBits is the length of the IPv6 prefix that one customer of a provider gets.
const customerBits = 64

// requestNote travels in the context of a request, for the log.
type requestNote struct {
	id     string
	userID string // "" until the caller is known
}

type requestNoteKey struct{}

func noteOf(ctx context.Context) *requestNote {
	if note, ok := ctx.Value(requestNoteKey{}).(*requestNote); ok {
		return note
	}
	return &requestNote{}
}

func requestID(ctx context.Context) string { return noteOf(ctx).id }

// middleware gives every request an id, safe headers, a log line and metrics, and answers
// 500 when a handler panics.
func (s *server) middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		id := strings.ReplaceAll(uuid.Must(uuid.NewV7()).String(), "-", "")
		r = r.WithContext(context.WithValue(r.Context(), requestNoteKey{}, &requestNote{id: id}))
		h := w.Header()
		h.Set("X-Request-Id", id)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", contentSecurityPolicy)
		h.Set("Cache-Control", "no-store")
		if lastOfItsConnection(r) {
			h.Set("Connection", "close")
		}
		if r.ContentLength != 0 {
			// For every body: net/http waits for a body that no handler reads. In tests
			// some ResponseWriters have no deadlines.
			_ = http.NewResponseController(w).SetReadDeadline(start.Add(s.config.BodyTimeout))
		}
		rec := &recorder{ResponseWriter: w}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					// The status that was sent is not true: the answer is not complete.
					rec.status = http.StatusInternalServerError
					if r.Context().Err() != nil {
						rec.status = statusClientGone
					}
					s.finish(r, rec, time.Since(start))
					panic(p)
				}
				s.config.Log.ErrorContext(r.Context(), "panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
				if rec.status == 0 {
					s.problem(rec, r, fmt.Errorf("panic: %v", p))
				}
			}
			s.finish(r, rec, time.Since(start))
		}()
		next.ServeHTTP(rec, r)
	})
}

// lastOfItsConnection reports whether the connection must be closed after the request,
// against request smuggling: a proxy may see the end of the request elsewhere, and take
// the rest for the request of another client. net/http does not tell which requests are
// ambiguous (it drops a Content-Length beside a Transfer-Encoding), so all chunked and
// HTTP/1.0 requests and all upgrades count.
func lastOfItsConnection(r *http.Request) bool {
	return len(r.TransferEncoding) > 0 || !r.ProtoAtLeast(1, 1) || r.Header.Get("Upgrade") != ""
}

// finish counts and logs the request. The query is not logged: it may have a token, or
// the name of a person.
func (s *server) finish(r *http.Request, rec *recorder, took time.Duration) {
	rec.status = cmp.Or(rec.status, http.StatusOK)
	s.requests.WithLabelValues(cmp.Or(r.Pattern, "none"), fmt.Sprint(rec.status)).Observe(took.Seconds())
	level := slog.LevelDebug
	if strings.HasPrefix(r.URL.Path, s.config.BasePath+"api/") || r.URL.Path == s.config.BasePath+assistantPath {
		level = slog.LevelInfo
	}
	attributes := []slog.Attr{slog.String("method", r.Method), slog.String("path", s.loggedPath(r.URL.Path)),
		slog.Int("status", rec.status), slog.Int("bytes", rec.bytes), slog.Float64("ms", float64(took.Microseconds())/1000),
		slog.String("client", s.clientAddress(r))}
	if user := noteOf(r.Context()).userID; user != "" {
		attributes = append(attributes, slog.String("user", user))
	}
	s.config.Log.LogAttrs(r.Context(), level, "request", attributes...)
}

// loggedPath is a path without the e-mail address of a user or the token of a calendar.
func (s *server) loggedPath(path string) string {
	if strings.HasPrefix(path, s.config.BasePath+calendarPath) {
		return s.config.BasePath + calendarPath + "{token}.ics"
	}
	return withoutEmail(path)
}

// withoutEmail replaces the e-mail address of a user in a path, for the log.
func withoutEmail(path string) string {
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		if strings.Contains(segment, "@") || strings.Contains(segment, "%40") { // was encoded twice
			segments[i] = "{email}"
		}
	}
	return strings.Join(segments, "/")
}

// requestLog adds the id of the request to every line that is logged with its context.
type requestLog struct{ slog.Handler }

func (h requestLog) Handle(ctx context.Context, record slog.Record) error {
	if id := requestID(ctx); id != "" {
		record.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, record)
}

// recorder notes the status and the size of the answer. Unwrap is for
// http.ResponseController.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int
}

func (w *recorder) WriteHeader(status int) {
	w.status = cmp.Or(w.status, status)
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (int, error) {
	w.status = cmp.Or(w.status, http.StatusOK)
	n, err := w.ResponseWriter.Write(b)
	w.bytes += n
	return n, err
}

func (w *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err == nil {
		w.status = http.StatusSwitchingProtocols
	}
	return conn, buffered, err
}

func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// clientIP is the address that throttling counts: for IPv6 the network, because one client
// has all of its addresses.
func (s *server) clientIP(r *http.Request) string {
	addr, err := netip.ParseAddr(s.clientAddress(r))
	if err != nil || addr.Is4() {
		return s.clientAddress(r)
	}
	network, _ := addr.Prefix(customerBits) // fails only for more bits than the address has
	return network.String()
}

// clientAddress is the address of the client. Only configured proxies are believed about
// X-Forwarded-For. It is read from the right, because a client can send a beginning of its own.
func (s *server) clientAddress(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	addr := peer.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && s.trusted(addr); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		addr = hop.Unmap()
	}
	return addr.String()
}

func (s *server) trusted(addr netip.Addr) bool {
	return slices.ContainsFunc(s.config.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

func newRequestHistogram() *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "btracker_http_request_seconds",
		Help:    "Time to answer, by route and status.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
	}, []string{"route", "status"})
}
