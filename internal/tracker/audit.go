package tracker

import "time"

// AuditHead is the end of the chain of seals that closes the change log. Kept elsewhere,
// it proves later that nobody has rewritten the log before it.
type AuditHead struct {
	Seq  int64      `json:"seq" doc:"The highest number among the changes of the last seal; 0 before the first seal."`
	At   *time.Time `json:"at" doc:"When the seal was made; null before the first one."`
	Hash *string    `json:"hash" doc:"SHA-256 of the seal, in hexadecimal digits; it covers all seals before. Null before the first one."`
}
