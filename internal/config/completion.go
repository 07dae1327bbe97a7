package config

import (
	"fmt"
	"slices"
	"strings"
)

// shells are those that Completion knows, with what writes a script for each.
var shells = []struct {
	name  string
	write func() string
}{{"bash", bashCompletion}, {"zsh", zshCompletion}, {"fish", fishCompletion}}

// Completion is a script that completes commands and flags in a shell.
func Completion(shell string) (string, error) {
	var names []string
	for _, s := range shells {
		if s.name == shell {
			return s.write(), nil
		}
		names = append(names, s.name)
	}
	return "", fmt.Errorf("completion: %q is unknown; there are %s", shell, strings.Join(names, ", "))
}

// flagsOf are the settings of a command that have a flag.
func flagsOf(command string) []setting {
	return slices.DeleteFunc(settingsOf(&Config{}), func(s setting) bool { return s.flag == "" || !s.knownTo(command) })
}

// nextWords are the words that may follow some words of a command, with one of the commands that each leads to.
func nextWords(before string) (words []string, leads map[string]commandInfo) {
	leads = map[string]commandInfo{}
	for _, c := range commands {
		rest, ok := strings.CutPrefix(c.name+" ", before)
		word, _, _ := strings.Cut(rest, " ")
		if !ok || word == "" || slices.Contains(words, word) {
			continue
		}
		words, leads[word] = append(words, word), c
	}
	return words, leads
}

// groups are the first words of commands that have two.
func groups() (list []string) {
	for _, c := range commands {
		if group, _, ok := strings.Cut(c.name, " "); ok && !slices.Contains(list, group) {
			list = append(list, group)
		}
	}
	return list
}

// bashCompletion leaves the values of flags and the arguments of commands to the completion of files.
func bashCompletion() string {
	var b strings.Builder
	b.WriteString(`_btracker() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=
	COMPREPLY=()
	case $before in
`)
	var valued []string
	for _, s := range settingsOf(&Config{}) {
		if s.flag != "" && !s.isSwitch {
			valued = append(valued, "--"+s.flag)
		}
	}
	fmt.Fprintf(&b, "\t%s) return ;;\n\tesac\n\tcase \"${COMP_WORDS[*]:1:COMP_CWORD-1} \" in\n", strings.Join(valued, "|"))
	for _, c := range commands {
		var flags []string
		for _, s := range flagsOf(c.name) {
			flags = append(flags, "--"+s.flag)
		}
		fmt.Fprintf(&b, "\t%q*) words=%q ;;\n", c.name+" ", strings.Join(flags, " "))
	}
	for _, group := range append(groups(), "") {
		before := strings.TrimPrefix(group+" ", " ")
		words, _ := nextWords(before)
		pattern := before
		if group == "" {
			pattern = " "
		}
		fmt.Fprintf(&b, "\t%q) words=%q ;;\n", pattern, strings.Join(words, " "))
	}
	b.WriteString(`	esac
	if [[ -n $words && ($word == -* || $words != -*) ]]; then
		COMPREPLY=($(compgen -W "$words" -- "$word"))
	fi
}
complete -o default -F _btracker btracker
`)
	return b.String()
}

func zshCompletion() string {
	return "#compdef btracker\nautoload -U +X bashcompinit && bashcompinit\n" + bashCompletion()
}

func fishCompletion() string {
	var b strings.Builder
	quote := func(text string) string { return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'" }
	words, leads := nextWords("")
	for _, word := range words {
		help := leads[word].help
		if slices.Contains(groups(), word) {
			help = "its commands follow"
		}
		fmt.Fprintf(&b, "complete -c btracker -n __fish_use_subcommand -f -a %s -d %s\n", word, quote(help))
	}
	for _, group := range groups() {
		words, leads := nextWords(group + " ")
		for _, word := range words {
			fmt.Fprintf(&b, "complete -c btracker -n %s -f -a %s -d %s\n",
				quote("__fish_seen_subcommand_from "+group+"; and not __fish_seen_subcommand_from "+strings.Join(words, " ")), word, quote(leads[word].help))
		}
	}
	for _, c := range commands {
		seen := "__fish_seen_subcommand_from " + strings.ReplaceAll(c.name, " ", "; and __fish_seen_subcommand_from ")
		for _, s := range flagsOf(c.name) {
			value := " -r"
			if s.isSwitch {
				value = ""
			}
			fmt.Fprintf(&b, "complete -c btracker -n %s -l %s%s -d %s\n", quote(seen), s.flag, value, quote(s.describe()))
		}
	}
	return b.String()
}
