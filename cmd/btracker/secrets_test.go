package main_test

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	codes "github.com/pquerna/otp/totp"

	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// Everything that is secret is used once, well and badly, and then looked for wherever the server writes.
func TestSecretsAreWrittenNowhere(t *testing.T) {
	t.Parallel()
	const (
		first, second, third = "First/Horse+Battery&1", "Second/Staple+Horse&2", "Third/Battery+Staple&3"
		mailPassword         = "Mail/Carrier+Pigeon&4"
		webhookPassword      = "HookHorseStaple6"
		clientSecret         = "Client/Pigeon+Carrier&5"
	)
	data, mails := filepath.Join(t.TempDir(), "data"), newMailbox(t, mailPassword)
	succeed(t, []string{"BTRACKER_ADMIN_PASSWORD=" + first}, "admin", "create", "--email", "ada@example.com", "--name", "Ada", "--data", data)
	metrics := testkit.FreeAddress(t)
	env := []string{"BTRACKER_SMTP_URL=smtp://carrier:" + url.QueryEscape(mailPassword) + "@" + mails.Addr, "BTRACKER_MAIL_FROM=tracker@example.com", "BTRACKER_WEBHOOK_PRIVATE=true",
		"BTRACKER_OIDC_ISSUER=http://" + testkit.FreeAddress(t) + "/", "BTRACKER_OIDC_CLIENT_ID=btracker", "BTRACKER_OIDC_CLIENT_SECRET=" + clientSecret, "BTRACKER_PUBLIC_URL=http://127.0.0.1/"}
	s := serving(t, env, "--data", data, "--metrics-addr", metrics, "--log-format", "json")
	do := func(want int, method, path, token string, body any) string {
		t.Helper()
		status, answer := s.do(method, path, token, body)
		if status != want {
			t.Fatalf("%s %s: %d %s", method, path, status, answer)
		}
		return answer
	}
	const account = "/api/v1/account"

	// Signing in, renewing, failing at it.
	token := s.signIn("ada@example.com", first)
	do(200, http.MethodPost, account+"/refreshToken", token, object{})
	renewed := valueIn(t, "token", do(200, http.MethodPost, account+"/refreshToken", token, object{}))
	do(401, http.MethodPost, account+"/login", "", object{"email": "ada@example.com", "password": second})
	do(400, http.MethodPost, account+"/login", "", object{"email": []string{first}, "password": object{"is": first}})
	forged := token[:len(token)-4] + "AAAA"
	do(401, http.MethodGet, account+"?access_token="+token, forged, nil)
	do(404, http.MethodGet, "/api/v1/nothing?token="+token, token, nil)

	// A live connection, whose token stands in the address.
	page, err := s.As(token).OpenPage(t.Context(), func([]byte) {})
	if err != nil {
		t.Fatal(err)
	}
	page.Close()
	if _, err := s.As(forged).OpenPage(t.Context(), func([]byte) {}); err == nil {
		t.Error("a forged token opens a live connection")
	}

	// Links by mail, followed and misused; the first of them is refused by the mail server.
	mails.refuse.Store(true)
	do(201, http.MethodPost, "/api/v1/UserManagement", token, object{"email": "gone@example.com", "displayName": "Gone", "gender": 0})
	refused := mails.next()
	mails.refuse.Store(false)
	do(201, http.MethodPost, "/api/v1/UserManagement", token, object{"email": "grace@example.com", "displayName": "Findable Grace", "gender": 0, "password": third})
	invitation := mails.next()
	do(200, http.MethodPost, account+"/requestPassReset", "", object{"email": "ada@example.com"})
	reset := mails.next()
	follow := func(want int, email, link, password string) {
		t.Helper()
		do(want, http.MethodPut, account+"/resetPass", "", object{"email": email, "token": link, "newPassword": password, "confirmNewPassword": password})
	}
	do(200, http.MethodGet, "/btracker/changePassword?email=ada%40example.com&token="+reset, "", nil)
	follow(422, "grace@example.com", reset, second)
	follow(200, "grace@example.com", invitation, second)
	follow(422, "grace@example.com", invitation, third)
	follow(200, "ada@example.com", reset, second)
	again := s.signIn("ada@example.com", second)
	do(400, http.MethodPut, account+"/changePassword", again, object{"currentPassword": first, "newPassword": third, "confirmNewPassword": third})
	do(200, http.MethodPut, account+"/changePassword", again, object{"currentPassword": second, "newPassword": third, "confirmNewPassword": third})

	// A key, a calendar, a webhook, and the second factor, each of them used. The provider for single sign-on is away.
	keyOfProgram := valueIn(t, "key", do(201, http.MethodPost, account+"/key", again, object{"name": "Program", "scope": "write"}))
	do(200, http.MethodGet, "/api/v1/company", keyOfProgram, nil)
	do(403, http.MethodGet, account+"?key="+keyOfProgram, keyOfProgram, nil)
	calendar := valueIn(t, "url", do(201, http.MethodPost, account+"/calendar", again, nil))
	feed := calendar[strings.Index(calendar, "/calendar/"):]
	do(200, http.MethodGet, feed, "", nil)
	hook := valueIn(t, "secret", do(201, http.MethodPost, "/api/v1/webhook", again, object{"url": "http://" + testkit.FreeAddress(t) + "/?password=" + webhookPassword, "events": []string{"company.*"}}))
	const channelSecret = "ChatHorseStaple7"
	channel := valueIn(t, "id", do(201, http.MethodPost, "/api/v1/channel", again, object{"name": "Ops", "kind": "slack", "url": "http://" + testkit.FreeAddress(t) + "/services/" + channelSecret, "events": []string{"mention"}}))
	do(422, http.MethodPost, "/api/v1/channel/test", again, object{"id": channel})
	told := valueIn(t, "id", do(201, http.MethodPost, "/api/v1/company", keyOfProgram, object{"name": "Told"}))
	do(201, http.MethodPost, "/api/v1/note", again, object{"entity": "company", "entityId": told, "text": "@ada@example.com"})
	totp := valueIn(t, "secret", do(200, http.MethodPost, account+"/totp", again, object{"currentPassword": third}))
	code, err := codes.GenerateCode(totp, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	recovery := regexp.MustCompile(`"recoveryCodes":\["([^"]+)"`).FindStringSubmatch(do(200, http.MethodPut, account+"/totp", again, object{"code": code}))[1]
	ticket := valueIn(t, "ticket", do(200, http.MethodPost, account+"/login", "", object{"email": "ada@example.com", "password": third}))
	do(401, http.MethodPost, account+"/login/second", "", object{"ticket": ticket, "method": "totp", "code": code})
	bySecond := valueIn(t, "token", do(200, http.MethodPost, account+"/login/second", "", object{"ticket": ticket, "method": "recovery", "code": recovery}))
	do(200, http.MethodGet, account+"/oidc/start", "", nil) // leads to the sign-in page
	testkit.Until(t, "the webhook fails, and the channel", func() bool { return strings.Count(s.Stderr(), "a webhook delivery failed") > 1 })

	copied := filepath.Join(t.TempDir(), "copy.db")
	succeed(t, nil, "backup", copied, "--data", data)
	key, err := os.ReadFile(filepath.Join(data, "secret"))
	if err != nil {
		t.Fatal(err)
	}
	key = bytes.TrimSpace(key)
	rawKey, err := base64.RawURLEncoding.DecodeString(string(key))
	if err != nil {
		t.Fatal(err)
	}
	figures := ""
	testkit.Until(t, "the operator learns of the mail that was refused", func() bool {
		answer, _ := program.NewClient("http://"+metrics).Send(t.Context(), http.MethodGet, "/metrics", nil)
		figures = string(answer.Body)
		return strings.Contains(figures, "\nbtracker_mails_dead_total 1\n") && strings.Contains(s.Stderr(), `"mail given up"`)
	})
	dump := succeed(t, nil, "audit", "export", "--data", data)
	written := map[string][]byte{"audit export": []byte(dump), "log": []byte(s.Stdout() + s.Stderr()), "metrics": []byte(figures)}
	for _, file := range []string{copied, filepath.Join(data, "btracker.db"), filepath.Join(data, "btracker.db-wal")} {
		if written[filepath.Base(file)], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	for _, place := range []string{"copy.db", "btracker.db-wal"} {
		if where := testkit.FindSecret(written[place], "Findable Grace"); where == "" {
			t.Errorf("%s does not hold what was written", place)
		}
	}
	for _, secret := range []string{first, second, third, mailPassword, token, signature(token), renewed, signature(renewed), forged, signature(again), reset, invitation, refused, string(key), string(rawKey),
		clientSecret, keyOfProgram, strings.TrimSuffix(filepath.Base(feed), ".ics"), strings.TrimPrefix(hook, "whsec_"), totp, recovery, ticket, signature(bySecond), channelSecret} {
		for place, content := range written {
			if form := testkit.FindSecret(content, secret); form != "" {
				t.Errorf("%s is in %s, %s", secret, place, form)
			}
		}
	}
	// The address of a receiver has to be kept, and is told to nobody else.
	for _, place := range []string{"log", "metrics", "audit export"} {
		if form := testkit.FindSecret(written[place], webhookPassword); form != "" {
			t.Errorf("the address of the webhook is in %s, %s", place, form)
		}
	}
}

// signature is the part of a token that nobody can guess.
func signature(token string) string { return token[strings.LastIndexByte(token, '.')+1:] }

// valueIn is the text of a field in an answer.
func valueIn(t *testing.T, field, answer string) string {
	t.Helper()
	found := regexp.MustCompile(`"` + field + `":"([^"]+)"`).FindStringSubmatch(answer)
	if found == nil {
		t.Fatalf("no %s in %s", field, answer)
	}
	return found[1]
}
