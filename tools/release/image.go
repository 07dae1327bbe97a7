package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

const (
	// nobody is a user without rights. Kubernetes must see a number to know that it is not root.
	nobody = 10001
	// certificates are what the TLS of mail servers, databases and providers is checked with.
	certificates = "/etc/ssl/certs/ca-certificates.crt"
)

// image writes an archive of the Open Container Initiative, which podman, skopeo, crane and containerd load; no daemon and no
// base image are needed. One index has a manifest for each processor.
func (r release) image(programs []built) error {
	trusted, err := os.ReadFile(certificates)
	if err != nil {
		return fmt.Errorf("the certificates come from this machine (Debian: ca-certificates): %w", err)
	}
	index := mutate.Annotations(empty.Index, r.labels()).(v1.ImageIndex)
	for _, p := range programs {
		image, err := r.imageFor(p, trusted)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: p.system, Architecture: p.processor}}})
	}
	dir, err := os.MkdirTemp("", "btracker-image-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path, err := layout.Write(dir, empty.Index)
	if err != nil {
		return err
	}
	names := map[string]string{"org.opencontainers.image.ref.name": r.version, "io.containerd.image.name": "btracker:" + r.version}
	if err := path.AppendIndex(index, layout.WithAnnotations(names)); err != nil {
		return err
	}
	var files []file
	blobs := os.DirFS(dir)
	if err := fs.WalkDir(blobs, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(blobs, name)
		files = append(files, file{name: name, mode: 0o644, content: content})
		return err
	}); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := writeTar(&out, files, r.when); err != nil {
		return err
	}
	return r.write(r.name("image.tar"), out.Bytes())
}

// imageFor is the image for one processor: the program, the certificates and an empty place for data.
func (r release) imageFor(p built, trusted []byte) (v1.Image, error) {
	var content bytes.Buffer
	if err := writeTar(&content, []file{
		{name: "btracker", mode: 0o755, content: p.content},
		{name: "data/", mode: fs.ModeDir | 0o700, owner: nobody},
		{name: "tmp/", mode: fs.ModeDir | fs.ModeSticky | 0o777},
		{name: certificates[1:], mode: 0o644, content: trusted},
	}, r.when); err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content.Bytes())), nil },
		tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(gzip.BestCompression), tarball.WithCompressedCaching)
	if err != nil {
		return nil, err
	}
	created := v1.Time{Time: r.when}
	image, err := mutate.ConfigFile(empty.Image, &v1.ConfigFile{
		Created:      created,
		Architecture: p.processor,
		OS:           p.system,
		RootFS:       v1.RootFS{Type: "layers"},
		Config: v1.Config{
			User:         fmt.Sprintf("%d:%d", nobody, nobody),
			Env:          []string{"BTRACKER_ADDR=0.0.0.0:8080", "BTRACKER_DATA=/data", "BTRACKER_LOG_FORMAT=json"},
			Entrypoint:   []string{"/btracker"},
			Cmd:          []string{"serve"},
			ExposedPorts: map[string]struct{}{"8080/tcp": {}},
			Volumes:      map[string]struct{}{"/data": {}},
			Labels:       r.labels(),
			StopSignal:   "SIGTERM",
			// Not in the specification, but known to docker and podman.
			Healthcheck: &v1.HealthConfig{Test: []string{"CMD", "/btracker", "health"}, Interval: 10 * time.Second, Timeout: 6 * time.Second, StartPeriod: 5 * time.Minute, Retries: 3},
		},
	})
	if err != nil {
		return nil, err
	}
	image = mutate.ConfigMediaType(mutate.MediaType(image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.Append(image, mutate.Addendum{Layer: layer, History: v1.History{Created: created, CreatedBy: "make image"}})
	if err != nil {
		return nil, err
	}
	return mutate.Annotations(image, r.labels()).(v1.Image), nil
}

func (r release) labels() map[string]string {
	return map[string]string{
		"org.opencontainers.image.title":       "btracker",
		"org.opencontainers.image.description": "administration console for a business tracker",
		"org.opencontainers.image.version":     r.version,
		"org.opencontainers.image.revision":    r.commit,
		"org.opencontainers.image.created":     r.when.Format(time.RFC3339),
		"org.opencontainers.image.licenses":    "MIT",
	}
}
