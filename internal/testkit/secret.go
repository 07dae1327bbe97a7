package testkit

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
)

// FindSecret says in which form a secret is in a text, and nothing if in none.
func FindSecret(text []byte, secret string) string {
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
