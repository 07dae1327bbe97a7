package httpapi

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
)

const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// networkBits of an address of version six name what one customer is given.
const networkBits = 64

// requestNote is what is known of a request besides itself; the log line at its end
// says it.
type requestNote struct {
	id     string
	userID string // once the caller is known
}

type requestNoteKey struct{}

func noteOf(ctx context.Context) *requestNote {
	if note, ok := ctx.Value(requestNoteKey{}).(*requestNote); ok {
		return note
	}
	return &requestNote{}
}

func requestID(ctx context.Context) string { return noteOf(ctx).id }

// middleware wraps every request: an id, safe headers, a log line, metrics, and
// a 500 instead of a torn connection when a handler panics.
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
			// For every body: one that no handler reads is read by net/http, and waited
			// for. Not every ResponseWriter has deadlines (tests); the server's own do.
			_ = http.NewResponseController(w).SetReadDeadline(start.Add(s.config.BodyTimeout))
		}
		rec := &recorder{ResponseWriter: w}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					// Its status is out, and untrue: the answer is not whole.
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

// lastOfItsConnection reports requests after which the connection must not be
// used again: a proxy in front may disagree with us about where the request ended,
// and take the rest for another client's. net/http hides which requests are
// ambiguous (it drops a Content-Length that came with a Transfer-Encoding), so all
// that are chunked, of HTTP/1.0 or ask for an upgrade count.
func lastOfItsConnection(r *http.Request) bool {
	return len(r.TransferEncoding) > 0 || !r.ProtoAtLeast(1, 1) || r.Header.Get("Upgrade") != ""
}

// finish counts and logs the request. The query stays out of the log: it may hold a
// token, or a person's name in a search.
func (s *server) finish(r *http.Request, rec *recorder, took time.Duration) {
	if rec.status == 0 {
		rec.status = http.StatusOK
	}
	pattern := r.Pattern
	if pattern == "" {
		pattern = "none"
	}
	s.metrics.requests.WithLabelValues(pattern, fmt.Sprint(rec.status)).Observe(took.Seconds())
	level := slog.LevelDebug
	if strings.HasPrefix(r.URL.Path, s.config.BasePath+"api/") {
		level = slog.LevelInfo
	}
	attributes := []slog.Attr{slog.String("method", r.Method), slog.String("path", withoutEmail(r.URL.Path)),
		slog.Int("status", rec.status), slog.Int("bytes", rec.bytes), slog.Float64("ms", float64(took.Microseconds())/1000),
		slog.String("client", s.clientAddress(r))}
	if user := noteOf(r.Context()).userID; user != "" {
		attributes = append(attributes, slog.String("user", user))
	}
	s.config.Log.LogAttrs(r.Context(), level, "request", attributes...)
}

// withoutEmail is a path as it may be logged: the addresses of users are in some.
func withoutEmail(path string) string {
	if !strings.Contains(path, "@") && !strings.Contains(path, "%40") { // encoded twice
		return path
	}
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		if strings.Contains(segment, "@") || strings.Contains(segment, "%40") {
			segments[i] = "{email}"
		}
	}
	return strings.Join(segments, "/")
}

// requestLog puts the request's id on every line that is logged on its behalf.
type requestLog struct{ slog.Handler }

func (h requestLog) Handle(ctx context.Context, record slog.Record) error {
	if id := requestID(ctx); id != "" {
		record.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, record)
}

// recorder remembers what was answered. Unwrap keeps deadlines and flushing
// reachable.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += n
	return n, err
}

// Hijack hands the connection over to a protocol that HTTP knows nothing of.
func (w *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err == nil {
		w.status = http.StatusSwitchingProtocols
	}
	return conn, buffered, err
}

func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// clientIP is the address that throttling counts. Of version six it is the network,
// of which everybody has all addresses.
func (s *server) clientIP(r *http.Request) string {
	addr, err := netip.ParseAddr(s.clientAddress(r))
	if err != nil || addr.Is4() {
		return s.clientAddress(r)
	}
	network, _ := addr.Prefix(networkBits) // which it is long enough for
	return network.String()
}

// clientAddress is where the request comes from. X-Forwarded-For is believed from
// configured proxies alone, read from the right: the left is the client's word.
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
	for _, p := range s.config.TrustedProxies {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

type metrics struct{ requests *prometheus.HistogramVec }

func newMetrics(r prometheus.Registerer) *metrics {
	m := &metrics{requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "btracker_http_request_seconds",
		Help:    "Time to answer, by route and status.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
	}, []string{"route", "status"})}
	r.MustRegister(m.requests)
	return m
}
