package identity_test

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// Each attack changes one thing of a sign-in that would be right.
func TestPasskeyAttacks(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.AddUser(eveEmail, "Eve", false)
		phone, eves := newDevice(apitest.UserEmail), newDevice(eveEmail)
		grace, eve := api.SignIn(apitest.UserEmail), api.SignIn(eveEmail)
		recovery := addPasskey(grace, phone, "Phone").RecoveryCodes
		addPasskey(eve, eves, "Eve's phone")
		addresses := 0
		at := func() *apitest.Client { // an address of its own, so that no attack waits for another
			addresses++
			return &apitest.Client{API: api, Addr: "198.51.100." + string(rune('0'+addresses/10)) + string(rune('0'+addresses%10))}
		}
		options := func(c *apitest.Client) tracker.PasskeyOptions { return passkeyOptions(c, passkeyLogin+"/options", nil) }

		attacks := map[string]func(c *apitest.Client) *apitest.Answer{
			"other origin": func(c *apitest.Client) *apitest.Answer {
				d := *phone
				d.rp.Origin = "https://tracker.example.evil.example"
				return loginPasskey(c, &d)
			},
			"other port": func(c *apitest.Client) *apitest.Answer {
				d := *phone
				d.rp.Origin = "https://tracker.example:8443"
				return loginPasskey(c, &d)
			},
			"plain http": func(c *apitest.Client) *apitest.Answer {
				d := *phone
				d.rp.Origin = "http://tracker.example"
				return loginPasskey(c, &d)
			},
			"other relying party": func(c *apitest.Client) *apitest.Answer {
				d := *phone
				d.rp.ID = "example"
				return loginPasskey(c, &d)
			},
			"without user verification": func(c *apitest.Client) *apitest.Answer {
				d := *phone
				d.Options.UserNotVerified = true
				return loginPasskey(c, &d)
			},
			"without user presence": func(c *apitest.Client) *apitest.Answer {
				d := *phone
				d.Options.UserNotPresent = true
				return loginPasskey(c, &d)
			},
			"another key": func(c *apitest.Client) *apitest.Answer {
				d := *phone
				d.key = newKey()
				d.key.ID = phone.key.ID
				return loginPasskey(c, &d)
			},
			"an unknown passkey": func(c *apitest.Client) *apitest.Answer { return loginPasskey(c, newDevice(apitest.UserEmail)) },
			"a passkey as that of another user": func(c *apitest.Client) *apitest.Answer {
				d := *eves
				d.Options.UserHandle = phone.Options.UserHandle
				return loginPasskey(c, &d)
			},
			"a made-up challenge": func(c *apitest.Client) *apitest.Answer {
				return c.Post(passkeyLogin, object{"credential": phone.use(t,
					tracker.PasskeyOptions{PublicKey: tracker.JSONObject{RawMessage: []byte(`{"challenge":"bWFkZSB1cCBieSBzb21lYm9keSBlbHNl"}`)}})})
			},
			"the challenge of a new passkey": func(c *apitest.Client) *apitest.Answer {
				return c.Post(passkeyLogin, object{"credential": phone.use(t, passkeyOptions(api.SignIn(apitest.UserEmail), "/account/passkey/options", nil))})
			},
			"the challenge of a second step": func(c *apitest.Client) *apitest.Answer {
				return c.Post(passkeyLogin, object{"credential": phone.use(t, passkeyOptions(c, passkeyLogin+"/options", object{"ticket": ticketFor(c, apitest.UserEmail).Ticket}))})
			},
			"an expired challenge": func(c *apitest.Client) *apitest.Answer {
				credential := phone.use(t, options(c))
				api.Clock.Advance(tracker.ChallengeLife)
				return c.Post(passkeyLogin, object{"credential": credential})
			},
			"a replayed answer": func(c *apitest.Client) *apitest.Answer {
				credential := phone.use(t, options(c))
				c.Post(passkeyLogin, object{"credential": credential}).Status(200)
				return c.Post(passkeyLogin, object{"credential": credential})
			},
			"a challenge that failed before": func(c *apitest.Client) *apitest.Answer {
				asked, d := options(c), *phone
				d.Options.UserNotVerified = true
				c.Post(passkeyLogin, object{"credential": d.use(t, asked)}).Problem(401, "wrongPasskey")
				return c.Post(passkeyLogin, object{"credential": phone.use(t, asked)})
			},
			"a counter that goes back": func(c *apitest.Client) *apitest.Answer {
				loginPasskey(c, phone).Status(200)
				d := *phone
				d.key.Counter -= 3
				return loginPasskey(c, &d)
			},
			"nothing": func(c *apitest.Client) *apitest.Answer { return c.Post(passkeyLogin, object{"credential": object{}}) },
			"a disabled user": func(c *apitest.Client) *apitest.Answer {
				api.Admin().Put("/UserManagement/disable", object{"email": apitest.UserEmail, "reason": 1}).Status(200)
				a := loginPasskey(c, phone)
				api.Admin().Put("/UserManagement/enable", object{"email": apitest.UserEmail}).Status(200)
				return a
			},
		}
		var refusal string
		for name, attack := range attacks {
			c := at()
			loginPasskey(c, phone).Status(200)
			a := attack(c)
			refusal = cmp.Or(refusal, a.Body.String())
			if a.Code != 401 || a.Body.String() != refusal || !strings.Contains(refusal, "wrongPasskey") {
				t.Errorf("%s: %d %s", name, a.Code, a.Body)
			}
		}
		if got := api.Count(`SELECT count(*) FROM security_event WHERE kind = 'passkey' AND details LIKE 'refused, may be a copy: Phone'`); got != 1 {
			t.Errorf("%d events of a counter that went back", got)
		}

		// The same for the second step.
		c := at()
		ticket := ticketFor(c, apitest.UserEmail).Ticket
		secondByPasskey(c, ticket, eves).Problem(401, "wrongPasskey") // a passkey of another user
		// The answer to the question of another ticket.
		other := at()
		credential := phone.use(t, passkeyOptions(other, passkeyLogin+"/options", object{"ticket": ticketFor(other, apitest.UserEmail).Ticket}))
		c.Post("/account/login/second", object{"ticket": ticket, "method": "passkey", "credential": credential}).Problem(401, "wrongPasskey")
		// The answer to a question that anybody can ask.
		c.Post("/account/login/second", object{"ticket": ticket, "method": "passkey", "credential": phone.use(t, options(c))}).Problem(401, "wrongPasskey")
		// Eve's ticket with Grace's passkey, and the other way round.
		c = at()
		secondByPasskey(c, ticketFor(c, eveEmail).Ticket, phone).Problem(401, "wrongPasskey")
		c = at()
		secondByPasskey(c, ticketFor(c, apitest.UserEmail).Ticket, phone).Status(200)
		c.Post(passkeyLogin+"/options", object{"ticket": "no-such-ticket"}).Problem(401, "ticketEnded")

		api.Deliver()
		secrets := append(recovery, string(phone.key.Key.Data), base64.RawURLEncoding.EncodeToString(phone.key.ID))
		for _, secret := range secrets {
			if strings.Contains(api.Logs.String(), secret) {
				t.Errorf("the log tells %q", secret)
			}
		}
	})
}

