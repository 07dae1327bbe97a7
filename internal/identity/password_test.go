package identity_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/change"
	"btracker/internal/tracker"
)

const (
	tooWeak = "New Password must be 8 to 64 characters with an upper-case letter, a lower-case letter, a digit and a special character."
)

func TestChangePassword(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		own, other := api.Admin(), api.Admin()
		own.Put("/account/changePassword", apitest.PasswordChange(apitest.Wrong, apitest.NewPassword, apitest.NewPassword)).FieldError("CurrentPassword", "Current Password is wrong.")
		own.Put("/account/changePassword", apitest.PasswordChange("short", apitest.NewPassword, apitest.NewPassword)).FieldError("CurrentPassword", "Current Password length must be at least 6.")
		own.Put("/account/changePassword", apitest.PasswordChange(apitest.Password, "weak", "weak")).FieldError("NewPassword", tooWeak)
		own.Put("/account/changePassword", apitest.PasswordChange(apitest.Password, apitest.NewPassword, apitest.NewPassword+" ")).FieldError("ConfirmNewPassword", "Passwords don't match.")
		other.Get("/account").Status(200) // none of these changed anything

		own.Put("/account/changePassword", apitest.PasswordChange(apitest.Password, apitest.NewPassword, apitest.NewPassword)).Status(200)
		if jobs := api.Mail.Jobs; len(jobs) != 1 || jobs[0].Kind != change.MailSecurity || jobs[0].Text != "Your password was changed." {
			t.Errorf("mails %+v", jobs)
		}
		own.Get("/account").Status(200)
		other.Get("/account").InvalidToken()
		api.Anonymous().Login(apitest.AdminEmail, apitest.Password).Status(401)
		api.Anonymous().Login(apitest.AdminEmail, apitest.NewPassword).Status(200)
	})
}

func TestGuessingTheCurrentPasswordIsSlowed(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		own := api.Admin()
		for range 5 {
			own.Put("/account/changePassword", apitest.PasswordChange(apitest.Wrong, apitest.NewPassword, apitest.NewPassword)).Status(400)
		}
		own.Put("/account/changePassword", apitest.PasswordChange(apitest.Password, apitest.NewPassword, apitest.NewPassword)).Problem(429, "tooMany")
		api.Clock.Advance(time.Second)
		own.Put("/account/changePassword", apitest.PasswordChange(apitest.Password, apitest.NewPassword, apitest.NewPassword)).Status(200)
	})
}

