package programs

import (
	"regexp"
	"slices"
	"strings"
)

// changing is what differs from run to run, and what it is replaced by.
var changing = []struct {
	pattern *regexp.Regexp
	name    string
}{
	{regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`), "UID"},
	{regexp.MustCompile(`X509SHA256=[0-9a-f]{64}`), "CERTIFICATE"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`), "TIME"},
	{regexp.MustCompile(`(?m)\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$`), "TIME"},
	{regexp.MustCompile(`(resourceVersion"?: ?)"\d+"`), `$1"REVISION"`},
	{regexp.MustCompile(`(Resource Version:\s+)\d+`), `${1}REVISION`},
	{regexp.MustCompile(`(https?://)(127\.0\.0\.1|localhost):\d+`), "${1}SERVER"},
	{regexp.MustCompile(`/tmp/(\w+-)?[A-Za-z-]+-\d+`), "/tmp/FILE"},
	{regexp.MustCompile(`(?m)\b\d+(s|m\d*s?)(\s*$| {2,})`), "AGE$2"},
	{regexp.MustCompile(` {2,}`), "  "}, // the width of a column depends on ages
}

// causes are the errors of an object, which a server prints in the order of a Go map.
var causes = regexp.MustCompile(`(?m)(^\* .*\n)+`)

// Stable returns an output of kubectl without what differs from run to run: times, identifiers, revisions,
// addresses, and the order of errors.
func Stable(text string) string {
	for _, c := range changing {
		text = c.pattern.ReplaceAllString(text, c.name)
	}
	return causes.ReplaceAllStringFunc(text, func(lines string) string {
		return strings.Join(slices.Sorted(strings.Lines(lines)), "")
	})
}
