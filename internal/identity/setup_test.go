package identity_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/audit"
	"btracker/internal/change"
	"btracker/internal/storetest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

const first = "first@example.com"

func setupCode(t *testing.T, api *apitest.API) string {
	t.Helper()
	code, err := api.App.NewSetupCode(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func setUp(c *apitest.Client, code, email string) *apitest.Answer {
	return c.Post("/setup", object{"code": code, "email": email, "displayName": "First", "password": apitest.NewPassword})
}

func wantsSetup(t *testing.T, api *apitest.API, want bool) {
	t.Helper()
	if got := api.Anonymous().Get("/setup").Status(200).Body.String(); got != fmt.Sprintf(`{"needed":%v}`, want) {
		t.Errorf("setup: %s, want %v", got, want)
	}
}

// The first administrator is made by the code that a start printed, once. The change log and the security events have it like
// any other, and neither they nor the log nor the database hold the code.
func TestSetup(t *testing.T) {
	apitest.OnBothEmpty(t, func(t *testing.T, api *apitest.API) {
		wantsSetup(t, api, true)
		anonymous := api.Anonymous()
		setUp(anonymous, "anything", first).Problem(422, "wrongSetupCode") // no start has printed one
		code := setupCode(t, api)
		if len(code) < 43 { // 256 bits
			t.Fatalf("the code is %q", code)
		}
		anonymous.Post("/setup", object{}).Status(400)
		anonymous.Post("/setup", object{"code": code, "email": first, "displayName": "First", "password": "weak"}).
			FieldError("Password", strings.Replace(tooWeak, "New Password", "Password", 1))
		anonymous.Post("/setup", `{"code": "`+code+`", "code": "`+code+`"}`).Status(400)
		anonymous.Post("/setup", object{"code": strings.Repeat("x", tracker.MaxPublicBody)}).Status(413)
		setUp(anonymous, code+"x", first).Problem(422, "wrongSetupCode")
		setUp(anonymous, strings.ToUpper(code), first).Problem(422, "wrongSetupCode")
		wantsSetup(t, api, true)

		other := setupCode(t, api) // of another start
		var user tracker.User
		anonymous.Header = map[string][]string{"Idempotency-Key": {"once"}}
		if setUp(anonymous, code, " First@Example.com").Status(201).Into(&user); user.Email != first || !user.IsAdmin || !user.HasPassword {
			t.Errorf("made %+v", user)
		}
		wantsSetup(t, api, false)
		for _, code := range []string{code, other, "wrong"} {
			setUp(anonymous, code, "second@example.com").Problem(422, "setUp")
		}
		if code := setupCode(t, api); code != "" {
			t.Error("a start has printed a code although there is an administrator")
		}
		if n := api.Count(`SELECT count(*) FROM users`) + api.Count(`SELECT count(*) FROM setup_code`); n != 1 {
			t.Errorf("%d users and codes", n)
		}

		var account tracker.Account
		anonymous.Login(first, apitest.NewPassword).Status(200).Into(&account)
		admin := &apitest.Client{API: api, Token: account.Token}
		if changes := admin.Changes("Entity=user"); len(changes) != 1 || changes[0].Action != "create" {
			t.Errorf("changes %+v", changes)
		}
		events := admin.Get("/securityEvent/export").Status(200).Body.String()
		if strings.Count(events, "made an administrator") != 1 || strings.Count(events, "wrong setup code") != 3 || !strings.Contains(events, here) {
			t.Errorf("events %s", events)
		}
		api.Seal()
		var sealed strings.Builder
		if err := audit.Export(t.Context(), api.Store, &sealed); err != nil || !strings.Contains(sealed.String(), first) {
			t.Errorf("sealed: %s, %v", sealed.String(), err)
		}
		for what, text := range map[string]string{"the database": storetest.Everything(t, api.Store), "the log": api.Logs.String(),
			"the history": admin.Get("/change/export").Body.String(), "the security events": events} {
			for _, code := range []string{code, other} {
				if form := testkit.FindSecret([]byte(text), code); form != "" {
					t.Errorf("%s holds a code, %s", what, form)
				}
			}
		}
	})
}

// A code is void as soon as there is an administrator, also one who was made on the command line.
func TestSetupEndsWithAnyAdministrator(t *testing.T) {
	apitest.OnBothEmpty(t, func(t *testing.T, api *apitest.API) {
		code := setupCode(t, api)
		if err := api.App.CreateAdministrator(t.Context(), apitest.AdminEmail, "Ada", apitest.Password); err != nil {
			t.Fatal(err)
		}
		wantsSetup(t, api, false)
		setUp(api.Anonymous(), code, first).Problem(422, "setUp")
		if n := api.Count(`SELECT count(*) FROM users`) + api.Count(`SELECT count(*) FROM setup_code`); n != 1 {
			t.Errorf("%d users and codes", n)
		}
	})
}

// Every replica takes the code that another one printed, and the codes of the last sixteen starts work.
func TestEveryReplicaTakesTheCode(t *testing.T) {
	apitest.OnBothEmpty(t, func(t *testing.T, api *apitest.API) {
		var codes []string
		for range 17 {
			codes = append(codes, setupCode(t, api))
			api.Clock.Advance(time.Second)
		}
		replica := apitest.NewEmpty(t, api.Store)
		setUp(replica.Anonymous(), codes[0], first).Problem(422, "wrongSetupCode")
		setUp(replica.Anonymous(), codes[1], first).Status(201)
		setUp(api.Anonymous(), codes[16], "second@example.com").Problem(422, "setUp")
	})
}

// Guesses are slowed like those of a password, for the address that they come from.
func TestGuessingTheSetupCodeIsSlowed(t *testing.T) {
	apitest.OnBothEmpty(t, func(t *testing.T, api *apitest.API) {
		code := setupCode(t, api)
		for range 5 {
			setUp(api.Anonymous(), "wrong", first).Problem(422, "wrongSetupCode")
		}
		answer := setUp(api.Anonymous(), code, first)
		answer.Problem(429, "tooMany")
		if answer.Header().Get("Retry-After") == "" {
			t.Error("nobody is told when to try again")
		}
		wantsSetup(t, api, true)
		setUp(&apitest.Client{API: api, Addr: "198.51.100.7"}, code, first).Status(201)
	})
}

func TestSetupAtOnceMakesOneAdministrator(t *testing.T) {
	apitest.OnBothEmpty(t, func(t *testing.T, api *apitest.API) {
		codes := []string{setupCode(t, api), setupCode(t, api)}
		const many = 8
		statuses := api.Together(many, func(i int) int {
			return setUp(&apitest.Client{API: api, Addr: fmt.Sprint("198.51.100.", i)}, codes[i%2], fmt.Sprintf("first-%d@example.com", i)).Code
		})
		if statuses[201] != 1 || statuses[422] != many-1 {
			t.Errorf("statuses %v", statuses)
		}
		if n := api.Count(`SELECT count(*) FROM users`); n != 1 {
			t.Errorf("%d users", n)
		}
	})
}

// Without a mail server whoever invites somebody is answered the link, and nobody else sees it anywhere. With one the link is
// only in the mail.
func TestInvitationLinkIsAnswered(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		const invited = "invited@example.com"
		admin, anonymous := api.Admin(), api.Anonymous()
		body := object{"email": "mailed@example.com", "displayName": "Mailed", "gender": 0}
		for _, answer := range []*apitest.Answer{admin.Post("/UserManagement", body).Status(201),
			admin.Post("/UserManagement/invite", object{"email": "mailed@example.com"}).Status(200), admin.Get("/account").Status(200)} {
			if text := answer.Body.String(); strings.Contains(text, "invitationUrl") || strings.Contains(text, `"noMailServer":true`) {
				t.Errorf("with a mail server: %s", text)
			}
		}

		api.Deps.NoMailServer = true
		api.Restart()
		admin = api.Admin()
		hooks := apitest.NewReceiver(t)
		admin.AddWebhook(hooks, "user.*")
		tokenOf := func(answer *apitest.Answer) string {
			t.Helper()
			var user tracker.InvitedUser
			answer.Into(&user)
			api.Mail.Links[invited] = user.InvitationURL // to be read like a mailed one
			return api.MailedToken(invited)
		}
		admin.Header = map[string][]string{"Idempotency-Key": {"once"}}
		body = object{"email": invited, "displayName": "Invited", "gender": 0}
		link := tokenOf(admin.Post("/UserManagement", body).Status(201))
		again := admin.Post("/UserManagement", body).Status(201).Body.String()
		if strings.Contains(again, "invitationUrl") {
			t.Errorf("the repeated request: %s", again)
		}
		admin.Header = nil
		secrets := []string{link}
		api.Deliver() // the mail in the outbox has a link of its own
		mailed := api.MailedToken(invited)
		if secrets = append(secrets, mailed); mailed == link {
			t.Error("the mail has the same link")
		}
		api.Clock.Advance(time.Second)
		newer := tokenOf(admin.Post("/UserManagement/invite", object{"email": invited}).Status(200))
		secrets = append(secrets, newer)
		anonymous.Put("/account/resetPass", apitest.Reset(invited, link, apitest.NewPassword)).Problem(422, "badToken")

		api.Send()
		var sent strings.Builder
		for _, a := range hooks.Took() {
			sent.WriteString(a.Raw)
		}
		events := admin.Get("/securityEvent/export").Status(200).Body.String()
		if strings.Count(events, "invitation link shown without a mail server, by "+apitest.AdminEmail) != 2 {
			t.Errorf("events %s", events)
		}
		for what, text := range map[string]string{"the database": storetest.Everything(t, api.Store), "the log": api.Logs.String(),
			"the list": admin.Get("/UserManagement").Body.String(), "the user": admin.Get("/UserManagement/" + invited).Body.String(),
			"the data of the person": admin.Get("/UserManagement/" + invited + "/data").Status(200).Body.String(),
			"the history":            admin.Get("/change/export").Body.String(), "the changes": admin.Get("/change").Body.String(),
			"the security events": events, "the bodies of webhooks": sent.String()} {
			if what != "the log" && !strings.Contains(text, invited) {
				t.Errorf("%s was not read: %s", what, text)
			}
			for _, secret := range secrets {
				if form := testkit.FindSecret([]byte(text), secret); form != "" {
					t.Errorf("%s holds a link, %s", what, form)
				}
			}
			if strings.Contains(text, "invitationUrl") {
				t.Errorf("%s has invitationUrl", what)
			}
		}

		// Administrators alone are told that nobody gets mail.
		if text := admin.Get("/account").Status(200).Body.String(); !strings.Contains(text, `"noMailServer":true`) {
			t.Errorf("account %s", text)
		}
		anonymous.Put("/account/resetPass", apitest.Reset(invited, newer, apitest.NewPassword)).Status(200)
		anonymous.Put("/account/resetPass", apitest.Reset(invited, mailed, apitest.NewPassword)).Problem(422, "badToken")
		if text := anonymous.Login(invited, apitest.NewPassword).Status(200).Body.String(); !strings.Contains(text, `"noMailServer":false`) {
			t.Errorf("account of the user: %s", text)
		}
		admin.Post("/UserManagement/invite", object{"email": invited}).Problem(422, "hasPassword")
		if jobs := api.Mail.Jobs; len(jobs) != 1 || jobs[0].Kind != change.MailInvitation {
			t.Errorf("mails %+v", jobs)
		}
	})
}
