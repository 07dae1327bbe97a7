package httpapi_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"btracker/internal/auth"
	"btracker/internal/testkit"
)

// here is the address of the clients of the harness.
const here = "192.0.2.1"

// hold takes a slot of the hasher until the returned function is called.
func (api *testAPI) hold(from auth.Origin) (letGo func()) {
	api.t.Helper()
	held, over, done := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		done <- api.hasher.InTurn(api.t.Context(), from, func(auth.Slot) error {
			close(held)
			<-over
			return nil
		})
	}()
	<-held
	return func() {
		close(over)
		if err := <-done; err != nil {
			api.t.Error(err)
		}
	}
}

func (api *testAPI) waiting(n int) {
	api.t.Helper()
	testkit.Until(api.t, fmt.Sprint(n, " wait for a hash"), func() bool { return api.hasher.Load().Waiting == n })
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
		"guesses at one account": {held: auth.Origin{Address: here}, password: wrong, statuses: map[int]int{401: 5, 429: many - 5},
			from: func(int) string { return here }, email: func(int) string { return adminEmail }},
		"guesses at many accounts": {held: auth.Origin{Address: here}, password: wrong, statuses: map[int]int{401: 50, 429: many - 50},
			from: func(int) string { return here }, email: func(i int) string { return fmt.Sprintf("nobody-%d@example.com", i) }},
		"right ones into one account": {held: auth.Origin{Account: adminEmail}, password: password, statuses: map[int]int{200: many},
			from: func(i int) string { return fmt.Sprint("203.0.113.", i) }, email: func(int) string { return adminEmail }},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, api *testAPI) {
				api.addUser(userEmail, "Grace", false)
				letGo := api.hold(c.held) // the share of the burst: half of the slots here
				var burst sync.WaitGroup
				var mu sync.Mutex
				statuses := map[int]int{}
				for i := range many {
					burst.Go(func() {
						status := (&client{api: api, addr: c.from(i)}).login(c.email(i), c.password).Code
						mu.Lock()
						defer mu.Unlock()
						statuses[status]++
					})
				}
				api.waiting(many)
				(&client{api: api, addr: "198.51.100.7"}).login(userEmail, password).status(200)
				if load := api.hasher.Load(); load.Waiting != many || load.Hashed != 1 {
					t.Errorf("beside the burst: %+v", load)
				}
				letGo()
				burst.Wait()
				if fmt.Sprint(statuses) != fmt.Sprint(c.statuses) {
					t.Errorf("the burst: %v, want %v", statuses, c.statuses)
				}
				// A sign-in that was blocked before its turn came costs no hash.
				if hashed := int(api.hasher.Load().Hashed); hashed != 1+many-c.statuses[429] {
					t.Errorf("%d hashes for %v", hashed, statuses)
				}
			})
		})
	}
}

// All calls that hash wait in one queue. When it is full, the answer says when to try again.
func TestFullQueueRefuses(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		anonymous, admin := api.anonymous(), api.admin()
		anonymous.post("/account/requestPassReset", object{"email": adminEmail}).status(200)
		api.deliver()
		calls := map[string]func() *answer{
			"sign-in": func() *answer { return anonymous.login(adminEmail, password) },
			"password change": func() *answer {
				return admin.put("/account/changePassword", passwordChange(password, newPassword, newPassword))
			},
			"reset": func() *answer {
				return anonymous.put("/account/resetPass", reset(adminEmail, api.mailedToken(adminEmail), newPassword))
			},
			"registration": func() *answer {
				return admin.post("/UserManagement/admin", object{"email": "b@example.com", "displayName": "B", "gender": 0, "password": newPassword})
			},
		}
		letGo := api.hold(auth.Origin{Address: here})
		ctx, giveUp := context.WithCancel(t.Context())
		var crowd sync.WaitGroup
		for range 128 {
			crowd.Go(func() {
				_ = api.hasher.InTurn(ctx, auth.Origin{Address: here}, func(auth.Slot) error { return nil })
			})
		}
		api.waiting(128)
		for name, call := range calls {
			answer := call()
			answer.problem(429, "tooMany")
			if answer.Header().Get("Retry-After") != "2" {
				t.Errorf("%s: %v", name, answer.Header())
			}
		}
		(&client{api: api, addr: "198.51.100.7"}).login(userEmail, password).status(200) // elsewhere there is no queue
		giveUp()
		crowd.Wait()
		letGo()
		calls["registration"]().status(201)
		calls["sign-in"]().status(200)
		calls["password change"]().status(200)
	})
}
