package main_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"btracker/internal/testkit"
)

func TestCreatedAdministratorCanSignIn(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "made", "by", "us")
	createAdminIn(t, "--data", data)
	env := []string{"BTRACKER_ADMIN_PASSWORD=" + goodPassword}
	mistake(t, env, "Email is already registered.", "admin", "create", "--email", "ADA@example.com", "--name", "Again", "--data", data)
	mistake(t, env, "Email", "admin", "create", "--email", "nonsense", "--name", "Ada", "--data", data)
	mistake(t, []string{"BTRACKER_ADMIN_PASSWORD=weak"}, "8 to 64 characters", "admin", "create", "--email", "b@example.com", "--name", "B", "--data", data)
	mistake(t, nil, "BTRACKER_ADMIN_PASSWORD", "admin", "create", "--email", "b@example.com", "--name", "B", "--data", data) // no terminal to ask on
	s := serving(t, nil, "--data", data)
	if strings.Contains(s.Stdout(), "admin create") {
		t.Errorf("there is an administrator, yet it says:\n%s", s.Stdout())
	}
	token := s.signIn("ada@example.com", goodPassword)
	if status, body := s.get("/api/v1/account", token); status != 200 || !strings.Contains(body, `"isAdmin":true`) {
		t.Errorf("account: %d %s", status, body)
	}
}

// What serve prints can be pasted into a shell as it is.
func TestServePrintsTheCommandThatMakesAnAdministrator(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "Ada's data; $(rm x)")
	s := serving(t, nil, "--data", data)
	line := regexp.MustCompile(`(?m)^  (\S+ admin create .*)$`).FindStringSubmatch(s.Stdout())
	if line == nil {
		t.Fatalf("no command in:\n%s", s.Stdout())
	}
	shell := command(t, []string{"BTRACKER_ADMIN_PASSWORD=" + goodPassword})
	shell.Path, shell.Args = "/bin/sh", []string{"sh", "-c", line[1]}
	if output, err := shell.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", line[1], err, output)
	}
	s.signIn("you@example.com", goodPassword) // while it serves
}

// The printed address has the port that the system chose, and a code that makes one administrator. The log does not have the code.
func TestServePrintsTheAddressThatMakesAnAdministrator(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serving(t, nil, "--data", data)
	line := regexp.MustCompile(`(?m)^  (http://\S+/)btracker/setup#code=([\w-]{43})$`).FindStringSubmatch(s.Stdout())
	if line == nil || !strings.Contains(s.Stdout(), "btracker is at "+line[1]+"\n") {
		t.Fatalf("no address in:\n%s", s.Stdout())
	}
	first := object{"code": line[2], "email": "ada@example.com", "displayName": "Ada", "password": goodPassword}
	if status, body := s.do(http.MethodPost, "/api/v1/setup", "", first); status != 201 {
		t.Fatalf("setup: %d %s", status, body)
	}
	s.signIn("ada@example.com", goodPassword)
	if status, body := s.do(http.MethodPost, "/api/v1/setup", "", first); status != 422 || strings.Contains(s.Stderr(), line[2]) {
		t.Errorf("setup again: %d %s\n%s", status, body, s.Stderr())
	}
}

func TestDemoOfAnySize(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if out := succeed(t, nil, "demo", "--scale", "7", "--data", data); !strings.HasPrefix(out, "7 companies in ") {
		t.Errorf("demo says %q", out)
	}
	mistake(t, nil, "not empty", "demo", "--scale", "7", "--data", data)
	s := serving(t, nil, "--data", data)
	if n := s.companies(s.demoToken()); n != 7 {
		t.Errorf("%d companies", n)
	}
}

