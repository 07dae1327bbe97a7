package httpapi_test

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/tracker"
)

// Each attack changes one thing of a sign-in that would be right.
func TestPasskeyAttacks(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		api.addUser(eveEmail, "Eve", false)
		phone, eves := newDevice(userEmail), newDevice(eveEmail)
		grace, eve := api.signIn(userEmail), api.signIn(eveEmail)
		recovery := grace.addPasskey(phone, "Phone").RecoveryCodes
		eve.addPasskey(eves, "Eve's phone")
		addresses := 0
		at := func() *client { // an address of its own, so that no attack waits for another
			addresses++
			return &client{api: api, addr: "198.51.100." + string(rune('0'+addresses/10)) + string(rune('0'+addresses%10))}
		}
		options := func(c *client) tracker.PasskeyOptions { return c.options(passkeyLogin+"/options", nil) }

		attacks := map[string]func(c *client) *answer{
			"other origin": func(c *client) *answer {
				d := *phone
				d.rp.Origin = "https://tracker.example.evil.example"
				return c.loginPasskey(&d)
			},
			"other port": func(c *client) *answer {
				d := *phone
				d.rp.Origin = "https://tracker.example:8443"
				return c.loginPasskey(&d)
			},
			"plain http": func(c *client) *answer {
				d := *phone
				d.rp.Origin = "http://tracker.example"
				return c.loginPasskey(&d)
			},
			"other relying party": func(c *client) *answer {
				d := *phone
				d.rp.ID = "example"
				return c.loginPasskey(&d)
			},
			"without user verification": func(c *client) *answer {
				d := *phone
				d.Options.UserNotVerified = true
				return c.loginPasskey(&d)
			},
			"without user presence": func(c *client) *answer {
				d := *phone
				d.Options.UserNotPresent = true
				return c.loginPasskey(&d)
			},
			"another key": func(c *client) *answer {
				d := *phone
				d.key = newKey()
				d.key.ID = phone.key.ID
				return c.loginPasskey(&d)
			},
			"an unknown passkey": func(c *client) *answer { return c.loginPasskey(newDevice(userEmail)) },
			"a passkey as that of another user": func(c *client) *answer {
				d := *eves
				d.Options.UserHandle = phone.Options.UserHandle
				return c.loginPasskey(&d)
			},
			"a made-up challenge": func(c *client) *answer {
				return c.post(passkeyLogin, object{"credential": phone.use(t, tracker.PasskeyOptions{PublicKey: tracker.JSONObject{RawMessage: []byte(`{"challenge":"bWFkZSB1cCBieSBzb21lYm9keSBlbHNl"}`)}})})
			},
			"the challenge of a new passkey": func(c *client) *answer {
				return c.post(passkeyLogin, object{"credential": phone.use(t, api.signIn(userEmail).options("/account/passkey/options", nil))})
			},
			"the challenge of a second step": func(c *client) *answer {
				return c.post(passkeyLogin, object{"credential": phone.use(t, c.options(passkeyLogin+"/options", object{"ticket": c.ticket(userEmail).Ticket}))})
			},
			"an expired challenge": func(c *client) *answer {
				credential := phone.use(t, options(c))
				api.clock.Advance(tracker.ChallengeLife)
				return c.post(passkeyLogin, object{"credential": credential})
			},
			"a replayed answer": func(c *client) *answer {
				credential := phone.use(t, options(c))
				c.post(passkeyLogin, object{"credential": credential}).status(200)
				return c.post(passkeyLogin, object{"credential": credential})
			},
			"a challenge that failed before": func(c *client) *answer {
				asked, d := options(c), *phone
				d.Options.UserNotVerified = true
				c.post(passkeyLogin, object{"credential": d.use(t, asked)}).problem(401, "wrongPasskey")
				return c.post(passkeyLogin, object{"credential": phone.use(t, asked)})
			},
			"a counter that goes back": func(c *client) *answer {
				c.loginPasskey(phone).status(200)
				d := *phone
				d.key.Counter -= 3
				return c.loginPasskey(&d)
			},
			"nothing": func(c *client) *answer { return c.post(passkeyLogin, object{"credential": object{}}) },
			"a disabled user": func(c *client) *answer {
				api.admin().put("/UserManagement/disable", object{"email": userEmail, "reason": 1}).status(200)
				a := c.loginPasskey(phone)
				api.admin().put("/UserManagement/enable", object{"email": userEmail}).status(200)
				return a
			},
		}
		var refusal string
		for name, attack := range attacks {
			c := at()
			c.loginPasskey(phone).status(200)
			a := attack(c)
			refusal = cmp.Or(refusal, a.Body.String())
			if a.Code != 401 || a.Body.String() != refusal || !strings.Contains(refusal, "wrongPasskey") {
				t.Errorf("%s: %d %s", name, a.Code, a.Body)
			}
		}
		if got := api.count(`SELECT count(*) FROM security_event WHERE kind = 'passkey' AND details LIKE 'refused, may be a copy: Phone'`); got != 1 {
			t.Errorf("%d events of a counter that went back", got)
		}

		// The same for the second step.
		c := at()
		ticket := c.ticket(userEmail).Ticket
		c.secondByPasskey(ticket, eves).problem(401, "wrongPasskey") // a passkey of another user
		// The answer to the question of another ticket.
		other := at()
		credential := phone.use(t, other.options(passkeyLogin+"/options", object{"ticket": other.ticket(userEmail).Ticket}))
		c.post("/account/login/second", object{"ticket": ticket, "method": "passkey", "credential": credential}).problem(401, "wrongPasskey")
		// The answer to a question that anybody can ask.
		c.post("/account/login/second", object{"ticket": ticket, "method": "passkey", "credential": phone.use(t, options(c))}).problem(401, "wrongPasskey")
		// Eve's ticket with Grace's passkey, and the other way round.
		c = at()
		c.secondByPasskey(c.ticket(eveEmail).Ticket, phone).problem(401, "wrongPasskey")
		c = at()
		c.secondByPasskey(c.ticket(userEmail).Ticket, phone).status(200)
		c.post(passkeyLogin+"/options", object{"ticket": "no-such-ticket"}).problem(401, "ticketEnded")

		api.deliver()
		secrets := append(recovery, string(phone.key.Key.Data), base64.RawURLEncoding.EncodeToString(phone.key.ID))
		for _, secret := range secrets {
			if strings.Contains(api.logs.String(), secret) {
				t.Errorf("the log tells %q", secret)
			}
		}
	})
}

