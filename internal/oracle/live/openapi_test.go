package live_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/kubectl/pkg/cmd/explain"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
)

// servedVersion is a published version of an installed definition.
type servedVersion struct {
	Manifest     map[string]any
	Group, Name  string
	Kind, Plural string
}

// installSample installs definitions of the corpus, and generated ones, each in
// its own group, and returns the versions of those that the server accepted.
func installSample(t *testing.T, server *live.Server) []servedVersion {
	t.Helper()
	text, err := os.ReadFile("../../../examples/openapi/testdata/crontabs.yaml")
	require.NoError(t, err)
	example, err := corpus.DecodeYAML(text)
	require.NoError(t, err)
	manifests := []map[string]any{example}
	crds := corpus.Load(t).CRDs
	for i := 0; i < len(crds); i += max(1, len(crds)/parity.Full(100)) {
		manifests = append(manifests, crds[i].Manifest)
	}
	for i := range parity.Full(100) {
		schema := generate.New(uint64(i), generate.WithStatusCompatible()).Schema(generate.Valid)
		manifest := generate.CRD(schema, generate.WithStatus())
		group := fmt.Sprintf("g%d.example.com", i)
		manifest["spec"].(map[string]any)["group"] = group
		manifest["metadata"].(map[string]any)["name"] = generate.Plural + "." + group
		manifests = append(manifests, manifest)
	}
	answers, err := server.Install(manifests...)
	require.NoError(t, err)
	groups := map[string]bool{}
	for _, a := range answers {
		if a.Accepted() {
			groups[a.Body["spec"].(map[string]any)["group"].(string)] = true
		}
	}
	return versionsOf(t, server, groups)
}

// versionsOf returns the versions of all definitions of some groups. Definitions of
// other tests may be among them, which are in the same documents.
func versionsOf(t *testing.T, server *live.Server, groups map[string]bool) []servedVersion {
	t.Helper()
	list := server.Do(http.MethodGet, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", nil)
	require.True(t, list.Accepted(), list.Message())
	var out []servedVersion
	for _, item := range list.Body["items"].([]any) {
		crd := item.(map[string]any)
		if groups[crd["spec"].(map[string]any)["group"].(string)] {
			crd["apiVersion"], crd["kind"] = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
			out = append(out, servedVersions(t, crd)...)
		}
	}
	require.NotEmpty(t, out)
	return out
}

func servedVersions(t *testing.T, manifest map[string]any) []servedVersion {
	manifest = maps.Clone(manifest)
	delete(manifest, "status") // as before it was established
	published, err := openapiv2.Published(manifest)
	require.NoError(t, err)
	spec := manifest["spec"].(map[string]any)
	names := spec["names"].(map[string]any)
	var out []servedVersion
	for _, name := range published {
		out = append(out, servedVersion{manifest, spec["group"].(string), name, names["kind"].(string), names["plural"].(string)})
	}
	return out
}

func (v servedVersion) label() string { return v.Plural + "." + v.Group + " " + v.Name }

// groupVersions groups versions by group-version.
func groupVersions(versions []servedVersion) parity.Cases[[]servedVersion] {
	byName := map[string][]servedVersion{}
	for _, v := range versions {
		byName[v.Group+"/"+v.Name] = append(byName[v.Group+"/"+v.Name], v)
	}
	var lists [][]servedVersion
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		lists = append(lists, byName[name])
	}
	return parity.List(lists, func(list []servedVersion) string { return list[0].Group + "/" + list[0].Name })
}

