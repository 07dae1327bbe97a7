// Package photo turns an uploaded image into the small, clean one that is
// stored: the pixels survive and nothing else does.
//
// The bytes come from strangers. The format is told by content, the size is read
// from the header before anything is decoded, and what is served later was
// written by our own encoder. httpapi bounds the upload, app stores the result.
package photo
