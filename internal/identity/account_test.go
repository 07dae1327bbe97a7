package identity_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"image"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

func TestProfile(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		var a tracker.Account
		admin.Put("/account/profile", object{"displayName": " Ada L. ", "firstName": "Ada", "lastName": "Lovelace", "phoneNumber": "+44 1", "gender": "Female"}).Status(200).Into(&a)
		if a.DisplayName != "Ada L." || *a.FirstName != "Ada" || *a.PhoneNumber != "+44 1" || a.Gender != tracker.GenderFemale || a.Version != 2 {
			t.Errorf("edited %+v", a)
		}
		// Absent stays, null and empty clear.
		admin.Put("/account/profile", object{"displayName": "Ada", "gender": 0, "firstName": nil, "phoneNumber": ""}).Status(200).Into(&a)
		if a.FirstName != nil || a.PhoneNumber != nil || *a.LastName != "Lovelace" || a.Gender != tracker.GenderNone {
			t.Errorf("cleared %+v", a)
		}
		for field, c := range map[string]struct {
			value   any
			message string
		}{
			"displayName": {"", "Display Name field is required."},
			"firstName":   {strings.Repeat("é", 65), "First Name length must be less than 64."},
			"phoneNumber": {"call me", "Phone Number is not a phone number."},
			"gender":      {3, "Gender must be one of provided options."},
			"lastName":    {7, "Last Name has the wrong type."},
		} {
			body := object{"displayName": "Ada", "gender": 0}
			body[field] = c.value
			admin.Put("/account/profile", body).FieldError(strings.ToUpper(field[:1])+field[1:], c.message)
		}
		var conflict struct{ Current tracker.User }
		admin.Put("/account/profile", object{"displayName": "Ada", "gender": 0, "version": 1}).Status(409).Into(&conflict)
		if conflict.Current.DisplayName != "Ada" || conflict.Current.Version != 3 {
			t.Errorf("conflict %+v", conflict)
		}
	})
}

// A field that the caller may not set has no effect, in any spelling.
func TestMassAssignment(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		user, admin := api.SignIn(apitest.UserEmail), api.Admin()
		var before, after tracker.User
		find := func(into *tracker.User) {
			t.Helper()
			var list []tracker.User
			admin.Get("/UserManagement?Search=" + apitest.UserEmail).Status(200).Into(&list)
			*into = list[0]
		}
		find(&before)
		hostile := object{"displayName": "Grace", "gender": 0}
		for _, name := range []string{"isAdmin", "status", "disableReason", "createdAt", "photoUrl", "email", "id", "version2", "isClient", "photoHash", "password"} {
			for _, spelling := range []string{name, strings.ToUpper(name), strings.ToUpper(name[:1]) + name[1:], strings.ToLower(name)} {
				hostile[spelling] = map[bool]any{true: true, false: "hijacked"}[strings.HasPrefix(name, "is")]
			}
		}
		user.Put("/account/profile", hostile).Status(200)
		user.Put("/account/profile/address", object{"address": object{"country": "F", "provinceState": "R", "isAdmin": true}, "isAdmin": true}).Status(200)
		user.Put("/account/profile/address", object{}).Status(200)
		find(&after)
		after.Version, after.LastSeenAt = before.Version, before.LastSeenAt
		if before != after {
			t.Errorf("before %+v\nafter %+v", before, after)
		}
		// A name in another case is unknown, so the required field is missing.
		user.Put("/account/profile", object{"DisplayName": "Grace", "gender": 0}).FieldError("DisplayName", "Display Name field is required.")
	})
}

func TestOwnAddress(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		whole := object{"country": " France ", "provinceState": "Rhône", "city": "Lyon", "street": nil, "postalZipCode": ""}
		send := func(body any) *tracker.Address {
			t.Helper()
			var a tracker.Account
			admin.Put("/account/profile/address", body).Status(200).Into(&a)
			return a.Address
		}
		for name, body := range map[string]any{"wrapped": object{"address": whole}, "bare": whole} {
			if a := send(body); a == nil || a.Country != "France" || *a.City != "Lyon" || a.Street != nil || a.PostalZipCode != nil {
				t.Errorf("%s: %+v", name, a)
			}
		}
		// An address is replaced as a whole.
		if a := send(object{"address": object{"country": "France", "provinceState": "Rhône"}}); a.City != nil {
			t.Errorf("replaced %+v", a)
		}
		// A bad address is refused, inside "address" or directly, and does not remove the stored one.
		for _, bad := range []object{{"country": "France"}, {"country": "France", "city": "Lyon"}} {
			admin.Put("/account/profile/address", object{"address": bad}).FieldError("ProvinceState", "Province State field is required.")
			admin.Put("/account/profile/address", bad).FieldError("ProvinceState", "Province State field is required.")
		}
		admin.Put("/account/profile/address", object{"city": "Lyon"}).Status(400)
		admin.Put("/account/profile/address", object{"address": object{}}).Status(400)
		admin.Put("/account/profile/address", object{"address": "Lyon"}).Status(400)
		admin.Put("/account/profile/address", object{"address": object{"country": "F", "provinceState": "R", "postalZipCode": "123456789012345"}}).
			FieldError("PostalZipCode", "Postal Zip Code length must be at most 14.")
		for name, body := range map[string]any{"no body": nil, "no members": object{}, "null": object{"address": nil}, "bare null": "null", "spaces": " \n"} {
			send(object{"address": whole})
			for range 2 { // removing an absent address is no error
				if a := send(body); a != nil {
					t.Errorf("%s: %+v", name, a)
				}
			}
		}
	})
}

