package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
)

const (
	secretPrefix = "whsec_"
	secretBytes  = 32
)

// NewSecret makes the key of a webhook's signatures.
func NewSecret() string {
	key := make([]byte, secretBytes)
	rand.Read(key)
	return secretPrefix + base64.StdEncoding.EncodeToString(key)
}

var errSecret = errors.New("not the secret of a webhook")

// sign returns the signature of a delivery.
func sign(d Delivery) (string, error) {
	encoded, ok := strings.CutPrefix(d.Secret, secretPrefix)
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil {
		return "", errSecret
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(d.ID + "." + timestamp(d) + "."))
	mac.Write(d.Body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}

func timestamp(d Delivery) string { return strconv.FormatInt(d.At.Unix(), 10) }
