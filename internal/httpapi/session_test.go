package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

const (
	userEmail = "grace@example.com"
	wrong     = "Wrong-Horse-1"
)

func TestLogin(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		for _, email := range []string{userEmail, "off@example.com", "invited@example.com"} {
			api.addUser(email, "Grace", false)
		}
		api.exec(`UPDATE users SET disabled_at = 1, disable_reason = 1 WHERE email = 'off@example.com'`)
		api.exec(`DELETE FROM credential WHERE user_id = 'user-invited@example.com'`)
		anonymous := api.anonymous()

		var account tracker.Account
		anonymous.login("  GRACE@Example.com ", password).status(200).into(&account)
		if account.Email != userEmail || account.DisplayName != "Grace" || account.IsAdmin || account.IsClient || account.Token == "" {
			t.Errorf("account %+v", account)
		}
		signedIn := &client{api: api, token: account.Token}
		if body := signedIn.get("/account").status(200).Body.String(); strings.Contains(body, "token") {
			t.Errorf("GET /account answers %s", body)
		}
		anonymous.login(adminEmail, password).status(200).into(&account)
		if !account.IsAdmin || account.IsClient {
			t.Errorf("administrator %+v", account)
		}

		// The answer does not tell why a sign-in failed.
		var first *answer
		for who, attempt := range map[string][2]string{
			"wrong password":   {userEmail, wrong},
			"unknown address":  {"nobody@example.com", password},
			"disabled":         {"off@example.com", password},
			"without password": {"invited@example.com", password},
		} {
			got := anonymous.login(attempt[0], attempt[1])
			got.problem(401, "unauthenticated")
			if first == nil {
				first = got
			}
			if got.Body.String() != first.Body.String() || got.Header().Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("%s: %s, %v", who, got.Body, got.Header())
			}
		}
		anonymous.post("/account/login", object{"email": "x", "password": "Correct-Horse-1"}).fieldError("Email", "Email value is not an email format.")
		anonymous.post("/account/login", object{"email": userEmail}).fieldError("Password", "Password field is required.")
		anonymous.login(userEmail, strings.Repeat("x", 65)).fieldError("Password", "Password length must be at most 64.")
	})
}

// Time would tell which accounts exist if the work differed. It is the same, counted: one hash, whose cost is a test of its
// own (TestVerifyWithoutCredential), and as many statements. The clock is looked at by TestEnumeration in `make prove`.
func TestRefusedSignInsCostTheSame(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		for _, email := range []string{userEmail, "off@example.com", "invited@example.com"} {
			api.addUser(email, "Grace", false)
		}
		api.exec(`UPDATE users SET disabled_at = 1, disable_reason = 1 WHERE email = 'off@example.com'`)
		api.exec(`DELETE FROM credential WHERE user_id = 'user-invited@example.com'`)
		type work struct{ hashes, statements int64 }
		visitors := 0
		workOf := func(path string, body object, status int) work {
			t.Helper()
			visitors++ // each has its own address, so that none is throttled
			var count store.Statements
			c := &client{api: api, addr: fmt.Sprint("198.51.100.", visitors), ctx: store.CountStatements(t.Context(), &count)}
			hashed := api.hasher.Load().Hashed
			c.post(path, body).status(status)
			return work{api.hasher.Load().Hashed - hashed, count.All.Load()}
		}
		known := workOf("/account/login", object{"email": userEmail, "password": wrong}, 401)
		if known.hashes != 1 {
			t.Errorf("a wrong sign-in computes %d hashes", known.hashes)
		}
		for who, email := range map[string]string{"an unknown": "nobody@example.com", "a disabled": "off@example.com", "an invited": "invited@example.com"} {
			if got := workOf("/account/login", object{"email": email, "password": password}, 401); got != known {
				t.Errorf("refusing %s account costs %+v, a known one %+v", who, got, known)
			}
		}
		asked := workOf("/account/requestPassReset", object{"email": userEmail}, 200)
		for who, email := range map[string]string{"an unknown": "nobody@example.com", "a disabled": "off@example.com"} {
			if got := workOf("/account/requestPassReset", object{"email": email}, 200); got != asked {
				t.Errorf("a link for %s account costs %+v, for a known one %+v", who, got, asked)
			}
		}
	})
}

