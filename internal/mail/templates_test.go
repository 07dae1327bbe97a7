package mail

import (
	"context"
	"strings"
	"testing"
	"time"
)

func TestPasswordReset(t *testing.T) {
	m := PasswordReset(LinkMail{DisplayName: "<script>Ann", Link: link, ValidFor: time.Hour}, "ann@example.com")
	if m.To != "ann@example.com" || m.Subject != "Reset your btracker password" {
		t.Errorf("%+v", m)
	}
	for _, body := range []string{m.Text, m.HTML} {
		if !strings.Contains(body, "for 1 hour.") || !strings.Contains(body, "your password stays as it is") {
			t.Errorf("incomplete: %s", body)
		}
	}
	if !strings.Contains(m.Text, "\n"+link+"\n") {
		t.Errorf("the link is not on a line of its own: %s", m.Text)
	}
	if strings.Contains(m.HTML, "<script>") {
		t.Errorf("a name became markup: %s", m.HTML)
	}
}

func TestNewsSaysItsZone(t *testing.T) {
	m := News(NewsMail{DisplayName: "Ann", Items: []NewsItem{{Title: "T", Details: "D"}}}, "ann@example.com", "id")
	for _, body := range []string{m.Text, m.HTML} {
		if !strings.Contains(body, "Days in it are in UTC.") {
			t.Error(body)
		}
	}
}

func TestInvitationByNobody(t *testing.T) {
	m := Invitation(LinkMail{DisplayName: "Ann", Link: link, ValidFor: time.Hour}, "ann@example.com")
	for _, body := range []string{m.Text, m.HTML} {
		if !strings.Contains(body, "There is now an account for you") {
			t.Errorf("%s", body)
		}
	}
}

func TestHTMLTakesWebLinksAlone(t *testing.T) {
	m := PasswordReset(LinkMail{Link: "javascript:alert(1)"}, "ann@example.com")
	if strings.Contains(m.HTML, `href="javascript`) {
		t.Error(m.HTML)
	}
}

func TestInWords(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Minute: "1 minute", 90 * time.Minute: "90 minutes", time.Hour: "1 hour", 36 * time.Hour: "36 hours",
		24 * time.Hour: "1 day", 7 * 24 * time.Hour: "7 days",
	} {
		if got := inWords(d, ""); got != want {
			t.Errorf("%s: %q", d, got)
		}
	}
}

// Every mail that has a reader is in German too, with the same values in it.
func TestGermanMails(t *testing.T) {
	at := time.Date(2026, 3, 1, 22, 5, 0, 0, time.UTC)
	reader := Reader{Email: "ann@example.com", DisplayName: "Ann <b>", Language: "de"}
	var sent kept
	p := Postman{&sent}
	for what, c := range map[string]struct {
		send    func() error
		subject string
		words   []string
	}{
		"invitation": {func() error { return p.Invite(t.Context(), reader, "Ada", link, 7*24*time.Hour) }, "Einladung zu btracker",
			[]string{"Ada hat ", "einmal, 7 Tage lang", "Passwort vergessen?"}},
		"nobody's invitation": {func() error { return p.Invite(t.Context(), reader, "", link, time.Hour) }, "Einladung zu btracker",
			[]string{"es gibt jetzt ein Konto für Sie", "1 Stunde lang"}},
		"reset": {func() error { return p.Reset(t.Context(), reader, link, 90*time.Minute) }, "Neues Passwort für btracker",
			[]string{"90 Minuten lang", "Ihr Passwort bleibt"}},
		"security": {func() error {
			return p.Warn(t.Context(), reader, "Ihr Passwort wurde geändert.", at.In(zone(t, "Europe/Berlin")), link)
		}, "Ihr Konto bei btracker hat sich geändert", []string{"Ihr Passwort wurde geändert.", "am 1. März 2026 um 23:05 Uhr (Europe/Berlin)"}},
		"news": {func() error {
			return p.Notify(t.Context(), reader, "id", []NewsItem{{Title: "Titel", Details: "Näheres", Link: link}}, 2, link)
		}, "3 neue Benachrichtigungen in btracker", []string{"Titel", "Näheres", "Und 2 weitere.", "Tage darin sind in UTC."}},
		"report": {func() error {
			return p.Report(t.Context(), reader.Email, "id", ReportMail{Language: "de", Subject: "Ihre Auswertung", Hello: "Hallo Ann <b>,",
				Heading: []string{"im Vergleich zu Oktober 2026"}, Headline: "100,00 $ im Monat.", Link: link, LinkText: "Auswertung öffnen",
				Tables: []struct{ Rows [][]string }{{[][]string{{"Kennzahl", "Wert"}, {"Marge in %", "30,5"}}}}, Note: "Einmal im Monat."})
		}, "Ihre Auswertung", []string{"im Vergleich zu Oktober 2026", "100,00 $ im Monat.", "Kennzahl", "Marge in %", "30,5", "Auswertung öffnen", "Einmal im Monat."}},
		"one": {func() error {
			return p.Notify(t.Context(), reader, "id", []NewsItem{{Title: "T", Details: "D"}}, 0, link)
		}, "1 neue Benachrichtigung in btracker", nil},
	} {
		if err := c.send(); err != nil {
			t.Fatal(err)
		}
		m := sent.last
		if m.To != "ann@example.com" || m.Subject != c.subject || !strings.Contains(m.HTML, `<html lang="de">`) || strings.Contains(m.HTML, "<b>") {
			t.Errorf("%s: %+v", what, m)
		}
		for _, body := range []string{m.Text, m.HTML} {
			for _, words := range append(c.words, "Hallo Ann ") {
				if !strings.Contains(body, words) {
					t.Errorf("%s without %q: %s", what, words, body)
				}
			}
		}
		if !strings.Contains(m.Text, "\n"+link+"\n") {
			t.Errorf("%s: the link is not on a line of its own: %s", what, m.Text)
		}
	}
}

type kept struct{ last Message }

func (k *kept) Send(_ context.Context, m Message) (Receipt, error) {
	k.last = m
	return Receipt{}, nil
}

func TestWhen(t *testing.T) {
	at := time.Date(2026, 11, 9, 23, 30, 0, 0, time.UTC)
	for want, m := range map[string]SecurityMail{
		"9 November 2026 at 23:30 UTC":                {At: at},
		"10 November 2026 at 08:30 (Asia/Tokyo)":      {At: at.In(zone(t, "Asia/Tokyo")), Language: "en"},
		"9. November 2026 um 23:30 Uhr UTC":           {At: at, Language: "de"},
		"10. November 2026 um 08:30 Uhr (Asia/Tokyo)": {At: at.In(zone(t, "Asia/Tokyo")), Language: "de"},
	} {
		if got := m.When(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func zone(t *testing.T, name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}
