package auth

import (
	"regexp"
	"strings"
	"testing"
)

func TestKeysAreRecognisedByPrefixAndChecksum(t *testing.T) {
	key, hash := NewKey()
	other, _ := NewKey()
	if key == other {
		t.Fatal("two keys are alike")
	}
	if !regexp.MustCompile(`^btk_[A-Z2-7]{33}$`).MatchString(key) {
		t.Fatalf("docs/identity.md tells scanners another form than %s", key)
	}
	if !IsKey(key) || hash != HashOpaqueToken(key) || strings.Contains(hash, key) {
		t.Fatal("a new key is not recognised")
	}
	for i := range key { // every single wrong character is noticed
		wrong := byte('A')
		if key[i] == wrong {
			wrong = 'B'
		}
		if spoilt := key[:i] + string(wrong) + key[i+1:]; IsKey(spoilt) {
			t.Errorf("%s counts as a key", spoilt)
		}
	}
	for _, no := range []string{"", "btk_", key[:len(key)-1], key + "A", " " + key, strings.ToLower(key), strings.TrimPrefix(key, "btk_"), "whsec_" + key[4:]} {
		if IsKey(no) {
			t.Errorf("%q counts as a key", no)
		}
	}
}