// TestOpenAPI compares the documents of the running server.
func TestOpenAPI(t *testing.T) {
	server := live.Start(t)
	versions := installSample(t, server)
	t.Run("v3", func(t *testing.T) {
		parity.Run(t, "openapi-v3-live", groupVersions(versions), func(c *parity.Check, in []servedVersion) {
			catalog := openapiv3.NewCatalog()
			for _, v := range in {
				var err error
				if catalog, err = catalog.With(context.Background(), v.Manifest); err != nil {
					c.Fail("error", err.Error(), nil, "the server has it")
					return
				}
			}
			ours, conflicts, err := catalog.Document(context.Background(), in[0].Group+"/"+in[0].Name)
			if err != nil || len(conflicts) > 0 {
				c.Fail("error", fmt.Sprint(err, conflicts), nil, "the server has it")
				return
			}
			answer := server.Do(http.MethodGet, "/openapi/v3/apis/"+in[0].Group+"/"+in[0].Name, nil)
			c.Equal("document", comparableDocument(encoded(t, ours)), comparableDocument(answer.Body))
		})
	})
	t.Run("v2", func(t *testing.T) {
		served := server.Do(http.MethodGet, "/openapi/v2", nil).Body
		require.NotNil(t, served)
		parity.Run(t, "openapi-v2-live", parity.List(versions, servedVersion.label), func(c *parity.Check, in servedVersion) {
			ours, err := openapiv2.BuildMap(context.Background(), in.Manifest, in.Name)
			if err != nil {
				c.Fail("error", err.Error(), nil, "the server has it")
				return
			}
			for _, part := range []string{"paths", "definitions", "parameters"} {
				theirs, _ := served[part].(map[string]any)
				for name, value := range ours[part].(map[string]any) {
					if !strings.HasPrefix(name, "io.k8s.api") {
						c.Equal(part+" "+name, value, unrenamed(theirs[name]))
					}
				}
			}
		})
	})
	t.Run("explain", func(t *testing.T) { testExplain(t, server, versions) })
}

// renamed matches names that the server gives to definitions that differ from its
// own ones.
var renamed = regexp.MustCompile(`^(#/definitions/io\.k8s\.api.*)_v\d+$`)

func unrenamed(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = unrenamed(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = unrenamed(e)
		}
		return out
	case string:
		return renamed.ReplaceAllString(v, "$1")
	default:
		return v
	}
}

func encoded(t *testing.T, doc any) map[string]any {
	text, err := json.Marshal(doc)
	require.NoError(t, err)
	out, err := corpus.DecodeJSON(text)
	require.NoError(t, err)
	return out
}

// comparableDocument returns a v3 document without the descriptions of the
// Kubernetes models, which are our own words.
func comparableDocument(doc map[string]any) map[string]any {
	components, _ := doc["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)
	for name, schema := range schemas {
		if strings.HasPrefix(name, "io.k8s.api") {
			schemas[name] = undescribed(schema)
		}
	}
	return doc
}

func undescribed(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := maps.Clone(v)
		if _, isText := v["description"].(string); isText {
			delete(out, "description")
		}
		for k, e := range out {
			out[k] = undescribed(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = undescribed(e)
		}
		return out
	default:
		return v
	}
}

// question is one call of kubectl explain.
type question struct {
	servedVersion
	File  string
	Field string
}

// testExplain compares kubectl explain with crdschema openapi.
func testExplain(t *testing.T, server *live.Server, versions []servedVersion) {
	dir := t.TempDir()
	program := filepath.Join(dir, "crdschema")
	build := exec.Command("go", "build", "-o", program, "github.com/seed95800270/crdschema/cmd/crdschema")
	text, err := build.CombinedOutput()
	require.NoError(t, err, string(text))
	kubectl := newKubectl(server)
	cases := parity.List(questions(t, dir, versions), func(q question) string { return q.label() + " " + q.Field })
	parity.Run(t, "openapi-explain", cases, func(c *parity.Check, in question) {
		var out, problem bytes.Buffer
		cmd := exec.Command(program, "openapi", "--version", in.Name, "--explain", in.Field, in.File)
		cmd.Stdout, cmd.Stderr = &out, &problem
		ours := ""
		if cmd.Run() == nil {
			ours = out.String()
		} else {
			ours = "error: " + strings.TrimPrefix(strings.TrimSuffix(problem.String(), "\n"), "crdschema: ")
		}
		want, err := kubectl.about(in.servedVersion).explain(in)
		if err != nil {
			want = err.Error()
		}
		// kubectl fails on a field with an empty schema, and on names that are not
		// valid in JSONPath.
		for _, failure := range []string{"template: ", "invalid jsonpath syntax", "unrecognized character in action"} {
			if strings.HasPrefix(want, failure) {
				c.Void()
				return
			}
		}
		if slices.Contains(strings.Split(in.Field, "."), "metadata") { // its descriptions are our own words
			ours, want = fieldLines(ours), fieldLines(want)
		}
		c.Equal("output", ours, want)
	})
}

// fieldLines returns the lines of an explanation that contain fields and types.
func fieldLines(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "FIELD: ") || strings.Contains(line, "\t<") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

// questions returns the whole kind, every field of it, some nested fields, and
// one that does not exist.
func questions(t *testing.T, dir string, versions []servedVersion) []question {
	var out []question
	for i, v := range versions {
		file := filepath.Join(dir, fmt.Sprint(i, ".json"))
		text, err := json.Marshal(v.Manifest)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, text, 0o600))
		fields := []string{".", "metadata", "metadata.ownerReferences", "nothing", "spec.nothing"}
		doc, err := openapiv3.BuildMap(context.Background(), v.Manifest, v.Name)
		require.NoError(t, err)
		for name, schema := range doc["components"].(map[string]any)["schemas"].(map[string]any) {
			if strings.HasSuffix(name, "."+v.Name+"."+v.Kind) {
				fields = append(fields, fieldsOf(schema, 3)...)
			}
		}
		for _, field := range fields {
			out = append(out, question{v, file, field})
		}
	}
	return out
}

