// Prove shows, by running the built binary as real processes, what the product promises about not losing data: it kills,
// fills disks, takes databases and mail servers away, and looks at what is left. It prints one line for each promise and
// writes docs/proof.md. -short does the same in seconds, with small numbers.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"time"

	"btracker/internal/tools/program"
)

type options struct {
	binary string
	only   string
	short  bool
	soak   time.Duration
	report string
}

func main() { program.Main("prove", parse, run) }

func parse(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("prove", flag.ContinueOnError)
	flags.StringVar(&o.binary, "binary", "bin/btracker", "program to prove it of")
	flags.StringVar(&o.only, "only", "", "only the promises whose name begins with one of these, separated by commas")
	flags.BoolVar(&o.short, "short", false, "small numbers: seconds instead of an hour")
	flags.DurationVar(&o.soak, "soak", fullSoak, "how long the endurance run lasts")
	flags.StringVar(&o.report, "report", "docs/proof.md", "file for what was tried in full; empty: none")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if o.soak < time.Minute || o.soak > 24*time.Hour || flags.NArg() > 0 {
		return o, errors.New("soak from 1m to 24h, and no other arguments")
	}
	return o, nil
}

func run(ctx context.Context, o options) error {
	var results []result
	failed := 0
	shared := &sharedCluster{}
	defer shared.tidy()
	for _, p := range promises {
		if !chosen(p.name, o.only) {
			continue
		}
		r := try(ctx, p, o, shared)
		fmt.Println(r)
		if r.err != nil {
			failed++
		}
		results = append(results, r)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if o.report != "" && !o.short {
		if err := writeReport(o.report, results); err != nil {
			return err
		}
	}
	if failed > 0 || len(results) == 0 {
		return fmt.Errorf("%d of %d promises failed", failed, len(results))
	}
	return nil
}

func chosen(name, only string) bool {
	for prefix := range strings.SplitSeq(only, ",") {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
