package httpapi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"btracker/internal/apitest"
)

// The checker itself must be able to fail.
func TestContractChecker(t *testing.T) {
	c := apitest.Published()
	account := object{"$ref": "#/components/schemas/Account"}
	good := `{"email":"a@b.co","displayName":"A","firstName":null,"lastName":null,"phoneNumber":"1","gender":2,"photoUrl":null,"address":null,"isAdmin":true,"isClient":false,"language":null,"needsSecondFactor":false,"noMailServer":false,"version":1}`
	for change, wrong := range map[string]bool{
		"":                                    false,
		`"gender":2 to "gender":3`:            true,
		`"gender":2 to "gender":"Male"`:       true,
		`"version":1 to "version":1.5`:        true,
		`"email":"a@b.co", to `:               true,
		`"address":null to "address":{}`:      true,
		`"isAdmin":true to "isAdmin":null`:    true,
		`"version":1 to "version":1,"hash":1`: true,
	} {
		from, to, _ := strings.Cut(change, " to ")
		text := strings.Replace(good, from, to, 1)
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if got := c.Check(account, value, ""); (len(got) > 0) != wrong {
			t.Errorf("%s: %v", text, got)
		}
	}
}
