package httpapi

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"net/http"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"btracker/internal/tracker"
)

// languageCookie holds the language that a person chose. The web app writes it (web/src/shared/language.ts).
const languageCookie = "btracker-language"

// maxAcceptLanguage bounds the text that is parsed: browsers send some fifty bytes.
const maxAcceptLanguage = 1000

// webLanguage is the pages of the web app in one language.
type webLanguage struct {
	index *webFile
	pages []*webPage
}

// page returns the HTML for an address below btracker/.
func (l *webLanguage) page(name string) *webFile {
	for _, p := range l.pages {
		if matches, err := path.Match(p.Address, name); err == nil && matches {
			return &p.html
		}
	}
	return l.index
}

// webLanguages is the web app in each language that it was built in. English is the first.
type webLanguages struct {
	all     []*webLanguage
	matcher language.Matcher
}

// of returns the language for a request: by the setting, then by the browser, else English.
func (l *webLanguages) of(r *http.Request) *webLanguage {
	_, i := language.MatchStrings(l.matcher, chosenLanguage(r), bounded(r.Header.Get("Accept-Language")))
	return l.all[i]
}

var reportLanguages = func() language.Matcher {
	var tags []language.Tag
	for _, one := range tracker.ReportLanguages {
		tags = append(tags, language.MustParse(one))
	}
	return language.NewMatcher(tags)
}()

// requestLanguage is the language of files and mails that a request asks for, chosen as that of the web app is.
func requestLanguage(r *http.Request) string {
	_, i := language.MatchStrings(reportLanguages, chosenLanguage(r), bounded(r.Header.Get("Accept-Language")))
	return tracker.ReportLanguages[i]
}

func chosenLanguage(r *http.Request) string {
	if cookie, err := r.Cookie(languageCookie); err == nil {
		return bounded(cookie.Value)
	}
	return ""
}

// bounded returns the value of a header, and nothing for a longer one than browsers send.
func bounded(value string) string {
	if len(value) > maxAcceptLanguage {
		return ""
	}
	return value
}

// loadLanguages takes the pages of each language out of the files. The build writes those of English to the top of dist,
// and those of each other language to a directory with its tag.
func (s *server) loadLanguages(files map[string]*webFile) (*webLanguages, error) {
	dirs := []string{""}
	for name := range files {
		if dir, isIndex := strings.CutSuffix(name, "/index.html"); isIndex {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	languages := &webLanguages{}
	var tags []language.Tag
	for _, dir := range dirs {
		name := path.Join(dir, "index.html")
		index, ok := files[name]
		if !ok {
			return nil, errors.New("the web app is not built into this program: run make build")
		}
		delete(files, name)
		tag := language.English
		if dir != "" {
			var err error
			if tag, err = language.Parse(dir); err != nil {
				return nil, fmt.Errorf("the web app in the language %s: %w", dir, err)
			}
		}
		loaded, err := s.loadLanguage(dir, tag.String(), index)
		if err != nil {
			return nil, err
		}
		tags = append(tags, tag)
		languages.all = append(languages.all, loaded)
	}
	languages.matcher = language.NewMatcher(tags)
	return languages, nil
}

func (s *server) loadLanguage(dir, tag string, index *webFile) (*webLanguage, error) {
	// The sign-in page need not ask whether there are passkeys.
	index.plain = bytes.Replace(index.plain, []byte(`name="btracker-passkeys" content=""`),
		fmt.Appendf(nil, `name="btracker-passkeys" content="%s"`, html.EscapeString(s.app.PasskeyOrigin())), 1)
	pages, err := loadPages(s.config.Web, dir, index.plain)
	if err != nil {
		return nil, err
	}
	name := s.app.SignOnName()
	for _, p := range pages {
		p.html.language = tag
		p.html.rebase(s.config.BasePath, name)
	}
	index.language = tag
	index.rebase(s.config.BasePath, name)
	return &webLanguage{index: index, pages: pages}, nil
}
