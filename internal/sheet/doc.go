// Package sheet reads tables that people upload: CSV in the encodings and with the separators that
// spreadsheet programs write, and XLSX. It passes on texts, row by row, and knows nothing of what
// they mean.
//
// The upload is not trusted: the format is told by its content, and every size is bounded while it
// is read, so that a small file can't unpack into a large one. httpapi bounds the upload, batch
// gives the texts their meaning.
//
// The other way round, it writes CSV and XLSX that people download, in which no text is a formula.
package sheet
