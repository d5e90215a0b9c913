// Package walk is what two tests share that send one list of requests: the test of examples/apiserver, and
// the test of internal/oracle that gets the answers of the reference server. They are in different modules.
package walk

import (
	"cmp"
	"regexp"
	"strings"
)

// Step is a request, "GET /apis". It is repeated until the answer has the text Until.
type Step struct {
	Name, Request, ContentType, Accept, Body, Until string
}

// Method returns the method and the path of the request.
func (s Step) Method() (method, path string) {
	method, path, _ = strings.Cut(s.Request, " ")
	return method, path
}

// Headers returns the headers of the request.
func (s Step) Headers() map[string]string {
	out := map[string]string{"Accept": cmp.Or(s.Accept, "application/json"), "User-Agent": "walk/1"}
	if s.ContentType != "" {
		out["Content-Type"] = s.ContentType
	}
	return out
}

// After returns the step with the resourceVersion of the answer before in place of LAST.
func (s Step) After(revision string) Step {
	s.Body = strings.ReplaceAll(s.Body, "LAST", revision)
	return s
}

// Answer is the answer to a step, without what differs from run to run.
type Answer struct {
	Name     string   `json:"name"`
	Code     int      `json:"code"`
	Type     string   `json:"type"`
	Warnings []string `json:"warnings,omitempty"`
	Body     string   `json:"body"`
}

var revisions = regexp.MustCompile(`"resourceVersion":"(\d+)"`)

// Revision returns the first resourceVersion in a body, or "".
func Revision(body string) string {
	if found := revisions.FindStringSubmatch(body); found != nil {
		return found[1]
	}
	return ""
}

// accidents differ from run to run. The last three differ from server to server: the managed fields that
// the controllers of the reference own, and its prefix in etcd.
var accidents = []struct {
	pattern *regexp.Regexp
	text    string
}{
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`), "TIME"},
	{regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`), "UID"},
	{regexp.MustCompile(`(resourceVersion\\*"?: ?\\*")\d+`), `${1}REVISION`},
	{regexp.MustCompile(`"\d+s"`), `"AGE"`},
	{regexp.MustCompile(`"continue":"[^"]+"`), `"continue":"TOKEN"`},
	{regexp.MustCompile(`,?\{"manager":"walk.test",.*?"subresource":"status"\}`), ""},
	{regexp.MustCompile(`"managedFields":\[,`), `"managedFields":[`},
	{regexp.MustCompile(`/registry/apiextensions.kubernetes.io/`), "/registry/"},
}

// Plain returns a body without what differs from run to run.
func Plain(body string) string {
	for _, a := range accidents {
		body = a.pattern.ReplaceAllString(body, a.text)
	}
	return body
}
