package httpapi_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"btracker/internal/change"
	"btracker/internal/tracker"
)

// code is what an authenticator app shows now.
func (api *testAPI) code(secret string) string {
	api.t.Helper()
	code, err := totp.GenerateCode(secret, api.clock.Now())
	if err != nil {
		api.t.Fatal(err)
	}
	return code
}

// setUpTotp sets up an authenticator app.
func (c *client) setUpTotp() (secret string, recovery []string) {
	c.api.t.Helper()
	var begun tracker.TotpSecret
	c.post("/account/totp", object{"currentPassword": password}).status(200).into(&begun)
	var codes tracker.NewRecoveryCodes
	c.put("/account/totp", object{"code": c.api.code(begun.Secret)}).status(200).into(&codes)
	c.api.clock.Advance(time.Minute) // the code is used up
	return begun.Secret, codes.RecoveryCodes
}

// ticket signs in as far as the second factor.
func (c *client) ticket(email string) tracker.SignInTicket {
	c.api.t.Helper()
	var asked tracker.SecondFactorAsked
	a := c.login(email, password).status(200)
	if strings.Contains(a.Body.String(), `"token"`) {
		c.api.t.Fatal("a token without the second factor")
	}
	a.into(&asked)
	return asked.SecondFactor
}

func (c *client) second(ticket, method, code string) *answer {
	c.api.t.Helper()
	return c.post("/account/login/second", object{"ticket": ticket, "method": method, "code": code})
}

func TestSecondFactor(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		grace, stranger := api.signIn(userEmail), api.anonymous()

		grace.put("/account/totp", object{"code": "123456"}).problem(422, "noTotp")
		grace.post("/account/totp", object{"currentPassword": wrong}).fieldError("CurrentPassword", "Current Password is wrong.")
		var begun tracker.TotpSecret
		grace.post("/account/totp", object{"currentPassword": password}).status(200).into(&begun)
		if !strings.Contains(begun.URI, "secret="+begun.Secret) || !strings.HasPrefix(begun.QR, "M0 0h7") {
			t.Errorf("begun %+v", begun)
		}
		var account tracker.Account // nothing has changed before a code is confirmed
		stranger.login(userEmail, password).status(200).into(&account)
		if account.Token == "" {
			t.Error("an app that was not confirmed counts")
		}
		grace.put("/account/totp", object{"code": "000000"}).fieldError("Code", "Code is wrong. Check the clock of your phone and try the next one.")
		secret, recovery := grace.setUpTotp()
		if len(recovery) != tracker.RecoveryCodes || secret == begun.Secret {
			t.Errorf("recovery codes %v", recovery)
		}
		grace.post("/account/totp", object{"currentPassword": password}).problem(422, "hasTotp")

		asked := stranger.ticket(userEmail)
		if !slices.Equal(asked.Methods, []string{"totp", "recovery"}) {
			t.Errorf("methods %v", asked.Methods)
		}
		stranger.second(asked.Ticket, "totp", "000000").problem(401, "wrongCode")
		code := api.code(secret)
		stranger.second(asked.Ticket, "totp", code).status(200).into(&account)
		if account.Token == "" || account.Email != userEmail {
			t.Errorf("account %+v", account)
		}
		// Neither the ticket nor the code works again.
		stranger.second(asked.Ticket, "totp", code).problem(401, "ticketEnded")
		stranger.second(stranger.ticket(userEmail).Ticket, "totp", code).problem(401, "wrongCode")
		// A recovery code works once.
		stranger.second(stranger.ticket(userEmail).Ticket, "recovery", strings.ToLower(recovery[3])).status(200)
		stranger.second(stranger.ticket(userEmail).Ticket, "recovery", recovery[3]).problem(401, "wrongCode")
		stranger.second(stranger.ticket(userEmail).Ticket, "passkey", recovery[4]).fieldError("Credential", "Credential field is required.")
		stranger.second(stranger.ticket(userEmail).Ticket, "totp", "").fieldError("Code", "Code field is required.")
		stranger.post("/account/login/second", object{"ticket": "x", "method": "guess", "code": "1"}).fieldError("Method", "Method "+tracker.NotAnOption)
		var status tracker.SecondFactorStatus
		grace.get("/account/secondFactor").status(200).into(&status)
		if !status.Totp || status.RecoveryCodes != tracker.RecoveryCodes-1 || status.Required {
			t.Errorf("status %+v", status)
		}

		grace.delete("/account/totp", object{"currentPassword": wrong}).fieldError("CurrentPassword", "Current Password is wrong.")
		grace.delete("/account/totp", object{"currentPassword": password}).status(204)
		stranger.login(userEmail, password).status(200).into(&account)
		if account.Token == "" {
			t.Error("a factor that was removed is asked for")
		}
		api.deliver()
		if got := api.count(`SELECT count(*) FROM security_event WHERE kind IN ('secondFactor', 'secondFactorFailed')`); got != 5 {
			t.Errorf("%d security events", got)
		}
		api.findsNoSecret(append(recovery, secret, begun.Secret)...)
	})
}

