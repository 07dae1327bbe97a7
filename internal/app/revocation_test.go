package app_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"btracker/internal/app"
	"btracker/internal/tracker"
)

// Every use case that writes reads its caller again inside of its transaction: one
// whose session has ended since the request was authenticated changes nothing.
func TestWritesReadTheirCallerAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.migrate(t)
		w.addUser(t, "grace@example.com")
		ended := w.administrator(t, "grace@example.com")
		if err := w.Logout(t.Context(), ended); err != nil {
			t.Fatal(err)
		}
		// An input that is refused before anything is written would prove nothing.
		valid := map[string]any{
			"EditProfile":    tracker.ProfileInput{DisplayName: "Grace", Gender: tracker.Some(tracker.GenderNone)},
			"CreateCategory": tracker.CategoryInput{Name: "Printers"},
		}
		tried := 0
		methods := reflect.ValueOf(w.App)
		for i := range methods.NumMethod() {
			name, method := methods.Type().Method(i).Name, methods.Method(i)
			if in := method.Type(); in.NumIn() < 2 || in.In(1) != reflect.TypeFor[app.Request]() {
				continue
			}
			err := call(t.Context(), method, ended, valid[name])
			if !tracker.IsKind(err, tracker.KindInvalidToken) {
				t.Errorf("%s by somebody who was signed out: %v", name, err)
			}
			tried++
		}
		if tried < 40 {
			t.Errorf("only %d use cases take a request", tried)
		}
	})
}

// call calls a use case with a request, an input where it takes one of that type, and else zero values.
func call(ctx context.Context, method reflect.Value, r app.Request, input any) error {
	args := []reflect.Value{reflect.ValueOf(ctx), reflect.ValueOf(r)}
	for i := 2; i < method.Type().NumIn(); i++ {
		arg := reflect.Zero(method.Type().In(i))
		if input != nil && reflect.TypeOf(input) == arg.Type() {
			arg = reflect.ValueOf(input)
		} else if arg.Type() == reflect.TypeFor[tracker.CatalogueInput]() {
			arg = reflect.ValueOf(&tracker.ProductInput{})
		}
		args = append(args, arg)
	}
	out := method.Call(args)
	err, _ := out[len(out)-1].Interface().(error)
	return err
}

// What looks at rights before slow work, such as hashing, looks at them again when
// it writes.
func TestSlowWorkEndsWithTheRightsOfItsCaller(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.migrate(t)
		for _, email := range []string{"grace@example.com", "ada@example.com"} {
			w.addUser(t, email)
		}
		r, ada := w.administrator(t, "grace@example.com"), w.administrator(t, "ada@example.com")
		company, err := w.CreateCompany(t.Context(), r, tracker.CompanyInput{Name: "Acme"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.CreateCategory(t.Context(), r, tracker.Products, tracker.CategoryInput{Name: "Printers"}); err != nil {
			t.Fatal(err)
		}
		item, err := w.CreateItem(t.Context(), r, tracker.Products, &tracker.ProductInput{CategoryName: "Printers", Name: "Laser", Status: tracker.Some(tracker.Available)})
		if err != nil {
			t.Fatal(err)
		}
		stale := app.Caller{Request: r, User: tracker.User{ID: r.UserID, IsAdmin: true}}
		for _, revoked := range []struct {
			how  string
			kind tracker.Kind
			do   func() error
		}{
			{"demoted", tracker.KindForbidden, func() error {
				_, err := w.SetAdministrator(t.Context(), ada, "grace@example.com", false)
				return err
			}},
			{"signed out", tracker.KindInvalidToken, func() error { return w.Logout(t.Context(), r) }},
		} {
			if err := revoked.do(); err != nil {
				t.Fatal(err)
			}
			_, photo := w.SetUserPhoto(t.Context(), stale, "ada@example.com", nil)
			_, product := w.SetProductPhoto(t.Context(), stale, item.ID, nil)
			_, ofCompany := w.SetCompanyPhoto(t.Context(), stale, company.ID, nil)
			_, register := w.RegisterAdmin(t.Context(), stale, tracker.AdminInput{Password: strong,
				UserInput: tracker.UserInput{Email: "eve@example.com", DisplayName: "Eve", Gender: tracker.Some(tracker.GenderNone)}})
			if revoked.kind == tracker.KindForbidden && errors.Is(ofCompany, tracker.ErrNotFound) {
				ofCompany = tracker.ErrRole // for who is no moderator it does not exist
			}
			for name, err := range map[string]error{"SetUserPhoto": photo, "SetProductPhoto": product, "SetCompanyPhoto": ofCompany, "RegisterAdmin": register} {
				if !tracker.IsKind(err, revoked.kind) {
					t.Errorf("%s by an administrator who was %s: %v", name, revoked.how, err)
				}
			}
		}
	})
}