func TestSignInIsSlowedPerAccountAndAddress(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		attacker, owner := api.anonymous(), &client{api: api, addr: "198.51.100.7"}
		slowed := func(a *answer, wait string) {
			t.Helper()
			if a.problem(429, "tooMany")["reason"] == "" || a.Header().Get("Retry-After") != wait {
				t.Errorf("429 %v %s", a.Header(), a.Body)
			}
		}
		for range 5 {
			attacker.login(userEmail, wrong).status(401)
		}
		slowed(attacker.login(userEmail, password), "1")
		slowed(attacker.login(strings.ToUpper(userEmail), wrong), "1") // the same account
		owner.login(userEmail, password).status(200)                   // elsewhere
		attacker.login(adminEmail, password).status(200)               // another account
		slowed(attacker.login(userEmail, wrong), "1")                  // neither of them reset the count

		api.clock.Advance(time.Second)
		attacker.login(userEmail, wrong).status(401)
		slowed(attacker.login(userEmail, password), "2")
		api.clock.Advance(1900 * time.Millisecond)
		slowed(attacker.login(userEmail, password), "1") // rounded up
		api.clock.Advance(100 * time.Millisecond)
		attacker.login(userEmail, password).status(200) // not locked for good, and the count is reset:
		attacker.login(userEmail, wrong).status(401)
		attacker.login(userEmail, password).status(200)

		// Failures are forgotten after a while.
		api.exec(`UPDATE throttle SET failures = 40 WHERE subject LIKE 'account %'`)
		api.clock.Advance(61 * time.Minute)
		attacker.login(userEmail, wrong).status(401)
		attacker.login(userEmail, password).status(200)
	})
}

func TestSignInIsSlowedPerAddress(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		attacker := api.anonymous()
		attacker.login("nobody-0@example.com", wrong).status(401)
		api.exec(`UPDATE throttle SET failures = 48 WHERE subject LIKE 'address %'`)
		for i := range 2 { // two more accounts make it fifty
			attacker.login(fmt.Sprintf("nobody-%d@example.com", i+1), wrong).status(401)
		}
		attacker.login(adminEmail, password).problem(429, "tooMany")
		attacker.login("nobody-9@example.com", wrong).problem(429, "tooMany")
		(&client{api: api, addr: "198.51.100.7"}).login(adminEmail, password).status(200)
		(&client{api: api, addr: "198.51.100.7", header: http.Header{"X-Forwarded-For": {"192.0.2.1"}}}).login(adminEmail, password).status(200)
	})
}

func TestManySignInsAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		// Successful sign-ins never count.
		for status, n := range api.together(8, func(int) int { return api.anonymous().login(adminEmail, password).Code }) {
			if status != 200 {
				t.Errorf("right: %d times %d", n, status)
			}
		}
		// Guesses at the same time get no further than guesses one by one.
		statuses := api.together(10, func(int) int { return api.anonymous().login(adminEmail, wrong).Code })
		if statuses[401] != 5 || statuses[429] != 5 {
			t.Errorf("wrong: %v", statuses)
		}
	})
}

// together calls fn many times at once and counts the answers.
func (api *testAPI) together(times int, fn func(i int) int) map[int]int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	counts := map[int]int{}
	start := make(chan struct{})
	for i := range times {
		wg.Go(func() {
			<-start
			got := fn(i)
			mu.Lock()
			defer mu.Unlock()
			counts[got]++
		})
	}
	close(start)
	wg.Wait()
	return counts
}

func TestTokens(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		user := api.signIn(userEmail)
		claims, err := api.signer.Parse(user.token)
		if err != nil {
			t.Fatal(err)
		}
		now := api.clock.Now()
		good := jwt.MapClaims{"sub": claims.UserID, "sid": claims.SessionID, "jti": "x", "iat": now.Unix(), "exp": now.Add(time.Hour).Unix()}
		with := func(name string, value any) jwt.MapClaims {
			changed := jwt.MapClaims{}
			for k, v := range good {
				changed[k] = v
			}
			if changed[name] = value; value == nil {
				delete(changed, name)
			}
			return changed
		}
		sign := func(method jwt.SigningMethod, key any, c jwt.MapClaims) *client {
			token, err := jwt.NewWithClaims(method, c).SignedString(key)
			if err != nil {
				t.Fatal(err)
			}
			return &client{api: api, token: token}
		}
		sign(jwt.SigningMethodHS256, secret, good).get("/account").status(200) // so each token below is refused for its own reason
		for name, c := range map[string]*client{
			"garbage":           {api: api, token: "garbage"},
			"three parts":       {api: api, token: "a.b.c"},
			"cut":               {api: api, token: user.token[:len(user.token)-3]},
			"other secret":      sign(jwt.SigningMethodHS256, []byte(strings.Repeat("x", 32)), good),
			"no algorithm":      sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, good),
			"other algorithm":   sign(jwt.SigningMethodHS512, secret, good),
			"expired":           sign(jwt.SigningMethodHS256, secret, with("exp", now.Add(-time.Second).Unix())),
			"without end":       sign(jwt.SigningMethodHS256, secret, with("exp", nil)),
			"without session":   sign(jwt.SigningMethodHS256, secret, with("sid", nil)),
			"unknown session":   sign(jwt.SigningMethodHS256, secret, with("sid", "unknown")),
			"another's session": sign(jwt.SigningMethodHS256, secret, with("sub", "user-"+adminEmail)),
			"NUL in session":    sign(jwt.SigningMethodHS256, secret, with("sid", "a\x00b")),
		} {
			t.Log(name)
			c.get("/account").invalidToken()
		}
		// Without a token the caller is not signed in, but no session has ended.
		for _, header := range []string{"", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", user.token} {
			c := &client{api: api, header: http.Header{"Authorization": {header}}}
			answer := c.get("/account?access_token=" + user.token)
			answer.problem(401, "unauthenticated")
			if answer.Header().Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("%q: %v", header, answer.Header())
			}
		}
		(&client{api: api, header: http.Header{"Authorization": {"bearer " + user.token}}}).get("/account").status(200)

		api.clock.Advance(59*time.Minute + 59*time.Second)
		user.get("/account").status(200)
		api.clock.Advance(time.Second)
		user.get("/account").invalidToken()
	})
}

