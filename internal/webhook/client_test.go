package webhook

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"golang.org/x/net/dns/dnsmessage"

	"btracker/internal/tracker"
)

// nameServer is a resolver that asks a server of our own, which answers the addresses in turn and then the last one.
func nameServer(t *testing.T, answers ...string) (resolver *net.Resolver, asked *atomic.Int64) {
	t.Helper()
	asked = &atomic.Int64{}
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	go func() {
		buffer := make([]byte, 512)
		for {
			n, from, err := conn.ReadFrom(buffer)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buffer[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			m.Response, m.Authoritative, m.Additionals = true, true, nil
			question := m.Questions[0]
			if question.Type == dnsmessage.TypeA { // counted by these: the other question comes beside each
				i := min(int(asked.Add(1)), len(answers)) - 1
				m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: question.Name, Class: question.Class, Type: question.Type},
					Body: &dnsmessage.AResource{A: netip.MustParseAddr(answers[i]).As4()}}}
			}
			if packed, err := m.Pack(); err == nil {
				_, _ = conn.WriteTo(packed, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}, asked
}

// receiver is a server of this machine, which counts what arrives.
func receiver(t *testing.T, answer http.HandlerFunc) (url string, arrived *atomic.Int64) {
	t.Helper()
	arrived = &atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		arrived.Add(1)
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, arrived
}

func delivery(url string) Delivery {
	return Delivery{ID: "msg-1", URL: url, Secret: NewSecret(), At: time.Now(), Body: []byte(`{"type":"company.edit"}`)}
}

func TestPostIsSignedByTheRules(t *testing.T) {
	verified := make(chan error, 1)
	d := delivery("")
	url, _ := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		verifier, err := standardwebhooks.NewWebhook(d.Secret)
		body, readErr := io.ReadAll(r.Body)
		if err = errors.Join(err, readErr); err == nil {
			err = verifier.Verify(body, r.Header)
		}
		if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" || r.Header.Get("webhook-id") != d.ID {
			err = errors.Join(err, errors.New(r.Method+" with other headers"))
		}
		verified <- err
		w.WriteHeader(http.StatusNoContent)
	})
	d.URL = url
	if status, err := NewClient(true, nil).Post(t.Context(), d); err != nil || status != http.StatusNoContent {
		t.Fatal(status, err)
	}
	if err := <-verified; err != nil {
		t.Error(err)
	}
}