func TestNewPasskeyAttacks(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		api.addUser(eveEmail, "Eve", false)
		grace, eve := api.signIn(userEmail), api.signIn(eveEmail)
		begin := func(c *client) tracker.PasskeyOptions {
			return c.options("/account/passkey/options", object{"currentPassword": password})
		}
		add := func(c *client, credential json.RawMessage) *answer {
			return c.post("/account/passkey", object{"name": "Phone", "credential": credential})
		}
		broken := func(change func(d *device)) func() json.RawMessage {
			return func() json.RawMessage {
				d := newDevice(userEmail)
				change(d)
				return d.create(t, begin(grace))
			}
		}
		for name, credential := range map[string]func() json.RawMessage{
			"other origin":        broken(func(d *device) { d.rp.Origin = "https://evil.example" }),
			"other relying party": broken(func(d *device) { d.rp.ID = "evil.example" }),
			"not verified":        broken(func(d *device) { d.Options.UserNotVerified = true }),
			"of somebody else":    func() json.RawMessage { return newDevice(userEmail).create(t, begin(eve)) },
			"of a sign-in": func() json.RawMessage {
				return newDevice(userEmail).create(t, grace.options(passkeyLogin+"/options", nil))
			},
			"nothing":   func() json.RawMessage { return json.RawMessage(`{}`) },
			"no object": func() json.RawMessage { return json.RawMessage(`7`) },
		} {
			if a := add(grace, credential()); a.Code != 400 {
				t.Errorf("%s: %d %s", name, a.Code, a.Body)
			}
		}
		old := newDevice(userEmail).create(t, begin(grace))
		begin(grace)
		add(grace, old).fieldError("Credential", tracker.ErrBadPasskey.Fields[0].Message) // newer options end older ones
		late := newDevice(userEmail).create(t, begin(grace))
		api.clock.Advance(tracker.ChallengeLife)
		add(grace, late).status(400)
		if api.count(`SELECT count(*) FROM passkey`) != 0 || api.count(`SELECT count(*) FROM recovery_code`) != 0 || len(api.mail.jobs) != 0 {
			t.Error("something was added")
		}

		phone := newDevice(userEmail)
		credential := phone.create(t, begin(grace))
		grace.post("/account/passkey", object{"name": "", "credential": credential}).fieldError("Name", "Name field is required.")
		add(grace, credential).status(201)
		add(grace, credential).status(400)
		// Nobody else can have the same passkey.
		add(eve, phone.create(t, begin(eve))).status(400)
		// An old session needs the password.
		api.clock.Advance(tracker.RecentSignIn)
		grace.post("/account/passkey/options", nil).fieldError("CurrentPassword", "Current Password is needed: you signed in more than 10 minutes ago.")
		var list []tracker.Passkey
		grace.get("/account/passkey").status(200).into(&list)
		grace.delete("/account/passkey", object{"id": list[0].ID}).fieldError("CurrentPassword", "Current Password is needed: you signed in more than 10 minutes ago.")
		for range tracker.MaxPasskeys - 1 {
			grace.addPasskey(newDevice(userEmail), "One more")
		}
		grace.post("/account/passkey/options", object{"currentPassword": password}).problem(422, "tooManyPasskeys")
	})
}

