package auth

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"image"
	"net/url"
	"strings"
	"time"

	"github.com/boombuler/barcode/qr"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
)

const (
	// totpPeriod is how long a code is shown.
	totpPeriod = 30 * time.Second
	// totpSkew is how many codes before and after the present one are right, because clocks differ.
	totpSkew = 1
)

var base32Text = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewTotpSecret returns a secret of 160 random bits, as apps take it.
func NewTotpSecret() string {
	b := make([]byte, 20)
	rand.Read(b)
	return base32Text.EncodeToString(b)
}

// TotpStep returns the time step of a code, if it is right at this time and newer than after. Whoever keeps the
// step of the last code makes sure that no code works twice.
func TotpStep(secret, code string, now time.Time, after int64) (step int64, right bool) {
	present := now.Unix() / int64(totpPeriod/time.Second)
	for step := max(present-totpSkew, after+1); step <= present+totpSkew; step++ {
		want, err := hotp.GenerateCodeCustom(secret, uint64(step), hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}) // #nosec G115 -- a time after 1970
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			return step, true
		}
	}
	return 0, false
}

// TotpURI returns the address that an app reads from the QR code.
func TotpURI(secret, issuer, account string) string {
	return "otpauth://totp/" + url.PathEscape(issuer+":"+account) + "?" + url.Values{"secret": {secret}, "issuer": {issuer}}.Encode()
}

// QRPath returns a QR code as the path data of an SVG: one unit a module, without a quiet zone.
func QRPath(text string) (string, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return "", fmt.Errorf("QR code: %w", err)
	}
	var path strings.Builder
	size := code.Bounds()
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			begin := x
			for x < size.Max.X && isDark(code, x, y) {
				x++
			}
			if x > begin {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", begin, y, x-begin, x-begin)
			}
		}
	}
	return path.String(), nil
}

func isDark(code image.Image, x, y int) bool {
	r, _, _, _ := code.At(x, y).RGBA()
	return r == 0
}

// NewRecoveryCode returns a code of 80 random bits in groups of four characters, and its stored form.
func NewRecoveryCode() (plain, hash string) {
	b := make([]byte, 10)
	rand.Read(b)
	text := base32Text.EncodeToString(b)
	for i := 0; i < len(text); i += 4 {
		plain += "-" + text[i:i+4]
	}
	plain = plain[1:]
	return plain, HashRecoveryCode(plain)
}

// HashRecoveryCode returns the stored form of a code as a person types it.
func HashRecoveryCode(typed string) string {
	return HashOpaqueToken(strings.NewReplacer("-", "", " ", "").Replace(strings.ToUpper(typed)))
}
