// Package weburl parses URLs as a server does that Go 1.26 builds. The answers of net/url
// depend on the Go release and on the GODEBUG settings of a program: by default, these are
// the settings of the Go version in its go.mod. A server has the settings of Go 1.26.
package weburl

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Parse parses a URL like [url.Parse] with urlstrictcolons=1.
func Parse(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	withoutFragment, _, _ := strings.Cut(text, "#")
	return strict(u, err, withoutFragment)
}

// ParseRequestURI parses a URL like [url.ParseRequestURI] with urlstrictcolons=1.
func ParseRequestURI(text string) (*url.URL, error) {
	u, err := url.ParseRequestURI(text)
	return strict(u, err, text)
}

// strict returns what net/url returned for a text, or the error of Go 1.26 about its host.
func strict(u *url.URL, err error, text string) (*url.URL, error) {
	if wrong := hostError(text); wrong != nil {
		return nil, &url.Error{Op: "parse", URL: text, Err: wrong}
	}
	return u, err
}

var errBracket = errors.New("invalid IP-literal")

// hostError returns the error about a bracket inside a host, or several colons in a host of http or https. It returns nil
// if there is no host, or a control character, an error about which comes first.
func hostError(text string) error {
	scheme, rest, found := strings.Cut(text, "://")
	if !found || !isScheme(scheme) || strings.ContainsFunc(text, control) {
		return nil
	}
	host, _, _ := strings.Cut(rest, "?")
	host, _, _ = strings.Cut(host, "/")
	host = host[strings.LastIndexByte(host, '@')+1:]
	first, last := strings.IndexByte(host, ':'), strings.LastIndexByte(host, ':')
	switch bracket := strings.LastIndexByte(host, '['); {
	case bracket > 0:
		return errBracket
	case bracket < 0 && first != last && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")):
		return fmt.Errorf("invalid port %q after host", host[first:])
	}
	return nil
}

// isScheme reports whether s is a scheme of RFC 3986.
func isScheme(s string) bool {
	for i, c := range s {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", c)) {
			return false
		}
	}
	return s != ""
}

func control(r rune) bool { return r < ' ' || r == 0x7f }

const maxParameters = 10000

var errParameters = errors.New("number of URL query parameters exceeded limit")

// ParseQuery parses a query like [url.ParseQuery] with urlmaxqueryparams=10000.
func ParseQuery(query string) (url.Values, error) {
	if strings.Count(query, "&") >= maxParameters {
		return url.Values{}, errParameters
	}
	return url.ParseQuery(query)
}
