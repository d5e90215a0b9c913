package served_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// step is a request of a sequence. Words in capital letters are replaced by what each side has answered
// before: NS for the namespace of the sequence, RV and UID for the resource version and the uid of the object
// with the name in the path, OLD for its first resource version, CONTINUE for the last token of a
// list, and START for the resource version of the first list.
type step struct {
	Method, Path, Query, Accept, ContentType string
	Body                                     string
}

// sequence is what a client sends.
type sequence struct{ Steps []step }

// sequences returns generated sequences.
func sequences() parity.Cases[sequence] {
	return parity.Generated(parity.FullOr(5_000, 250), func(seed uint64) sequence {
		g := gardener{parity.Rand(seed)}
		s := sequence{Steps: []step{{Method: "GET", Path: plantsPath, Accept: "application/json"}}}
		for range 8 + g.IntN(10) {
			s.Steps = append(s.Steps, g.step())
		}
		if g.IntN(6) == 0 {
			s.Steps = append(s.Steps, g.watch())
		}
		return s
	})
}

const (
	servedPath = "/apis/served.example.com"
	plantsPath = servedPath + "/v1/namespaces/NS/plants"
)

// gardener draws requests.
type gardener struct{ *rand.Rand }

func pick[T any](g gardener, of ...T) T { return of[g.IntN(len(of))] }

// rarely returns an odd value now and then.
func rarely[T any](g gardener, usual T, odd ...T) T {
	if g.IntN(12) == 0 {
		return pick(g, odd...)
	}
	return usual
}

func (g gardener) collection() string {
	resource := rarely(g, "plants", "sheds", "sheds", "roofs")
	return servedPath + "/" + rarely(g, "v1", "v1beta1", "v1beta1", "v9") + "/namespaces/NS/" + resource
}

func (g gardener) name() string { return pick(g, "a", "b", "c") }

func (g gardener) accept() string {
	return rarely(g, "application/json", asTable, asMetadata, "application/yaml", "*/*", "text/html",
		"application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io", "application/json;pretty=1")
}

func (g gardener) step() step {
	s := step{Accept: g.accept()}
	switch g.IntN(20) {
	case 0, 1, 2, 3, 4:
		s.Method, s.Path, s.Query, s.Body = "POST", g.collection(), g.writeQuery(), g.object(g.name(), "")
		s.ContentType = rarely(g, "application/json", "application/yaml", "text/plain", "")
	case 5, 6, 7:
		name := g.name()
		s.Method, s.Path, s.Query = "PUT", g.collection()+"/"+name+rarely(g, "", "/status", "/scale", "/roof"), g.writeQuery()
		s.Body, s.ContentType = g.object(rarely(g, name, "x"), rarely(g, "RV", "OLD", "", "x", "1")), "application/json"
		if strings.HasSuffix(s.Path, "/scale") {
			s.Body = fmt.Sprintf(`{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":%q,"namespace":"NS"},"spec":{"replicas":%d}}`, name, g.IntN(4))
		}
	case 8, 9, 10, 11:
		s.patch(g)
	case 12:
		s.apply(g)
	case 13:
		s.apply(g)
	case 14, 15:
		s.Method, s.Path = "DELETE", g.collection()+"/"+g.name()+rarely(g, "", "/status")
		s.Query = rarely(g, "", "dryRun=All", "propagationPolicy=Foreground", "propagationPolicy=Orphan", "gracePeriodSeconds=x", "propagationPolicy=x")
		s.Body = rarely(g, "", `{"preconditions":{"uid":"x"}}`, `{"preconditions":{"uid":"UID"}}`, `{"preconditions":{"resourceVersion":"RV"}}`,
			`{"kind":"DeleteOptions","apiVersion":"v1","propagationPolicy":"Foreground"}`, `{"x":1}`, `{`)
		s.ContentType = "application/json"
	case 16:
		s.Method, s.Path, s.Query = "GET", g.collection()+"/"+g.name()+rarely(g, "", "/status", "/scale", "/roof"), rarely(g, "", "resourceVersion=0", "resourceVersion=x", "pretty=true")
	case 17, 18:
		s.Method, s.Path, s.Query = "GET", g.collection(), g.listQuery()
	default:
		s.odd(g)
	}
	return s
}

