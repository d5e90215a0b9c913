package live_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/registry"
)

// asking is a request whose query and headers decide whether the server refuses it.
type asking struct {
	Verb          string
	Query         string
	Accept, Agent string
	Type          string // the Content-Type
	Options       string // the body of a request to delete a collection
	Beyond        *int   // the bytes of the body beyond the greatest size, or nil for a small body
}

// TestOptions compares the whole answers to requests that the server refuses for their query
// or their Accept header, and for others the field manager, the media type and the indentation.
func TestOptions(t *testing.T) {
	server := live.Start(t)
	crd := decode(t, strings.NewReplacer("live.example.com", "options.example.com").Replace(lamps))
	answers, err := server.Install(crd)
	require.NoError(t, err)
	require.True(t, answers[0].Accepted(), answers[0].Message())
	require.True(t, server.Resource(crd, "v1").Create(lamp("a")).Accepted())
	definition, err := crdschema.Compile(t.Context(), crd)
	require.NoError(t, err)
	v1, _ := definition.Version("v1")
	codes := map[int]int{}
	cases := parity.Generated(parity.Full(20_000), newAsking)
	parity.Run(t, "request-options-live", cases, func(c *parity.Check, in asking) {
		refused, verdict := in.ours(v1)
		if refused == nil && verdict.Watch {
			c.Void() // it would go on until it times out
			return
		}
		answer := in.send(server)
		if refused != nil {
			c.Equal("status", refused.Object(), bodyOf(answer))
			return
		}
		c.Equal("refused", "", refusedWith(answer))
		if answer.Accepted() {
			if in.Verb == "create" && verdict.Media.As == httpapi.WholeObject {
				c.Equal("manager", cmp.Or(verdict.Manager, "unknown"), managerOf(answer))
			}
			c.Equal("media type", verdict.Media.Name, answer.Header.Get("Content-Type"))
			indented := bytes.HasPrefix(answer.Text, []byte("{\n"))
			c.Equal("indented", verdict.Media.Indents(in.Query, in.Agent), indented)
		}
	})
	for i := range 400 {
		_, in := cases.At(i)
		if refused, _ := in.ours(v1); refused != nil {
			codes[refused.Code]++
		}
	}
	for _, code := range []int{400, 406, 413, 415, 422, 500} {
		require.Greater(t, codes[code], 1, "refused with %d: %v", code, codes)
	}
}

func lamp(name string) map[string]any {
	return map[string]any{"apiVersion": "options.example.com/v1", "kind": "Lamp", "metadata": map[string]any{"name": name}, "spec": map[string]any{"watts": int64(1)}}
}

// verdict is what is known of a request that is not refused.
type verdict struct {
	Watch   bool
	Manager string // of a request that writes an object
	Media   httpapi.MediaType
}

// ours returns our Status for a request, in the order of the server's handlers.
func (in asking) ours(v1 *crdschema.Version) (*crdschema.Status, verdict) {
	values, _ := url.ParseQuery(in.Query)
	media, status := httpapi.ParseAccept(in.Accept)
	operation, writes := map[string]crdschema.Operation{"create": crdschema.Create, "update": crdschema.Update, "patch": crdschema.Patch}[in.Verb]
	unsupported := httpapi.CheckContentType(operation, in.Type)
	if writes && in.Verb == "patch" {
		status = cmp.Or(unsupported, status)
	}
	if writes && in.Verb == "create" {
		status = cmp.Or(status, unsupported)
	}
	if writes && status == nil {
		status = httpapi.CheckSize(len(in.body()))
	}
	if status != nil {
		return status, verdict{}
	}
	out := verdict{Media: media}
	var write httpapi.WriteOptions
	switch in.Verb {
	case "get":
		_, status = httpapi.ParseGet(values)
	case "create":
		write, status = httpapi.ParseCreate(values)
		out.Manager = write.Manager(in.Agent)
	case "update":
		write, status = httpapi.ParseUpdate(values)
		status = cmp.Or(status, unsupported)
		out.Manager = write.Manager(in.Agent)
	case "patch":
		write, status = httpapi.ParsePatch(values, in.Type)
		out.Manager = write.Manager(in.Agent)
	case "delete":
		_, status = httpapi.ParseDelete(values)
	default:
		return in.collection(values, v1, out)
	}
	if status == nil {
		if status = in.table(values, media); status == nil && !in.fails() {
			status = media.CheckObject()
		}
	}
	return status, out
}

