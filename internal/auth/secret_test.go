package auth

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestSecretIsMadeOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret")
	first, err := LoadOrCreateSecret(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(first) < MinSecretBytes {
		t.Errorf("a secret of %d bytes", len(first))
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o", info.Mode().Perm())
	}
	second, err := LoadOrCreateSecret(path)
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("the second start has another secret (%v)", err)
	}
}

func TestSecretOfProcessesStartingAtOnce(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "secret")
	secrets := make([][]byte, 16)
	var wg sync.WaitGroup
	for i := range secrets {
		wg.Go(func() {
			secret, err := LoadOrCreateSecret(path)
			if err != nil {
				t.Error(err)
			}
			secrets[i] = secret
		})
	}
	wg.Wait()
	for _, secret := range secrets[1:] {
		if !bytes.Equal(secret, secrets[0]) {
			t.Fatal("two secrets were handed out")
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("left behind: %v", files)
	}
}

func TestDamagedSecretIsNotReplaced(t *testing.T) {
	short := base64.RawURLEncoding.EncodeToString([]byte("too short"))
	for _, content := range []string{"", "not base64!", short} {
		path := filepath.Join(t.TempDir(), "secret")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := LoadOrCreateSecret(path)
		if err == nil || (content != "" && strings.Contains(err.Error(), content)) {
			t.Errorf("LoadOrCreateSecret over %q: %v", content, err)
		}
		if kept, _ := os.ReadFile(path); string(kept) != content {
			t.Errorf("%q was replaced", content)
		}
	}
	if _, err := LoadOrCreateSecret(filepath.Join(t.TempDir(), "missing", "secret")); err == nil {
		t.Error("no error for a missing directory")
	}
}
