package identity_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/change"
	"btracker/internal/tracker"
)

// ticketFor signs in as far as the second factor.
func ticketFor(c *apitest.Client, email string) tracker.SignInTicket {
	c.API.T.Helper()
	var asked tracker.SecondFactorAsked
	a := c.Login(email, apitest.Password).Status(200)
	if strings.Contains(a.Body.String(), `"token"`) {
		c.API.T.Fatal("a token without the second factor")
	}
	a.Into(&asked)
	return asked.SecondFactor
}

func secondStep(c *apitest.Client, ticket, method, code string) *apitest.Answer {
	c.API.T.Helper()
	return c.Post("/account/login/second", object{"ticket": ticket, "method": method, "code": code})
}

func TestSecondFactor(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		grace, stranger := api.SignIn(apitest.UserEmail), api.Anonymous()

		grace.Put("/account/totp", object{"code": "123456"}).Problem(422, "noTotp")
		grace.Post("/account/totp", object{"currentPassword": apitest.Wrong}).FieldError("CurrentPassword", "Current Password is wrong.")
		var begun tracker.TotpSecret
		grace.Post("/account/totp", object{"currentPassword": apitest.Password}).Status(200).Into(&begun)
		if !strings.Contains(begun.URI, "secret="+begun.Secret) || !strings.HasPrefix(begun.QR, "M0 0h7") {
			t.Errorf("begun %+v", begun)
		}
		var account tracker.Account // nothing has changed before a code is confirmed
		stranger.Login(apitest.UserEmail, apitest.Password).Status(200).Into(&account)
		if account.Token == "" {
			t.Error("an app that was not confirmed counts")
		}
		grace.Put("/account/totp", object{"code": "000000"}).FieldError("Code", "Code is wrong. Check the clock of your phone and try the next one.")
		secret, recovery := grace.SetUpTotp()
		if len(recovery) != tracker.RecoveryCodes || secret == begun.Secret {
			t.Errorf("recovery codes %v", recovery)
		}
		grace.Post("/account/totp", object{"currentPassword": apitest.Password}).Problem(422, "hasTotp")

		asked := ticketFor(stranger, apitest.UserEmail)
		if !slices.Equal(asked.Methods, []string{"totp", "recovery"}) {
			t.Errorf("methods %v", asked.Methods)
		}
		secondStep(stranger, asked.Ticket, "totp", "000000").Problem(401, "wrongCode")
		code := api.Code(secret)
		secondStep(stranger, asked.Ticket, "totp", code).Status(200).Into(&account)
		if account.Token == "" || account.Email != apitest.UserEmail {
			t.Errorf("account %+v", account)
		}
		// Neither the ticket nor the code works again.
		secondStep(stranger, asked.Ticket, "totp", code).Problem(401, "ticketEnded")
		secondStep(stranger, ticketFor(stranger, apitest.UserEmail).Ticket, "totp", code).Problem(401, "wrongCode")
		// A recovery code works once.
		secondStep(stranger, ticketFor(stranger, apitest.UserEmail).Ticket, "recovery", strings.ToLower(recovery[3])).Status(200)
		secondStep(stranger, ticketFor(stranger, apitest.UserEmail).Ticket, "recovery", recovery[3]).Problem(401, "wrongCode")
		secondStep(stranger, ticketFor(stranger, apitest.UserEmail).Ticket, "passkey", recovery[4]).FieldError("Credential", "Credential field is required.")
		secondStep(stranger, ticketFor(stranger, apitest.UserEmail).Ticket, "totp", "").FieldError("Code", "Code field is required.")
		stranger.Post("/account/login/second", object{"ticket": "x", "method": "guess", "code": "1"}).FieldError("Method", tracker.NotAnOption.With("Method").String())
		var status tracker.SecondFactorStatus
		grace.Get("/account/secondFactor").Status(200).Into(&status)
		if !status.Totp || status.RecoveryCodes != tracker.RecoveryCodes-1 || status.Required {
			t.Errorf("status %+v", status)
		}

		grace.Delete("/account/totp", object{"currentPassword": apitest.Wrong}).FieldError("CurrentPassword", "Current Password is wrong.")
		grace.Delete("/account/totp", object{"currentPassword": apitest.Password}).Status(204)
		stranger.Login(apitest.UserEmail, apitest.Password).Status(200).Into(&account)
		if account.Token == "" {
			t.Error("a factor that was removed is asked for")
		}
		api.Deliver()
		if got := api.Count(`SELECT count(*) FROM security_event WHERE kind IN ('secondFactor', 'secondFactorFailed')`); got != 5 {
			t.Errorf("%d security events", got)
		}
		findsNoSecret(api, append(recovery, secret, begun.Secret)...)
	})
}

