package httpapi_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

const uploadLength = tracker.DocumentPiece * 2

// beginUpload sends the head of an upload and its first piece, and waits until that is stored.
func beginUpload(api *apitest.API, server *httptest.Server, who *apitest.Client, company string) *slowRequest {
	api.T.Helper()
	request := beginSlowly(api.T, server, who.Token, http.MethodPost, "/document?Name=slow.txt&Entity=company&EntityId="+company, uploadLength)
	if status := request.answer(); status != http.StatusContinue {
		api.T.Fatalf("status %d before the body", status)
	}
	_, _ = request.conn.Write(bytes.Repeat([]byte("x"), tracker.DocumentPiece))
	testkit.Until(api.T, "the first piece is stored", func() bool { return api.Count(`SELECT count(*) FROM content_piece`) == 1 })
	return request
}

func expectNoContent(api *apitest.API, why string) {
	api.T.Helper()
	testkit.Until(api.T, "nothing is left of an upload that "+why, func() bool {
		return api.Count(`SELECT count(*) FROM content_piece`)+api.Count(`SELECT count(*) FROM content`)+api.Count(`SELECT count(*) FROM document`) == 0
	})
}

// An upload that is cut off leaves nothing, and neither does one whose sender has lost the right to it meanwhile.
func TestUploadsThatEndBadly(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		server := httptest.NewServer(api.Handler)
		t.Cleanup(server.Close)
		admin := api.Admin()
		company := admin.AddCompany("Acme")
		request := beginUpload(api, server, admin, company)
		_, _ = fmt.Fprint(request.conn, "half of the second")
		_ = request.conn.Close()
		expectNoContent(api, "was cut off")
		for how, revocation := range revocations {
			email := strings.ReplaceAll(how, " ", "-") + "@example.com"
			api.AddUser(email, "Former", true)
			former := api.SignIn(email)
			request := beginUpload(api, server, former, company)
			revocation.revoke(admin, former, email)
			_, _ = request.conn.Write(bytes.Repeat([]byte("x"), uploadLength-tracker.DocumentPiece))
			want := revocation.lost
			if want == http.StatusForbidden {
				want = http.StatusNotFound // for whoever has no role there the company does not exist
			}
			if status := request.answer(); status != want {
				t.Errorf("%s: status %d, want %d", how, status, want)
			}
			expectNoContent(api, "was not allowed any more: "+how)
		}
	})
}