func TestNewPasskeyAttacks(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.AddUser(eveEmail, "Eve", false)
		grace, eve := api.SignIn(apitest.UserEmail), api.SignIn(eveEmail)
		begin := func(c *apitest.Client) tracker.PasskeyOptions {
			return passkeyOptions(c, "/account/passkey/options", object{"currentPassword": apitest.Password})
		}
		add := func(c *apitest.Client, credential json.RawMessage) *apitest.Answer {
			return c.Post("/account/passkey", object{"name": "Phone", "credential": credential})
		}
		broken := func(change func(d *device)) func() json.RawMessage {
			return func() json.RawMessage {
				d := newDevice(apitest.UserEmail)
				change(d)
				return d.create(t, begin(grace))
			}
		}
		for name, credential := range map[string]func() json.RawMessage{
			"other origin":        broken(func(d *device) { d.rp.Origin = "https://evil.example" }),
			"other relying party": broken(func(d *device) { d.rp.ID = "evil.example" }),
			"not verified":        broken(func(d *device) { d.Options.UserNotVerified = true }),
			"of somebody else":    func() json.RawMessage { return newDevice(apitest.UserEmail).create(t, begin(eve)) },
			"of a sign-in": func() json.RawMessage {
				return newDevice(apitest.UserEmail).create(t, passkeyOptions(grace, passkeyLogin+"/options", nil))
			},
			"nothing":   func() json.RawMessage { return json.RawMessage(`{}`) },
			"no object": func() json.RawMessage { return json.RawMessage(`7`) },
		} {
			if a := add(grace, credential()); a.Code != 400 {
				t.Errorf("%s: %d %s", name, a.Code, a.Body)
			}
		}
		old := newDevice(apitest.UserEmail).create(t, begin(grace))
		begin(grace)
		add(grace, old).FieldError("Credential", tracker.ErrBadPasskey.Fields[0].Message.String()) // newer options end older ones
		late := newDevice(apitest.UserEmail).create(t, begin(grace))
		api.Clock.Advance(tracker.ChallengeLife)
		add(grace, late).Status(400)
		if api.Count(`SELECT count(*) FROM passkey`) != 0 || api.Count(`SELECT count(*) FROM recovery_code`) != 0 || len(api.Mail.Jobs) != 0 {
			t.Error("something was added")
		}

		phone := newDevice(apitest.UserEmail)
		credential := phone.create(t, begin(grace))
		grace.Post("/account/passkey", object{"name": "", "credential": credential}).FieldError("Name", "Name field is required.")
		add(grace, credential).Status(201)
		add(grace, credential).Status(400)
		// Nobody else can have the same passkey.
		add(eve, phone.create(t, begin(eve))).Status(400)
		// An old session needs the password.
		api.Clock.Advance(tracker.RecentSignIn)
		grace.Post("/account/passkey/options", nil).FieldError("CurrentPassword", "Current Password is needed: you signed in more than 10 minutes ago.")
		var list []tracker.Passkey
		grace.Get("/account/passkey").Status(200).Into(&list)
		grace.Delete("/account/passkey", object{"id": list[0].ID}).FieldError("CurrentPassword", "Current Password is needed: you signed in more than 10 minutes ago.")
		for range tracker.MaxPasskeys - 1 {
			addPasskey(grace, newDevice(apitest.UserEmail), "One more")
		}
		grace.Post("/account/passkey/options", object{"currentPassword": apitest.Password}).Problem(422, "tooManyPasskeys")
	})
}

