package identity_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"btracker/internal/apitest"
	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func TestLogin(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		for _, email := range []string{apitest.UserEmail, "off@example.com", "invited@example.com"} {
			api.AddUser(email, "Grace", false)
		}
		api.Exec(`UPDATE users SET disabled_at = 1, disable_reason = 1 WHERE email = 'off@example.com'`)
		api.Exec(`DELETE FROM credential WHERE user_id = 'user-invited@example.com'`)
		anonymous := api.Anonymous()

		var account tracker.Account
		anonymous.Login("  GRACE@Example.com ", apitest.Password).Status(200).Into(&account)
		if account.Email != apitest.UserEmail || account.DisplayName != "Grace" || account.IsAdmin || account.IsClient || account.Token == "" {
			t.Errorf("account %+v", account)
		}
		signedIn := &apitest.Client{API: api, Token: account.Token}
		if body := signedIn.Get("/account").Status(200).Body.String(); strings.Contains(body, "token") {
			t.Errorf("GET /account answers %s", body)
		}
		anonymous.Login(apitest.AdminEmail, apitest.Password).Status(200).Into(&account)
		if !account.IsAdmin || account.IsClient {
			t.Errorf("administrator %+v", account)
		}

		// The answer does not tell why a sign-in failed.
		var first *apitest.Answer
		for who, attempt := range map[string][2]string{
			"wrong password":   {apitest.UserEmail, apitest.Wrong},
			"unknown address":  {"nobody@example.com", apitest.Password},
			"disabled":         {"off@example.com", apitest.Password},
			"without password": {"invited@example.com", apitest.Password},
		} {
			got := anonymous.Login(attempt[0], attempt[1])
			got.Problem(401, "unauthenticated")
			if first == nil {
				first = got
			}
			if got.Body.String() != first.Body.String() || got.Header().Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("%s: %s, %v", who, got.Body, got.Header())
			}
		}
		anonymous.Post("/account/login", object{"email": "x", "password": "Correct-Horse-1"}).FieldError("Email", "Email value is not an email format.")
		anonymous.Post("/account/login", object{"email": apitest.UserEmail}).FieldError("Password", "Password field is required.")
		anonymous.Login(apitest.UserEmail, strings.Repeat("x", 65)).FieldError("Password", "Password length must be at most 64.")
	})
}

// Time would tell which accounts exist if the work differed. It is the same, counted: one hash, whose cost is a test of its
// own (TestVerifyWithoutCredential), and as many statements. The clock is looked at by TestEnumeration in `make prove`.
func TestRefusedSignInsCostTheSame(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		for _, email := range []string{apitest.UserEmail, "off@example.com", "invited@example.com"} {
			api.AddUser(email, "Grace", false)
		}
		api.Exec(`UPDATE users SET disabled_at = 1, disable_reason = 1 WHERE email = 'off@example.com'`)
		api.Exec(`DELETE FROM credential WHERE user_id = 'user-invited@example.com'`)
		type work struct{ hashes, statements int64 }
		visitors := 0
		workOf := func(path string, body object, status int) work {
			t.Helper()
			visitors++ // each has its own address, so that none is throttled
			var count store.Statements
			c := &apitest.Client{API: api, Addr: fmt.Sprint("198.51.100.", visitors), Ctx: store.CountStatements(t.Context(), &count)}
			hashed := api.Hasher.Load().Hashed
			c.Post(path, body).Status(status)
			return work{api.Hasher.Load().Hashed - hashed, count.All.Load()}
		}
		known := workOf("/account/login", object{"email": apitest.UserEmail, "password": apitest.Wrong}, 401)
		if known.hashes != 1 {
			t.Errorf("a wrong sign-in computes %d hashes", known.hashes)
		}
		for who, email := range map[string]string{"an unknown": "nobody@example.com", "a disabled": "off@example.com", "an invited": "invited@example.com"} {
			if got := workOf("/account/login", object{"email": email, "password": apitest.Password}, 401); got != known {
				t.Errorf("refusing %s account costs %+v, a known one %+v", who, got, known)
			}
		}
		asked := workOf("/account/requestPassReset", object{"email": apitest.UserEmail}, 200)
		for who, email := range map[string]string{"an unknown": "nobody@example.com", "a disabled": "off@example.com"} {
			if got := workOf("/account/requestPassReset", object{"email": email}, 200); got != asked {
				t.Errorf("a link for %s account costs %+v, for a known one %+v", who, got, asked)
			}
		}
	})
}