// A backup from before the erasure has the person. Restored beside the list of erased people, it loses them again.
func TestErasedPersonStaysErasedAfterARestore(t *testing.T) {
	t.Parallel()
	const email, name = "grace@people.example", "Findable Grace"
	data, old := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "old.db")
	createAdminIn(t, "--data", data)
	s := serving(t, nil, "--data", data)
	do := func(want int, method, path string, body any) string {
		t.Helper()
		token := s.signIn("ada@example.com", goodPassword)
		status, answer := s.do(method, "/api/v1"+path, token, body)
		if status != want {
			t.Fatalf("%s %s: %d %s", method, path, status, answer)
		}
		return answer
	}
	do(201, http.MethodPost, "/UserManagement", object{"email": email, "displayName": name, "gender": 0})
	do(200, http.MethodPut, "/UserManagement", object{"email": email, "displayName": name + " II", "gender": 0})
	succeed(t, nil, "backup", old, "--data", data)
	do(200, http.MethodPut, "/UserManagement/disable", object{"email": email, "reason": 1})
	pseudonym := valueIn(t, "email", do(200, http.MethodPut, "/UserManagement/erase", object{"email": email}))
	s.Stop()

	for _, file := range []string{"btracker.db", "btracker.db-wal", "btracker.db-shm"} {
		if err := os.Remove(filepath.Join(data, file)); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	if said := succeed(t, nil, "restore", old, "--data", data); !strings.Contains(said, "erase") {
		t.Errorf("restore does not tell of the erased people: %s", said)
	}
	s = serving(t, nil, "--data", data)
	do(404, http.MethodGet, "/UserManagement/"+email, nil)
	do(200, http.MethodGet, "/UserManagement/"+pseudonym, nil)
	succeed(t, nil, "audit", "verify", "--data", data)
	has := func(file string) bool {
		t.Helper()
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := bytes.ToLower(content)
		return testkit.FindSecret(text, email) != "" || testkit.FindSecret(text, strings.ToLower(name)) != ""
	}
	if !has(old) {
		t.Error("the old backup is without the person")
	}
	testkit.Until(t, "the index of names forgets the person, too", func() bool {
		again := filepath.Join(t.TempDir(), "again.db")
		succeed(t, nil, "backup", again, "--data", data)
		return !has(again)
	})
	if said := s.Stderr(); !strings.Contains(said, "erased") || strings.Contains(said, email) {
		t.Errorf("the log of the start: %s", said)
	}
}

// Somebody who was erased is in no byte of the database and its log, from the answer on and after a clean stop: neither values
// of earlier edits nor rows that were deleted before are in free space.
func TestErasedPersonIsInNoByteOfTheFiles(t *testing.T) {
	t.Parallel()
	const email, agent = "grace@people.example", "Quuxbrowser/7"
	values := []string{email, "GRACE@PEOPLE", "Findable Grace", "Plughname", "+99 555 0199", "Xyzzy Street", "Fribbleton", agent}
	data := filepath.Join(t.TempDir(), "data")
	createAdminIn(t, "--data", data)
	s := serving(t, nil, "--data", data)
	token := s.signIn("ada@example.com", goodPassword)
	do := func(want int, method, path string, body any) string {
		t.Helper()
		status, answer := s.do(method, "/api/v1"+path, token, body)
		if status != want {
			t.Fatalf("%s %s: %d %s", method, path, status, answer)
		}
		return answer
	}
	found := func() (places []string) {
		t.Helper()
		files, err := filepath.Glob(filepath.Join(data, "*"))
		if err != nil || len(files) < 3 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil { // outbox, a directory: mails are files of their own
				continue
			}
			for _, value := range values {
				if where := testkit.FindSecret(bytes.ToLower(content), strings.ToLower(value)); where != "" {
					places = append(places, filepath.Base(file)+" has "+value+" "+where)
				}
			}
		}
		return places
	}

	do(201, http.MethodPost, "/UserManagement", object{"email": email, "displayName": "Findable Grace", "gender": 0, "firstName": "Plughname", "phoneNumber": "+99 555 0199"})
	for i := range 40 { // each edit rewrites the row, and logs it
		do(200, http.MethodPut, "/UserManagement", object{"email": email, "displayName": "Findable Grace" + strings.Repeat("!", i%7),
			"gender": 0, "lastName": strings.Repeat("Plughname ", i%5)})
		do(200, http.MethodPut, "/UserManagement/address", object{"email": email,
			"address": object{"country": "Portugal", "provinceState": "Fribbleton", "street": strings.Repeat("Xyzzy Street ", 1+i%4)}})
		do(201, http.MethodPost, "/UserManagement", object{"email": fmt.Sprintf("other%d@example.com", i), "displayName": fmt.Sprintf("Other %d", i), "gender": 0})
	}
	for range 5 { // sign-ins that fail are recorded, with the browser
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.Base+"/api/v1/account/login", strings.NewReader(`{"email":"`+email+`","password":"Wrong-Password-1"}`))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("User-Agent", agent)
		request.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
	}
	do(201, http.MethodPost, "/view", object{"list": "company", "name": "hers", "query": "Search=" + strings.ToUpper(email), "isShared": true, "isDefault": false})
	if n := len(found()); n < len(values) {
		t.Fatalf("only %d values are in the files: %v", n, found())
	}
	do(200, http.MethodPut, "/UserManagement/disable", object{"email": email, "reason": 1})
	left := do(200, http.MethodPut, "/UserManagement/erase", object{"email": email})
	if !strings.Contains(left, `"leftToDo":["backups","files"]`) {
		t.Errorf("erasing answers %s", left)
	}
	testkit.Until(t, "nothing of the person is in the files while it serves", func() bool { return len(found()) == 0 })
	do(200, http.MethodPut, "/UserManagement", object{"email": "other1@example.com", "displayName": "Another", "gender": 0})
	s.Stop()
	if places := found(); len(places) > 0 {
		t.Errorf("after a clean stop: %v", places)
	}
}
