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
