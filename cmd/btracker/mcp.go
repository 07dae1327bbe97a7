package main

import (
	"context"
	"errors"
	"net/url"
	"os"

	"btracker/internal/assistant"
	"btracker/internal/config"
)

// bridgeAssistant passes the messages of an assistant on to an installation.
func bridgeAssistant(ctx context.Context, c config.Config, _ []string) error {
	base, err := url.Parse(c.BridgeURL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return usageError{errors.New("BTRACKER_URL must be the address of the installation, such as https://tracker.example.com/")}
	}
	if c.BridgeKey == "" {
		return usageError{errors.New("BTRACKER_KEY must be a key, which your account page makes")}
	}
	ended := make(chan error, 1)
	go func() { ended <- assistant.Bridge(ctx, os.Stdin, os.Stdout, c.BridgeURL, string(c.BridgeKey)) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done(): // reading a line can not be interrupted
		return nil
	}
}
