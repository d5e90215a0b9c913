package requests

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"

	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// parameters are the parameters of all requests, with values of which some are wrong.
var parameters = map[string][]string{
	"labelSelector":        {"", "a=b", "a in (b,c),!d", "a,", "a in", "a>1", "-=x", "a=-", "x=\xff"},
	"fieldSelector":        {"", "metadata.name=a", "metadata.name=b", "metadata.namespace=default", "spec.color!=red", "spec.x=1", "a", `metadata.name=\,`, "metadata.name!=a,spec.color=x"},
	"watch":                bools,
	"allowWatchBookmarks":  bools,
	"sendInitialEvents":    bools,
	"resourceVersion":      {"", "0", "5", "-1", "abc", "00", "18446744073709551615", "18446744073709551616"},
	"resourceVersionMatch": {"", "Exact", "NotOlderThan", "NotOlderThan", "exact", "x\"<\xff"},
	"timeoutSeconds":       integers,
	"limit":                integers,
	"continue":             {"", "abc", "e30", "!"},
	"dryRun":               {"All", "All", "", "all", "<x>\xff\""},
	"fieldManager":         {"", "kubectl", "kubectl-edit", "a\x00b\u200b", "\xff", strings.Repeat("m", 128), strings.Repeat("m", 129), strings.Repeat("ü", 65) + "\n"},
	"fieldValidation":      {"", "Strict", "Warn", "Ignore", "strict", "\"\x01<"},
	"force":                bools,
	"gracePeriodSeconds":   integers,
	"orphanDependents":     bools,
	"propagationPolicy":    {"", "Foreground", "Background", "Orphan", "orphan", "nil", "<\xff"},
	"uid":                  {"", "b7c1"},
	"includeObject":        {"", "None", "Metadata", "Object", "none", "<\xff"},
	"-":                    bools,
	"export":               bools,
	"pretty":               {"", "1", "true", "T", "yes", "0", "FALSE"},
	"shardSelector":        {"x"},
	"ignoreStoreReadErrorWithClusterBreakingPotential": bools,
}

var (
	bools    = []string{"", "1", "0", "true", "false", "FALSE", "False", "no", "00", "f"}
	integers = []string{"5", "0", "-1", "", "x", "1.5", "0x10", "+7", "9223372036854775807", "9223372036854775808", "1_0", " 1", "\xff"}
)

// relevant are the parameters of each request, which the others surround now and then.
var relevant = map[string][]string{
	"get":    {"resourceVersion", "export"},
	"list":   {"labelSelector", "fieldSelector", "watch", "allowWatchBookmarks", "sendInitialEvents", "resourceVersion", "resourceVersionMatch", "timeoutSeconds", "limit", "continue"},
	"write":  {"dryRun", "fieldManager", "fieldValidation", "force"},
	"delete": {"gracePeriodSeconds", "orphanDependents", "propagationPolicy", "dryRun", "uid", "resourceVersion", "ignoreStoreReadErrorWithClusterBreakingPotential"},
	"table":  {"includeObject", "-"},
}

// sent is the query of a request.
type sent struct {
	Request string // of [relevant]
	Query   string
	Type    string // of the body of a patch
	Agent   string
	Name    string // in the URL of a watch
}

// newSent returns a query with few wrong values.
func newSent(seed uint64) sent {
	r := parity.Rand(seed)
	in := sent{
		Request: pick(r, "get", "list", "list", "list", "write", "write", "delete", "delete", "table"),
		Type:    pick(r, "application/apply-patch+yaml", "application/merge-patch+json", "application/apply-patch+yaml; charset=x", ";application/apply-patch+yaml", ""),
		Agent:   pick(r, "kubectl/v1.37", "curl/8", "Wget", "Mozilla/5.0 (X11)", "Mozilla", "", strings.Repeat("ä", 70)+"/1", "\x00a\xff"),
		Name:    pick(r, "a", "a", "b", ",", ""),
	}
	var pairs []string
	for _, name := range relevant[in.Request] {
		for r.IntN(3) == 0 {
			pairs = append(pairs, pair(r, name))
		}
	}
	if r.IntN(5) == 0 {
		pairs = append(pairs, pick(r, "%zz=1", "a;b=c", "pretty", "watch&watch=0", "DryRun=x", "%70retty=1", "=", "limit", pair(r, "shardSelector"), pair(r, "pretty")))
	}
	r.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	in.Query = strings.Join(pairs, "&")
	return in
}

// pair returns a parameter with one of its first values in most cases.
func pair(r *rand.Rand, name string) string {
	values := parameters[name]
	value := values[r.IntN(len(values))]
	if r.IntN(3) > 0 {
		value = values[r.IntN(min(3, len(values)))]
	}
	if name == "continue" && r.IntN(2) == 0 {
		value = token(r)
	}
	return name + "=" + url.QueryEscape(value)
}

// token returns a token of a list, often with a wrong part.
func token(r *rand.Rand) string {
	if r.IntN(3) == 0 {
		return httpapi.Start{Revision: pick[int64](r, 5, -1, 0), Key: pick(r, "a", "default/a\x00", "/a", "//a", "../a", "a/", "", ".")}.Token()
	}
	return base64JSON(pick(r, `{"v":"meta.k8s.io/v1","rv":5,"start":"a"}`, `{"v":"v2","rv":5,"start":"a"}`, `{"v":"meta.k8s.io/v1","rv":"5","start":"a"}`,
		`{"V":"meta.k8s.io/v1","RV":-1,"Start":"/b","other":1}`, `[]`, `{`, `null`, `{"v":5}`, `{"v":"meta.k8s.io/v1","rv":1.5}`, fmt.Sprintf(`{"v":"meta.k8s.io/v1","rv":%d,"start":"\ud800"}`, r.Int64())))
}