func TestPasskeysAreThrottled(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		phone := newDevice(apitest.UserEmail)
		addPasskey(api.SignIn(apitest.UserEmail), phone, "Phone")
		guesser := &apitest.Client{API: api, Addr: "198.51.100.1"}
		d := *phone
		d.key = newKey()
		d.key.ID = phone.key.ID
		blocked := false
		for range 10 {
			if a := loginPasskey(guesser, &d); a.Code == 429 {
				blocked = true
				break
			}
		}
		if !blocked {
			t.Error("guessing is not slowed")
		}
		guesser.Login(apitest.UserEmail, apitest.Password).Problem(429, "tooMany")         // the same count as that of passwords
		loginPasskey((&apitest.Client{API: api, Addr: "198.51.100.2"}), phone).Status(200) // its owner is elsewhere
		asker := &apitest.Client{API: api, Addr: "198.51.100.3"}
		for range 60 {
			if a := asker.Post(passkeyLogin+"/options", nil); a.Code == 429 {
				blocked = false
				break
			}
		}
		if blocked {
			t.Error("asking without an answer is not slowed")
		}
		if api.Count(`SELECT count(*) FROM passkey_challenge`) == 0 {
			t.Error("no challenge is stored")
		}
		api.Clock.Advance(time.Hour)
		if err := api.App.Cleanup(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := api.Count(`SELECT count(*) FROM passkey_challenge`); got != 0 {
			t.Errorf("%d challenges outlive their time", got)
		}
	})
}

func TestOneAnswerSignsInOnceOfManyAtATime(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		phone, c := newDevice(apitest.UserEmail), api.Anonymous()
		addPasskey(api.SignIn(apitest.UserEmail), phone, "Phone")
		credential := phone.use(t, passkeyOptions(c, passkeyLogin+"/options", nil))
		var wait sync.WaitGroup
		statuses := make([]int, 4)
		for i := range statuses {
			wait.Go(func() { statuses[i] = c.Post(passkeyLogin, object{"credential": credential}).Code })
		}
		wait.Wait()
		slices.Sort(statuses)
		if statuses[0] != 200 || statuses[1] != 401 {
			t.Errorf("statuses %v", statuses)
		}
	})
}
