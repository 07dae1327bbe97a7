package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"btracker/internal/change"
	"btracker/internal/tracker"
)

const (
	newPassword = "Better-Staple-2"
	tooWeak     = "New Password must be 8 to 64 characters with an upper-case letter, a lower-case letter, a digit and a special character."
)

func passwordChange(current, next, confirm string) object {
	return object{"currentPassword": current, "newPassword": next, "confirmNewPassword": confirm}
}

func reset(email, token, next string) object {
	return object{"email": email, "token": token, "newPassword": next, "confirmNewPassword": next}
}

func TestChangePassword(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		own, other := api.admin(), api.admin()
		own.put("/account/changePassword", passwordChange(wrong, newPassword, newPassword)).fieldError("CurrentPassword", "Current Password is wrong.")
		own.put("/account/changePassword", passwordChange("short", newPassword, newPassword)).fieldError("CurrentPassword", "Current Password length must be at least 6.")
		own.put("/account/changePassword", passwordChange(password, "weak", "weak")).fieldError("NewPassword", tooWeak)
		own.put("/account/changePassword", passwordChange(password, newPassword, newPassword+" ")).fieldError("ConfirmNewPassword", "Passwords don't match.")
		other.get("/account").status(200) // none of these changed anything

		own.put("/account/changePassword", passwordChange(password, newPassword, newPassword)).status(200)
		if jobs := api.mail.jobs; len(jobs) != 1 || jobs[0].Kind != change.MailSecurity || jobs[0].Text != "Your password was changed." {
			t.Errorf("mails %+v", jobs)
		}
		own.get("/account").status(200)
		other.get("/account").invalidToken()
		api.anonymous().login(adminEmail, password).status(401)
		api.anonymous().login(adminEmail, newPassword).status(200)
	})
}

func TestGuessingTheCurrentPasswordIsSlowed(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		own := api.admin()
		for range 5 {
			own.put("/account/changePassword", passwordChange(wrong, newPassword, newPassword)).status(400)
		}
		own.put("/account/changePassword", passwordChange(password, newPassword, newPassword)).problem(429, "tooMany")
		api.clock.Advance(time.Second)
		own.put("/account/changePassword", passwordChange(password, newPassword, newPassword)).status(200)
	})
}

// Somebody with a stolen session slows their own guesses alone, whatever asks for the password.
func TestGuessesOfOneSessionDoNotBlockAnother(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		own, stolen := api.admin(), api.admin()
		api.clock.Advance(tracker.RecentSignIn + time.Second)
		key := object{"name": "Key", "scope": "read", "currentPassword": wrong}
		for range 5 {
			stolen.post("/account/key", key).fieldError("CurrentPassword", "Current Password is wrong.")
		}
		stolen.put("/account/changePassword", passwordChange(password, newPassword, newPassword)).problem(429, "tooMany")
		stolen.post("/account/totp", object{"currentPassword": password}).problem(429, "tooMany")
		key["currentPassword"] = password
		stolen.post("/account/key", key).problem(429, "tooMany")
		own.put("/account/changePassword", passwordChange(password, newPassword, newPassword)).status(200)
		stolen.get("/account").problem(401, "invalidToken")
	})
}

// A new password ends keys and the calendar if its owner wants that, and the mail says what has ended and what has not.
func TestWhatEndsWithThePassword(t *testing.T) {
	const (
		keysStay      = " Your keys still work: programs that have one act in your name. You can remove them on your account page."
		calendarStays = " The address of your calendar still works. You can end it on your account page."
		keysEnd       = " Your keys ended with the old one."
		calendarEnds  = " The address of your calendar ended with the old one."
	)
	onBoth(t, func(t *testing.T, api *testAPI) {
		own := api.admin()
		for _, by := range []struct {
			name, mail string
			set        func(body object)
		}{
			{"changed", "Your password was changed.", func(body object) {
				body["currentPassword"] = password
				own.put("/account/changePassword", body).status(200)
			}},
			{"reset", "Your password was set anew by a link that was mailed to you. You are signed out everywhere.", func(body object) {
				api.requestReset().status(200)
				api.deliver()
				body["email"], body["token"] = adminEmail, api.mailedToken(adminEmail)
				api.anonymous().put("/account/resetPass", body).status(200)
			}},
		} {
			for _, c := range []struct {
				ends           object
				keys, calendar bool // stay
				mail           string
				hasNone        bool
			}{
				{ends: object{}, keys: true, calendar: true, mail: keysStay + calendarStays},
				{ends: object{"endKeys": true}, calendar: true, mail: keysEnd + calendarStays},
				{ends: object{"endCalendar": true, "endKeys": false}, keys: true, mail: keysStay + calendarEnds},
				{ends: object{"endKeys": true, "endCalendar": true}, mail: keysEnd + calendarEnds},
				{ends: object{"endKeys": true, "endCalendar": true}, hasNone: true},
			} {
				api.exec(`DELETE FROM api_key`)
				api.exec(`DELETE FROM calendar_feed`)
				api.exec(`UPDATE credential SET password_hash = $1`, passwordHash)
				api.clock.Advance(time.Hour) // so that another reset mail is sent
				own = api.admin()
				var address tracker.CalendarAddress
				program := api.anonymous()
				if !c.hasNone {
					program = own.withKey("read", nil)
					own.post("/account/calendar", nil).status(201).into(&address)
				}
				c.ends["newPassword"], c.ends["confirmNewPassword"] = newPassword, newPassword
				by.set(c.ends)
				if got := program.get("/company").Code == 200; got != c.keys {
					t.Errorf("%s, %v: the key works: %v", by.name, c.ends, got)
				}
				if got := address.URL != "" && api.feed(address.URL, "").Code == 200; got != c.calendar {
					t.Errorf("%s, %v: the calendar works: %v", by.name, c.ends, got)
				}
				api.deliver()
				if got := api.mail.links[adminEmail]; got != by.mail+c.mail {
					t.Errorf("%s, %v: mail %q", by.name, c.ends, got)
				}
			}
		}
		if got := api.count(`SELECT count(*) FROM security_event WHERE kind = 'key' AND details = 'all keys removed'`); got != 4 {
			t.Errorf("%d events", got)
		}
	})
}