// Somebody with a stolen session slows their own guesses alone, whatever asks for the password.
func TestGuessesOfOneSessionDoNotBlockAnother(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		own, stolen := api.Admin(), api.Admin()
		api.Clock.Advance(tracker.RecentSignIn + time.Second)
		key := object{"name": "Key", "scope": "read", "currentPassword": apitest.Wrong}
		for range 5 {
			stolen.Post("/account/key", key).FieldError("CurrentPassword", "Current Password is wrong.")
		}
		stolen.Put("/account/changePassword", apitest.PasswordChange(apitest.Password, apitest.NewPassword, apitest.NewPassword)).Problem(429, "tooMany")
		stolen.Post("/account/totp", object{"currentPassword": apitest.Password}).Problem(429, "tooMany")
		key["currentPassword"] = apitest.Password
		stolen.Post("/account/key", key).Problem(429, "tooMany")
		own.Put("/account/changePassword", apitest.PasswordChange(apitest.Password, apitest.NewPassword, apitest.NewPassword)).Status(200)
		stolen.Get("/account").Problem(401, "invalidToken")
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
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		own := api.Admin()
		for _, by := range []struct {
			name, mail string
			set        func(body object)
		}{
			{"changed", "Your password was changed.", func(body object) {
				body["currentPassword"] = apitest.Password
				own.Put("/account/changePassword", body).Status(200)
			}},
			{"reset", "Your password was set anew by a link that was mailed to you. You are signed out everywhere.", func(body object) {
				api.RequestReset().Status(200)
				api.Deliver()
				body["email"], body["token"] = apitest.AdminEmail, api.MailedToken(apitest.AdminEmail)
				api.Anonymous().Put("/account/resetPass", body).Status(200)
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
				api.Exec(`DELETE FROM api_key`)
				api.Exec(`DELETE FROM calendar_feed`)
				api.Exec(`UPDATE credential SET password_hash = $1`, apitest.PasswordHash)
				api.Clock.Advance(time.Hour) // so that another reset mail is sent
				own = api.Admin()
				var address tracker.CalendarAddress
				program := api.Anonymous()
				if !c.hasNone {
					program = own.WithKey("read", nil)
					own.Post("/account/calendar", nil).Status(201).Into(&address)
				}
				c.ends["newPassword"], c.ends["confirmNewPassword"] = apitest.NewPassword, apitest.NewPassword
				by.set(c.ends)
				if got := program.Get("/company").Code == 200; got != c.keys {
					t.Errorf("%s, %v: the key works: %v", by.name, c.ends, got)
				}
				if got := address.URL != "" && api.Feed(address.URL, "").Code == 200; got != c.calendar {
					t.Errorf("%s, %v: the calendar works: %v", by.name, c.ends, got)
				}
				api.Deliver()
				if got := api.Mail.Links[apitest.AdminEmail]; got != by.mail+c.mail {
					t.Errorf("%s, %v: mail %q", by.name, c.ends, got)
				}
			}
		}
		if got := api.Count(`SELECT count(*) FROM security_event WHERE kind = 'key' AND details = 'all keys removed'`); got != 4 {
			t.Errorf("%d events", got)
		}
	})
}

// Guesses that passed the first check at the same time are stopped after the slow hash.
func TestGuessingTheCurrentPasswordInABurst(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		own := api.Admin()
		statuses := api.Together(12, func(int) int {
			return own.Put("/account/changePassword", apitest.PasswordChange(apitest.Wrong, apitest.NewPassword, apitest.NewPassword)).Code
		})
		if statuses[400] != 5 || statuses[429] != 7 {
			t.Errorf("%v", statuses)
		}
	})
}