// findsNoSecret looks for secrets in the log and in every table that could hold one.
func findsNoSecret(api *apitest.API, secrets ...string) {
	api.T.Helper()
	for _, secret := range secrets {
		if strings.Contains(api.Logs.String(), secret) {
			api.T.Errorf("the log tells %s", secret)
		}
		for table, columns := range map[string]string{"totp": "secret", "recovery_code": "hash", "sign_in_ticket": "hash", "security_event": "details",
			"change": "COALESCE(before, '') || COALESCE(after, '')", "session": "agent"} {
			if api.Count(`SELECT count(*) FROM `+table+` WHERE `+columns+` LIKE '%' || CAST($1 AS TEXT) || '%'`, secret) > 0 {
				api.T.Errorf("%s holds %s", table, secret)
			}
		}
	}
}

func TestCodesCanNotBeGuessed(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.AddUser("eve@example.com", "Eve", false)
		secret, _ := api.SignIn(apitest.UserEmail).SetUpTotp()
		eveSecret, _ := api.SignIn("eve@example.com").SetUpTotp()
		at := func(address string) *apitest.Client { return &apitest.Client{API: api, Addr: address} }

		// A ticket allows five tries, and the sixth is refused though the code is right.
		one := at("198.51.100.1")
		ticket := ticketFor(one, apitest.UserEmail).Ticket
		for range tracker.TicketTries {
			secondStep(one, ticket, "totp", "000000").Problem(401, "wrongCode")
		}
		secondStep(one, ticket, "totp", api.Code(secret)).Problem(401, "ticketEnded")
		// Another ticket does not help: the address has to wait.
		next := ticketFor(one, apitest.UserEmail).Ticket
		secondStep(one, next, "totp", api.Code(secret)).Problem(429, "tooMany")
		// Many addresses do not help either.
		blocked := false
		for i := range 30 {
			c := at("203.0.113." + string(rune('1'+i/10)) + string(rune('0'+i%10)))
			if a := secondStep(c, ticketFor(c, apitest.UserEmail).Ticket, "totp", "000000"); a.Code == 429 {
				blocked = true
				break
			}
		}
		if !blocked {
			t.Error("guessing from many addresses is not slowed")
		}
		api.Clock.Advance(6 * time.Minute)
		secondStep(one, next, "totp", api.Code(secret)).Problem(401, "ticketEnded") // five minutes are over
		// A ticket is that of its own account.
		eve := at("198.51.100.9")
		secondStep(eve, ticketFor(eve, apitest.UserEmail).Ticket, "totp", api.Code(eveSecret)).Problem(401, "wrongCode")
		secondStep(eve, "no-such-ticket", "totp", api.Code(eveSecret)).Problem(401, "ticketEnded")
		api.Clock.Advance(time.Minute)
		owner := at("198.51.100.20")
		secondStep(owner, ticketFor(owner, apitest.UserEmail).Ticket, "totp", api.Code(secret)).Status(200)
	})
}

func TestOneCodeSignsInOnceOfManyAtATime(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		secret, recovery := api.SignIn(apitest.UserEmail).SetUpTotp()
		for method, code := range map[string]string{"totp": api.Code(secret), "recovery": recovery[0]} {
			var wait sync.WaitGroup
			statuses := make([]int, 4)
			for i := range statuses {
				c := &apitest.Client{API: api, Addr: "198.51.100.1" + string(rune('0'+i))}
				ticket := ticketFor(c, apitest.UserEmail).Ticket
				wait.Go(func() { statuses[i] = secondStep(c, ticket, method, code).Code })
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
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		grace := api.SignIn(apitest.UserEmail)
		secret, _ := grace.SetUpTotp()
		c := api.Anonymous()
		ticket := ticketFor(c, apitest.UserEmail).Ticket
		grace.Put("/account/changePassword", object{"currentPassword": apitest.Password, "newPassword": "Another-Horse-1", "confirmNewPassword": "Another-Horse-1"}).Status(200)
		secondStep(c, ticket, "totp", api.Code(secret)).Problem(401, "ticketEnded")
		api.Exec(`UPDATE credential SET password_hash = $1 WHERE user_id = $2`, apitest.PasswordHash, "user-"+apitest.UserEmail)
		ticket = ticketFor(c, apitest.UserEmail).Ticket
		api.Admin().Put("/UserManagement/disable", object{"email": apitest.UserEmail, "reason": 1}).Status(200)
		secondStep(c, ticket, "totp", api.Code(secret)).Problem(401, "ticketEnded")
	})
}