func TestPasskeysAreThrottled(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		phone := newDevice(userEmail)
		api.signIn(userEmail).addPasskey(phone, "Phone")
		guesser := &client{api: api, addr: "198.51.100.1"}
		d := *phone
		d.key = newKey()
		d.key.ID = phone.key.ID
		blocked := false
		for range 10 {
			if a := guesser.loginPasskey(&d); a.Code == 429 {
				blocked = true
				break
			}
		}
		if !blocked {
			t.Error("guessing is not slowed")
		}
		guesser.login(userEmail, password).problem(429, "tooMany")                // the same count as that of passwords
		(&client{api: api, addr: "198.51.100.2"}).loginPasskey(phone).status(200) // its owner is elsewhere
		asker := &client{api: api, addr: "198.51.100.3"}
		for range 60 {
			if a := asker.post(passkeyLogin+"/options", nil); a.Code == 429 {
				blocked = false
				break
			}
		}
		if blocked {
			t.Error("asking without an answer is not slowed")
		}
		if api.count(`SELECT count(*) FROM passkey_challenge`) == 0 {
			t.Error("no challenge is stored")
		}
		api.clock.Advance(time.Hour)
		if err := api.app.Cleanup(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := api.count(`SELECT count(*) FROM passkey_challenge`); got != 0 {
			t.Errorf("%d challenges outlive their time", got)
		}
	})
}

func TestOneAnswerSignsInOnceOfManyAtATime(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		phone, c := newDevice(userEmail), api.anonymous()
		api.signIn(userEmail).addPasskey(phone, "Phone")
		credential := phone.use(t, c.options(passkeyLogin+"/options", nil))
		var wait sync.WaitGroup
		statuses := make([]int, 4)
		for i := range statuses {
			wait.Go(func() { statuses[i] = c.post(passkeyLogin, object{"credential": credential}).Code })
		}
		wait.Wait()
		slices.Sort(statuses)
		if statuses[0] != 200 || statuses[1] != 401 {
			t.Errorf("statuses %v", statuses)
		}
	})
}