func TestLogout(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		one, two := api.admin(), api.admin()
		if body := one.get("/account/logout").status(200).Body.String(); body != `{"result":"success"}` {
			t.Errorf("logout: %s", body)
		}
		for _, path := range []string{"/account", "/account/logout", "/company"} {
			one.get(path).invalidToken()
		}
		one.post("/account/refreshToken", nil).invalidToken()
		two.get("/account").status(200)
	})
}

func TestDisabledUserIsOutAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		admin.get("/account").status(200)
		api.exec(`UPDATE users SET disabled_at = 1 WHERE email = $1`, adminEmail)
		admin.get("/account").invalidToken()
		admin.post("/account/refreshToken", nil).invalidToken()
	})
}

func TestRightsAreReadAtEveryRequest(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		id := admin.addCompany("Acme")
		api.exec(`UPDATE users SET is_admin = FALSE WHERE email = $1`, adminEmail)
		admin.post("/company", object{"name": "New"}).problem(403, "forbidden")
		admin.get("/company/"+id).problem(404, "notFound")
		admin.get("/UserManagement").problem(403, "forbidden")
	})
}

func TestRefreshKeepsTheOldToken(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		old := api.admin()
		api.clock.Advance(30 * time.Minute)
		var account tracker.Account
		old.post("/account/refreshToken", nil).status(200).into(&account)
		if account.Token == "" || account.Token == old.token || !account.IsAdmin {
			t.Fatalf("refreshed %+v", account)
		}
		fresh := &client{api: api, token: account.Token}
		old.get("/account").status(200)
		fresh.get("/account").status(200)
		api.clock.Advance(30 * time.Minute)
		old.get("/account").invalidToken()
		fresh.get("/account").status(200)
		fresh.get("/account/logout").status(200)
		fresh.get("/account").invalidToken()
	})
}

func TestSessionEndsAfterThirtyDays(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.clock.Advance(400 * time.Millisecond) // so that the session does not end at a whole second
		var account tracker.Account
		api.anonymous().login(adminEmail, password).status(200).into(&account)
		claims, err := api.signer.Parse(account.Token)
		if err != nil {
			t.Fatal(err)
		}
		// A token that would outlive its session by far.
		long, err := auth.NewSigner(secret, 90*24*time.Hour, api.clock.Now)
		if err != nil {
			t.Fatal(err)
		}
		token, _, err := long.Issue(claims.UserID, claims.SessionID, api.clock.Now().Add(90*24*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		session := &client{api: api, token: token}
		api.clock.Advance(30*24*time.Hour - 10*time.Minute)
		session.post("/account/refreshToken", nil).status(200).into(&account)
		if claims, err = api.signer.Parse(account.Token); err != nil || claims.ExpiresAt.Sub(api.clock.Now()) != 10*time.Minute-400*time.Millisecond {
			t.Errorf("refreshed until %v, %v", claims.ExpiresAt, err)
		}
		api.clock.Advance(10*time.Minute - 300*time.Millisecond)
		session.get("/account").status(200)
		session.post("/account/refreshToken", nil).invalidToken()
		api.clock.Advance(300 * time.Millisecond)
		session.get("/account").invalidToken()
		session.post("/account/refreshToken", nil).invalidToken()
	})
}
