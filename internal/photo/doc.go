// Package photo turns an uploaded image into the small image that is stored. It keeps the
// pixels, and no metadata.
//
// The upload is not trusted: the format is told by its content, the size is read from the
// header before anything is decoded, and the stored image is encoded anew. httpapi bounds
// the upload, change stores the result.
package photo