// Guesses that passed the first check at the same time are stopped after the slow hash.
func TestGuessingTheCurrentPasswordInABurst(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		own := api.admin()
		statuses := api.together(12, func(int) int {
			return own.put("/account/changePassword", passwordChange(wrong, newPassword, newPassword)).Code
		})
		if statuses[400] != 5 || statuses[429] != 7 {
			t.Errorf("%v", statuses)
		}
	})
}

func TestPasswordReset(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		api.addUser("off@example.com", "Off", false)
		api.exec(`UPDATE users SET disabled_at = 1 WHERE email = 'off@example.com'`)
		anonymous, session := api.anonymous(), api.signIn(userEmail)
		anonymous.header = http.Header{"X-Forwarded-Host": {"evil.example"}}

		// A known and an unknown address get the same answer, by the same work.
		for i, email := range []string{" GRACE@example.com", "nobody@example.com", "off@example.com"} {
			if got := anonymous.post("/account/requestPassReset", object{"email": email}).status(200).Body.String(); got != `{"result":"success"}` {
				t.Errorf("%s: %s", email, got)
			}
			if len(api.mail.jobs) != i+1 {
				t.Errorf("%s: %d jobs", email, len(api.mail.jobs))
			}
		}
		queued, err := json.Marshal(api.mail.jobs)
		if want := `[{"kind":"reset","email":"grace@example.com"},{"kind":"reset","email":"nobody@example.com"},{"kind":"reset","email":"off@example.com"}]`; string(queued) != want {
			t.Errorf("queued %s, %v", queued, err)
		}
		anonymous.post("/account/requestPassReset", object{"email": "x"}).fieldError("Email", "Email value is not an email format.")
		anonymous.post("/account/requestPassReset", object{}).fieldError("Email", "Email field is required.")
		api.deliver()
		if len(api.mail.links) != 1 {
			t.Fatalf("mailed to %v", api.mail.links)
		}
		token := api.mailedToken(userEmail)
		if n := api.count(`SELECT count(*) FROM password_token WHERE hash = $1`, token); n != 0 {
			t.Error("the token is stored as it is")
		}

		refused := func(body object) {
			t.Helper()
			p := anonymous.put("/account/resetPass", body).problem(422, "badToken")
			if p["error"] == "" || p["reason"] != "This link is not valid any more. Please ask for a new one." {
				t.Errorf("422 %v", p)
			}
		}
		refused(reset(adminEmail, token, newPassword))
		refused(reset("nobody@example.com", token, newPassword))
		refused(reset(userEmail, token+"x", newPassword))
		refused(reset(userEmail, "\x00", newPassword))
		anonymous.put("/account/resetPass", reset(userEmail, token, "weak")).fieldError("NewPassword", tooWeak)
		anonymous.put("/account/resetPass", reset(userEmail, "", newPassword)).fieldError("Token", "Token field is required.")
		session.get("/account").status(200) // none of these used the token or changed anything

		anonymous.put("/account/resetPass", reset(userEmail, token, newPassword)).status(200)
		session.get("/account").invalidToken()
		if job := api.mail.jobs[len(api.mail.jobs)-1]; job.Kind != change.MailSecurity || job.Email != userEmail || !strings.HasPrefix(job.Text, "Your password was set anew") {
			t.Errorf("mail %+v", job)
		}
		anonymous.login(userEmail, newPassword).status(200)
		anonymous.login(userEmail, password).status(401)
		refused(reset(userEmail, token, newPassword)) // single use
	})
}

