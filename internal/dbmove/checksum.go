package dbmove

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
	"slices"
)

// Checksum is equal for two databases that have the same rows, in whatever order they keep them, and for no others.
type Checksum struct {
	Tables []TableChecksum // by name
	Rows   int64
	Sum    string
}

// TableChecksum is the checksum of one table.
type TableChecksum struct {
	Name string
	Rows int64
	Sum  string
}

// checksum puts those of tables together.
func checksum(tables []table, digests map[string]digest) (c Checksum) {
	all := sha256.New()
	for _, t := range tables {
		d := digests[t.name]
		c.Tables = append(c.Tables, TableChecksum{t.name, d.rows, d.String()})
		c.Rows += d.rows
		fmt.Fprintf(all, "%s %d %s\n", t.name, d.rows, d)
	}
	c.Sum = hex.EncodeToString(all.Sum(nil))
	return c
}

// Differences names the tables in which two databases differ.
func (c Checksum) Differences(other Checksum) (names []string) {
	for _, t := range c.Tables {
		if !slices.Contains(other.Tables, t) {
			names = append(names, t.Name)
		}
	}
	return names
}

// digest counts rows and adds up their hashes, so their order does not matter.
type digest struct {
	rows   int64
	sum    [4]uint64 // a number of 256 bits, the lowest first
	buffer []byte
}

func (d digest) String() string {
	return fmt.Sprintf("%016x%016x%016x%016x", d.sum[3], d.sum[2], d.sum[1], d.sum[0])
}

func (d digest) equals(other digest) bool { return d.rows == other.rows && d.sum == other.sum }

// add adds a row of canonical values, and returns how many bytes it has.
func (d *digest) add(row []any) int {
	d.buffer = d.buffer[:0]
	for _, value := range row {
		d.buffer = appendValue(d.buffer, value)
	}
	hash := sha256.Sum256(d.buffer)
	var carry uint64
	for i := range d.sum {
		d.sum[i], carry = bits.Add64(d.sum[i], binary.LittleEndian.Uint64(hash[8*i:]), carry)
	}
	d.rows++
	return len(d.buffer)
}

// appendValue writes a letter for the type, then the length of a text or bytes, then the value. So no two different rows look alike.
func appendValue(b []byte, value any) []byte {
	switch v := value.(type) {
	case nil:
		return append(b, 'n')
	case bool:
		if v {
			return append(b, 't')
		}
		return append(b, 'f')
	case int64:
		return binary.BigEndian.AppendUint64(append(b, 'i'), uint64(v)) // #nosec G115 -- all 64 bits
	case string:
		return append(binary.BigEndian.AppendUint64(append(b, 's'), uint64(len(v))), v...)
	case []byte:
		return append(binary.BigEndian.AppendUint64(append(b, 'b'), uint64(len(v))), v...)
	}
	panic(fmt.Sprintf("%T is not canonical", value))
}

// parseDigest reads what String has written.
func parseDigest(rows int64, text string) (digest, error) {
	d := digest{rows: rows}
	_, err := fmt.Sscanf(text, "%16x%16x%16x%16x", &d.sum[3], &d.sum[2], &d.sum[1], &d.sum[0])
	return d, err
}
