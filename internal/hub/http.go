package hub

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ServeHTTP serves the hub's address, and the negotiation at the address below it.
// Middleware in front of it must let Hijack, Flush and deadlines through. The query
// holds credentials and must not be logged.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	allowOrigin(w, r)
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	since := time.Now()
	who, err := h.config.Authenticate(r.Context(), accessToken(r))
	if err != nil {
		h.fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-cache, no-store")
	if strings.HasSuffix(r.URL.Path, "/negotiate") {
		h.serveNegotiate(w, r, who, since)
		return
	}
	wanted := wantedTransport(r)
	if wanted == webSockets && !sameOrigin(r) {
		http.Error(w, "pages of this origin may not connect", http.StatusForbidden)
		return
	}
	id := r.URL.Query().Get("id")
	c := h.find(id, who)
	switch {
	case c != nil:
	case r.Method == http.MethodGet && wanted == webSockets && (id == "" || h.acceptTicket(id, who, since)):
		if c, err = h.add(who, since, 1); err != nil {
			h.fail(w, r, err)
			return
		}
	case id != "":
		http.Error(w, "no such connection", http.StatusNotFound)
		return
	default:
		http.Error(w, "the id of the connection is missing", http.StatusBadRequest)
		return
	}
	switch r.Method {
	case http.MethodGet:
		h.serveGet(w, r, c, wanted, who)
	case http.MethodPost:
		h.servePost(w, r, c)
	case http.MethodDelete:
		h.serveDelete(w, c)
	default:
		w.Header().Set("Allow", "GET, POST, DELETE")
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}

func wantedTransport(r *http.Request) transport {
	switch {
	case strings.Contains(r.Header.Get("Accept"), "text/event-stream"):
		return serverSentEvents
	case strings.EqualFold(r.Header.Get("Upgrade"), "websocket"):
		return webSockets
	}
	return longPolling // even if a proxy asks for an upgrade to another protocol
}

func (h *Hub) serveGet(w http.ResponseWriter, r *http.Request, c *conn, wanted transport, who Identity) {
	claimed := c.claim(wanted, who.Expires)
	c.mu.Lock()
	actual, ended := c.transport, c.ended
	c.mu.Unlock()
	switch {
	case !claimed && ended && actual != longPolling:
		http.Error(w, "no such connection", http.StatusNotFound)
	case actual != wanted:
		http.Error(w, "the connection is on another transport", http.StatusBadRequest)
	case wanted == longPolling && claimed:
		writeEmptyAnswer(w) // at once: the client waits for it before it sends anything
	case wanted == longPolling:
		h.servePoll(w, r, c)
	case !claimed:
		http.Error(w, "the connection is in use", http.StatusConflict)
	case wanted == serverSentEvents:
		h.serveEvents(w, r, c)
	default:
		h.serveWebSocket(w, r, c)
	}
}

// servePost is the input of Server-Sent Events and of Long Polling.
func (h *Hub) servePost(w http.ResponseWriter, r *http.Request, c *conn) {
	c.mu.Lock()
	t, ended := c.transport, c.ended
	c.mu.Unlock()
	switch {
	case t == webSockets:
		http.Error(w, "a WebSocket carries its own input", http.StatusMethodNotAllowed)
		return
	case ended:
		http.Error(w, "no such connection", http.StatusNotFound)
		return
	case t == noTransport:
		http.Error(w, "the connection has no transport yet", http.StatusBadRequest)
		return
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(h.timing.write))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	if _, isTooLarge := errors.AsType[*http.MaxBytesError](err); isTooLarge {
		c.end(closeWithError, closeTooBig, "message too long")
		err = errRecordTooLong
	} else if err == nil {
		err = c.receive(body)
	}
	switch {
	case errors.Is(err, errRecordTooLong):
		w.WriteHeader(http.StatusRequestEntityTooLarge)
	case err != nil:
		w.WriteHeader(http.StatusBadRequest)
	default:
		writeEmptyAnswer(w)
	}
}

type offer struct {
	Transport       transport `json:"transport"`
	TransferFormats []string  `json:"transferFormats"`
}

// offers are in the order in which the client tries them.
var offers = []offer{{webSockets, []string{"Text"}}, {serverSentEvents, []string{"Text"}}, {longPolling, []string{"Text"}}}

func (h *Hub) serveNegotiate(w http.ResponseWriter, r *http.Request, who Identity, since time.Time) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	wanted, _ := strconv.Atoi(r.URL.Query().Get("negotiateVersion"))
	version := max(0, min(wanted, 1))
	c, err := h.add(who, since, version)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	answer := struct {
		NegotiateVersion    int     `json:"negotiateVersion"`
		ConnectionID        string  `json:"connectionId"`
		ConnectionToken     string  `json:"connectionToken,omitempty"`
		AvailableTransports []offer `json:"availableTransports"`
	}{version, c.id, c.token, offers}
	if version == 0 {
		answer.ConnectionToken = ""
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}

func (h *Hub) fail(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case errors.Is(err, ErrUnauthorized):
		challenge := "Bearer"
		if accessToken(r) != "" { // the API answers the same
			challenge = `Bearer error="invalid_token"`
		}
		w.Header().Set("WWW-Authenticate", challenge)
		http.Error(w, "a valid access token is needed", http.StatusUnauthorized)
	case errors.Is(err, errTooMany):
		w.Header().Set("Retry-After", strconv.Itoa(int(max(h.timing.unused.Seconds(), 1))))
		http.Error(w, "this user has too many connections", http.StatusTooManyRequests)
	default:
		if !errors.Is(err, errClosing) && r.Context().Err() == nil {
			h.config.Log.ErrorContext(r.Context(), "hub: can not check a token", "error", err)
		}
		w.Header().Set("Retry-After", "1")
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}

// accessToken looks into the query too, because a browser can not set headers for
// WebSockets and event streams.
func accessToken(r *http.Request) string {
	if scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		return token
	}
	return r.URL.Query().Get("access_token")
}

// allowOrigin lets pages of our own host read every answer, including refusals.
func allowOrigin(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return
	}
	header := w.Header()
	header.Add("Vary", "Origin")
	if !sameOrigin(r) {
		return
	}
	header.Set("Access-Control-Allow-Origin", origin)
	header.Set("Access-Control-Allow-Credentials", "true")
	header.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
	header.Set("Access-Control-Allow-Headers", "authorization, content-type, x-requested-with, x-signalr-user-agent")
}