func TestPasswordReset(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.AddUser("off@example.com", "Off", false)
		api.Exec(`UPDATE users SET disabled_at = 1 WHERE email = 'off@example.com'`)
		anonymous, session := api.Anonymous(), api.SignIn(apitest.UserEmail)
		anonymous.Header = http.Header{"X-Forwarded-Host": {"evil.example"}}

		// A known and an unknown address get the same answer, by the same work.
		for i, email := range []string{" GRACE@example.com", "nobody@example.com", "off@example.com"} {
			if got := anonymous.Post("/account/requestPassReset", object{"email": email}).Status(200).Body.String(); got != `{"result":"success"}` {
				t.Errorf("%s: %s", email, got)
			}
			if len(api.Mail.Jobs) != i+1 {
				t.Errorf("%s: %d jobs", email, len(api.Mail.Jobs))
			}
		}
		queued, err := json.Marshal(api.Mail.Jobs)
		if want := `[{"kind":"reset","email":"grace@example.com"},{"kind":"reset","email":"nobody@example.com"},{"kind":"reset","email":"off@example.com"}]`; string(queued) != want {
			t.Errorf("queued %s, %v", queued, err)
		}
		anonymous.Post("/account/requestPassReset", object{"email": "x"}).FieldError("Email", "Email value is not an email format.")
		anonymous.Post("/account/requestPassReset", object{}).FieldError("Email", "Email field is required.")
		api.Deliver()
		if len(api.Mail.Links) != 1 {
			t.Fatalf("mailed to %v", api.Mail.Links)
		}
		token := api.MailedToken(apitest.UserEmail)
		if n := api.Count(`SELECT count(*) FROM password_token WHERE hash = $1`, token); n != 0 {
			t.Error("the token is stored as it is")
		}

		refused := func(body object) {
			t.Helper()
			p := anonymous.Put("/account/resetPass", body).Problem(422, "badToken")
			if p["error"] == "" || p["reason"] != "This link is not valid any more. Please ask for a new one." {
				t.Errorf("422 %v", p)
			}
		}
		refused(apitest.Reset(apitest.AdminEmail, token, apitest.NewPassword))
		refused(apitest.Reset("nobody@example.com", token, apitest.NewPassword))
		refused(apitest.Reset(apitest.UserEmail, token+"x", apitest.NewPassword))
		refused(apitest.Reset(apitest.UserEmail, "\x00", apitest.NewPassword))
		anonymous.Put("/account/resetPass", apitest.Reset(apitest.UserEmail, token, "weak")).FieldError("NewPassword", tooWeak)
		anonymous.Put("/account/resetPass", apitest.Reset(apitest.UserEmail, "", apitest.NewPassword)).FieldError("Token", "Token field is required.")
		session.Get("/account").Status(200) // none of these used the token or changed anything

		anonymous.Put("/account/resetPass", apitest.Reset(apitest.UserEmail, token, apitest.NewPassword)).Status(200)
		session.Get("/account").InvalidToken()
		if job := api.Mail.Jobs[len(api.Mail.Jobs)-1]; job.Kind != change.MailSecurity || job.Email != apitest.UserEmail || !strings.HasPrefix(job.Text, "Your password was set anew") {
			t.Errorf("mail %+v", job)
		}
		anonymous.Login(apitest.UserEmail, apitest.NewPassword).Status(200)
		anonymous.Login(apitest.UserEmail, apitest.Password).Status(401)
		refused(apitest.Reset(apitest.UserEmail, token, apitest.NewPassword)) // single use
	})
}

func TestResetTokenEnds(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		anonymous := api.Anonymous()
		ask := func() string {
			t.Helper()
			api.Clock.Advance(time.Millisecond)
			anonymous.Post("/account/requestPassReset", object{"email": apitest.AdminEmail}).Status(200)
			api.Deliver()
			return api.MailedToken(apitest.AdminEmail)
		}
		refused := func(token string) {
			t.Helper()
			anonymous.Put("/account/resetPass", apitest.Reset(apitest.AdminEmail, token, apitest.NewPassword)).Problem(422, "badToken")
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
		api.Clock.Advance(time.Hour)
		refused(third) // over

		newer = ask()
		api.Admin().Put("/account/changePassword", apitest.PasswordChange(apitest.Password, apitest.NewPassword, apitest.NewPassword)).Status(200)
		refused(newer) // the password changed

		api.Clock.Advance(2 * time.Minute)
		last := ask()
		api.Exec(`UPDATE users SET disabled_at = 1 WHERE email = $1`, apitest.AdminEmail)
		refused(last)
	})
}

func TestResetRequestsAreSlowedPerAddress(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		for i := range 20 {
			api.Anonymous().Post("/account/requestPassReset", object{"email": fmt.Sprintf("nobody-%d@example.com", i)}).Status(200)
		}
		answer := api.Anonymous().Post("/account/requestPassReset", object{"email": apitest.AdminEmail})
		answer.Problem(429, "tooMany")
		if answer.Header().Get("Retry-After") != "5" || len(api.Mail.Jobs) != 20 {
			t.Errorf("%v, %d jobs", answer.Header(), len(api.Mail.Jobs))
		}
		(&apitest.Client{API: api, Addr: "198.51.100.7"}).Post("/account/requestPassReset", object{"email": apitest.AdminEmail}).Status(200)
		api.Admin().Get("/account").Status(200)
		api.Anonymous().Login(apitest.AdminEmail, apitest.Password).Status(200)
	})
}