// The receivers of the tests verify with the library that signs. This is the example of the rules instead.
func TestPostSignsAsTheExampleOfTheRules(t *testing.T) {
	var header http.Header
	url, _ := receiver(t, func(_ http.ResponseWriter, r *http.Request) { header = r.Header })
	_, err := NewClient(true, nil).Post(t.Context(), Delivery{ID: "msg_p5jXN8AQM9LWM0D4loKWxJek", URL: url,
		Secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", At: time.Unix(1614265330, 0), Body: []byte(`{"test": 2432232314}`)})
	if got := header.Get("webhook-timestamp") + " " + header.Get("webhook-signature"); err != nil || got != "1614265330 v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" {
		t.Error(got, err)
	}
}

func TestAddressesOfThisMachineAndOfPrivateNetworksAreRefused(t *testing.T) {
	url, arrived := receiver(t, func(http.ResponseWriter, *http.Request) {})
	port := url[strings.LastIndexByte(url, ':'):]
	resolver, _ := nameServer(t, "127.0.0.1")
	client := NewClient(false, resolver)
	for _, host := range []string{
		"127.0.0.1", "127.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200",
		"0.0.0.0", "0.1.2.3", "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
		"[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:169.254.169.254]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::169.254.169.254]", "[64:ff9b:1::a00:1]",
		"[2002:7f00:1::]", "[2002:a9fe:a9fe::1]", "[2001:0:7f00:1::]", "[fd00::1]", "[fd00:ec2::254]", "[fc00::1]", "[fe80::1]", "[fec0::1]", "[ff02::1]", "[2001:db8::1]", "[3fff::1]", "[100::1]", "[5f00::1]",
		"localhost", "LOCALHOST", "localhost.", "a.localhost", "metadata.internal", "name.example",
	} {
		if err := client.Check(t.Context(), "http://"+host+port+"/"); !errors.Is(err, tracker.ErrPrivateURL) {
			t.Errorf("%s is saved: %v", host, err)
		}
	}
	for _, host := range []string{
		"2130706433", "017700000001", "0x7f000001", "0x7f.1", "127.1", "127.0.1", "0177.0.0.1", "0x7f.0.0.1", "127.0.0.0x1", "127.0.0.01", "1.2.3.4.5", "256.1.1.1",
		"2130706433.", "[fe80::1%25eth0]", "[::1%25lo]", "[::1", "user@127.0.0.1", "user:pass@example.com",
	} {
		if err := client.Check(t.Context(), "http://"+host+port+"/"); !errors.Is(err, tracker.ErrWebhookURL) {
			t.Errorf("%s is a URL: %v", host, err)
		}
	}
	for _, other := range []string{"", "ftp://example.com/", "file:///etc/passwd", "http:example.com", "//example.com", "http://", "http:///path", "http://example.com/#part",
		"http://example.com:/", "http://example.com:0/", "http://example.com:65536/", "http://example.com:x/", "gopher://example.com/", "javascript:alert(1)", "http://exa mple.com/"} {
		if err := client.Check(t.Context(), other); !errors.Is(err, tracker.ErrWebhookURL) {
			t.Errorf("%q is a URL: %v", other, err)
		}
	}
	// Also what was saved before, or by a program that did not check.
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "127.1", "0177.0.0.1", "0.0.0.0", "name.example"} {
		status, err := client.Post(t.Context(), delivery("http://"+host+port+"/"))
		if err == nil || status != 0 {
			t.Errorf("%s was posted to: %d", host, status)
		}
	}
	if n := arrived.Load(); n != 0 {
		t.Errorf("%d requests arrived", n)
	}
}

func TestPublicAddressesAreTaken(t *testing.T) {
	resolver, _ := nameServer(t, "93.184.215.14")
	client := NewClient(false, resolver)
	for _, url := range []string{"https://example.com/hook?token=a", "http://93.184.215.14:8080/", "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/", "https://hooks.example.com"} {
		if err := client.Check(t.Context(), url); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
	private := NewClient(true, resolver)
	for _, url := range []string{"http://127.0.0.1:8080/", "http://localhost/", "http://[::1]/", "http://10.0.0.1/"} {
		if err := private.Check(t.Context(), url); err != nil {
			t.Errorf("%s where private addresses are allowed: %v", url, err)
		}
	}
}

// The name leads to a public address when it is saved, and to this machine when it is sent to.
func TestRebindingDoesNotReachThisMachine(t *testing.T) {
	url, arrived := receiver(t, func(http.ResponseWriter, *http.Request) {})
	resolver, asked := nameServer(t, "93.184.215.14", "127.0.0.1")
	client := NewClient(false, resolver)
	url = "http://rebinding.example" + url[strings.LastIndexByte(url, ':'):]
	if err := client.Check(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	_, err := client.Post(t.Context(), delivery(url))
	if !errors.Is(err, errPrivate) || Reason(err).String() != "The address is of this machine or of a private network." {
		t.Errorf("posted: %v", err)
	}
	if asked.Load() < 2 || arrived.Load() != 0 {
		t.Errorf("%d look-ups, %d requests", asked.Load(), arrived.Load())
	}
}

// A redirect is the answer, wherever it leads.
func TestRedirectsAreNotFollowed(t *testing.T) {
	inside, reached := receiver(t, func(http.ResponseWriter, *http.Request) {})
	for _, to := range []string{"http://169.254.169.254/latest/meta-data/", inside} {
		url, _ := receiver(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, to, http.StatusTemporaryRedirect)
		})
		if status, err := NewClient(true, nil).Post(t.Context(), delivery(url)); err != nil || status != http.StatusTemporaryRedirect {
			t.Errorf("to %s: %d, %v", to, status, err)
		}
	}
	if reached.Load() != 0 {
		t.Error("the redirect was followed")
	}
}

func TestProxiesOfTheEnvironmentAreNotUsed(t *testing.T) {
	proxy, used := receiver(t, func(http.ResponseWriter, *http.Request) {})
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"} {
		t.Setenv(name, proxy)
	}
	resolver, _ := nameServer(t, "127.0.0.1")
	if _, err := NewClient(false, resolver).Post(t.Context(), delivery("http://name.example/")); !errors.Is(err, errPrivate) {
		t.Error(err)
	}
	if used.Load() != 0 {
		t.Error("the proxy was asked")
	}
}

// An answer that does not end takes neither memory nor time without bound.
func TestEndlessAnswerIsCutOff(t *testing.T) {
	url, _ := receiver(t, func(w http.ResponseWriter, _ *http.Request) {
		piece := make([]byte, 1<<10)
		for {
			if _, err := w.Write(piece); err != nil {
				return
			}
		}
	})
	if status, err := NewClient(true, nil).Post(t.Context(), delivery(url)); err != nil || status != http.StatusOK {
		t.Error(status, err)
	}
}

func TestErrorsHoldNoURL(t *testing.T) {
	resolver, _ := nameServer(t, "127.0.0.1")
	for _, url := range []string{"http://name.example/token-in-the-path", "http://exa mple/token-in-the-path", "http://127.0.0.1:1/token-in-the-path"} {
		_, err := NewClient(false, resolver).Post(t.Context(), delivery(url))
		if err == nil || strings.Contains(err.Error(), "token") || strings.Contains(Reason(err).String(), "token") {
			t.Errorf("%s: %v", url, err)
		}
	}
	if _, err := NewClient(true, nil).Post(t.Context(), Delivery{Secret: "not-a-secret"}); err == nil || strings.Contains(err.Error(), "not-a-secret") {
		t.Error(err)
	}
}
