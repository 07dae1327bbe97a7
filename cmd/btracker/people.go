package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"btracker/internal/app"
	"btracker/internal/auth"
	"btracker/internal/config"
	"btracker/internal/demo"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func createAdmin(ctx context.Context, c config.Config, _ []string) error {
	password, err := adminPassword(c)
	if err != nil {
		return err
	}
	s, err := openBeside(ctx, c)
	if err != nil {
		return err
	}
	defer s.Close()
	a := app.New(app.Deps{Store: s, Hasher: auth.NewHasher(1), Now: time.Now, Log: slog.Default()})
	if err := a.CreateAdministrator(ctx, c.AdminEmail, c.AdminName, password); err != nil {
		if tracker.IsKind(err, tracker.KindInvalid) {
			return usageError{err}
		}
		return err
	}
	fmt.Println("Administrator", strings.ToLower(c.AdminEmail), "can sign in now.")
	return nil
}

func adminPassword(c config.Config) (string, error) {
	if c.AdminPassword != "" {
		return string(c.AdminPassword), nil
	}
	stdin := int(os.Stdin.Fd())
	if !term.IsTerminal(stdin) {
		return "", usageError{errors.New("set BTRACKER_ADMIN_PASSWORD, or run this on a terminal to be asked")}
	}
	ask := func(prompt string) (string, error) {
		fmt.Fprint(os.Stderr, prompt)
		b, err := term.ReadPassword(stdin)
		fmt.Fprintln(os.Stderr)
		return string(b), err
	}
	password, err := ask("Password: ")
	if err != nil {
		return "", err
	}
	again, err := ask("Again: ")
	if err != nil {
		return "", err
	}
	if password != again {
		return "", usageError{errors.New("the passwords don't match")}
	}
	return password, nil
}

func fillDemo(ctx context.Context, c config.Config, _ []string) error {
	lock, err := useAlone(c)
	if err != nil {
		return err
	}
	defer lock.Release()
	s, err := openMigrated(ctx, c)
	if err != nil {
		return err
	}
	defer s.Close()
	start := time.Now()
	if err := demoData(ctx, s, auth.NewHasher(1), c.Scale, progressBar()); err != nil {
		return err
	}
	fmt.Printf("%d companies in %s.\n", c.Scale, time.Since(start).Round(time.Millisecond))
	return nil
}

func demoData(ctx context.Context, s *store.Store, h *auth.Hasher, companies int, progress func(done, total int)) error {
	hash, err := h.Hash(ctx, auth.Origin{}, demo.Password)
	if err != nil {
		return err
	}
	err = demo.Fill(ctx, s, demo.Options{Companies: companies, PasswordHash: hash, Now: clock(), Progress: progress})
	if errors.Is(err, store.ErrNotEmpty) {
		return usageError{err}
	}
	return err
}