// patch makes a JSON patch or a merge patch.
func (s *step) patch(g gardener) {
	s.Method, s.Path, s.Query = "PATCH", g.collection()+"/"+g.name()+rarely(g, "", "/status", "/scale", "/roof"), g.writeQuery()
	if g.IntN(2) == 0 {
		s.ContentType = rarely(g, "application/merge-patch+json", "application/strategic-merge-patch+json", "application/json")
		s.Body = pick(g, `{"spec":{"color":"red"}}`, `{"spec":{"height":`+fmt.Sprint(g.IntN(102))+`}}`, `{"metadata":{"labels":{"team":"`+pick(g, "a", "b")+`"}}}`,
			`{"metadata":{"finalizers":null}}`, `{"metadata":{"finalizers":["example.com/f"]}}`, `{"status":{"ready":true}}`, `{"spec":{"parts":[{"name":"x","size":1}]}}`,
			`{"spec":null}`, `{}`, `{"odd":1}`, `{"metadata":{"resourceVersion":"OLD"}}`, `{"spec":{"replicas":2}}`, `[]`, `{"metadata":{"name":"x"}}`)
		return
	}
	s.ContentType = "application/json-patch+json"
	s.Body = pick(g, `[{"op":"replace","path":"/spec/color","value":"blue"}]`, `[{"op":"add","path":"/spec/tags","value":["x","y"]}]`,
		`[{"op":"add","path":"/spec/tags/-","value":"z"}]`, `[{"op":"remove","path":"/spec/height"}]`, `[{"op":"test","path":"/spec/color","value":"red"}]`,
		`[{"op":"add","path":"/metadata/labels","value":{"team":"b"}}]`, `[{"op":"add","path":"/status","value":{"ready":false,"replicas":1}}]`, `{}`, `[]`,
		`[{"op":"replace","path":"/metadata/finalizers","value":[]}]`)
}

// apply makes a server-side apply.
func (s *step) apply(g gardener) {
	name := g.name()
	s.Method, s.Path, s.ContentType = "PATCH", g.collection()+"/"+name+rarely(g, "", "/status"), "application/apply-patch+yaml"
	s.Query = "fieldManager=" + pick(g, "m1", "m2") + rarely(g, "", "&force=true", "&force=true", "&dryRun=All", "&fieldValidation=Strict")
	s.Query = rarely(g, s.Query, "", "force=true")
	spec := map[string]any{}
	for _, field := range []string{"color", "height", "tags", "parts", "pot"} {
		if g.IntN(3) == 0 {
			spec[field] = g.value(field)
		}
	}
	obj := map[string]any{"apiVersion": "served.example.com/v1", "kind": "Plant", "metadata": map[string]any{"name": rarely(g, name, "x")}, "spec": spec}
	if strings.HasSuffix(s.Path, "/status") {
		obj["status"] = map[string]any{"ready": true}
	}
	s.Body = asText(obj)
}

func asText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func (g gardener) value(field string) any {
	switch field {
	case "color":
		return rarely(g, pick(g, "green", "red", "blue"), "black")
	case "height":
		return rarely[any](g, 1+g.IntN(20), 0, "tall", 1.5)
	case "tags":
		return rarely(g, []any{"x"}, []any{"x", "y"}, []any{"x", "x"}, []any{})
	case "parts":
		return rarely(g, []any{map[string]any{"name": "root", "size": g.IntN(3)}}, []any{map[string]any{"name": "leaf"}, map[string]any{"name": "root"}},
			[]any{map[string]any{"size": 1}})
	case "pot":
		return map[string]any{"size": pick(g, "s", "m")}
	}
	return map[string]any{"any": g.IntN(3)}
}

