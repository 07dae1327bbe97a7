package store

import (
	"context"
	"time"
)

// Photo is an image. Its key is the hash of its bytes.
type Photo struct {
	Hash        string
	ContentType string
	Bytes       []byte
}

// InsertPhoto stores an image, unless it is stored already.
func (tx *Tx) InsertPhoto(ctx context.Context, p Photo, at time.Time) error {
	_, err := tx.run(ctx, `INSERT INTO photo (hash, content_type, bytes, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (hash) DO NOTHING`,
		p.Hash, p.ContentType, p.Bytes, millis(at))
	return err
}

// Photo reads an image.
func (q Queries) Photo(ctx context.Context, hash string) (Photo, error) {
	return one(ctx, q, func(r rows) (p Photo, err error) {
		return p, r.Scan(&p.Hash, &p.ContentType, &p.Bytes)
	}, `SELECT hash, content_type, bytes FROM photo WHERE hash = $1`, hash)
}

// ReleasePhoto notes that a photo is not shown any more in one place; see Cleanup.
func (tx *Tx) ReleasePhoto(ctx context.Context, hash string, at time.Time) error {
	_, err := tx.run(ctx, `UPDATE photo SET created_at = $2 WHERE hash = $1 AND created_at < $2`, hash, millis(at))
	return err
}

// HasPhoto reports whether an image is stored.
func (q Queries) HasPhoto(ctx context.Context, hash string) (bool, error) {
	return one(ctx, q, scanOne[bool], `SELECT EXISTS (SELECT 1 FROM photo WHERE hash = $1)`, hash)
}