func TestSignInIsSlowedPerAccountAndAddress(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		attacker, owner := api.Anonymous(), &apitest.Client{API: api, Addr: "198.51.100.7"}
		slowed := func(a *apitest.Answer, wait string) {
			t.Helper()
			if a.Problem(429, "tooMany")["reason"] == "" || a.Header().Get("Retry-After") != wait {
				t.Errorf("429 %v %s", a.Header(), a.Body)
			}
		}
		for range 5 {
			attacker.Login(apitest.UserEmail, apitest.Wrong).Status(401)
		}
		slowed(attacker.Login(apitest.UserEmail, apitest.Password), "1")
		slowed(attacker.Login(strings.ToUpper(apitest.UserEmail), apitest.Wrong), "1") // the same account
		owner.Login(apitest.UserEmail, apitest.Password).Status(200)                   // elsewhere
		attacker.Login(apitest.AdminEmail, apitest.Password).Status(200)               // another account
		slowed(attacker.Login(apitest.UserEmail, apitest.Wrong), "1")                  // neither of them reset the count

		api.Clock.Advance(time.Second)
		attacker.Login(apitest.UserEmail, apitest.Wrong).Status(401)
		slowed(attacker.Login(apitest.UserEmail, apitest.Password), "2")
		api.Clock.Advance(1900 * time.Millisecond)
		slowed(attacker.Login(apitest.UserEmail, apitest.Password), "1") // rounded up
		api.Clock.Advance(100 * time.Millisecond)
		attacker.Login(apitest.UserEmail, apitest.Password).Status(200) // not locked for good, and the count is reset:
		attacker.Login(apitest.UserEmail, apitest.Wrong).Status(401)
		attacker.Login(apitest.UserEmail, apitest.Password).Status(200)

		// Failures are forgotten after a while.
		api.Exec(`UPDATE throttle SET failures = 40 WHERE subject LIKE 'account %'`)
		api.Clock.Advance(61 * time.Minute)
		attacker.Login(apitest.UserEmail, apitest.Wrong).Status(401)
		attacker.Login(apitest.UserEmail, apitest.Password).Status(200)
	})
}

func TestSignInIsSlowedPerAddress(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		attacker := api.Anonymous()
		attacker.Login("nobody-0@example.com", apitest.Wrong).Status(401)
		api.Exec(`UPDATE throttle SET failures = 48 WHERE subject LIKE 'address %'`)
		for i := range 2 { // two more accounts make it fifty
			attacker.Login(fmt.Sprintf("nobody-%d@example.com", i+1), apitest.Wrong).Status(401)
		}
		attacker.Login(apitest.AdminEmail, apitest.Password).Problem(429, "tooMany")
		attacker.Login("nobody-9@example.com", apitest.Wrong).Problem(429, "tooMany")
		(&apitest.Client{API: api, Addr: "198.51.100.7"}).Login(apitest.AdminEmail, apitest.Password).Status(200)
		(&apitest.Client{API: api, Addr: "198.51.100.7", Header: http.Header{"X-Forwarded-For": {"192.0.2.1"}}}).Login(apitest.AdminEmail, apitest.Password).Status(200)
	})
}

func TestManySignInsAtOnce(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		// Successful sign-ins never count.
		for status, n := range api.Together(8, func(int) int { return api.Anonymous().Login(apitest.AdminEmail, apitest.Password).Code }) {
			if status != 200 {
				t.Errorf("right: %d times %d", n, status)
			}
		}
		// Guesses at the same time get no further than guesses one by one.
		statuses := api.Together(10, func(int) int { return api.Anonymous().Login(apitest.AdminEmail, apitest.Wrong).Code })
		if statuses[401] != 5 || statuses[429] != 5 {
			t.Errorf("wrong: %v", statuses)
		}
	})
}

func TestTokens(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		user := api.SignIn(apitest.UserEmail)
		claims, err := api.Signer.Parse(user.Token)
		if err != nil {
			t.Fatal(err)
		}
		now := api.Clock.Now()
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
		sign := func(method jwt.SigningMethod, key any, c jwt.MapClaims) *apitest.Client {
			token, err := jwt.NewWithClaims(method, c).SignedString(key)
			if err != nil {
				t.Fatal(err)
			}
			return &apitest.Client{API: api, Token: token}
		}
		sign(jwt.SigningMethodHS256, apitest.Secret, good).Get("/account").Status(200) // so each token below is refused for its own reason
		for name, c := range map[string]*apitest.Client{
			"garbage":           {API: api, Token: "garbage"},
			"three parts":       {API: api, Token: "a.b.c"},
			"cut":               {API: api, Token: user.Token[:len(user.Token)-3]},
			"other secret":      sign(jwt.SigningMethodHS256, []byte(strings.Repeat("x", 32)), good),
			"no algorithm":      sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, good),
			"other algorithm":   sign(jwt.SigningMethodHS512, apitest.Secret, good),
			"expired":           sign(jwt.SigningMethodHS256, apitest.Secret, with("exp", now.Add(-time.Second).Unix())),
			"without end":       sign(jwt.SigningMethodHS256, apitest.Secret, with("exp", nil)),
			"without session":   sign(jwt.SigningMethodHS256, apitest.Secret, with("sid", nil)),
			"unknown session":   sign(jwt.SigningMethodHS256, apitest.Secret, with("sid", "unknown")),
			"another's session": sign(jwt.SigningMethodHS256, apitest.Secret, with("sub", "user-"+apitest.AdminEmail)),
			"NUL in session":    sign(jwt.SigningMethodHS256, apitest.Secret, with("sid", "a\x00b")),
		} {
			t.Log(name)
			c.Get("/account").InvalidToken()
		}
		// Without a token the caller is not signed in, but no session has ended.
		for _, header := range []string{"", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", user.Token} {
			c := &apitest.Client{API: api, Header: http.Header{"Authorization": {header}}}
			answer := c.Get("/account?access_token=" + user.Token)
			answer.Problem(401, "unauthenticated")
			if answer.Header().Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("%q: %v", header, answer.Header())
			}
		}
		(&apitest.Client{API: api, Header: http.Header{"Authorization": {"bearer " + user.Token}}}).Get("/account").Status(200)

		api.Clock.Advance(59*time.Minute + 59*time.Second)
		user.Get("/account").Status(200)
		api.Clock.Advance(time.Second)
		user.Get("/account").InvalidToken()
	})
}

