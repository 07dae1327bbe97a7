package main_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// Everything that is secret is used once, well and badly, and then looked for wherever the server writes.
func TestSecretsAreWrittenNowhere(t *testing.T) {
	t.Parallel()
	const (
		first, second, third = "First/Horse+Battery&1", "Second/Staple+Horse&2", "Third/Battery+Staple&3"
		mailPassword         = "Mail/Carrier+Pigeon&4"
	)
	data, mails := filepath.Join(t.TempDir(), "data"), newMailbox(t, mailPassword)
	succeed(t, []string{"BTRACKER_ADMIN_PASSWORD=" + first}, "admin", "create", "--email", "ada@example.com", "--name", "Ada", "--data", data)
	metrics := testkit.FreeAddress(t)
	env := []string{"BTRACKER_SMTP_URL=smtp://carrier:" + url.QueryEscape(mailPassword) + "@" + mails.Addr, "BTRACKER_MAIL_FROM=tracker@example.com"}
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
	renewed := tokenIn(t, do(200, http.MethodPost, account+"/refreshToken", token, object{}))
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
	written := map[string][]byte{"log": []byte(s.Stdout() + s.Stderr()), "metrics": []byte(figures)}
	for _, file := range []string{copied, filepath.Join(data, "btracker.db"), filepath.Join(data, "btracker.db-wal")} {
		if written[filepath.Base(file)], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	for _, place := range []string{"copy.db", "btracker.db-wal"} {
		if where := find(written[place], "Findable Grace"); where == "" {
			t.Errorf("%s does not hold what was written", place)
		}
	}
	for _, secret := range []string{first, second, third, mailPassword, token, signature(token), renewed, signature(renewed), forged, signature(again), reset, invitation, refused, string(key), string(rawKey)} {
		for place, content := range written {
			if form := find(content, secret); form != "" {
				t.Errorf("%s is in %s, %s", secret, place, form)
			}
		}
	}
}

// The search above is worth what it finds.
func TestSecretsAreFoundInEveryForm(t *testing.T) {
	const secret = "First/Horse+Battery&1"
	for before := range 6 {
		text := strings.Repeat("<", before) + secret + strings.Repeat(">", before)
		for form, written := range map[string]string{
			"plain": text, "query": url.QueryEscape(text), "path": url.PathEscape(text), "hex": hex.EncodeToString([]byte(text)), "HEX": fmt.Sprintf("%X", text),
			"base64": base64.StdEncoding.EncodeToString([]byte(text)), "base64url": base64.RawURLEncoding.EncodeToString([]byte(text)),
		} {
			if find([]byte("x"+written+"y"), secret) == "" {
				t.Errorf("not found in %s behind %d bytes: %s", form, before, written)
			}
		}
	}
}

// find says in which form a secret is in a text, and nothing if in none.
func find(text []byte, secret string) string {
	forms := map[string]string{
		"as it is": secret, "for a query": url.QueryEscape(secret), "for a path": url.PathEscape(secret),
		"in hex": hex.EncodeToString([]byte(secret)), "in upper-case hex": fmt.Sprintf("%X", secret),
	}
	for name, encoding := range map[string]*base64.Encoding{"base64": base64.RawStdEncoding, "base64url": base64.RawURLEncoding} {
		// Each character holds six bits, so a text looks different behind one, two and three bytes. Those characters
		// that hold bits of its neighbours as well are left off.
		for before := range 3 {
			encoded := encoding.EncodeToString([]byte(strings.Repeat("\x00", before) + secret))
			forms[fmt.Sprint(name, " behind ", before)] = encoded[(before*8+5)/6 : (before+len(secret))*8/6]
		}
	}
	for name, form := range forms {
		if bytes.Contains(text, []byte(form)) {
			return name
		}
	}
	return ""
}

// signature is the part of a token that nobody can guess.
func signature(token string) string { return token[strings.LastIndexByte(token, '.')+1:] }

func tokenIn(t *testing.T, answer string) string {
	t.Helper()
	found := regexp.MustCompile(`"token":"([^"]+)"`).FindStringSubmatch(answer)
	if found == nil {
		t.Fatalf("no token in %s", answer)
	}
	return found[1]
}
