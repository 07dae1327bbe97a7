package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"btracker/internal/audit"
	"btracker/internal/config"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// openUpToDate opens a database of the latest schema, also beside a server.
func openUpToDate(ctx context.Context, c config.Config) (*store.Store, error) {
	s, err := openStore(ctx, c, false)
	if err != nil {
		return nil, err
	}
	pending, err := s.Pending(ctx)
	if err == nil && len(pending) > 0 {
		err = usageError{errors.New("the schema is not up to date: run btracker migrate first")}
	}
	if err != nil {
		return nil, errors.Join(refused(err), s.Close())
	}
	return s, nil
}

func verifyAudit(ctx context.Context, c config.Config, _ []string) error {
	heads, err := keptHeads(c.Head)
	if err != nil {
		return usageError{err}
	}
	s, err := openUpToDate(ctx, c)
	if err != nil {
		return err
	}
	defer s.Close()
	r, err := audit.Verify(ctx, s, heads, progressBar())
	if err != nil {
		return err
	}
	if r.Removed > 0 {
		fmt.Printf("Retention has removed the changes of %d seals, up to change %d; their seals were verified.\n", r.Removed, r.RemovedTo)
	}
	if r.Changes > 0 {
		fmt.Printf("%d changes were recomputed, from change %d of %s on, in %d seals.\n", r.Changes, r.First, r.FirstAt.Format("2 January 2006 15:04:05 MST"), r.Seals-r.Removed)
	}
	if r.Unsealed > 0 {
		fmt.Printf("%d changes are not sealed yet.\n", r.Unsealed)
	}
	if len(r.Findings) > 0 {
		for _, more := range r.Findings[1:] {
			fmt.Println("Also:", more.Text)
		}
		return errors.New(r.Findings[0].Text)
	}
	if len(heads) > 0 {
		fmt.Printf("The heads that were kept are in the chain: %d.\n", len(heads))
	}
	fmt.Println("Everything fits.")
	return printJSON(r.Head)
}

// keptHeads reads heads that somebody kept: one itself, or a file.
func keptHeads(given string) ([]tracker.AuditHead, error) {
	if given == "" {
		return nil, nil
	}
	if heads, err := audit.ParseHeads(given); err == nil {
		return heads, nil
	}
	content, err := os.ReadFile(given) // #nosec G304 -- the file the operator names on the command line
	if err != nil {
		return nil, fmt.Errorf("--head must be a head, its hash, or a file of them; there is no file %s", given)
	}
	heads, err := audit.ParseHeads(string(content))
	if err != nil {
		return nil, fmt.Errorf("--head %s: %w", given, err)
	}
	return heads, nil
}

func printAuditHead(ctx context.Context, c config.Config, _ []string) error {
	s, err := openUpToDate(ctx, c)
	if err != nil {
		return err
	}
	defer s.Close()
	last, err := s.LastSeal(ctx)
	if err != nil {
		return err
	}
	return printJSON(audit.HeadOf(last))
}

func exportAudit(ctx context.Context, c config.Config, _ []string) error {
	s, err := openUpToDate(ctx, c)
	if err != nil {
		return err
	}
	defer s.Close()
	return audit.Export(ctx, s, os.Stdout)
}

// reindexAudit makes anew what is derived from the change log, and nothing else.
func reindexAudit(ctx context.Context, c config.Config, _ []string) error {
	s, err := openUpToDate(ctx, c)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.MendBlocks(ctx); err != nil {
		return err
	}
	fmt.Println("The table by which filters of the history find changes is written anew. Next: btracker audit verify")
	return nil
}

func printJSON(v any) error {
	var line strings.Builder
	if err := json.NewEncoder(&line).Encode(v); err != nil {
		return err
	}
	fmt.Print(line.String())
	return nil
}
