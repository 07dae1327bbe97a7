package change

import (
	"context"

	"btracker/internal/photo"
	"btracker/internal/store"
)

// Photo reads an image by its hash. It needs no caller: the hash is not
// guessable, and pages show images without a token.
func (e *Engine) Photo(ctx context.Context, hash string) (contentType string, bytes []byte, err error) {
	p, err := e.Store.Photo(ctx, hash)
	return p.ContentType, p.Bytes, err
}

// ReadPhoto turns an upload into the image that is kept; nil for no bytes. It is
// much work: the caller's rights are checked before, and again when it is written.
func (e *Engine) ReadPhoto(ctx context.Context, raw []byte) (*photo.Photo, error) {
	if raw == nil {
		return nil, nil
	}
	image, err := e.Photos.Process(ctx, raw)
	return &image, err
}

// KeepPhoto has an image written, and returns its hash; nil for no image.
func (m *Mutation) KeepPhoto(ctx context.Context, image *photo.Photo) *string {
	if image == nil {
		return nil
	}
	m.Write(func(tx *store.Tx) error {
		return tx.InsertPhoto(ctx, store.Photo{Hash: image.Hash, ContentType: image.ContentType, Bytes: image.Bytes}, m.Now)
	})
	return &image.Hash
}

// ReleasePhoto notes when a photo was replaced or removed: it is kept as long as the change can
// be taken back.
func (m *Mutation) ReleasePhoto(ctx context.Context, before, after *string) {
	if before != nil && (after == nil || *after != *before) {
		m.Write(func(tx *store.Tx) error { return tx.ReleasePhoto(ctx, *before, m.Now) })
	}
}
