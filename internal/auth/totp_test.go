package auth

import (
	"encoding/base32"
	"strings"
	"testing"
	"time"
)

// The vectors of RFC 6238 for SHA-1, cut to six digits.
func TestTotpFollowsTheStandard(t *testing.T) {
	secret := base32.StdEncoding.EncodeToString([]byte("12345678901234567890"))
	for at, code := range map[int64]string{1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037"} {
		step, right := TotpStep(secret, code, time.Unix(at, 0), 0)
		if !right || step != at/30 {
			t.Errorf("at %d: step %d, %v", at, step, right)
		}
		for _, seconds := range []int64{-30, 30} {
			if _, right := TotpStep(secret, code, time.Unix(at+seconds, 0), 0); !right {
				t.Errorf("at %d the code of %d is wrong", at+seconds, at)
			}
		}
		for _, seconds := range []int64{-60, 60} {
			if _, right := TotpStep(secret, code, time.Unix(at+seconds, 0), 0); right {
				t.Errorf("at %d the code of %d is right", at+seconds, at)
			}
		}
		if _, right := TotpStep(secret, code, time.Unix(at, 0), step); right {
			t.Errorf("the code of %d is right twice", at)
		}
	}
	for _, code := range []string{"", "28708", "2870820", "abcdef"} {
		if _, right := TotpStep(secret, code, time.Unix(59, 0), 0); right {
			t.Errorf("%q is right", code)
		}
	}
}

func TestQRPathHasOneUnitAModule(t *testing.T) {
	path, err := QRPath(TotpURI(NewTotpSecret(), "btracker", "grace+2@example.com"))
	// The finder pattern in the upper left corner begins without a quiet zone.
	if err != nil || !strings.HasPrefix(path, "M0 0h7v1h-7z") || !strings.Contains(path, "M0 1h1v1h-1z") || !strings.Contains(path, "M2 2h3v1h-3z") {
		t.Errorf("path %.60s, %v", path, err)
	}
}

func TestRecoveryCodesAreTypedInAnyCase(t *testing.T) {
	plain, hash := NewRecoveryCode()
	if len(plain) != 19 || HashRecoveryCode(" "+strings.ToLower(strings.ReplaceAll(plain, "-", " "))) != hash {
		t.Errorf("%q", plain)
	}
	if other, _ := NewRecoveryCode(); other == plain {
		t.Error("twice the same code")
	}
}

func TestSealedValuesOpenForTheirPurposeAlone(t *testing.T) {
	signer := func(secret string) *Signer {
		s, err := NewSigner([]byte(strings.Repeat(secret, MinSecretBytes)), time.Hour, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	encrypted, err := signer("a").Encrypt("totp 1", "hidden")
	if err != nil || strings.Contains(encrypted, "hidden") {
		t.Fatalf("%q, %v", encrypted, err)
	}
	if plain, err := signer("a").Decrypt("totp 1", encrypted); plain != "hidden" || err != nil {
		t.Errorf("%q, %v", plain, err)
	}
	for name, open := range map[string]func() (string, error){
		"another purpose": func() (string, error) { return signer("a").Decrypt("totp 2", encrypted) },
		"another secret":  func() (string, error) { return signer("b").Decrypt("totp 1", encrypted) },
		"a changed value": func() (string, error) { return signer("a").Decrypt("totp 1", "A"+encrypted[1:]+"A") },
		"a short value":   func() (string, error) { return signer("a").Decrypt("totp 1", "AAAA") },
	} {
		if plain, err := open(); err != ErrNotOurs {
			t.Errorf("%s opens: %q, %v", name, plain, err)
		}
	}
}
