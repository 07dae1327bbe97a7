package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/bits"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const publicURL = "https://tracker.example/"

// What only bytes on the wire can try: each of these would pass a client library unseen, or not at all.
func TestAttacksOnTheWire(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	createAdminIn(t, "--data", data)
	s := serving(t, []string{"BTRACKER_TRUSTED_PROXIES=127.0.0.1/32"}, "--data", data, "--public-url", publicURL)
	w := &wire{server: s, token: s.signIn("ada@example.com", goodPassword)}
	t.Run("smuggling", func(t *testing.T) { w.on(t).smuggling() })
	t.Run("after an upgrade", func(t *testing.T) { w.on(t).afterAnUpgrade() })
	t.Run("path traversal", func(t *testing.T) { w.on(t).traversal() })
	t.Run("another host", func(t *testing.T) { w.on(t).anotherHost(data) })
	t.Run("guessing", func(t *testing.T) { w.on(t).guessing() })
}

// body is a company to create, in the two ways of telling its length.
const (
	body    = `{"name":"First"}`
	chunked = "10\r\n" + body + "\r\n0\r\n\r\n"
)

// create is a request that makes a company: lines come after the usual headers.
func (w *wire) create(lines, body string) string {
	return "POST /api/v1/company HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer " + w.token + "\r\n" + lines + "\r\n" + body
}

// smuggled is a whole request that must never be one.
func (w *wire) smuggled() string {
	const body = `{"name":"Smuggled"}`
	return w.create(fmt.Sprintf("Connection: close\r\nContent-Length: %d\r\n", len(body)), body)
}

func (w *wire) countOf(name string) int {
	w.t.Helper()
	status, text := w.get("/api/v1/company?PageSize=200&Search="+name, w.token)
	var list []object
	if err := json.Unmarshal([]byte(text), &list); status != 200 || err != nil {
		w.t.Fatalf("companies: %d %s", status, text)
	}
	return len(list)
}

