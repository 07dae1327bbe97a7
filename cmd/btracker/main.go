// Command btracker is the whole program: the server with the web app inside it,
// and the commands an operator needs around it.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"btracker/internal/config"
	"btracker/internal/datadir"
)

// Set by the linker.
var version, commit = "development", "unknown"

// usageError is a mistake of the operator. The program prints it as one line and
// exits with status 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func main() {
	datadir.KeepFromOthers() // the database, its backups and the outbox are the owner's alone
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	err := run(ctx, os.Args[1:])
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, "btracker: "+err.Error())
	if _, ok := errors.AsType[usageError](err); ok {
		os.Exit(2)
	}
	os.Exit(1)
}

func run(ctx context.Context, args []string) error {
	command, rest, err := config.Command(args)
	if err == nil {
		var c config.Config
		if c, rest, err = config.Parse(command, rest, os.Getenv); err == nil {
			if !slices.Contains(quiet, command) {
				warnOfUnknown(newLog(c))
			}
			return commands[command](ctx, c, rest)
		}
	}
	if errors.Is(err, config.ErrHelp) {
		fmt.Print(config.Usage(command))
		return nil
	}
	return usageError{err}
}

func printCompletion(_ context.Context, _ config.Config, args []string) error {
	script, err := config.Completion(args[0])
	if err != nil {
		return usageError{err}
	}
	fmt.Print(script)
	return nil
}

func printManual(context.Context, config.Config, []string) error {
	fmt.Print(config.Manual())
	return nil
}

// quiet are the commands that do not warn at once: serve does so behind the first line of its log,
// doctor in a line of its own, and the others are asked often or use no setting.
var quiet = []string{"serve", "doctor", "health", "mcp", "completion", "manual", "version"}

// warnOfUnknown warns of variables that look like settings but have no effect. It
// does not log their values, which may be secrets.
func warnOfUnknown(log *slog.Logger) {
	for _, unknown := range config.UnknownVariables(os.Environ()) {
		attributes := []any{"name", unknown.Name}
		if unknown.Nearest != "" {
			attributes = append(attributes, "meant", unknown.Nearest)
		}
		log.Warn("a variable is unknown and has no effect", attributes...)
	}
}

var commands = map[string]func(ctx context.Context, c config.Config, args []string) error{
	"serve":         serve,
	"admin create":  createAdmin,
	"demo":          fillDemo,
	"migrate":       migrate,
	"backup":        takeBackup,
	"restore":       restoreBackup,
	"import":        importBackup,
	"export":        exportDatabase,
	"audit verify":  verifyAudit,
	"audit head":    printAuditHead,
	"audit export":  exportAudit,
	"audit reindex": reindexAudit,
	"mail test":     testMail,
	"mcp":           bridgeAssistant,
	"doctor":        doctor,
	"health":        askHealth,
	"completion":    printCompletion,
	"manual":        printManual,
	"version":       printVersion,
}
