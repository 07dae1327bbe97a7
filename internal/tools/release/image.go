package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// The image is written as the Open Container Initiative describes it, as an archive that podman, skopeo, crane and
// containerd load; no daemon and no base image are needed. One index has a manifest for each processor.

const (
	typeIndex    = "application/vnd.oci.image.index.v1+json"
	typeManifest = "application/vnd.oci.image.manifest.v1+json"
	typeConfig   = "application/vnd.oci.image.config.v1+json"
	typeLayer    = "application/vnd.oci.image.layer.v1.tar+gzip"

	// nobody is a user without rights. Kubernetes must see a number to know that it is not root.
	nobody = 10001
	// certificates are what the TLS of mail servers, databases and providers is checked with.
	certificates = "/etc/ssl/certs/ca-certificates.crt"
)

type object = map[string]any

// layout collects the files of an image, each blob under the name of its content.
type layout struct{ files []file }

// add returns how others refer to the blob.
func (l *layout) add(mediaType string, content []byte) object {
	sum := fmt.Sprintf("%x", sha256.Sum256(content))
	l.files = append(l.files, file{name: "blobs/sha256/" + sum, mode: 0o644, content: content})
	return object{"mediaType": mediaType, "digest": "sha256:" + sum, "size": len(content)}
}

func (l *layout) addJSON(mediaType string, value any) (object, error) {
	content, err := json.Marshal(value)
	return l.add(mediaType, content), err
}

func (r release) image(programs []built) error {
	trusted, err := os.ReadFile(certificates)
	if err != nil {
		return fmt.Errorf("the certificates come from this machine (Debian: ca-certificates): %w", err)
	}
	l := &layout{}
	var manifests []object
	for _, p := range programs {
		manifest, err := r.manifest(l, p, trusted)
		if err != nil {
			return err
		}
		manifest["platform"] = object{"os": p.system, "architecture": p.processor}
		manifests = append(manifests, manifest)
	}
	index, err := l.addJSON(typeIndex, object{"schemaVersion": 2, "mediaType": typeIndex, "manifests": manifests, "annotations": r.labels()})
	if err != nil {
		return err
	}
	index["annotations"] = object{"org.opencontainers.image.ref.name": r.version, "io.containerd.image.name": "btracker:" + r.version}
	entry, err := json.Marshal(object{"schemaVersion": 2, "mediaType": typeIndex, "manifests": []object{index}})
	if err != nil {
		return err
	}
	l.files = append(l.files,
		file{name: "index.json", mode: 0o644, content: entry},
		file{name: "oci-layout", mode: 0o644, content: []byte(`{"imageLayoutVersion":"1.0.0"}`)})
	var out bytes.Buffer
	if err := writeTar(&out, l.files, r.when); err != nil {
		return err
	}
	return r.write(r.name("image.tar"), out.Bytes())
}

// manifest is the image for one processor: the program, the certificates and an empty place for data.
func (r release) manifest(l *layout, p built, trusted []byte) (object, error) {
	files := []file{
		{name: "btracker", mode: 0o755, content: p.content},
		{name: "data/", mode: fs.ModeDir | 0o700, owner: nobody},
		{name: "tmp/", mode: fs.ModeDir | fs.ModeSticky | 0o777},
		{name: certificates[1:], mode: 0o644, content: trusted},
	}
	var plain bytes.Buffer
	if err := writeTar(&plain, files, r.when); err != nil {
		return nil, err
	}
	compressed, err := gzipped(plain.Bytes())
	if err != nil {
		return nil, err
	}
	layer := l.add(typeLayer, compressed)
	config, err := l.addJSON(typeConfig, object{
		"created":      r.when.Format(time.RFC3339),
		"architecture": p.processor,
		"os":           p.system,
		"config": object{
			"User":         fmt.Sprintf("%d:%d", nobody, nobody),
			"Env":          []string{"BTRACKER_ADDR=0.0.0.0:8080", "BTRACKER_DATA=/data", "BTRACKER_LOG_FORMAT=json"},
			"Entrypoint":   []string{"/btracker"},
			"Cmd":          []string{"serve"},
			"ExposedPorts": object{"8080/tcp": object{}},
			"Volumes":      object{"/data": object{}},
			"Labels":       r.labels(),
			"StopSignal":   "SIGTERM",
			// Not in the specification, but known to docker and podman; times are in nanoseconds.
			"Healthcheck": object{"Test": []string{"CMD", "/btracker", "health"}, "Interval": 10 * time.Second, "Timeout": 6 * time.Second, "StartPeriod": 5 * time.Minute, "Retries": 3},
		},
		"rootfs":  object{"type": "layers", "diff_ids": []string{fmt.Sprintf("sha256:%x", sha256.Sum256(plain.Bytes()))}},
		"history": []object{{"created": r.when.Format(time.RFC3339), "created_by": "make image"}},
	})
	if err != nil {
		return nil, err
	}
	return l.addJSON(typeManifest, object{"schemaVersion": 2, "mediaType": typeManifest, "config": config, "layers": []object{layer}, "annotations": r.labels()})
}

func (r release) labels() object {
	return object{
		"org.opencontainers.image.title":       "btracker",
		"org.opencontainers.image.description": "administration console for a business tracker",
		"org.opencontainers.image.version":     r.version,
		"org.opencontainers.image.revision":    r.commit,
		"org.opencontainers.image.created":     r.when.Format(time.RFC3339),
		"org.opencontainers.image.licenses":    "MIT",
	}
}
