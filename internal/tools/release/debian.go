package main

import (
	"bytes"
	"crypto/md5"
	"fmt"
	"strings"
)

// settingsFile is where the unit reads settings from. Its secrets are root's alone.
const settingsFile = "etc/btracker/env"

const settings = `# Settings of btracker; btracker serve --help lists all of them.
# BTRACKER_ADDR=127.0.0.1:8080
# BTRACKER_PUBLIC_URL=https://btracker.example.com/
# BTRACKER_SMTP_URL=smtp://user:password@mail.example.com:587
# BTRACKER_MAIL_FROM=btracker@example.com
`

// Nothing is started by itself: before that somebody has to say at which address, and make an administrator. A service that runs
// gets the new version at once, and is stopped before its program goes.
const (
	afterInstall = `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  if [ -n "$2" ]; then systemctl try-restart btracker.service; fi
fi
`
	beforeRemove = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now btracker.service; fi
`
)

// debian writes a package for Debian and what descends from it. Such a file is an ar archive of three members.
func (r release) debian(p built, texts map[string][]byte) error {
	// The package's place for programs, where the unit by itself has the one for what is installed by hand.
	unit := bytes.ReplaceAll(texts["btracker.service"], []byte("/usr/local/bin/"), []byte("/usr/bin/"))
	files := []file{
		{name: "usr/bin/btracker", mode: 0o755, content: p.content},
		{name: "usr/lib/systemd/system/btracker.service", mode: 0o644, content: unit},
		{name: settingsFile, mode: 0o600, content: []byte(settings)},
		{name: "usr/share/doc/btracker/copyright", mode: 0o644, content: texts["LICENSE"]},
		{name: "usr/share/man/man1/btracker.1", mode: 0o644, content: texts["btracker.1"]},
		{name: "usr/share/bash-completion/completions/btracker", mode: 0o644, content: texts["btracker.bash"]},
		{name: "usr/share/zsh/vendor-completions/_btracker", mode: 0o644, content: texts["_btracker"]},
		{name: "usr/share/fish/vendor_completions.d/btracker.fish", mode: 0o644, content: texts["btracker.fish"]},
	}
	data, err := tarred(files, r.when)
	if err != nil {
		return err
	}
	control, err := tarred([]file{
		{name: "control", mode: 0o644, content: []byte(r.control(p, files))},
		{name: "md5sums", mode: 0o644, content: sums(files)},
		{name: "conffiles", mode: 0o644, content: []byte("/" + settingsFile + "\n")},
		{name: "postinst", mode: 0o755, content: []byte(afterInstall)},
		{name: "prerm", mode: 0o755, content: []byte(beforeRemove)},
	}, r.when)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	out.WriteString("!<arch>\n")
	for _, member := range []file{{name: "debian-binary", content: []byte("2.0\n")}, {name: "control.tar.gz", content: control}, {name: "data.tar.gz", content: data}} {
		fmt.Fprintf(&out, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", member.name, r.when.Unix(), 0, 0, 0o100644, len(member.content))
		out.Write(member.content)
		if len(member.content)%2 == 1 {
			out.WriteByte('\n')
		}
	}
	return r.write(r.name(p.processor+".deb"), out.Bytes())
}

func (r release) control(p built, files []file) string {
	size := 0
	for _, f := range files {
		size += len(f.content)
	}
	return fmt.Sprintf(`Package: btracker
Version: %s
Architecture: %s
Maintainer: btracker <btracker@localhost>
Installed-Size: %d
Recommends: ca-certificates
Section: web
Priority: optional
Description: administration console for a business tracker
 Companies, their projects, products and subscriptions, the people who look
 after them, what ends when, and what it is worth. One program with its own
 database; PostgreSQL when it grows.
`, debianVersion(r.version), p.processor, size/1024)
}

// debianVersion orders a preliminary version before its final one, as v1.2.0-rc.1 is meant. What has no number gets one.
func debianVersion(version string) string {
	version = strings.Replace(strings.TrimPrefix(version, "v"), "-", "~", 1)
	if version[0] < '0' || version[0] > '9' {
		version = "0~" + version
	}
	return version
}

func sums(files []file) []byte {
	var out bytes.Buffer
	for _, f := range files {
		if f.name != settingsFile {
			fmt.Fprintf(&out, "%x  %s\n", md5.Sum(f.content), f.name)
		}
	}
	return out.Bytes()
}