// collection returns our Status for a request for several objects.
func (in asking) collection(values url.Values, v1 *crdschema.Version, out verdict) (*crdschema.Status, verdict) {
	options, status := httpapi.ParseList(values)
	if status == nil {
		_, status = options.Select(cases.Must(registry.NewSelectable(context.Background(), v1)))
	}
	if status == nil && in.Verb == "deletecollection" {
		_, status, _ = httpapi.ParseDeleteOptions(context.Background(), values, in.Type, []byte(in.Options))
		options.Watch = false
	}
	if status == nil {
		_, status = options.Start()
	}
	if status == nil && !options.Watch {
		if status = in.table(values, out.Media); status == nil {
			status = out.Media.CheckList()
		}
	}
	out.Watch = options.Watch
	return status, out
}

// table returns our Status for the options of a table, if the answer is one.
func (in asking) table(values url.Values, media httpapi.MediaType) *crdschema.Status {
	if media.As != httpapi.Table || in.fails() {
		return nil
	}
	_, status := httpapi.ParseTable(values)
	return status
}

// fails reports whether the request fails for its object, which is not there, or not as it
// should be, so that no table is made.
func (in asking) fails() bool { return in.Verb == "delete" || in.Verb == "update" }

func (in asking) send(server *live.Server) live.Answer {
	const path = "/apis/options.example.com/v1/namespaces/default/lamps"
	headers := map[string]string{"Accept": in.Accept, "User-Agent": in.Agent, "Content-Type": in.Type}
	query := "?" + in.Query
	switch in.Verb {
	case "get":
		return server.Send(http.MethodGet, path+"/a"+query, headers, nil)
	case "create":
		return server.Send(http.MethodPost, path+query, headers, in.body())
	case "update":
		return server.Send(http.MethodPut, path+"/missing"+query, headers, in.body())
	case "patch":
		return server.Send(http.MethodPatch, path+"/a"+query, headers, in.body())
	case "delete":
		return server.Send(http.MethodDelete, path+"/missing"+query, headers, nil)
	case "deletecollection":
		return server.Send(http.MethodDelete, path+query, headers, []byte(in.Options))
	default:
		return server.Send(http.MethodGet, path+query, headers, nil)
	}
}

// body returns the body of a request that writes an object. A large one ends in blanks, with
// which it has the greatest size or one more.
func (in asking) body() []byte {
	text := []byte(map[string]string{
		"create": `{"apiVersion":"options.example.com/v1","kind":"Lamp","metadata":{"generateName":"new-"},"spec":{"watts":1}}`,
		"update": `{"apiVersion":"options.example.com/v1","kind":"Lamp","metadata":{"name":"missing"},"spec":{"watts":1}}`,
		"patch":  `{"apiVersion":"options.example.com/v1","kind":"Lamp","spec":{}}`,
	}[in.Verb])
	if in.Beyond != nil {
		text = append(text, bytes.Repeat([]byte(" "), httpapi.MaxBodyBytes+*in.Beyond-len(text))...)
	}
	return text
}

// bodyOf returns the body of an answer in JSON or YAML.
func bodyOf(answer live.Answer) map[string]any {
	if answer.Body != nil {
		return answer.Body
	}
	body, err := corpus.DecodeYAML(answer.Text)
	if err != nil {
		return map[string]any{"text": string(answer.Text)}
	}
	return body
}

// refusedWith returns the text of an answer that refuses options, or "".
func refusedWith(answer live.Answer) string {
	switch answer.Code {
	case http.StatusBadRequest, http.StatusNotAcceptable, http.StatusUnprocessableEntity, http.StatusInternalServerError, http.StatusUnsupportedMediaType:
		return fmt.Sprint(answer.Code, " ", string(answer.Text))
	}
	return ""
}

// managerOf returns the last manager of an object, or "".
func managerOf(answer live.Answer) string {
	meta, _ := bodyOf(answer)["metadata"].(map[string]any)
	entries, _ := meta["managedFields"].([]any)
	if len(entries) == 0 {
		return ""
	}
	entry, _ := entries[len(entries)-1].(map[string]any)
	manager, _ := entry["manager"].(string)
	return manager
}

// askingValues are the values of parameters.
var askingValues = map[string][]string{
	"labelSelector":        {"never=never", "never=never,a in (b)", "a,", "a in"},
	"fieldSelector":        {"metadata.name=never", "spec.x=1", "a", "metadata.namespace=default"},
	"resourceVersion":      {"", "0", "x", "-1"},
	"resourceVersionMatch": {"", "NotOlderThan", "Exact", "x"},
	"watch":                {"0", "1", "false"},
	"sendInitialEvents":    {"1", "0"},
	"timeoutSeconds":       {"5", "x"},
	"limit":                {"5", "0", "-1", "", "x"},
	"continue":             {"", "x", "e30"},
	"dryRun":               {"All", "All", "x", ""},
	"fieldManager":         {"", "m", "a\x00", strings.Repeat("m", 129)},
	"fieldValidation":      {"", "Strict", "Warn", "strict"},
	"force":                {"1", "false"},
	"gracePeriodSeconds":   {"5", "0", "-1", "x"},
	"orphanDependents":     {"0", "1"},
	"propagationPolicy":    {"Foreground", "Orphan", "x", ""},
	"uid":                  {"", "x"},
	"export":               {"0", "1", ""},
	"includeObject":        {"None", "Metadata", "Object", "x"},
	"pretty":               {"1", "0", "x"},
	"ignoreStoreReadErrorWithClusterBreakingPotential": {"0", "1"},
}

