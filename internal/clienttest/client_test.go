package clienttest

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/oapi-codegen/runtime" // of the generated client
)

const (
	binary   = "../../bin/btracker"
	email    = "ada@example.com"
	password = "Correct-Horse-1"
)

// A client in Go that is made of the contract compiles, signs in with a key, writes and reads.
func TestGeneratedClient(t *testing.T) {
	t.Cleanup(func() { os.RemoveAll("generated") })
	if err := os.MkdirAll(filepath.Join("generated", "call"), 0o750); err != nil {
		t.Fatal(err)
	}
	run(t, nil, "go", "tool", "oapi-codegen", "-config", "oapi-codegen.yaml", "../../api/openapi.json")
	program, err := os.ReadFile("testdata/main.go.txt")
	if err == nil {
		err = os.WriteFile(filepath.Join("generated", "call", "main.go"), program, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	address := serve(t)
	if got := run(t, nil, "go", "run", "./generated/call", address, keyAt(t, address), "Generated"); got != "Generated true\n" {
		t.Errorf("the client says %q", got)
	}
}

func run(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...) // #nosec G204 -- a test's own commands
	cmd.Env = append(os.Environ(), env...)
	var failures bytes.Buffer
	cmd.Stderr = &failures
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s%s", name, args, err, out, failures.String())
	}
	return string(out)
}

// serve starts the built program, with an administrator, and returns its address.
func serve(t *testing.T) string {
	t.Helper()
	if _, err := os.Stat(binary); err != nil {
		t.Fatal("bin/btracker is not built: run `make build`")
	}
	data := t.TempDir()
	run(t, []string{"BTRACKER_ADMIN_PASSWORD=" + password}, binary, "admin", "create", "--data", data, "--email", email, "--name", "Ada")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	server := exec.CommandContext(t.Context(), binary, "serve", "--data", data, "--addr", address) // #nosec G204 -- the program under test
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Wait() }) // the test's context, which is over by then, has ended it
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if got, err := http.Get("http://" + address + "/readyz"); err == nil {
			got.Body.Close()
			if got.StatusCode == http.StatusOK {
				return "http://" + address
			}
		}
	}
	t.Fatal("the program does not serve")
	return ""
}

// keyAt signs in and makes a key that writes.
func keyAt(t *testing.T, address string) string {
	t.Helper()
	var account struct{ Token string }
	post(t, address+"/api/v1/account/login", "", map[string]string{"email": email, "password": password}, &account)
	var made struct{ Key string }
	post(t, address+"/api/v1/account/key", account.Token, map[string]string{"name": "Generated", "scope": "write"}, &made)
	return made.Key
}

func post(t *testing.T, address, token string, body, into any) {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	if err := json.NewDecoder(got.Body).Decode(into); err != nil || got.StatusCode/100 != 2 {
		t.Fatalf("%s: %d %v", address, got.StatusCode, err)
	}
}
