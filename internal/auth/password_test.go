package auth

import (
	"context"
	"runtime"
	"strings"
	"testing"
)

// verify checks a password with an empty Origin.
func (h *Hasher) verify(ctx context.Context, encoded, password string) (right bool, err error) {
	err = h.InTurn(ctx, Origin{}, func(s Slot) (err error) {
		right, err = s.Verify(encoded, password)
		return err
	})
	return right, err
}

func TestHashVerifies(t *testing.T) {
	h := NewHasher(2)
	ctx := t.Context()
	long := strings.Repeat("pässwörd", 100) // bcrypt would use only the first 72 bytes
	for _, password := range []string{"Correct-Horse1", "", long, "\x00a", "日本語"} {
		encoded, err := h.Hash(ctx, Origin{}, password)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(encoded, "$argon2id$v=19$m=19456,t=2,p=1$") {
			t.Errorf("not the PHC string agreed on: %s", encoded)
		}
		if ok, err := h.verify(ctx, encoded, password); err != nil || !ok {
			t.Errorf("Verify(%q) = %v, %v", password, ok, err)
		}
		if ok, err := h.verify(ctx, encoded, password+"x"); err != nil || ok {
			t.Errorf("a longer password passed for %q: %v, %v", password, ok, err)
		}
	}
}

func TestHashIsSalted(t *testing.T) {
	h := NewHasher(1)
	a, _ := h.Hash(t.Context(), Origin{}, "same")
	b, _ := h.Hash(t.Context(), Origin{}, "same")
	if a == b {
		t.Error("two hashes of one password are equal")
	}
}

// Hashes of other programs and of another cost verify. The hash is from the command line tool
// of the reference implementation (argon2 -id, 64 MiB, two passes).
func TestVerifyKnownHash(t *testing.T) {
	const known = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
	h := NewHasher(1)
	if ok, err := h.verify(t.Context(), known, "password"); err != nil || !ok {
		t.Errorf("Verify = %v, %v", ok, err)
	}
	if ok, _ := h.verify(t.Context(), known, "differentpassword"); ok {
		t.Error("a wrong password passed")
	}
}

func TestVerifyWithoutCredential(t *testing.T) {
	h := NewHasher(1)
	for _, password := range []string{"", "anything"} {
		if ok, err := h.verify(t.Context(), "", password); err != nil || ok {
			t.Errorf("Verify(%q) = %v, %v", password, ok, err)
		}
	}
	encoded, _ := h.Hash(t.Context(), Origin{}, "Correct-Horse1")
	// A hash is recognised by the memory that it allocates, because a clock is not reliable.
	known := allocated(func() { h.verify(t.Context(), encoded, "wrong") })
	unknown := allocated(func() { h.verify(t.Context(), "", "wrong") })
	if unknown < known*9/10 || unknown > known*11/10 {
		t.Errorf("an unknown user costs %d bytes, a known one %d", unknown, known)
	}
}

func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestVerifyRefusesDamagedHash(t *testing.T) {
	h := NewHasher(1)
	good, _ := h.Hash(t.Context(), Origin{}, "p")
	salt, key := "c29tZXNhbHRzb21lc2FsdA", "CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
	for _, encoded := range []string{
		"plain",
		"$2a$10$abcdefghijklmnopqrstuv",
		good + "$",
		strings.Replace(good, "argon2id", "argon2i", 1),
		strings.Replace(good, "v=19", "v=16", 1),
		strings.Replace(good, "p=1", "p=1 ", 1),
		"$argon2id$v=19$m=4294967295,t=2,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=19456,t=4000000,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=19456,t=0,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=19456,t=2,p=0$" + salt + "$" + key,
		"$argon2id$v=19$m=19456,t=2,p=1$" + salt + "$",
		"$argon2id$v=19$m=19456,t=2,p=1$$" + key,
		"$argon2id$v=19$m=19456,t=2,p=1$" + salt + "$!!!!",
	} {
		if ok, err := h.verify(t.Context(), encoded, "p"); ok || err == nil {
			t.Errorf("Verify(%q) = %v, %v", encoded, ok, err)
		}
	}
}
