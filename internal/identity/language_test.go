package identity_test

import (
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/change"
	"btracker/internal/tracker"
)

func TestLanguage(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		grace := api.SignIn(apitest.UserEmail)
		expect := func(want string) {
			t.Helper()
			var a tracker.Account
			grace.Get("/account").Status(200).Into(&a)
			if got := change.OrEmpty(a.Language); got != want {
				t.Errorf("the language is %q, want %q", got, want)
			}
		}
		expect("")
		before := api.Count("SELECT count(*) FROM change")
		var a tracker.Account
		if grace.Put("/account/language", object{"language": "de"}).Status(200).Into(&a); a.Language == nil || *a.Language != "de" || a.Version != 1 {
			t.Errorf("%+v", a)
		}
		expect("de")
		grace.Put("/account/language", object{}).Status(200)
		expect("de")
		for _, wrong := range []any{"fr", "DE", "de-AT", 7, true, []string{"de"}} {
			grace.Put("/account/language", object{"language": wrong}).Status(400)
		}
		grace.Put("/account/language", "de").Status(400)
		grace.WithKey("write", nil).Put("/account/language", object{"language": "en"}).Problem(403, "keyRefused")
		api.Anonymous().Put("/account/language", object{"language": "en"}).Status(401)
		expect("de")

		// The edits of others, and one's own, leave it alone, and it is nobody's business but theirs.
		grace.Put("/account/profile", object{"displayName": "Grace H.", "gender": 0, "version": 1}).Status(200)
		if text := api.Admin().Put("/UserManagement", object{"email": apitest.UserEmail, "displayName": "Grace",
			"gender": 0}).Status(200).Body.String(); strings.Contains(text, "anguage") {
			t.Error(text)
		}
		expect("de")
		if api.Anonymous().Login(apitest.UserEmail, apitest.Password).Status(200).Into(&a); a.Language == nil || *a.Language != "de" {
			t.Errorf("signed in with %+v", a)
		}
		grace.Put("/account/language", object{"language": nil}).Status(200)
		expect("")
		if n := api.Count("SELECT count(*) FROM change") - before; n != 2 {
			t.Errorf("%d changes are logged, want the two edits", n)
		}
	})
}

// A mail has the language that its reader has chosen by the time it is sent, not the one of whoever caused it.
func TestMailsInTheLanguageOfTheReader(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		grace := api.SignIn(apitest.UserEmail)
		grace.Put("/account/notificationSettings", object{"timeZone": "Europe/Berlin"}).Status(200)
		grace.AddKey(object{"name": "Prog“ram", "scope": "read"})
		grace.Put("/account/changePassword", object{"currentPassword": apitest.Password, "newPassword": apitest.NewPassword,
			"confirmNewPassword": apitest.NewPassword, "endKeys": false}).Status(200)
		jobs := api.Mail.Jobs
		grace.Put("/account/language", object{"language": "de"}).Status(200)
		said := func(job change.MailJob) string {
			t.Helper()
			if err := api.App.SendMail(t.Context(), job); err != nil {
				t.Fatal(err)
			}
			return api.Mail.Links[apitest.UserEmail]
		}
		added, changed := jobs[len(jobs)-2], jobs[len(jobs)-1]
		if got := said(added); got != "Der Schlüssel „Prog“ram“ wurde hinzugefügt. Programme, die ihn haben, handeln in Ihrem Namen." {
			t.Error(got)
		}
		if got := said(changed); !strings.HasPrefix(got, "Ihr Passwort wurde geändert. Ihre Schlüssel funktionieren weiterhin:") {
			t.Error(got)
		}
		if api.Mail.To.Language != "de" || api.Mail.At.Location().String() != "Europe/Berlin" || !api.Mail.At.Equal(changed.At) {
			t.Errorf("mailed to %+v at %v", api.Mail.To, api.Mail.At)
		}
		// A job of an earlier version has words alone.
		if got := said(change.MailJob{Kind: change.MailSecurity, Email: apitest.UserEmail, Text: "Something happened.", At: time.Unix(0, 0)}); got != "Something happened." {
			t.Error(got)
		}
		// An earlier version beside this one reads the words.
		if changed.Text != "Your password was changed. Your keys still work: programs that have one act in your name. You can remove them on your account page." {
			t.Error(changed.Text)
		}
		grace.Put("/account/language", object{"language": nil}).Status(200)
		if got := said(changed); got != changed.Text {
			t.Error(got)
		}
	})
}
