package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnknownVariables(t *testing.T) {
	environ := []string{"PATH=/bin", "HOME", "btracker_addr=:1", "BTRACKERS=1"}
	for _, s := range settingsOf(&Config{}) {
		if s.env != "" {
			environ = append(environ, s.env+"=x") // for whichever command
		}
	}
	for _, link := range []string{"SERVICE_HOST", "SERVICE_PORT", "SERVICE_PORT_HTTP", "PORT", "PORT_80_TCP", "PORT_80_TCP_ADDR", "PORT_80_TCP_PROTO"} {
		environ = append(environ, "BTRACKER_"+link+"=10.0.0.1")
	}
	if got := UnknownVariables(environ); len(got) != 0 {
		t.Errorf("known ones are unknown: %v", got)
	}
	got := UnknownVariables(append(environ, "BTRACKER_DATABSE_URL=postgres://u:p@h/d", "BTRACKER_ADRR=", "BTRACKER_COLOUR=red",
		"BTRACKER_=", "BTRACKER_PUBLICURL=x=y", "BTRACKER_KEEP_CHANGE=1d"))
	want := []UnknownVariable{{"BTRACKER_", ""}, {"BTRACKER_ADRR", "BTRACKER_ADDR"}, {"BTRACKER_COLOUR", ""}, {"BTRACKER_DATABSE_URL", "BTRACKER_DATABASE_URL"},
		{"BTRACKER_KEEP_CHANGE", "BTRACKER_KEEP_CHANGES"}, {"BTRACKER_PUBLICURL", "BTRACKER_PUBLIC_URL"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