func TestInvitation(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin, anonymous := api.Admin(), api.Anonymous()
		var user tracker.User
		admin.Post("/UserManagement", object{"email": " New@Example.com", "displayName": "Newcomer", "gender": "Female", "phoneNumber": "+1 555",
			"address": object{"country": "France", "provinceState": "Rhône"}, "password": apitest.NewPassword, "isAdmin": true, "status": 1}).Status(201).Into(&user)
		if user.Email != "new@example.com" || user.IsAdmin || user.Status != tracker.UserEnabled || user.Gender != tracker.GenderFemale || user.Address.Country != "France" {
			t.Errorf("created %+v", user)
		}
		admin.Post("/UserManagement", object{"email": "new@example.com", "displayName": "Twice", "gender": 0}).FieldError("Email", "Email is already registered.")
		admin.Post("/UserManagement", object{"email": "b@example.com", "displayName": "B", "gender": 0, "address": object{"country": "France"}}).
			FieldError("ProvinceState", "Province State field is required.")
		if len(api.Mail.Jobs) != 1 || api.Mail.Jobs[0] != (change.MailJob{Kind: change.MailInvitation, Email: "new@example.com", InvitedBy: "Ada Admin"}) {
			t.Fatalf("jobs %+v", api.Mail.Jobs)
		}
		anonymous.Login("new@example.com", apitest.NewPassword).Status(401)
		if user.HasPassword {
			t.Error("has a password before the invitation was followed")
		}
		api.Deliver()
		token := api.MailedToken("new@example.com")
		api.Clock.Advance(7*24*time.Hour - time.Second)
		anonymous.Put("/account/resetPass", apitest.Reset("new@example.com", token, apitest.NewPassword)).Status(200)
		anonymous.Login("new@example.com", apitest.NewPassword).Status(200).Into(&user)
		if user.IsAdmin {
			t.Error("signed in as administrator")
		}

		admin = api.Admin()
		if admin.Get("/UserManagement/new@example.com").Status(200).Into(&user); !user.HasPassword {
			t.Error("has no password after the invitation was followed")
		}
		admin.Post("/UserManagement", object{"email": "late@example.com", "displayName": "Late", "gender": 0}).Status(201)
		api.Deliver()
		api.Clock.Advance(7 * 24 * time.Hour)
		anonymous.Put("/account/resetPass", apitest.Reset("late@example.com", api.MailedToken("late@example.com"), apitest.NewPassword)).Problem(422, "badToken")

		api.SignIn(apitest.AdminEmail).Get("/account").Status(200)
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.SignIn(apitest.UserEmail).Post("/UserManagement", object{"email": "c@example.com", "displayName": "C", "gender": 0}).Problem(403, "forbidden")
	})
}

// A mail that could not be sent can be sent again, and its new link works.
func TestFailedMailIsRetried(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		job := change.MailJob{Kind: change.MailReset, Email: apitest.AdminEmail}
		api.Mail.Broken = true
		if err := api.App.SendMail(t.Context(), job); err == nil || strings.Contains(err.Error(), "token=") {
			t.Fatalf("error %v", err)
		}
		api.Mail.Broken = false
		if err := api.App.SendMail(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		api.Anonymous().Put("/account/resetPass", apitest.Reset(apitest.AdminEmail, api.MailedToken(apitest.AdminEmail), apitest.NewPassword)).Status(200)
	})
}