// object returns an object with a resource version, or without one.
func (g gardener) object(name, revision string) string {
	meta := map[string]any{"name": name, "labels": map[string]any{"team": pick(g, "a", "b")}}
	if revision != "" {
		meta["resourceVersion"] = revision
	}
	if g.IntN(5) == 0 {
		meta["finalizers"] = []any{"example.com/f"}
	}
	if g.IntN(15) == 0 {
		meta["uid"] = pick(g, "UID", "x")
	}
	spec := map[string]any{}
	for _, field := range []string{"color", "height", "tags", "parts", "pot", "extra"} {
		if g.IntN(3) == 0 {
			spec[field] = g.value(field)
		}
	}
	if g.IntN(8) == 0 {
		spec["odd"] = 1
	}
	obj := map[string]any{"apiVersion": rarely(g, "served.example.com/v1", "served.example.com/v1beta1", "other/v1"), "kind": rarely(g, "Plant", "Shed"), "metadata": meta, "spec": spec}
	if g.IntN(3) == 0 {
		obj["status"] = map[string]any{"ready": g.IntN(2) == 0, "replicas": g.IntN(3)}
	}
	return asText(obj)
}

func (g gardener) writeQuery() string {
	return rarely(g, "", "dryRun=All", "fieldValidation=Strict", "fieldValidation=Ignore", "fieldManager=other", "dryRun=x", "fieldValidation=x&fieldManager=%01")
}

func (g gardener) selectors() string {
	q := url.Values{}
	if g.IntN(3) == 0 {
		q.Set("labelSelector", pick(g, "team=a", "team!=a", "none", "team in (a,b)", "=="))
	}
	if g.IntN(3) == 0 {
		q.Set("fieldSelector", pick(g, "spec.color=red", "spec.color!=red", "metadata.name=a", "metadata.namespace=NS", "spec.height=1"))
	}
	return q.Encode()
}

func (g gardener) listQuery() string {
	return g.selectors() + rarely(g, "", "&limit=1", "&limit=1", "&limit=2", "&limit=1&continue=CONTINUE", "&continue=CONTINUE", "&continue=x", "&resourceVersion=0", "&resourceVersion=0&limit=1",
		"&resourceVersion=START&resourceVersionMatch=Exact", "&resourceVersion=START&resourceVersionMatch=NotOlderThan", "&resourceVersion=START&limit=1", "&resourceVersionMatch=Exact", "&limit=x")
}

// odd makes a request that is not a verb of an object.
func (s *step) odd(g gardener) {
	switch g.IntN(7) {
	case 0:
		s.Method, s.Path, s.Query = "DELETE", g.collection(), g.selectors()+rarely(g, "", "&dryRun=All", "&propagationPolicy=x")
	case 1:
		s.Method, s.Path = pick(g, "PUT", "PATCH", "DELETE", "OPTIONS"), g.collection()+pick(g, "", "/a/status", "/a/scale", "/a/roof", "/a%25")
	case 2:
		s.Method, s.Path = "POST", g.collection()+pick(g, "/a", "/a/status")
	case 3:
		s.Method, s.Path = "GET", servedPath+pick(g, "", "/v1", "/v1beta1", "/v9")
	case 4:
		s.Method, s.Path = "GET", servedPath+pick(g, "/v1/plants/a", "/v1/namespaces/NS/plants/..", "/v1/namespaces/NS/plants/a%25b")
	case 5:
		s.Method, s.Path, s.Query = "GET", g.collection(), "watch=1&timeoutSeconds=1&"+pick(g, "resourceVersion=x", "sendInitialEvents=true", "resourceVersionMatch=Exact&resourceVersion=1", "fieldSelector=a%3Db")
	default:
		s.Method, s.Path, s.Query = "GET", g.collection(), g.listQuery()
	}
}

// watch makes the watch of all writes of a sequence, or of its objects.
func (g gardener) watch() step {
	s := step{Method: "GET", Path: plantsPath, Accept: pick(g, "application/json", asTable, asMetadata)}
	s.Query = "watch=1&timeoutSeconds=1&" + g.selectors() + "&" + pick(g, "resourceVersion=START", "resourceVersion=START", "resourceVersion=0",
		"sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan", "")
	return s
}

const (
	asTable    = "application/json;as=Table;v=v1;g=meta.k8s.io"
	asMetadata = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"
)
