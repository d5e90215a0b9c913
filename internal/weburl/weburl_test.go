package weburl_test

import (
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/weburl"
)

// texts are URLs about which Go releases and settings differ, and their neighbors.
var texts = []string{
	"https://a:b:c/", "https://a:1:2/", "HTTP://a:1:2", "http://a::", "http://:1:2", "http://a:1",
	"https://u:p:q@a:1/", "https://u:p@a:1:2/", "https://u p@a:1:2/", "https://a@b@c:1:2",
	"http://a:1:2?x=y", "http://a:1:2#f", "http://a#f:1:2", "http://a?b:1:2", "http://a/b:1:2",
	"http://[::1]:1", "http://[::1]:1:2", "http://[::1", "http://a[::1]:1:2", "http://[1.2.3.4]", "http://[a:b:c]/",
	"http://a%zz:1:2", "http://a:1:2/%zz", "http://a:1:2/\x7f", "http://a:1:2/\n", "http://é:1:2",
	"postgres://a:1,b:2/", "mongodb://a:1:2", "http:a:1:2", "http:/a:1:2", "//a:1:2", "http://", "", "*", "/a:1:2",
	"http://a[::1]", "postgres://a[::1]:1", "http://[::1][::1]", "http://u@a[b]/", "a+b.c-d://a[::1]", "http://[::1%25a[]", "é://a[", "1http://a:1:2", "a://b://c:1:2", "http ://a:1:2",
}

func TestParse(t *testing.T) {
	for _, strict := range []string{"urlstrictcolons=0", "urlstrictcolons=1"} {
		t.Run(strict, func(t *testing.T) {
			for _, text := range texts {
				t.Setenv("GODEBUG", "urlstrictcolons=1")
				want, wantErr := url.Parse(text)
				requested, requestedErr := url.ParseRequestURI(text)
				t.Setenv("GODEBUG", strict)
				got, err := weburl.Parse(text)
				if knowsStrict() {
					assert.Equal(t, want, got, text)
					assert.Equal(t, errorText(wantErr), errorText(err), text)
				}
				got, err = weburl.ParseRequestURI(text)
				if knowsStrict() {
					assert.Equal(t, requested, got, text)
					assert.Equal(t, errorText(requestedErr), errorText(err), text)
				}
			}
		})
	}
}

// knowsStrict reports whether net/url has the setting, and so is a reference.
func knowsStrict() bool {
	old := os.Getenv("GODEBUG")
	defer os.Setenv("GODEBUG", old)
	os.Setenv("GODEBUG", "urlstrictcolons=1")
	_, err := url.Parse("http://a:1:2")
	return err != nil
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestParseWithoutReference(t *testing.T) {
	_, err := weburl.Parse("https://a:b:c/#f")
	assert.EqualError(t, err, `parse "https://a:b:c/": invalid port ":b:c" after host`)
	_, err = weburl.ParseRequestURI("http://a%zz:1:2")
	assert.EqualError(t, err, `parse "http://a%zz:1:2": invalid port ":1:2" after host`)
	_, err = weburl.Parse("postgres://a[::1]")
	assert.EqualError(t, err, `parse "postgres://a[::1]": invalid IP-literal`)
	u, err := weburl.Parse("mongodb://a:1:2")
	assert.NoError(t, err)
	assert.Equal(t, "a:1:2", u.Host)
}

func TestParseQuery(t *testing.T) {
	t.Setenv("GODEBUG", "urlmaxqueryparams=0")
	for count, fails := range map[int]bool{1: false, 10000: false, 10001: true} {
		values, err := weburl.ParseQuery(strings.Repeat("a&", count-1) + "a")
		assert.Equal(t, fails, err != nil, count)
		assert.Len(t, values["a"], map[bool]int{true: 0, false: count}[fails])
	}
}
