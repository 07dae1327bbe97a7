package main

import (
	"context"
	"crypto/x509"
	"errors"
	"io/fs"
	"net/url"
	"slices"
	"strings"
	"time"

	"btracker/internal/certificate"
	"btracker/internal/config"
	"btracker/internal/datadir"
)

func lookAtTLS(_ context.Context, c config.Config) finding {
	if !c.UsesTLS() {
		return well("btracker speaks plain HTTP; --tls-cert or --acme-hosts make it speak TLS, for those without a proxy")
	}
	public, err := url.Parse(c.PublicURL)
	if err != nil {
		return bad("%s can not be read: correct --public-url", c.PublicURL)
	}
	if c.TLSCert != "" {
		return lookAtFiles(c, public.Hostname())
	}
	return lookAtACME(c, public.Hostname())
}

func lookAtFiles(c config.Config, host string) finding {
	pair, err := certificate.ReadFiles(c.TLSCert, c.TLSKey)
	if err != nil {
		return bad("%v: correct --tls-cert and --tls-key", err)
	}
	// A group may read it: the programs that renew certificates have one for that.
	if rights, _ := datadir.OpenToOthers(c.TLSKey); rights&0o007 != 0 {
		return bad("every user of this machine can read the key %s (%04o): chmod o= %s", c.TLSKey, rights, shellWord(c.TLSKey))
	}
	if f := lookAtCertificate(pair.Leaf, host); f.verdict != isWell {
		return f
	}
	chain := x509.NewCertPool()
	for _, der := range pair.Certificate[1:] {
		if above, err := x509.ParseCertificate(der); err == nil {
			chain.AddCert(above)
		}
	}
	if _, err := pair.Leaf.Verify(x509.VerifyOptions{Intermediates: chain}); err != nil {
		return note("this machine does not trust %s (%v): if its authority is a public one, the file lacks the chain (fullchain.pem has it)", c.TLSCert, err)
	}
	return well("%s is for %s until %s; it is read again when it changes", c.TLSCert, namesOf(pair.Leaf), dayOf(pair.Leaf.NotAfter))
}

func lookAtACME(c config.Config, host string) finding {
	if !slices.Contains(c.ACMEHosts, strings.ToLower(host)) {
		return bad("people come to %s, which is not in --acme-hosts: add it, or correct --public-url", host)
	}
	authority := authorityOf(c)
	var until []string
	for _, name := range c.ACMEHosts {
		leaf, err := authority.Kept(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return note("there is no certificate for %s yet: serve gets it, if the name leads to this machine and its port 443 to %s; the log says why not", name, c.Addr)
		case err != nil:
			return bad("the certificate of %s can not be read: %v", name, err)
		}
		if rights, isOpen := datadir.OpenToOthers(authority.KeptAt(name)); isOpen {
			return bad("others can read the key %s (%04o): chmod 600 %s", authority.KeptAt(name), rights, shellWord(authority.KeptAt(name)))
		}
		if f := lookAtCertificate(leaf, name); f.verdict != isWell {
			return f
		}
		until = append(until, name+" until "+dayOf(leaf.NotAfter))
	}
	return well("certificates by ACME: %s; serve renews them", strings.Join(until, ", "))
}

// lookAtCertificate does not ask whether anybody trusts it.
func lookAtCertificate(leaf *x509.Certificate, host string) finding {
	switch now := time.Now(); {
	case now.Before(leaf.NotBefore):
		return bad("the certificate for %s is valid from %s on: look at the clock of this machine", namesOf(leaf), leaf.NotBefore.UTC().Format(time.RFC3339))
	case now.After(leaf.NotAfter):
		return bad("the certificate for %s ended on %s: renew it; the log says why serve could not, if it should", namesOf(leaf), dayOf(leaf.NotAfter))
	case leaf.VerifyHostname(host) != nil:
		return bad("the certificate is for %s, and people come to %s: get one for that name, or correct --public-url", namesOf(leaf), host)
	case certificate.EndsSoon(leaf, now):
		return bad("the certificate for %s ends on %s and was not renewed: look at the program that renews it, or at the log of serve", namesOf(leaf), dayOf(leaf.NotAfter))
	}
	return well("")
}

func namesOf(leaf *x509.Certificate) string {
	if names := certificate.Names(leaf); len(names) > 0 {
		return strings.Join(names, ", ")
	}
	return "no name"
}

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }
