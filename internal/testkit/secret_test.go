package testkit

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// The search for secrets is worth what it finds.
func TestSecretsAreFoundInEveryForm(t *testing.T) {
	const secret = "First/Horse+Battery&1"
	for before := range 6 {
		text := strings.Repeat("<", before) + secret + strings.Repeat(">", before)
		for form, written := range map[string]string{
			"plain": text, "query": url.QueryEscape(text), "path": url.PathEscape(text), "hex": hex.EncodeToString([]byte(text)), "HEX": fmt.Sprintf("%X", text),
			"base64": base64.StdEncoding.EncodeToString([]byte(text)), "base64url": base64.RawURLEncoding.EncodeToString([]byte(text)),
		} {
			if FindSecret([]byte("x"+written+"y"), secret) == "" {
				t.Errorf("not found in %s behind %d bytes: %s", form, before, written)
			}
		}
	}
}
