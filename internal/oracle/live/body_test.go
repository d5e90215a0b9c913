package live_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/spoil"
)

// bodyKind is a definition on both sides, with an object that the server stores.
type bodyKind struct {
	resource live.Resource
	ours     *crdschema.Definition
	version  string
	status   bool // whether there is a status subresource
	objects  []map[string]any
	stored   map[string]any
}

// bodyCase is a request with a text.
type bodyCase struct {
	kind   *bodyKind
	Body   spoil.Body
	Fields live.FieldValidation
	Op     crdschema.Operation
}

// TestBody compares whole requests whose bodies are spoiled texts.
func TestBody(t *testing.T) {
	parity.Run(t, "body-live", bodyCases(t, parity.Full(30_000)), compareBody)
}

// installedBodies returns the definitions of bodyKinds, which are installed once.
var installedBodies = once(func(t *testing.T) []*bodyKind { return bodyKinds(t, parity.Full(300)) })

// bodyCases returns requests with the fixed bodies and n spoiled ones.
func bodyCases(t *testing.T, n int) parity.Cases[bodyCase] {
	kinds := installedBodies(t)
	fixed := parity.List(fixedBodies(kinds[0]), func(x bodyCase) string {
		return fmt.Sprintf("%.80q %s %s %d", x.Body.Text, x.Body.ContentType, x.Fields, x.Op)
	})
	return parity.Join(fixed, parity.Generated(n, func(seed uint64) bodyCase { return spoiledBody(kinds, seed) }))
}

// bodyKinds installs definitions, half of them of the corpus, the first with nothing
// special.
func bodyKinds(t *testing.T, n int) []*bodyKind {
	t.Helper()
	var manifests []map[string]any
	var kinds []*bodyKind
	add := func(manifest map[string]any, version string, objects ...map[string]any) {
		group := fmt.Sprintf("b%d.%s", len(kinds), manifest["spec"].(map[string]any)["group"])
		manifest = written(manifest)
		delete(manifest["spec"].(map[string]any), "conversion")
		rename(manifest, group)
		manifests = append(manifests, manifest)
		for i, obj := range objects {
			objects[i] = called(obj, 0)
			objects[i]["apiVersion"] = group + "/" + version
			objects[i]["kind"] = manifest["spec"].(map[string]any)["names"].(map[string]any)["kind"]
		}
		kinds = append(kinds, &bodyKind{version: version, status: hasStatus(manifest, version), objects: objects})
	}
	add(decode(t, lamps), "v1", decode(t, `{spec: {watts: 40}}`))
	for i := range n / 2 {
		g := generate.New(uint64(i), generate.WithStatusCompatible(), generate.WithDemandingRules())
		schema := g.Schema(generate.Valid)
		add(generate.CRD(schema, generate.WithStatus()), generate.Version, g.Object(schema, generate.Valid), g.Object(schema, generate.Valid))
	}
	crds := corpus.Load(t).CRDs
	for i := 0; i < len(crds); i += max(1, 2*len(crds)/n) {
		if crd := crds[i]; len(crd.Objects) > 0 {
			obj := crd.Objects[i%len(crd.Objects)]
			add(crd.Manifest, obj.Version(), obj.Value)
		}
	}
	return installBodies(t, manifests, kinds)
}

// hasStatus reports whether a version has a status subresource.
func hasStatus(manifest map[string]any, version string) bool {
	versions, _ := manifest["spec"].(map[string]any)["versions"].([]any)
	for _, v := range versions {
		if v := v.(map[string]any); v["name"] == version {
			subresources, _ := v["subresources"].(map[string]any)
			return subresources["status"] != nil
		}
	}
	return false
}

// installBodies installs the definitions of kinds and stores an object of each.
func installBodies(t *testing.T, manifests []map[string]any, kinds []*bodyKind) []*bodyKind {
	t.Helper()
	server := live.Start(t)
	answers, err := server.Install(manifests...)
	require.NoError(t, err)
	var accepted []*bodyKind
	for i, k := range kinds {
		if !answers[i].Accepted() {
			continue
		}
		k.ours, err = crdschema.Compile(t.Context(), manifests[i])
		require.NoError(t, err)
		if !slices.Contains(k.ours.ServedVersions(), k.version) {
			continue
		}
		k.resource = server.Resource(manifests[i], k.version)
		for _, obj := range k.objects {
			if answer := k.resource.Create(obj); answer.Accepted() && k.stored == nil {
				k.stored = answer.Body
			}
		}
		accepted = append(accepted, k)
	}
	require.NotNil(t, kinds[0].stored, "the first definition serves the fixed bodies")
	return accepted
}

var fieldModes = []live.FieldValidation{live.Ignore, live.Warn, live.Strict}

func spoiledBody(kinds []*bodyKind, seed uint64) bodyCase {
	r := parity.Rand(seed)
	k := kinds[r.IntN(len(kinds))]
	x := bodyCase{kind: k, Fields: fieldModes[r.IntN(3)]}
	obj := maps.Clone(k.objects[r.IntN(len(k.objects))])
	meta := maps.Clone(obj["metadata"].(map[string]any))
	obj["metadata"] = meta
	meta["name"] = "fresh"
	if k.stored != nil && r.IntN(2) == 0 {
		x.Op = crdschema.Update
		if k.status && r.IntN(2) == 0 {
			x.Op = crdschema.UpdateStatus
		}
		meta["name"] = "stored"
		meta["resourceVersion"] = k.stored["metadata"].(map[string]any)["resourceVersion"]
	}
	if r.IntN(20) == 0 {
		obj["kind"] = "Other" // which only an update of the status accepts
	}
	x.Body = spoil.Object(seed, obj)
	return x
}