// smuggling sends requests whose end can be seen in two places, with another
// behind them: one answer, then the end of the connection.
func (w *wire) smuggling() {
	second := w.smuggled()
	replies, err := w.send(w.create(fmt.Sprintf("Content-Length: %d\r\n", len(body)), body) + second)
	if err != nil || len(replies) != 2 || w.countOf("Smuggled") != 1 {
		w.t.Fatalf("two honest requests must both be answered, or the rest means nothing: %v %v", replies, err)
	}
	length := fmt.Sprintf("Content-Length: %d\r\n", len(body))
	oneDotZero := func(request string) string { return strings.Replace(request, "HTTP/1.1", "HTTP/1.0", 1) }
	const te = "Transfer-Encoding: chunked\r\n"
	for name, c := range map[string]struct {
		bytes  string
		status int
	}{
		"both lengths, the whole and chunks":    {w.create(fmt.Sprintf("Content-Length: %d\r\n"+te, len(chunked+second)), chunked), 201},
		"both lengths, chunks first":            {w.create(te+"Content-Length: 3\r\n", chunked), 201},
		"both lengths, an empty chunk":          {w.create("Content-Length: 5\r\n"+te, "0\r\n\r\n"), 400},
		"two lengths":                           {w.create(length+"Content-Length: 0\r\n", body), 400},
		"two lengths in one":                    {w.create("Content-Length: 16, 16\r\n", body), 400},
		"length with a sign":                    {w.create("Content-Length: +16\r\n", body), 400},
		"negative length":                       {w.create("Content-Length: -1\r\n", body), 400},
		"length in hex":                         {w.create("Content-Length: 0x10\r\n", body), 400},
		"length that overflows":                 {w.create("Content-Length: 18446744073709551632\r\n", body), 400},
		"no length at all":                      {w.create("Content-Length:\r\n", body), 400},
		"length and a space":                    {w.create("Content-Length : 16\r\n", body), 400},
		"unknown encoding":                      {w.create("Transfer-Encoding: xchunked\r\n"+length, body), 501},
		"two encodings":                         {w.create(te+"Transfer-Encoding: identity\r\n", chunked), 501},
		"two encodings in one":                  {w.create("Transfer-Encoding: identity, chunked\r\n", chunked), 501},
		"encoding in quotes":                    {w.create("Transfer-Encoding: \"chunked\"\r\n", chunked), 501},
		"encoding behind a vertical tab":        {w.create("Transfer-Encoding: \x0bchunked\r\n"+length, body), 400},
		"encoding and a space before the colon": {w.create("Transfer-Encoding : chunked\r\n"+length, body), 400},
		"encoding behind a space":               {w.create("X: y\r\n Transfer-Encoding: chunked\r\n"+te, chunked), 201},
		"encoding on a line of its own":         {w.create("Transfer-Encoding:\r\n chunked\r\n"+length, chunked), 201},
		"encoding behind a bare CR":             {w.create("X: y\r"+te+length, body), 400},
		"encoding behind a bare LF":             {w.create("X: y\n"+te+length, chunked), 201},
		"NUL in a name":                         {w.create("X\x00: y\r\n"+length, body), 400},
		"chunk too long to count":               {w.create(te, "FFFFFFFFFFFFFFFF1\r\n"+body), 400},
		"chunk of a negative size":              {w.create(te, "-10\r\n"+body+"\r\n0\r\n\r\n"), 400},
		"chunk size in words":                   {w.create(te, "0x10\r\n"+body+"\r\n0\r\n\r\n"), 400},
		"chunk line that ends with a bare LF":   {w.create(te, "10\n"+body+"\r\n0\r\n\r\n"), 400},
		"chunk extension with a bare LF":        {w.create(te, "10;a\nb\r\n"+body+"\r\n0\r\n\r\n"), 400},
		"chunk longer than it says":             {w.create(te, "5\r\n"+body+"\r\n0\r\n\r\n"), 400},
		"last chunk in many zeros":              {w.create(te, "10\r\n"+body+"\r\n000000\r\n\r\n"), 201},
		"HTTP/1.0 with an encoding":             {oneDotZero(w.create("Connection: keep-alive\r\n"+te+length, body)), 201},
		"HTTP/1.0 that stays":                   {oneDotZero(w.create("Connection: keep-alive\r\n"+length, body)), 201},
		"HTTP/0.9":                              {"GET /\r\n", 400},
		"HTTP/2 by prior knowledge":             {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
		"two hosts":                             {w.create("Host: y\r\n"+length, body), 400},
		"no host":                               {"GET /healthz HTTP/1.1\r\n\r\n", 400},
		"a request line with a bare CR":         {"GET /healthz\rX HTTP/1.1\r\nHost: x\r\n\r\n", 400},
		"a body too large, then more":           {w.create(fmt.Sprintf("Content-Length: %d\r\n", 2<<20), strings.Repeat(" ", 2<<20)), 413},
		"a refused upgrade":                     {"GET /hub/notification HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 401},
		"an upgrade nobody knows":               {"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n", 200},
		"a body that is announced and expected": {w.create("Expect: 100-continue\r\n"+te+length, chunked), 201},
	} {
		replies, err := w.send(c.bytes + second)
		replies = slices.DeleteFunc(replies, func(r reply) bool { return r.status == http.StatusContinue })
		if err != nil || len(replies) != 1 || replies[0].status != c.status {
			w.t.Errorf("%s: want %d alone, got %+v, %v", name, c.status, replies, err)
		}
		if n := w.countOf("Smuggled"); n != 1 {
			w.t.Fatalf("%s: the second request was obeyed", name)
		}
	}
}

// afterAnUpgrade sends a request where frames are expected: it is garbage, and
// nobody answers it.
func (w *wire) afterAnUpgrade() {
	before := w.countOf("Smuggled")
	conn := w.dial()
	defer conn.Close()
	fmt.Fprintf(conn, "GET /hub/notification?access_token=%s HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n%s", w.token, w.smuggled())
	all, err := io.ReadAll(conn)
	if err != nil || !bytes.HasPrefix(all, []byte("HTTP/1.1 101 ")) || bytes.Count(all, []byte("HTTP/1.1")) != 1 || w.countOf("Smuggled") != before {
		w.t.Errorf("%q, %v", all, err)
	}
}

// traversal asks for files beside, above and far from what is served.
func (w *wire) traversal() {
	const planted = "planted where nobody may read"
	for _, dir := range []string{w.dir, filepath.Dir(w.dir)} {
		if err := os.WriteFile(filepath.Join(dir, "planted.txt"), []byte(planted), 0o600); err != nil {
			w.t.Fatal(err)
		}
	}
	_, page := w.get("/btracker", "")
	var tried int
	ask := func(target string) reply {
		w.t.Helper()
		tried++
		replies, err := w.send("GET " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer " + w.token + "\r\n\r\n")
		if err != nil || len(replies) != 1 {
			w.t.Fatalf("%q: %+v, %v", target, replies, err)
		}
		r := replies[0]
		allowed := r.status/100 == 3 || r.status == 400 || r.status == 404 || r.status == 200 && r.body == page
		if !allowed || strings.Contains(r.body, planted) || strings.Contains(r.body, "root:") || strings.Contains(r.body, "SQLite format") {
			w.t.Errorf("%q: %d %.100s", target, r.status, r.body)
		}
		return r
	}
	up := map[string]string{
		"plain": "../", "encoded": "%2e%2e%2f", "half encoded": "..%2F", "twice encoded": "%252e%252e%252f", "backslash": `..\`, "encoded backslash": "..%5c",
		"overlong": "..%c0%af", "semicolon": "..;/", "doubled": "....//", "NUL": "..%00/", "fullwidth": "%ef%bc%8e%ef%bc%8e/",
	}
	for _, below := range []string{"/", "//", "/btracker/", "/btracker/assets/", "/photo/", "/api/", "/api/v1/", "/api/docs/",
		"/api/v1/company/", "/help/", "/help/pictures/", "/hub/notification/"} {
		for _, step := range up {
			for target, depth := range map[string]int{"planted.txt": 1, "data/secret": 2, "etc/passwd": 8} {
				r := ask(below + strings.Repeat(step, depth) + target)
				for range 3 { // where the router cleans a path, the clean one is asked for too
					location := r.header.Get("Location")
					if location == "" {
						break
					}
					if !strings.HasPrefix(location, "/") || strings.HasPrefix(location, "//") || strings.HasPrefix(location, `/\`) {
						w.t.Fatalf("%s leads away from here: %s", below+step+target, location)
					}
					r = ask(location)
				}
			}
		}
	}
	for _, target := range []string{"/btracker/assets//etc/passwd", "/btracker/.built", "/btracker/assets/a%00.js",
		"/photo/" + w.dir + "/planted.txt", "/photo/%00", `/\evil.example/..`, "//evil.example/%2e%2e"} {
		ask(target)
	}
	if tried < 300 {
		w.t.Errorf("%d tries", tried)
	}
}

// anotherHost asks for a link in the name of another site, in every way there is to name one.
func (w *wire) anotherHost(data string) {
	const body, evil = `{"email":"ada@example.com"}`, "evil.example"
	named := "Host: " + evil + "\r\nX-Forwarded-Host: " + evil + "\r\nX-Host: " + evil + "\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Prefix: //" + evil +
		"\r\nForwarded: host=" + evil + ";proto=https\r\nX-Original-URL: //" + evil + "\r\nOrigin: https://" + evil + "\r\nReferer: https://" + evil + "/\r\nConnection: close\r\n"
	for _, request := range []string{
		"GET / HTTP/1.1\r\n" + named + "\r\n",
		"GET http://" + evil + "//" + evil + "/../api/docs/ HTTP/1.1\r\n" + named + "\r\n",
		"GET /btracker HTTP/1.1\r\n" + named + "\r\n",
		fmt.Sprintf("POST http://%s/api/v1/account/requestPassReset HTTP/1.1\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", evil, named, len(body), body),
	} {
		replies, err := w.send(request)
		if err != nil || len(replies) != 1 || replies[0].status >= 400 || strings.Contains(fmt.Sprint(replies), evil) {
			w.t.Errorf("%.40s: %v, %v", request, replies, err)
		}
	}
	_, mail := w.mailIn(data)
	if !strings.Contains(mail, publicURL+"btracker/changePassword?") || strings.Contains(mail, evil) {
		w.t.Errorf("the mail leads elsewhere:\n%s", mail)
	}
}

// guessing tries passwords from one address and from many. Neither keeps the
// owner out, who comes from elsewhere.
func (w *wire) guessing() {
	login := func(from, password string) int {
		w.t.Helper()
		body := fmt.Sprintf(`{"email":"ada@example.com","password":%q}`, password)
		replies, err := w.send(fmt.Sprintf("POST /api/v1/account/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"+
			"X-Forwarded-For: %s\r\nContent-Length: %d\r\n\r\n%s", from, len(body), body))
		if err != nil || len(replies) != 1 {
			w.t.Fatalf("%v, %v", replies, err)
		}
		return replies[0].status
	}
	attack := func(addresses ...string) map[int]int {
		statuses := map[int]int{}
		for _, from := range addresses {
			for guess := range 10 {
				statuses[login(from, fmt.Sprint("Wrong-Horse-", guess))]++
			}
		}
		return statuses
	}
	const owner = "203.0.113.1"
	for name, c := range map[string]struct {
		from []string
		as   int // so many who are counted apart
	}{
		"one address":                {[]string{"198.51.100.1"}, 1},
		"many addresses":             {[]string{"198.51.100.2", "198.51.100.3", "198.51.100.4"}, 3},
		"one network of version six": {[]string{"2001:db8::1", "2001:db8::2"}, 1},
	} {
		began := time.Now()
		got := attack(c.from...)
		// Five of each are free; more come through as the seconds pass: behind waits of one, two, four.
		least, more := 5*c.as, c.as*(bits.Len(uint(time.Since(began)/time.Second)+1)-1)
		if got[401] < least || got[401] > least+more || got[401]+got[429] != 10*len(c.from) {
			w.t.Errorf("from %s: %v, want %d to %d of 401", name, got, least, least+more)
		}
		if status := login(owner, goodPassword); status != 200 {
			w.t.Errorf("the owner after the guesses from %s: %d", name, status)
		}
	}
}