var askingNames = map[string][]string{
	"get":              {"resourceVersion", "export", "resourceVersion"},
	"list":             {"labelSelector", "fieldSelector", "resourceVersion", "resourceVersionMatch", "watch", "sendInitialEvents", "timeoutSeconds", "limit", "continue"},
	"create":           {"dryRun", "fieldManager", "fieldValidation", "force"},
	"update":           {"dryRun", "fieldManager", "fieldValidation", "force"},
	"patch":            {"dryRun", "fieldManager", "fieldValidation", "force"},
	"delete":           {"gracePeriodSeconds", "orphanDependents", "propagationPolicy", "dryRun", "uid", "ignoreStoreReadErrorWithClusterBreakingPotential"},
	"deletecollection": {"gracePeriodSeconds", "orphanDependents", "propagationPolicy", "dryRun", "uid", "ignoreStoreReadErrorWithClusterBreakingPotential", "labelSelector", "fieldSelector", "limit", "continue"},
}

var optionsBodies = []string{
	`{}`, `{"kind":"DeleteOptions","apiVersion":"v1"}`, `{"kind":"DeleteOptions","apiVersion":"options.example.com/v1","dryRun":["All"]}`, `{"kind":"Lamp","apiVersion":"options.example.com/v1"}`,
	`{"dryRun":["x"],"propagationPolicy":"x"}`, `{"propagationPolicy":"Orphan","orphanDependents":false}`, `{"gracePeriodSeconds":"x"}`, `{"gracePeriodSeconds":-1,"preconditions":{"uid":"u"}}`,
	`{"ignoreStoreReadErrorWithClusterBreakingPotential":true}`, `{"ignoreStoreReadErrorWithClusterBreakingPotential":true,"gracePeriodSeconds":1}`, `{"unknown":1,"dryRun":[null]}`, `{`, `null`, `[]`, `dryRun: [All]`,
}

func newAsking(seed uint64) asking {
	r := parity.Rand(seed)
	choose := func(of ...string) string { return of[r.IntN(len(of))] }
	in := asking{
		Verb: choose("get", "list", "list", "create", "update", "patch", "delete", "deletecollection"),
		Accept: choose("", "application/json", "application/json", "application/yaml", "*/*", "text/html", "application/json;as=Table;v=v1;g=meta.k8s.io", "application/json;as=table;v=v1;g=meta.k8s.io,*/*;q=0.1",
			"application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io", "application/yaml;as=PartialObjectMetadataList;v=v1beta1;g=meta.k8s.io"),
		Agent: choose("", "kubectl/v1.37.2", "curl/8", "Mozilla/5.0", "ä\x00b/c", strings.Repeat("a", 130)),
		Type:  choose("application/json", "application/json", "application/json", "application/yaml; a=b", "", "text/plain", "application/merge-patch+json"),
	}
	if in.Verb == "patch" {
		in.Type = choose("application/merge-patch+json", "application/merge-patch+json;charset=utf-8", "application/apply-patch+yaml", "application/strategic-merge-patch+json", "application/json")
	}
	if in.Verb == "deletecollection" {
		in.Options = choose("", "", optionsBodies[r.IntN(len(optionsBodies))])
	}
	if r.IntN(20) == 0 {
		beyond := r.IntN(2)
		in.Beyond = &beyond
	}
	in.Query = in.query(r)
	return in
}

func (in asking) query(r *rand.Rand) string {
	var pairs []string
	for _, name := range append([]string{"includeObject", "pretty"}, askingNames[in.Verb]...) {
		for r.IntN(4) == 0 {
			values := askingValues[name]
			pairs = append(pairs, name+"="+url.QueryEscape(values[min(r.IntN(len(values)), r.IntN(2*len(values)))]))
		}
	}
	r.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	if in.Verb == "deletecollection" || in.Verb == "patch" { // changes nothing
		pairs = append([]string{"labelSelector=never"}, pairs...)
	}
	return strings.Join(pairs, "&")
}