func compareBody(c *parity.Check, x bodyCase) {
	ours, err := x.kind.ours.Admit(context.Background(), x.request())
	if err != nil {
		c.Fail("verdict", nil, nil, "%v", err)
		return
	}
	compareAnswer(c, ours, x.Op, x.send, func() live.Answer { return x.withStatus(ours.Decoded).send() })
}

// withStatus returns an update of the status that has nothing but the status of obj.
func (x bodyCase) withStatus(obj map[string]any) bodyCase {
	text, err := json.Marshal(statusOnly(obj))
	if err != nil {
		panic(err)
	}
	x.Body = spoil.Body{Text: string(text)}
	return x
}

// request returns the request for our side.
func (x bodyCase) request() crdschema.Request {
	req := crdschema.Request{Body: []byte(x.Body.Text), ContentType: x.Body.ContentType, Operation: x.Op, Version: x.kind.version, Namespace: "default", DryRun: true}
	req.FieldValidation = map[live.FieldValidation]crdschema.FieldValidation{
		live.Ignore: crdschema.Ignore, live.Warn: crdschema.Warn, live.Strict: crdschema.Strict}[x.Fields]
	if x.Op != crdschema.Create {
		req.Old = x.kind.stored
	}
	return req
}

// send sends the request to the server.
func (x bodyCase) send() live.Answer {
	switch x.Op {
	case crdschema.Update:
		return x.kind.resource.TryUpdateText("stored", x.Body.ContentType, []byte(x.Body.Text), x.Fields)
	case crdschema.UpdateStatus:
		return x.kind.resource.TryUpdateText("stored/status", x.Body.ContentType, []byte(x.Body.Text), x.Fields)
	default:
		return x.kind.resource.TryCreateText(x.Body.ContentType, []byte(x.Body.Text), x.Fields)
	}
}

// fixedBodies returns the bodies that are not left to chance.
func fixedBodies(k *bodyKind) (all []bodyCase) {
	group := k.ours.Group()
	const meta = `"metadata":{"name":"fresh"}`
	typed := fmt.Sprintf(`"apiVersion":"%s/v1","kind":"Lamp",`, group)
	valid := "{" + typed + meta + `,"spec":{"watts":1}}`
	texts := []string{
		valid, "", " ", "null", " null ", "[]", "1", `""`, "true", "{}", "{", "%YAML 1.1\n---", "\ufeff" + valid,
		"{" + typed + meta + `,"Kind":1}`, `{"Kind":1,` + typed + meta + "}", `{"kind":1,` + typed + meta + "}", "{" + typed + meta + `,"kind":null}`,
		`{"kind":"Lamp","metadata":{"name":"fresh","unk":1}}`, `{"kind":"Lamp","apiVersion":"/","metadata":{"name":"fresh","unk":1}}`,
		`{"kind":"Lamp",` + meta + `,"spec":{"watts":1}}`, `{"kind":"Lamp",` + meta + `,"spec":{"watts":1,"watts":1}}`,
		`{"apiVersion":"v2"}`, `{"apiVersion":"/v2"}`, `{"apiVersion":"` + group + `/"}`, `{"apiVersion":"x/"}`, `{"apiVersion":"` + group + `/v1"}`, ` {"apiVersion":"v2" } `,
		`{"apiVersion":"a/b/c","APIVERSION":"` + group + `/v1","kind":"Lamp"}`, `{"apiVersion":"a/b/c","kind":"Lamp"}`, `{"KIND":"Other"}`, `{"apiVersion":null,"kind":"Lamp"}`,
		"{" + typed + meta + `,"x":1e400,"spec":{"watts":1}}`, `{"kind":1e400}`, `{"apiVersion":"x/v7","kind":"Other","x":1e400}`, `{"KIND":"Other","x":1e400}`,
		`{"kind":"Lamp","apiVersion":"/",` + meta + "}", `{"kind":"Lamp","apiVersion":"/v1",` + meta + "}", `{"kind":"Other","apiVersion":"` + group + `/v1",` + meta + "}",
		"{" + typed + `"metadata":1}`, "{" + typed + `"metadata":{"name":1}}`, "{" + typed + `"metadata":{"labels":{"a":1e2}}}`, "{" + typed + `"metadata":{"generation":1.0}}`,
		"{" + typed + meta + `,"a":` + strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999) + "}", "{" + typed + meta + `,"a":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + "}",
		"\xff\xfe", "{\"kind\":\"\xff\"}", "{\"\xff\":1}", "{\"k\xff\":1,\"k\ufffd\":2," + typed + meta + "}",
		strings.Repeat(" ", 3<<20-len(valid)) + valid, strings.Repeat(" ", 3<<20-len(valid)+1) + valid,
	}
	contentTypes := []string{"", "application/json", "application/yaml", "text/plain"}
	for _, text := range texts {
		for _, contentType := range contentTypes {
			if len(text) > 1<<20 && contentType == "application/yaml" {
				continue // takes the parser long
			}
			for _, mode := range fieldModes {
				body := spoil.Body{Text: text, ContentType: contentType}
				all = append(all, bodyCase{k, body, mode, crdschema.Create}, bodyCase{k, body, mode, crdschema.Update})
			}
		}
	}
	return all
}
