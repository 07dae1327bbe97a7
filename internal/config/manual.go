package config

import (
	"fmt"
	"strings"
)

// Manual is the page for man(1), from the same tables as the help.
func Manual() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	entry := func(title, text string) { line(".TP\n.B %s\n%s", roff(title), roff(capital(text)+".")) }

	line(`.TH BTRACKER 1 "" btracker`)
	line(".SH NAME\n%s", roff("btracker - administration console for a business tracker"))
	line(".SH SYNOPSIS\n.B btracker\n.I COMMAND\n%s", roff("[flags]"))
	line(".SH DESCRIPTION\n%s", roff("One program serves the console, with the web application inside it. Its data is in SQLite, in a directory of its own, or in PostgreSQL."))
	line(".SH COMMANDS")
	for _, c := range commands {
		entry("btracker "+c.signature(), c.help)
	}
	line(".SH OPTIONS\n%s", roff("A flag wins over the variable of the environment that is named with it."))
	for _, s := range settingsOf(&Config{}) {
		if s.flag == "" {
			continue
		}
		title := strings.TrimSpace("--" + s.flag + " " + s.value)
		if s.env != "" {
			title += ", " + s.env
		}
		text := s.describe()
		if len(s.commands) > 0 {
			text = "of " + strings.Join(s.commands, ", ") + ": " + text
		}
		entry(title, text)
	}
	line(".SH ENVIRONMENT\n%s", roff("Settings without a flag, because every user of a machine can read its command lines."))
	for _, s := range settingsOf(&Config{}) {
		if s.flag == "" {
			entry(s.env, s.describe())
		}
	}
	line(".SH EXIT STATUS")
	entry("0", "done")
	entry("1", "it failed")
	entry("2", "a mistake of the caller, in one line: a flag, a variable, a file or a database that can not be used")
	return b.String()
}

// roff is text that has no meaning to roff.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