// findsNoSecret looks for secrets in the log and in every table that could hold one.
func (api *testAPI) findsNoSecret(secrets ...string) {
	api.t.Helper()
	for _, secret := range secrets {
		if strings.Contains(api.logs.String(), secret) {
			api.t.Errorf("the log tells %s", secret)
		}
		for table, columns := range map[string]string{"totp": "secret", "recovery_code": "hash", "sign_in_ticket": "hash", "security_event": "details",
			"change": "COALESCE(before, '') || COALESCE(after, '')", "session": "agent"} {
			if api.count(`SELECT count(*) FROM `+table+` WHERE `+columns+` LIKE '%' || CAST($1 AS TEXT) || '%'`, secret) > 0 {
				api.t.Errorf("%s holds %s", table, secret)
			}
		}
	}
}

func TestCodesCanNotBeGuessed(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		api.addUser("eve@example.com", "Eve", false)
		secret, _ := api.signIn(userEmail).setUpTotp()
		eveSecret, _ := api.signIn("eve@example.com").setUpTotp()
		at := func(address string) *client { return &client{api: api, addr: address} }

		// A ticket allows five tries, and the sixth is refused though the code is right.
		one := at("198.51.100.1")
		ticket := one.ticket(userEmail).Ticket
		for range tracker.TicketTries {
			one.second(ticket, "totp", "000000").problem(401, "wrongCode")
		}
		one.second(ticket, "totp", api.code(secret)).problem(401, "ticketEnded")
		// Another ticket does not help: the address has to wait.
		next := one.ticket(userEmail).Ticket
		one.second(next, "totp", api.code(secret)).problem(429, "tooMany")
		// Many addresses do not help either.
		blocked := false
		for i := range 30 {
			c := at("203.0.113." + string(rune('1'+i/10)) + string(rune('0'+i%10)))
			if a := c.second(c.ticket(userEmail).Ticket, "totp", "000000"); a.Code == 429 {
				blocked = true
				break
			}
		}
		if !blocked {
			t.Error("guessing from many addresses is not slowed")
		}
		api.clock.Advance(6 * time.Minute)
		one.second(next, "totp", api.code(secret)).problem(401, "ticketEnded") // five minutes are over
		// A ticket is that of its own account.
		eve := at("198.51.100.9")
		eve.second(eve.ticket(userEmail).Ticket, "totp", api.code(eveSecret)).problem(401, "wrongCode")
		eve.second("no-such-ticket", "totp", api.code(eveSecret)).problem(401, "ticketEnded")
		api.clock.Advance(time.Minute)
		owner := at("198.51.100.20")
		owner.second(owner.ticket(userEmail).Ticket, "totp", api.code(secret)).status(200)
	})
}

func TestOneCodeSignsInOnceOfManyAtATime(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		secret, recovery := api.signIn(userEmail).setUpTotp()
		for method, code := range map[string]string{"totp": api.code(secret), "recovery": recovery[0]} {
			var wait sync.WaitGroup
			statuses := make([]int, 4)
			for i := range statuses {
				c := &client{api: api, addr: "198.51.100.1" + string(rune('0'+i))}
				ticket := c.ticket(userEmail).Ticket
				wait.Go(func() { statuses[i] = c.second(ticket, method, code).Code })
			}
			wait.Wait()
			slices.Sort(statuses)
			if statuses[0] != 200 || statuses[1] != 401 {
				t.Errorf("%s: %v", method, statuses)
			}
		}
	})
}