func TestResetTokenEnds(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		anonymous := api.anonymous()
		ask := func() string {
			t.Helper()
			api.clock.Advance(time.Millisecond)
			anonymous.post("/account/requestPassReset", object{"email": adminEmail}).status(200)
			api.deliver()
			return api.mailedToken(adminEmail)
		}
		refused := func(token string) {
			t.Helper()
			anonymous.put("/account/resetPass", reset(adminEmail, token, newPassword)).problem(422, "badToken")
		}
		older, newer := ask(), ask()
		if older == newer {
			t.Fatal("no new mail")
		}
		refused(older)
		third := ask()
		if fourth := ask(); fourth != third {
			t.Error("asking again and again fills the mailbox")
		}
		api.clock.Advance(time.Hour)
		refused(third) // over

		newer = ask()
		api.admin().put("/account/changePassword", passwordChange(password, newPassword, newPassword)).status(200)
		refused(newer) // the password changed

		api.clock.Advance(2 * time.Minute)
		last := ask()
		api.exec(`UPDATE users SET disabled_at = 1 WHERE email = $1`, adminEmail)
		refused(last)
	})
}

func TestResetRequestsAreSlowedPerAddress(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		for i := range 20 {
			api.anonymous().post("/account/requestPassReset", object{"email": fmt.Sprintf("nobody-%d@example.com", i)}).status(200)
		}
		answer := api.anonymous().post("/account/requestPassReset", object{"email": adminEmail})
		answer.problem(429, "tooMany")
		if answer.Header().Get("Retry-After") != "5" || len(api.mail.jobs) != 20 {
			t.Errorf("%v, %d jobs", answer.Header(), len(api.mail.jobs))
		}
		(&client{api: api, addr: "198.51.100.7"}).post("/account/requestPassReset", object{"email": adminEmail}).status(200)
		api.admin().get("/account").status(200)
		api.anonymous().login(adminEmail, password).status(200)
	})
}

func TestInvitation(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin, anonymous := api.admin(), api.anonymous()
		var user tracker.User
		admin.post("/UserManagement", object{"email": " New@Example.com", "displayName": "Newcomer", "gender": "Female", "phoneNumber": "+1 555",
			"address": object{"country": "France", "provinceState": "Rhône"}, "password": newPassword, "isAdmin": true, "status": 1}).status(201).into(&user)
		if user.Email != "new@example.com" || user.IsAdmin || user.Status != tracker.UserEnabled || user.Gender != tracker.GenderFemale || user.Address.Country != "France" {
			t.Errorf("created %+v", user)
		}
		admin.post("/UserManagement", object{"email": "new@example.com", "displayName": "Twice", "gender": 0}).fieldError("Email", "Email is already registered.")
		admin.post("/UserManagement", object{"email": "b@example.com", "displayName": "B", "gender": 0, "address": object{"country": "France"}}).
			fieldError("ProvinceState", "Province State field is required.")
		if len(api.mail.jobs) != 1 || api.mail.jobs[0] != (change.MailJob{Kind: change.MailInvitation, Email: "new@example.com", InvitedBy: "Ada Admin"}) {
			t.Fatalf("jobs %+v", api.mail.jobs)
		}
		anonymous.login("new@example.com", newPassword).status(401)
		if user.HasPassword {
			t.Error("has a password before the invitation was followed")
		}
		api.deliver()
		token := api.mailedToken("new@example.com")
		api.clock.Advance(7*24*time.Hour - time.Second)
		anonymous.put("/account/resetPass", reset("new@example.com", token, newPassword)).status(200)
		anonymous.login("new@example.com", newPassword).status(200).into(&user)
		if user.IsAdmin {
			t.Error("signed in as administrator")
		}

		admin = api.admin()
		if admin.get("/UserManagement/new@example.com").status(200).into(&user); !user.HasPassword {
			t.Error("has no password after the invitation was followed")
		}
		admin.post("/UserManagement", object{"email": "late@example.com", "displayName": "Late", "gender": 0}).status(201)
		api.deliver()
		api.clock.Advance(7 * 24 * time.Hour)
		anonymous.put("/account/resetPass", reset("late@example.com", api.mailedToken("late@example.com"), newPassword)).problem(422, "badToken")

		api.signIn(adminEmail).get("/account").status(200)
		api.addUser(userEmail, "Grace", false)
		api.signIn(userEmail).post("/UserManagement", object{"email": "c@example.com", "displayName": "C", "gender": 0}).problem(403, "forbidden")
	})
}

