package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"btracker/internal/config"
)

// healthTimeout is shorter than what container runtimes wait for a check by default (30 s).
const healthTimeout = 5 * time.Second

// askHealth is the health check of an image that holds nothing but this program.
func askHealth(ctx context.Context, c config.Config, _ []string) error {
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return usageError{err}
	}
	if ip := net.ParseIP(host); host == "" || ip.IsUnspecified() {
		host = "localhost" // it listens on every address, this one too
	}
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/healthz", nil)
	if err != nil {
		return err
	}
	direct := http.Client{Transport: &http.Transport{}} // without a proxy, whatever the environment says
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
