package app

import (
	"context"
	"errors"
	"time"

	"btracker/internal/photo"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Photo reads an image by its hash. It needs no caller: the hash is not
// guessable, and pages show images without a token.
func (a *App) Photo(ctx context.Context, hash string) (contentType string, bytes []byte, err error) {
	p, err := a.store.Photo(ctx, hash)
	return p.ContentType, p.Bytes, err
}

// readPhoto turns an upload into the image that is kept; nil for no bytes. It is
// much work: the caller's rights are checked before, and again when it is written.
func (a *App) readPhoto(ctx context.Context, raw []byte) (*photo.Photo, error) {
	if raw == nil {
		return nil, nil
	}
	image, err := a.photos.Process(ctx, raw)
	return &image, photoError(err)
}

func (m *mutation) keepPhoto(ctx context.Context, image *photo.Photo) (hash *string, err error) {
	if image == nil {
		return nil, nil
	}
	return &image.Hash, m.InsertPhoto(ctx, store.Photo{Hash: image.Hash, ContentType: image.ContentType, Bytes: image.Bytes}, m.now)
}

func photoError(err error) error {
	switch {
	case errors.Is(err, photo.ErrUnsupported):
		return &tracker.Error{Kind: tracker.KindUnsupported, Code: "photoType", Title: "Not a photo", Reason: "A photo must be a JPEG, PNG or WebP image."}
	case errors.Is(err, photo.ErrTooLarge):
		return &tracker.Error{Kind: tracker.KindTooLarge, Code: "photoSize", Title: "Photo too large", Reason: "A photo may have 25 megapixels at most."}
	case errors.Is(err, photo.ErrTooMuchMemory):
		return &tracker.Error{Kind: tracker.KindTooLarge, Code: "photoMemory", Title: "Photo too large", Reason: "This photo takes too much memory to read. Make it smaller, or save it as an ordinary JPEG."}
	case errors.Is(err, photo.ErrBusy):
		return tracker.TooMany("Many photos are being read right now. Please try again in a moment.", 5*time.Second)
	case errors.Is(err, photo.ErrBroken):
		return tracker.Invalid("photo", "photoBroken", "Photo can not be read: the file is damaged.")
	}
	return err
}