// A mail that could not be sent can be sent again, and its new link works.
func TestFailedMailIsRetried(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		job := change.MailJob{Kind: change.MailReset, Email: adminEmail}
		api.mail.broken = true
		if err := api.app.SendMail(t.Context(), job); err == nil || strings.Contains(err.Error(), "token=") {
			t.Fatalf("error %v", err)
		}
		api.mail.broken = false
		if err := api.app.SendMail(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		api.anonymous().put("/account/resetPass", reset(adminEmail, api.mailedToken(adminEmail), newPassword)).status(200)
	})
}

// An invitation and a reset link are independent: neither changes the other until one is used.
func TestResetLeavesAnInvitationAlone(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin, anonymous := api.admin(), api.anonymous()
		invite := func(email string) (invitation, resetting string) {
			t.Helper()
			admin.post("/UserManagement", object{"email": email, "displayName": "New", "gender": 0}).status(201)
			api.deliver()
			invitation = api.mailedToken(email)
			anonymous.post("/account/requestPassReset", object{"email": email}).status(200) // anybody can
			api.deliver()
			return invitation, api.mailedToken(email)
		}
		invitation, resetting := invite("a@example.com")
		api.clock.Advance(time.Hour)
		anonymous.put("/account/resetPass", reset("a@example.com", resetting, newPassword)).problem(422, "badToken")
		api.clock.Advance(7*24*time.Hour - time.Hour - time.Second)
		anonymous.put("/account/resetPass", reset("a@example.com", invitation, newPassword)).status(200)

		admin = api.admin()
		invitation, resetting = invite("b@example.com")
		anonymous.put("/account/resetPass", reset("b@example.com", resetting, newPassword)).status(200)
		anonymous.put("/account/resetPass", reset("b@example.com", invitation, password)).problem(422, "badToken")
		anonymous.login("b@example.com", newPassword).status(200)
	})
}

// A delivered link works until another link of its kind is delivered.
func TestUndeliveredLinkReplacesNone(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin, anonymous := api.admin(), api.anonymous()
		failToDeliver := func() {
			t.Helper()
			api.mail.broken = true
			for _, job := range api.mail.jobs { // which stay in the queue
				if err := api.app.SendMail(t.Context(), job); err == nil {
					t.Fatal("sent without a mail server")
				}
			}
			api.mail.broken = false
		}
		admin.post("/UserManagement", object{"email": "new@example.com", "displayName": "New", "gender": 0}).status(201)
		api.deliver()
		invitation := api.mailedToken("new@example.com")
		api.clock.Advance(time.Minute)
		admin.post("/UserManagement/invite", object{"email": "new@example.com"}).status(200)
		failToDeliver()
		api.deliver() // the next attempt
		anonymous.put("/account/resetPass", reset("new@example.com", invitation, newPassword)).problem(422, "badToken")
		anonymous.put("/account/resetPass", reset("new@example.com", api.mailedToken("new@example.com"), newPassword)).status(200)

		anonymous.post("/account/requestPassReset", object{"email": adminEmail}).status(200)
		api.deliver()
		delivered := api.mailedToken(adminEmail)
		api.clock.Advance(time.Minute)
		anonymous.post("/account/requestPassReset", object{"email": adminEmail}).status(200)
		failToDeliver()
		anonymous.put("/account/resetPass", reset(adminEmail, delivered, newPassword)).status(200)
	})
}

func TestLinkOfADisabledUserStaysDead(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin, anonymous := api.admin(), api.anonymous()
		admin.post("/UserManagement", object{"email": "new@example.com", "displayName": "New", "gender": 0}).status(201)
		api.deliver()
		token := api.mailedToken("new@example.com")
		admin.put("/UserManagement/disable", object{"email": "new@example.com", "reason": 1}).status(200)
		anonymous.put("/account/resetPass", reset("new@example.com", token, newPassword)).problem(422, "badToken")
		admin.put("/UserManagement/enable", object{"email": "new@example.com"}).status(200)
		anonymous.put("/account/resetPass", reset("new@example.com", token, newPassword)).problem(422, "badToken")
		admin.post("/UserManagement/invite", object{"email": "new@example.com"}).status(200)
		api.deliver()
		anonymous.put("/account/resetPass", reset("new@example.com", api.mailedToken("new@example.com"), newPassword)).status(200)
	})
}

// A queued invitation is not sent if its user has chosen a password in the meantime.
func TestInvitationThatCameTooLate(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		if err := api.app.SendMail(t.Context(), change.MailJob{Kind: change.MailInvitation, Email: adminEmail}); err != nil || len(api.mail.links) != 0 {
			t.Errorf("%v, %v", api.mail.links, err)
		}
	})
}