// An invitation and a reset link are independent: neither changes the other until one is used.
func TestResetLeavesAnInvitationAlone(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin, anonymous := api.Admin(), api.Anonymous()
		invite := func(email string) (invitation, resetting string) {
			t.Helper()
			admin.Post("/UserManagement", object{"email": email, "displayName": "New", "gender": 0}).Status(201)
			api.Deliver()
			invitation = api.MailedToken(email)
			anonymous.Post("/account/requestPassReset", object{"email": email}).Status(200) // anybody can
			api.Deliver()
			return invitation, api.MailedToken(email)
		}
		invitation, resetting := invite("a@example.com")
		api.Clock.Advance(time.Hour)
		anonymous.Put("/account/resetPass", apitest.Reset("a@example.com", resetting, apitest.NewPassword)).Problem(422, "badToken")
		api.Clock.Advance(7*24*time.Hour - time.Hour - time.Second)
		anonymous.Put("/account/resetPass", apitest.Reset("a@example.com", invitation, apitest.NewPassword)).Status(200)

		admin = api.Admin()
		invitation, resetting = invite("b@example.com")
		anonymous.Put("/account/resetPass", apitest.Reset("b@example.com", resetting, apitest.NewPassword)).Status(200)
		anonymous.Put("/account/resetPass", apitest.Reset("b@example.com", invitation, apitest.Password)).Problem(422, "badToken")
		anonymous.Login("b@example.com", apitest.NewPassword).Status(200)
	})
}

// A delivered link works until another link of its kind is delivered.
func TestUndeliveredLinkReplacesNone(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin, anonymous := api.Admin(), api.Anonymous()
		failToDeliver := func() {
			t.Helper()
			api.Mail.Broken = true
			for _, job := range api.Mail.Jobs { // which stay in the queue
				if err := api.App.SendMail(t.Context(), job); err == nil {
					t.Fatal("sent without a mail server")
				}
			}
			api.Mail.Broken = false
		}
		admin.Post("/UserManagement", object{"email": "new@example.com", "displayName": "New", "gender": 0}).Status(201)
		api.Deliver()
		invitation := api.MailedToken("new@example.com")
		api.Clock.Advance(time.Minute)
		admin.Post("/UserManagement/invite", object{"email": "new@example.com"}).Status(200)
		failToDeliver()
		api.Deliver() // the next attempt
		anonymous.Put("/account/resetPass", apitest.Reset("new@example.com", invitation, apitest.NewPassword)).Problem(422, "badToken")
		anonymous.Put("/account/resetPass", apitest.Reset("new@example.com", api.MailedToken("new@example.com"), apitest.NewPassword)).Status(200)

		anonymous.Post("/account/requestPassReset", object{"email": apitest.AdminEmail}).Status(200)
		api.Deliver()
		delivered := api.MailedToken(apitest.AdminEmail)
		api.Clock.Advance(time.Minute)
		anonymous.Post("/account/requestPassReset", object{"email": apitest.AdminEmail}).Status(200)
		failToDeliver()
		anonymous.Put("/account/resetPass", apitest.Reset(apitest.AdminEmail, delivered, apitest.NewPassword)).Status(200)
	})
}

func TestLinkOfADisabledUserStaysDead(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin, anonymous := api.Admin(), api.Anonymous()
		admin.Post("/UserManagement", object{"email": "new@example.com", "displayName": "New", "gender": 0}).Status(201)
		api.Deliver()
		token := api.MailedToken("new@example.com")
		admin.Put("/UserManagement/disable", object{"email": "new@example.com", "reason": 1}).Status(200)
		anonymous.Put("/account/resetPass", apitest.Reset("new@example.com", token, apitest.NewPassword)).Problem(422, "badToken")
		admin.Put("/UserManagement/enable", object{"email": "new@example.com"}).Status(200)
		anonymous.Put("/account/resetPass", apitest.Reset("new@example.com", token, apitest.NewPassword)).Problem(422, "badToken")
		admin.Post("/UserManagement/invite", object{"email": "new@example.com"}).Status(200)
		api.Deliver()
		anonymous.Put("/account/resetPass", apitest.Reset("new@example.com", api.MailedToken("new@example.com"), apitest.NewPassword)).Status(200)
	})
}

// A queued invitation is not sent if its user has chosen a password in the meantime.
func TestInvitationThatCameTooLate(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		if err := api.App.SendMail(t.Context(), change.MailJob{Kind: change.MailInvitation, Email: apitest.AdminEmail}); err != nil || len(api.Mail.Links) != 0 {
			t.Errorf("%v, %v", api.Mail.Links, err)
		}
	})
}