func TestLogout(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		one, two := api.Admin(), api.Admin()
		if body := one.Get("/account/logout").Status(200).Body.String(); body != `{"result":"success"}` {
			t.Errorf("logout: %s", body)
		}
		for _, path := range []string{"/account", "/account/logout", "/company"} {
			one.Get(path).InvalidToken()
		}
		one.Post("/account/refreshToken", nil).InvalidToken()
		two.Get("/account").Status(200)
	})
}

func TestDisabledUserIsOutAtOnce(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		admin.Get("/account").Status(200)
		api.Exec(`UPDATE users SET disabled_at = 1 WHERE email = $1`, apitest.AdminEmail)
		admin.Get("/account").InvalidToken()
		admin.Post("/account/refreshToken", nil).InvalidToken()
	})
}

func TestRightsAreReadAtEveryRequest(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		id := admin.AddCompany("Acme")
		api.Exec(`UPDATE users SET is_admin = FALSE WHERE email = $1`, apitest.AdminEmail)
		admin.Post("/company", object{"name": "New"}).Problem(403, "forbidden")
		admin.Get("/company/"+id).Problem(404, "notFound")
		admin.Get("/UserManagement").Problem(403, "forbidden")
	})
}

func TestRefreshKeepsTheOldToken(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		old := api.Admin()
		api.Clock.Advance(30 * time.Minute)
		var account tracker.Account
		old.Post("/account/refreshToken", nil).Status(200).Into(&account)
		if account.Token == "" || account.Token == old.Token || !account.IsAdmin {
			t.Fatalf("refreshed %+v", account)
		}
		fresh := &apitest.Client{API: api, Token: account.Token}
		old.Get("/account").Status(200)
		fresh.Get("/account").Status(200)
		api.Clock.Advance(30 * time.Minute)
		old.Get("/account").InvalidToken()
		fresh.Get("/account").Status(200)
		fresh.Get("/account/logout").Status(200)
		fresh.Get("/account").InvalidToken()
	})
}

func TestSessionEndsAfterThirtyDays(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.Clock.Advance(400 * time.Millisecond) // so that the session does not end at a whole second
		var account tracker.Account
		api.Anonymous().Login(apitest.AdminEmail, apitest.Password).Status(200).Into(&account)
		claims, err := api.Signer.Parse(account.Token)
		if err != nil {
			t.Fatal(err)
		}
		// A token that would outlive its session by far.
		long, err := auth.NewSigner(apitest.Secret, 90*24*time.Hour, api.Clock.Now)
		if err != nil {
			t.Fatal(err)
		}
		token, _, err := long.Issue(claims.UserID, claims.SessionID, api.Clock.Now().Add(90*24*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		session := &apitest.Client{API: api, Token: token}
		api.Clock.Advance(30*24*time.Hour - 10*time.Minute)
		session.Post("/account/refreshToken", nil).Status(200).Into(&account)
		if claims, err = api.Signer.Parse(account.Token); err != nil || claims.ExpiresAt.Sub(api.Clock.Now()) != 10*time.Minute-400*time.Millisecond {
			t.Errorf("refreshed until %v, %v", claims.ExpiresAt, err)
		}
		api.Clock.Advance(10*time.Minute - 300*time.Millisecond)
		session.Get("/account").Status(200)
		session.Post("/account/refreshToken", nil).InvalidToken()
		api.Clock.Advance(300 * time.Millisecond)
		session.Get("/account").InvalidToken()
		session.Post("/account/refreshToken", nil).InvalidToken()
	})
}
