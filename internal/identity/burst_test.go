package identity_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/auth"
	"btracker/internal/testkit"
)

// here is the address of the clients of the harness.
const here = "192.0.2.1"

// holdSlot takes a slot of the hasher until the returned function is called.
func holdSlot(api *apitest.API, from auth.Origin) (letGo func()) {
	api.T.Helper()
	held, over, done := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		done <- api.Hasher.InTurn(api.T.Context(), from, func(auth.Slot) error {
			close(held)
			<-over
			return nil
		})
	}()
	<-held
	return func() {
		close(over)
		if err := <-done; err != nil {
			api.T.Error(err)
		}
	}
}

func awaitWaiting(api *apitest.API, n int) {
	api.T.Helper()
	testkit.Until(api.T, fmt.Sprint(n, " wait for a hash"), func() bool { return api.Hasher.Load().Waiting == n })
}

// While many sign-ins from one address or into one account wait for a hash, a sign-in of
// somebody else is answered.
func TestOthersSignInBesideABurst(t *testing.T) {
	const many = 100
	for name, c := range map[string]struct {
		held     auth.Origin
		password string
		from     func(i int) string
		email    func(i int) string
		statuses map[int]int
	}{
		"guesses at one account": {held: auth.Origin{Address: here}, password: apitest.Wrong, statuses: map[int]int{401: 5, 429: many - 5},
			from: func(int) string { return here }, email: func(int) string { return apitest.AdminEmail }},
		"guesses at many accounts": {held: auth.Origin{Address: here}, password: apitest.Wrong, statuses: map[int]int{401: 50, 429: many - 50},
			from: func(int) string { return here }, email: func(i int) string { return fmt.Sprintf("nobody-%d@example.com", i) }},
		"right ones into one account": {held: auth.Origin{Account: apitest.AdminEmail}, password: apitest.Password, statuses: map[int]int{200: many},
			from: func(i int) string { return fmt.Sprint("203.0.113.", i) }, email: func(int) string { return apitest.AdminEmail }},
	} {
		t.Run(name, func(t *testing.T) {
			apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
				api.AddUser(apitest.UserEmail, "Grace", false)
				letGo := holdSlot(api, c.held) // the share of the burst: half of the slots here
				var burst sync.WaitGroup
				var mu sync.Mutex
				statuses := map[int]int{}
				for i := range many {
					burst.Go(func() {
						status := (&apitest.Client{API: api, Addr: c.from(i)}).Login(c.email(i), c.password).Code
						mu.Lock()
						defer mu.Unlock()
						statuses[status]++
					})
				}
				awaitWaiting(api, many)
				(&apitest.Client{API: api, Addr: "198.51.100.7"}).Login(apitest.UserEmail, apitest.Password).Status(200)
				if load := api.Hasher.Load(); load.Waiting != many || load.Hashed != 1 {
					t.Errorf("beside the burst: %+v", load)
				}
				letGo()
				burst.Wait()
				if fmt.Sprint(statuses) != fmt.Sprint(c.statuses) {
					t.Errorf("the burst: %v, want %v", statuses, c.statuses)
				}
				// A sign-in that was blocked before its turn came costs no hash.
				if hashed := int(api.Hasher.Load().Hashed); hashed != 1+many-c.statuses[429] {
					t.Errorf("%d hashes for %v", hashed, statuses)
				}
			})
		})
	}
}

// All calls that hash wait in one queue. When it is full, the answer says when to try again.
func TestFullQueueRefuses(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		anonymous, admin := api.Anonymous(), api.Admin()
		anonymous.Post("/account/requestPassReset", object{"email": apitest.AdminEmail}).Status(200)
		api.Deliver()
		calls := map[string]func() *apitest.Answer{
			"sign-in": func() *apitest.Answer { return anonymous.Login(apitest.AdminEmail, apitest.Password) },
			"password change": func() *apitest.Answer {
				return admin.Put("/account/changePassword", apitest.PasswordChange(apitest.Password, apitest.NewPassword, apitest.NewPassword))
			},
			"reset": func() *apitest.Answer {
				return anonymous.Put("/account/resetPass", apitest.Reset(apitest.AdminEmail, api.MailedToken(apitest.AdminEmail), apitest.NewPassword))
			},
			"registration": func() *apitest.Answer {
				return admin.Post("/UserManagement/admin", object{"email": "b@example.com", "displayName": "B", "gender": 0, "password": apitest.NewPassword})
			},
		}
		letGo := holdSlot(api, auth.Origin{Address: here})
		ctx, giveUp := context.WithCancel(t.Context())
		var crowd sync.WaitGroup
		for range 128 {
			crowd.Go(func() {
				_ = api.Hasher.InTurn(ctx, auth.Origin{Address: here}, func(auth.Slot) error { return nil })
			})
		}
		awaitWaiting(api, 128)
		for name, call := range calls {
			answer := call()
			answer.Problem(429, "tooMany")
			if answer.Header().Get("Retry-After") != "2" {
				t.Errorf("%s: %v", name, answer.Header())
			}
		}
		(&apitest.Client{API: api, Addr: "198.51.100.7"}).Login(apitest.UserEmail, apitest.Password).Status(200) // elsewhere there is no queue
		giveUp()
		crowd.Wait()
		letGo()
		calls["registration"]().Status(201)
		calls["sign-in"]().Status(200)
		calls["password change"]().Status(200)
	})
}