func TestAdministratorRemovesLostFactors(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		grace, admin := api.SignIn(apitest.UserEmail), api.Admin()
		grace.SetUpTotp()
		grace.Delete("/UserManagement/secondFactor", object{"email": apitest.UserEmail}).Status(403)
		var user tracker.User
		admin.Get("/UserManagement/" + apitest.UserEmail).Status(200).Into(&user)
		if !user.HasSecondFactor {
			t.Error("the administrator does not see the second factor")
		}
		admin.Delete("/UserManagement/secondFactor", object{"email": apitest.UserEmail}).Status(200).Into(&user)
		if user.HasSecondFactor {
			t.Error("it was not removed")
		}
		var account tracker.Account
		api.Anonymous().Login(apitest.UserEmail, apitest.Password).Status(200).Into(&account)
		if account.Token == "" {
			t.Error("a factor that was removed is asked for")
		}
		var changes []tracker.Change
		admin.Get("/change?Entity=user&EntityId=" + apitest.UserEmail + "&PageSize=1").Status(200).Into(&changes)
		if f := changes[0].Fields; len(f) != 1 || f[0].Name != "hasSecondFactor" || string(f[0].After) != "false" || changes[0].Undo.Allowed ||
			changes[0].Actor.Email != apitest.AdminEmail {
			t.Errorf("history %+v", changes[0])
		}
		admin.Put("/change/undo", object{"seq": changes[0].Seq}).Problem(422, "cannotUndo")
		if job := api.Mail.Jobs[len(api.Mail.Jobs)-1]; job.Kind != change.MailSecurity || job.Email != apitest.UserEmail || !strings.Contains(job.Text, "administrator removed") {
			t.Errorf("mail %+v", job)
		}
		admin.Delete("/UserManagement/secondFactor", object{"email": apitest.UserEmail}).Status(200) // nothing happens
		if got := len(api.Mail.Jobs); got != 2 {
			t.Errorf("%d mails", got)
		}
	})
}

// Whoever has the session of an administrator must not take off the factor that keeps them from more.
func TestNobodyRemovesTheirOwnFactorsAsAnAdministrator(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		admin.SetUpTotp()
		for _, rule := range []string{tracker.FactorForNone, tracker.FactorForAdmins} {
			api.Deps.SecondFactor = rule
			api.Restart()
			for _, email := range []string{apitest.AdminEmail, " ADMIN@example.com"} {
				admin.Delete("/UserManagement/secondFactor", object{"email": email}).Problem(422, "ownFactors")
			}
			var status tracker.SecondFactorStatus
			if admin.Get("/account/secondFactor").Status(200).Into(&status); !status.Totp {
				t.Error("the factor is gone")
			}
		}
	})
}

func TestRequiredSecondFactor(t *testing.T) {
	for _, rule := range []string{tracker.FactorForAdmins, tracker.FactorForAll} {
		t.Run(rule, func(t *testing.T) {
			apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
				api.Deps.SecondFactor = rule
				api.Restart()
				api.AddUser(apitest.UserEmail, "Grace", false)
				admin, grace := api.Admin(), api.SignIn(apitest.UserEmail)
				want := map[bool]int{true: 403, false: 200}
				admin.Get("/company").Problem(403, "secondFactorRequired")
				admin.Post("/company", object{"name": "Acme"}).Problem(403, "secondFactorRequired")
				grace.Get("/company").Status(want[rule == tracker.FactorForAll])
				var status tracker.SecondFactorStatus
				admin.Get("/account/secondFactor").Status(200).Into(&status)
				if !status.Required || status.Totp {
					t.Errorf("status %+v", status)
				}
				var account tracker.Account
				admin.Get("/account").Status(200).Into(&account)
				if !account.NeedsSecondFactor {
					t.Error("the account does not say what it needs")
				}
				admin.Post("/account/refreshToken", nil).Status(200)
				admin.SetUpTotp()
				admin.Get("/company").Status(200)
				admin.Get("/account").Status(200).Into(&account)
				if account.NeedsSecondFactor {
					t.Error("the account needs what it has")
				}
				admin.Delete("/account/totp", object{"currentPassword": apitest.Password}).Problem(422, "factorNeeded")
			})
		})
	}
}
