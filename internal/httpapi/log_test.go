package httpapi_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/httpapi"
)

// logLine is the log line of a request, found by the id in its answer.
func logLine(a *apitest.Answer, api *apitest.API) string {
	api.T.Helper()
	for line := range strings.Lines(api.Logs.String()) {
		if strings.Contains(line, "msg=request ") && strings.Contains(line, "request="+a.Header().Get("X-Request-Id")) {
			return line
		}
	}
	api.T.Fatalf("%s is not in the log:\n%s", a.Request, api.Logs)
	return ""
}

func TestRequestLineSaysWhoAndWhere(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, root *apitest.API) {
		api := newTestAPIBehind(root, func(c *httpapi.Config) { c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")} })
		admin := api.Admin()
		const user = " user=user-" + apitest.AdminEmail + " " // the harness makes such an id
		for _, c := range []struct {
			name, peer, forwarded, want string
			signedIn                    bool
		}{
			{"signed in", "192.0.2.7", "", "client=192.0.2.7", true},
			{"signed in, through a proxy", "10.0.0.1", "198.51.100.1", "client=198.51.100.1", true},
			{"nobody", "192.0.2.8", "198.51.100.1", "client=192.0.2.8", false},
			{"version six, whole", "[2001:db9::1:2:3:4]", "", "client=2001:db9::1:2:3:4", false},
		} {
			from := &apitest.Client{API: api, Addr: c.peer}
			if c.forwarded != "" {
				from.Header = http.Header{"X-Forwarded-For": {c.forwarded}}
			}
			if c.signedIn {
				from.Token = admin.Token
			}
			line := logLine(from.Get("/account"), api)
			if !strings.Contains(line, " "+c.want+" ") || strings.Contains(line, user) != c.signedIn || strings.Contains(line, " user=") != c.signedIn {
				t.Errorf("%s: want %s and the user %v: %s", c.name, c.want, c.signedIn, line)
			}
		}
	})
}

func TestRequestLineHasNoEmailAddress(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		for path, want := range map[string]string{
			"/UserManagement/" + apitest.AdminEmail:                                        "/api/v1/UserManagement/{email}",
			"/UserManagement/" + strings.Replace(apitest.AdminEmail, "@", "%40", 1):        "/api/v1/UserManagement/{email}",
			"/UserManagement/" + strings.Replace(apitest.AdminEmail, "@", "%2540", 1):      "/api/v1/UserManagement/{email}",
			"/UserManagement/" + apitest.AdminEmail + "/photo":                             "/api/v1/UserManagement/{email}/photo",
			"/nothing/" + apitest.AdminEmail:                                               "/api/v1/nothing/{email}",
			"//btracker/app/users/" + apitest.AdminEmail:                                   "/btracker/app/users/{email}",
			"/product/categories/Lamps/dependants":                                         "/api/v1/product/categories/Lamps/dependants",
			"/UserManagement?Search=" + strings.Replace(apitest.AdminEmail, "@", "%40", 1): "/api/v1/UserManagement",
		} {
			line := strings.Replace(logLine(admin.Get(path), api), " user=user-"+apitest.AdminEmail+" ", " ", 1) // the harness makes such an id
			if !strings.Contains(line, " path="+want+" ") || strings.Contains(line, "example") {
				t.Errorf("%s: want %s: %s", path, want, line)
			}
		}
	})
}