// fieldsOf returns fields of a schema, three of every level except the first.
func fieldsOf(schema any, depth int) []string {
	s, _ := schema.(map[string]any)
	properties, _ := s["properties"].(map[string]any)
	if items, ok := s["items"].(map[string]any); ok {
		return fieldsOf(items, depth)
	}
	var out []string
	for i, name := range slices.Sorted(maps.Keys(properties)) {
		if strings.Contains(name, ".") || depth < 3 && i == 3 || depth == 0 {
			continue
		}
		out = append(out, name)
		for _, inside := range fieldsOf(properties[name], depth-1) {
			out = append(out, name+"."+inside)
		}
	}
	return out
}

// kubectl is the command with the server in this process.
type kubectl struct {
	config    *rest.Config
	discovery discovery.CachedDiscoveryInterface
	mapper    meta.RESTMapper
}

func newKubectl(server *live.Server) kubectl {
	config := &rest.Config{Host: "http://server", Transport: roundTripper{server}, QPS: -1}
	client := discovery.NewDiscoveryClientForConfigOrDie(config)
	return kubectl{config: config, discovery: memory.NewMemCacheClient(client)}
}

// about sets the only resource of the command: without an aggregator the server
// does not list the groups of definitions.
func (k kubectl) about(v servedVersion) *kubectl {
	gv := schema.GroupVersion{Group: v.Group, Version: v.Name}
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.AddSpecific(gv.WithKind(v.Kind), gv.WithResource(v.Plural), gv.WithResource(strings.ToLower(v.Kind)), meta.RESTScopeNamespace)
	k.mapper = meta.MultiRESTMapper{mapper} // it accepts a name that is both singular and plural
	return &k
}

func (k *kubectl) explain(q question) (string, error) {
	var out bytes.Buffer
	flags := explain.NewExplainFlags(genericiooptions.IOStreams{In: &bytes.Buffer{}, Out: &out, ErrOut: io.Discard})
	flags.APIVersion = q.Group + "/" + q.Name
	field := q.Plural + "." + q.Field
	options, err := flags.ToOptions(cmdutil.NewFactory(k), "kubectl", []string{strings.TrimRight(field, ".")})
	if err != nil {
		return "", err
	}
	if err := options.Validate(); err != nil {
		return "", err
	}
	err = options.Run()
	return out.String(), err
}

func (k *kubectl) ToRESTConfig() (*rest.Config, error) { return k.config, nil }

func (k *kubectl) ToDiscoveryClient() (discovery.CachedDiscoveryInterface, error) {
	return k.discovery, nil
}

func (k *kubectl) ToRESTMapper() (meta.RESTMapper, error) { return k.mapper, nil }

func (k *kubectl) ToRawKubeConfigLoader() clientcmd.ClientConfig { return nil }

// roundTripper passes requests directly to the server.
type roundTripper struct{ server *live.Server }

func (r roundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	answer := r.server.Do(req.Method, req.URL.RequestURI(), nil)
	text, err := json.Marshal(answer.Body)
	if err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: answer.Code,
		Header:     http.Header{"Content-Type": {"application/json"}},
		Body:       io.NopCloser(bytes.NewReader(text)),
		Request:    req,
	}, nil
}
