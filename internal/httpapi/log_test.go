package httpapi_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"btracker/internal/httpapi"
)

// line is the log line of a request, found by the id in its answer.
func (a *answer) line(api *testAPI) string {
	api.t.Helper()
	for line := range strings.Lines(api.logs.String()) {
		if strings.Contains(line, "msg=request ") && strings.Contains(line, "request="+a.Header().Get("X-Request-Id")) {
			return line
		}
	}
	api.t.Fatalf("%s is not in the log:\n%s", a.request, api.logs)
	return ""
}

func TestRequestLineSaysWhoAndWhere(t *testing.T) {
	onBoth(t, func(t *testing.T, root *testAPI) {
		api := newTestAPIBehind(root, func(c *httpapi.Config) { c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")} })
		admin := api.admin()
		const user = " user=user-" + adminEmail + " " // the harness makes such an id
		for _, c := range []struct {
			name, peer, forwarded, want string
			signedIn                    bool
		}{
			{"signed in", "192.0.2.7", "", "client=192.0.2.7", true},
			{"signed in, through a proxy", "10.0.0.1", "198.51.100.1", "client=198.51.100.1", true},
			{"nobody", "192.0.2.8", "198.51.100.1", "client=192.0.2.8", false},
			{"version six, whole", "[2001:db9::1:2:3:4]", "", "client=2001:db9::1:2:3:4", false},
		} {
			from := &client{api: api, addr: c.peer}
			if c.forwarded != "" {
				from.header = http.Header{"X-Forwarded-For": {c.forwarded}}
			}
			if c.signedIn {
				from.token = admin.token
			}
			line := from.get("/account").line(api)
			if !strings.Contains(line, " "+c.want+" ") || strings.Contains(line, user) != c.signedIn || strings.Contains(line, " user=") != c.signedIn {
				t.Errorf("%s: want %s and the user %v: %s", c.name, c.want, c.signedIn, line)
			}
		}
	})
}

func TestRequestLineHasNoEmailAddress(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		for path, want := range map[string]string{
			"/UserManagement/" + adminEmail:                                        "/api/v1/UserManagement/{email}",
			"/UserManagement/" + strings.Replace(adminEmail, "@", "%40", 1):        "/api/v1/UserManagement/{email}",
			"/UserManagement/" + strings.Replace(adminEmail, "@", "%2540", 1):      "/api/v1/UserManagement/{email}",
			"/UserManagement/" + adminEmail + "/photo":                             "/api/v1/UserManagement/{email}/photo",
			"/nothing/" + adminEmail:                                               "/api/v1/nothing/{email}",
			"//btracker/app/users/" + adminEmail:                                   "/btracker/app/users/{email}",
			"/product/categories/Lamps/dependants":                                 "/api/v1/product/categories/Lamps/dependants",
			"/UserManagement?Search=" + strings.Replace(adminEmail, "@", "%40", 1): "/api/v1/UserManagement",
		} {
			line := strings.Replace(admin.get(path).line(api), " user=user-"+adminEmail+" ", " ", 1) // the harness makes such an id
			if !strings.Contains(line, " path="+want+" ") || strings.Contains(line, "example") {
				t.Errorf("%s: want %s: %s", path, want, line)
			}
		}
	})
}