func TestTicketEndsWithThePassword(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		grace := api.signIn(userEmail)
		secret, _ := grace.setUpTotp()
		c := api.anonymous()
		ticket := c.ticket(userEmail).Ticket
		grace.put("/account/changePassword", object{"currentPassword": password, "newPassword": "Another-Horse-1", "confirmNewPassword": "Another-Horse-1"}).status(200)
		c.second(ticket, "totp", api.code(secret)).problem(401, "ticketEnded")
		api.exec(`UPDATE credential SET password_hash = $1 WHERE user_id = $2`, passwordHash, "user-"+userEmail)
		ticket = c.ticket(userEmail).Ticket
		api.admin().put("/UserManagement/disable", object{"email": userEmail, "reason": 1}).status(200)
		c.second(ticket, "totp", api.code(secret)).problem(401, "ticketEnded")
	})
}

func TestAdministratorRemovesLostFactors(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		grace, admin := api.signIn(userEmail), api.admin()
		grace.setUpTotp()
		grace.delete("/UserManagement/secondFactor", object{"email": userEmail}).status(403)
		var user tracker.User
		admin.get("/UserManagement/" + userEmail).status(200).into(&user)
		if !user.HasSecondFactor {
			t.Error("the administrator does not see the second factor")
		}
		admin.delete("/UserManagement/secondFactor", object{"email": userEmail}).status(200).into(&user)
		if user.HasSecondFactor {
			t.Error("it was not removed")
		}
		var account tracker.Account
		api.anonymous().login(userEmail, password).status(200).into(&account)
		if account.Token == "" {
			t.Error("a factor that was removed is asked for")
		}
		var changes []tracker.Change
		admin.get("/change?Entity=user&EntityId=" + userEmail + "&PageSize=1").status(200).into(&changes)
		if f := changes[0].Fields; len(f) != 1 || f[0].Name != "hasSecondFactor" || string(f[0].After) != "false" || changes[0].Undo.Allowed || changes[0].Actor.Email != adminEmail {
			t.Errorf("history %+v", changes[0])
		}
		admin.put("/change/undo", object{"seq": changes[0].Seq}).problem(422, "cannotUndo")
		if job := api.mail.jobs[len(api.mail.jobs)-1]; job.Kind != change.MailSecurity || job.Email != userEmail || !strings.Contains(job.Text, "administrator removed") {
			t.Errorf("mail %+v", job)
		}
		admin.delete("/UserManagement/secondFactor", object{"email": userEmail}).status(200) // nothing happens
		if got := len(api.mail.jobs); got != 2 {
			t.Errorf("%d mails", got)
		}
	})
}

// Whoever has the session of an administrator must not take off the factor that keeps them from more.
func TestNobodyRemovesTheirOwnFactorsAsAnAdministrator(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		admin.setUpTotp()
		for _, rule := range []string{tracker.FactorForNone, tracker.FactorForAdmins} {
			api.deps.SecondFactor = rule
			api.restart()
			for _, email := range []string{adminEmail, " ADMIN@example.com"} {
				admin.delete("/UserManagement/secondFactor", object{"email": email}).problem(422, "ownFactors")
			}
			var status tracker.SecondFactorStatus
			if admin.get("/account/secondFactor").status(200).into(&status); !status.Totp {
				t.Error("the factor is gone")
			}
		}
	})
}

func TestRequiredSecondFactor(t *testing.T) {
	for _, rule := range []string{tracker.FactorForAdmins, tracker.FactorForAll} {
		t.Run(rule, func(t *testing.T) {
			onBoth(t, func(t *testing.T, api *testAPI) {
				api.deps.SecondFactor = rule
				api.restart()
				api.addUser(userEmail, "Grace", false)
				admin, grace := api.admin(), api.signIn(userEmail)
				want := map[bool]int{true: 403, false: 200}
				admin.get("/company").problem(403, "secondFactorRequired")
				admin.post("/company", object{"name": "Acme"}).problem(403, "secondFactorRequired")
				grace.get("/company").status(want[rule == tracker.FactorForAll])
				var status tracker.SecondFactorStatus
				admin.get("/account/secondFactor").status(200).into(&status)
				if !status.Required || status.Totp {
					t.Errorf("status %+v", status)
				}
				var account tracker.Account
				admin.get("/account").status(200).into(&account)
				if !account.NeedsSecondFactor {
					t.Error("the account does not say what it needs")
				}
				admin.post("/account/refreshToken", nil).status(200)
				admin.setUpTotp()
				admin.get("/company").status(200)
				admin.get("/account").status(200).into(&account)
				if account.NeedsSecondFactor {
					t.Error("the account needs what it has")
				}
				admin.delete("/account/totp", object{"currentPassword": password}).problem(422, "factorNeeded")
			})
		})
	}
}