// giant is a small file whose header has the size of a huge image.
func giant(t *testing.T) []byte {
	b := apitest.Picture(t, 1)
	header := b[12:29] // IHDR: name and data
	binary.BigEndian.PutUint32(header[4:], 30_000)
	binary.BigEndian.PutUint32(header[8:], 30_000)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(header))
	return b
}

func TestOwnPhoto(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		var a tracker.Account
		admin.Put("/account/photo", apitest.Picture(t, 600)).Status(200).Into(&a)
		hash, ok := strings.CutPrefix(*a.PhotoURL, "/photo/")
		if !ok {
			t.Fatalf("photo at %s", *a.PhotoURL)
		}
		served := api.Anonymous().Get("/" + *a.PhotoURL).Status(200) // without a token
		sum := sha256.Sum256(served.Body.Bytes())
		if hex.EncodeToString(sum[:]) != hash || served.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" ||
			!strings.HasPrefix(served.Header().Get("Content-Type"), "image/") || served.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("served %v", served.Header())
		}
		if config, _, err := image.DecodeConfig(served.Body); err != nil || config.Width != 512 {
			t.Errorf("served %+v, %v", config, err)
		}
		for name, c := range map[string]struct {
			body   []byte
			status int
			code   string
		}{
			"text":     {[]byte("not a picture"), 415, "photoType"},
			"nothing":  {[]byte{}, 415, "photoType"},
			"svg":      {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), 415, "photoType"},
			"gif":      {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), 415, "photoType"},
			"giant":    {giant(t), 413, "photoSize"},
			"cut":      {apitest.Picture(t, 64)[:100], 400, "invalid"},
			"too long": {make([]byte, 5<<20+1), 413, "tooLarge"},
		} {
			t.Log(name)
			admin.Put("/account/photo", c.body).Problem(c.status, c.code)
		}
		admin.Put("/account/photo", apitest.Picture(t, 64)[:100]).FieldError("Photo", "Photo can not be read: the file is damaged.")
		admin.Get("/account").Into(&a)
		if *a.PhotoURL != "/photo/"+hash {
			t.Errorf("a refused photo took effect: %s", *a.PhotoURL)
		}
		for range 2 {
			admin.Delete("/account/photo", nil).Status(200).Into(&a)
			if a.PhotoURL != nil {
				t.Errorf("removed: %s", *a.PhotoURL)
			}
		}
		for _, unknown := range []string{strings.Repeat("0", 64), "x", "%00", "%ff", "..%2f..%2fetc"} {
			answer := api.Anonymous().Get("//photo/" + unknown)
			answer.Problem(404, "notFound")
			if answer.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %v", unknown, answer.Header())
			}
		}
	})
}

func TestCompanyPhoto(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		api.AddUser(apitest.UserEmail, "Grace", false)
		id := admin.AddCompany("Acme")
		user := api.SignIn(apitest.UserEmail)
		path := "/company/" + id + "/photo"
		user.Put(path, apitest.Picture(t, 8)).Problem(404, "notFound")
		admin.AddModerator(id, apitest.UserEmail, tracker.RoleSupport)
		user.Put(path, apitest.Picture(t, 8)).Problem(403, "forbidden")
		user.Delete(path, nil).Problem(403, "forbidden")
		var company tracker.CompanyDetails
		admin.Put(path, apitest.Picture(t, 8)).Status(200).Into(&company)
		var list []tracker.Company
		admin.Get("/company").Status(200).Into(&list)
		if company.PhotoURL == nil || list[0].PhotoURL == nil || *list[0].PhotoURL != *company.PhotoURL || company.Version != 2 {
			t.Errorf("photo %v, in the list %v", company.PhotoURL, list[0].PhotoURL)
		}
		admin.Put(path, []byte("text")).Problem(415, "photoType")
		admin.Delete(path, nil).Status(200).Into(&company)
		if company.PhotoURL != nil {
			t.Errorf("removed: %v", *company.PhotoURL)
		}
		admin.Put("/company/unknown/photo", apitest.Picture(t, 8)).Problem(404, "notFound")
	})
}

// Decoding takes much time and memory, so a photo is not decoded for a caller who may not set
// it, or for an object that does not exist.
func TestRightsComeBeforeDecoding(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.AddUser("stranger@example.com", "Stranger", false)
		s := apitest.NewShop(admin)
		admin.AddModerator(s.Company, apitest.UserEmail, tracker.RoleSupport)
		moderator, stranger := api.SignIn(apitest.UserEmail), api.SignIn("stranger@example.com")
		paths := []string{"/company/" + s.Company + "/photo", "/product/" + s.Product + "/photo", "/UserManagement/" + apitest.UserEmail + "/photo"}
		for _, path := range paths {
			for _, caller := range []*apitest.Client{moderator, stranger, api.Anonymous()} {
				if status := caller.Put(path, apitest.Picture(t, 8)).Code; status != 401 && status != 403 && status != 404 {
					t.Errorf("%s: %d", path, status)
				}
			}
		}
		api.Anonymous().Put("/account/photo", apitest.Picture(t, 8)).Status(401)
		for _, path := range []string{"/company/unknown/photo", "/product/unknown/photo", "/UserManagement/nobody@example.com/photo"} {
			admin.Put(path, apitest.Picture(t, 8)).Problem(404, "notFound")
		}
		if n := api.Photos.Decodes(); n != 0 {
			t.Errorf("%d photos were decoded for nothing", n)
		}
		for i, path := range append(paths, "/account/photo") {
			admin.Put(path, apitest.Picture(t, 8)).Status(200)
			if n := api.Photos.Decodes(); n != int64(i+1) {
				t.Errorf("%s: %d decodes", path, n)
			}
		}
	})
}
