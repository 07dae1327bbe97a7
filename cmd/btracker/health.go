package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"time"

	"btracker/internal/config"
)

// healthTimeout is shorter than what container runtimes wait for a check by default (30 s).
const healthTimeout = 5 * time.Second

// askHealth is the health check of an image that holds nothing but this program.
func askHealth(ctx context.Context, c config.Config, _ []string) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	// It has no base path. If it listens on every address, URLAt takes this machine's.
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URLAt(c.Addr)+"/healthz", nil)
	if err != nil {
		return err
	}
	direct := http.Client{Transport: &http.Transport{ // without a proxy, whatever the environment says
		// The certificate is for the name that people use, or there is none yet: an IP address asks for any.
		// #nosec G402 -- nothing secret is sent
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true, ServerName: "127.0.0.1"},
	}}
	response, err := direct.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", request.URL, response.Status)
	}
	return nil
}
