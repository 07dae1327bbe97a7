package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"os"
	"slices"
	"strings"
)

// bill is a software bill of materials in the shape of CycloneDX 1.6, as far as it is used here.
type bill struct {
	Format      string   `json:"bomFormat"`
	SpecVersion string   `json:"specVersion"`
	Version     int      `json:"version"`
	Metadata    metadata `json:"metadata"`
	Components  []part   `json:"components"`
}

type metadata struct {
	Timestamp string `json:"timestamp"`
	Component part   `json:"component"`
}

type part struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version"`
	// Address is what scanners look a part up by.
	Address string `json:"purl,omitempty"`
}

// materials writes what the program is made of: the Go modules that it says were built in, and the packages that the web app
// declares, with theirs.
func (r release) materials(p built) error {
	info, err := buildinfo.Read(bytes.NewReader(p.content))
	if err != nil {
		return err
	}
	parts := []part{library("pkg:golang/std@"+strings.TrimPrefix(info.GoVersion, "go"), "std", info.GoVersion)}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		parts = append(parts, library("pkg:golang/"+module.Path+"@"+module.Version, module.Path, module.Version))
	}
	packages, err := webPackages()
	if err != nil {
		return err
	}
	parts = append(parts, packages...)
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.Ref, b.Ref) })
	text, err := json.MarshalIndent(bill{
		Format:      "CycloneDX",
		SpecVersion: "1.6",
		Version:     1,
		Metadata: metadata{
			Timestamp: r.when.Format("2006-01-02T15:04:05Z"),
			Component: part{Type: "application", Ref: "btracker", Name: "btracker", Version: r.version},
		},
		Components: parts,
	}, "", "  ")
	if err != nil {
		return err
	}
	return r.write(r.name("sbom.cdx.json"), append(text, '\n'))
}

func library(address, name, version string) part {
	return part{Type: "library", Ref: address, Name: name, Version: version, Address: address}
}

// webPackages are those of the web app's lock file that its build may take code from: all but tools.
func webPackages() ([]part, error) {
	text, err := os.ReadFile("web/package-lock.json")
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version       string
			Dev, Optional bool
		}
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, err
	}
	const folder = "node_modules/"
	var parts []part
	for place, p := range lock.Packages {
		at := strings.LastIndex(place, folder)
		if at < 0 || p.Dev || p.Optional {
			continue
		}
		name := place[at+len(folder):]
		address := "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + p.Version
		if !slices.ContainsFunc(parts, func(known part) bool { return known.Ref == address }) {
			parts = append(parts, library(address, name, p.Version))
		}
	}
	return parts, nil
}
