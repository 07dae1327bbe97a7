package config

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Usage returns the help text of a command, or of the program when command is
// empty or unknown.
func Usage(command string) string {
	var b strings.Builder
	cmd, ok := findCommand(command)
	if !ok {
		b.WriteString("btracker: administration console for a business tracker\n\nUsage: btracker COMMAND [flags]\n\n")
		writeTable(&b, func(row func(cells ...string)) {
			for _, c := range commands {
				row(c.signature(), c.help)
			}
		})
		b.WriteString("\nbtracker COMMAND --help lists the flags and variables of a command.\n")
		return b.String()
	}

	fmt.Fprintf(&b, "Usage: btracker %s [flags]\n\n%s.\n\n", cmd.signature(), capital(cmd.help))
	writeTable(&b, func(row func(cells ...string)) {
		for _, s := range settingsOf(&Config{}) {
			if s.flag != "" && s.knownTo(command) {
				row(strings.TrimSpace("--"+s.flag+" "+s.value), s.env, s.describe())
			}
		}
	})
	var environment []setting
	for _, s := range settingsOf(&Config{}) {
		if s.flag == "" && s.knownTo(command) {
			environment = append(environment, s)
		}
	}
	if len(environment) > 0 {
		b.WriteString("\nBy environment alone:\n\n")
		writeTable(&b, func(row func(cells ...string)) {
			for _, s := range environment {
				row(s.env, s.describe())
			}
		})
	}
	return b.String()
}

func writeTable(b *strings.Builder, fill func(row func(cells ...string))) {
	w := tabwriter.NewWriter(b, 0, 0, 3, ' ', 0)
	fill(func(cells ...string) { fmt.Fprintf(w, "  %s\n", strings.Join(cells, "\t")) })
	w.Flush() // a strings.Builder takes everything
}

func (c commandInfo) signature() string {
	return strings.Join(append([]string{c.name}, c.args...), " ")
}

func (s setting) describe() string {
	if s.fallback == "" || s.isSwitch {
		return s.help
	}
	return fmt.Sprintf("%s (default %s)", s.help, s.fallback)
}

func capital(sentence string) string { return strings.ToUpper(sentence[:1]) + sentence[1:] }
