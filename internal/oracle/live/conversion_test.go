package live_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestExampleWebhook lets the server convert with the program of
// examples/conversionwebhook, with its functions and with its declaration:
// objects that are stored in one version are read in the other.
func TestExampleWebhook(t *testing.T) {
	server := live.Start(t)
	program := buildExample(t)
	crd := startExample(t, program)
	answers, err := server.Install(crd)
	require.NoError(t, err)
	require.True(t, answers[0].Accepted(), answers[0].Message())
	beta, v1 := server.Resource(crd, "v1beta1"), server.Resource(crd, "v1")
	converts := func(name string) {
		t.Helper()
		object := map[string]any{"apiVersion": "example.com/v1beta1", "kind": "CronTab",
			"metadata": map[string]any{"name": name + "-1"}, "hostPort": "localhost:1234"}
		require.Equal(t, 201, beta.Create(object).Code)
		got := v1.Get(name + "-1").Body
		assert.Equal(t, []any{"localhost", "1234", nil}, []any{got["host"], got["port"], got["hostPort"]}, "%v", got)

		object = map[string]any{"apiVersion": "example.com/v1", "kind": "CronTab",
			"metadata": map[string]any{"name": name + "-2"}, "host": "other", "port": "80"}
		require.Equal(t, 201, v1.Create(object).Code)
		got = beta.Get(name + "-2").Body
		assert.Equal(t, []any{nil, nil, "other:80"}, []any{got["host"], got["port"], got["hostPort"]}, "%v", got)
		assert.Len(t, v1.List().Body["items"], len(beta.List().Body["items"].([]any)))
	}
	converts("code")
	declared := startExample(t, program, "-declared")
	require.True(t, server.Replace(crd, func(stored map[string]any) {
		stored["spec"].(map[string]any)["conversion"] = declared["spec"].(map[string]any)["conversion"]
	}).Accepted())
	require.NoError(t, server.AwaitServed())
	converts("declared")
	answer := v1.Create(map[string]any{"apiVersion": "example.com/v1", "kind": "CronTab", "metadata": map[string]any{"name": "bad"}, "host": "alone"})
	assert.Equal(t, 500, answer.Code)
	assert.Contains(t, answer.Message(), "conversion webhook for example.com/v1, Kind=CronTab failed: CronTab default/bad: .hostPort could not be joined")
}

func buildExample(t *testing.T) string {
	program := filepath.Join(t.TempDir(), "conversionwebhook")
	out, err := exec.Command("go", "build", "-o", program, "github.com/seed95800270/crdschema/examples/conversionwebhook").CombinedOutput()
	require.NoError(t, err, string(out))
	return program
}

// startExample runs the program until the test ends and returns the definition
// that it prints.
func startExample(t *testing.T, program string, args ...string) map[string]any {
	cmd := exec.Command(program, args...)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	var text json.RawMessage
	require.NoError(t, json.NewDecoder(out).Decode(&text))
	crd, err := corpus.DecodeJSON(text)
	require.NoError(t, err)
	return crd
}

// definitionsPerRun is the number of definitions whose read path is compared.
const definitionsPerRun = 40

// versioned is a definition with two versions on both sides. Its storage version
// changes in between.
type versioned struct {
	manifest map[string]any
	first    *crdschema.Definition // stored at v1
	second   *crdschema.Definition // stored at v2
	schemas  map[string]map[string]any
	stored   map[string]map[string]any // by name, as ours stores them
}

// readCase is one way to read the objects of a definition.
type readCase struct {
	of      versioned
	server  *live.Server
	Version string
	How     string
}

// TestReadPath stores objects, changes the storage version, stores more, and
// reads all of them at all versions: each, as a list, and as events.
func TestReadPath(t *testing.T) {
	url, bundle, client := startWebhook(t)
	server := live.Start(t)
	kinds := versionedKinds(t, server, parity.Full(definitionsPerRun), url, bundle, client)
	for i := range kinds {
		fill(t, server, &kinds[i], kinds[i].first, 0)
	}
	for _, k := range kinds {
		answer := server.Replace(k.manifest, storeAt("v2"))
		require.True(t, answer.Accepted(), answer.Message())
	}
	require.NoError(t, server.AwaitServed())
	var cases []readCase
	for i := range kinds {
		fill(t, server, &kinds[i], kinds[i].second, 10)
		for _, version := range []string{"v1", "v2"} {
			for _, how := range []string{"get", "list", "watch"} {
				cases = append(cases, readCase{kinds[i], server, version, how})
			}
		}
	}
	parity.Run(t, "read-path", parity.List(cases, func(c readCase) string {
		return fmt.Sprint(live.Name(c.of.manifest), " ", c.Version, " ", c.How)
	}), compareReads)
}

// startWebhook runs a webhook that both sides call.
func startWebhook(t *testing.T) (url string, bundle []byte, client *webhook.Client) {
	return startConverter(t, conversion.Func(rotate))
}

// startConverter runs a webhook with a converter.
func startConverter(t *testing.T, c conversion.Converter) (url string, bundle []byte, client *webhook.Client) {
	server := httptest.NewUnstartedServer(webhook.Handler(c))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	bundle = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	client, err := webhook.New(webhook.Config{URL: server.URL, CABundle: bundle, ReviewVersions: []string{"v1"}}, webhook.WithBatchSize(3))
	require.NoError(t, err)
	t.Cleanup(client.Close)
	return server.URL, bundle, client
}

// rotate sets each field to the value of the next one, and adds a label, so that
// a conversion changes every object.
func rotate(_ context.Context, obj map[string]any, to string) (map[string]any, error) {
	out := maps.Clone(obj)
	names := slices.Sorted(maps.Keys(obj))
	names = slices.DeleteFunc(names, func(name string) bool {
		return slices.Contains([]string{"apiVersion", "kind", "metadata", "status"}, name)
	})
	for i, name := range names {
		out[name] = obj[names[(i+1)%len(names)]]
	}
	meta := maps.Clone(obj["metadata"].(map[string]any))
	meta["labels"] = map[string]any{"converted-to": filepath.Base(to)}
	out["metadata"] = meta
	return out, nil
}

// versionedKinds installs definitions of two versions. Half of them convert with
// the webhook.
func versionedKinds(t *testing.T, server *live.Server, n int, url string, bundle []byte, client *webhook.Client) []versioned {
	var all []versioned
	var manifests []map[string]any
	for i := range n {
		schemas := map[string]map[string]any{}
		schemas["v1"] = schemaWithoutItems(uint64(i))
		schemas["v2"] = schemaWithoutItems(uint64(i + i%3)) // sometimes the same
		crd := generate.CRD(schemas["v1"], generate.WithVersion("v2", schemas["v2"]))
		rename(crd, fmt.Sprintf("r%d.%s", i, generate.Group))
		if i%2 == 0 {
			crd["spec"].(map[string]any)["conversion"] = map[string]any{"strategy": "Webhook", "webhook": map[string]any{
				"conversionReviewVersions": []any{"v1"},
				"clientConfig":             map[string]any{"url": url, "caBundle": base64.StdEncoding.EncodeToString(bundle)}}}
		}
		manifests = append(manifests, crd)
		all = append(all, versioned{manifest: crd, schemas: schemas, stored: map[string]map[string]any{}})
	}
	answers, err := server.Install(manifests...)
	require.NoError(t, err)
	var accepted []versioned
	for i, k := range all {
		if !answers[i].Accepted() { // a few generated schemas are invalid
			continue
		}
		k.first = compileWith(t, k.manifest, client)
		changed := maps.Clone(k.manifest)
		changed["spec"] = maps.Clone(k.manifest["spec"].(map[string]any))
		storeAt("v2")(changed)
		k.second = compileWith(t, changed, client)
		accepted = append(accepted, k)
	}
	require.NotEmpty(t, accepted)
	return accepted
}

// schemaWithoutItems returns a schema without a field items: the server takes
// objects with items for lists when it reads them, and fails.
func schemaWithoutItems(seed uint64) map[string]any {
	for ; ; seed += 10_000 {
		schema := generate.New(seed).Schema(generate.Valid)
		properties, _ := schema["properties"].(map[string]any)
		_, preserves := schema["x-kubernetes-preserve-unknown-fields"]
		if properties["items"] == nil && !preserves {
			return schema
		}
	}
}

// compileWith returns the definition of a CRD, which converts with client if it has the strategy Webhook.
func compileWith(t *testing.T, crd map[string]any, client *webhook.Client) *crdschema.Definition {
	var opts []crdschema.Option
	conversion, _ := crd["spec"].(map[string]any)["conversion"].(map[string]any)
	if conversion["strategy"] == "Webhook" {
		opts = append(opts, crdschema.WithConverter(client))
	}
	d, err := crdschema.Compile(t.Context(), crd, opts...)
	require.NoError(t, err)
	return d
}

// rename moves a definition to another group.
func rename(crd map[string]any, group string) {
	spec := crd["spec"].(map[string]any)
	spec["group"] = group
	crd["metadata"].(map[string]any)["name"] = spec["names"].(map[string]any)["plural"].(string) + "." + group
}

// storeAt returns a function that makes a version the storage version.
func storeAt(version string) func(map[string]any) {
	return func(crd map[string]any) {
		spec := crd["spec"].(map[string]any)
		var versions []any
		for _, v := range spec["versions"].([]any) {
			changed := maps.Clone(v.(map[string]any))
			changed["storage"] = changed["name"] == version
			versions = append(versions, changed)
		}
		spec["versions"] = versions
	}
}

// fill stores ten objects of both versions on both sides.
func fill(t *testing.T, server *live.Server, k *versioned, d *crdschema.Definition, from int) {
	ctx := context.Background()
	for i := from; i < from+10; i++ {
		version := []string{"v1", "v2"}[i%2]
		object := called(generate.New(uint64(i)).Object(k.schemas[version], generate.Valid), 0)
		name := fmt.Sprint("object-", i)
		object["apiVersion"] = d.Group() + "/" + version
		object["metadata"].(map[string]any)["name"] = name
		answer := server.Resource(k.manifest, version).Create(object)
		if !answer.Accepted() {
			continue
		}
		meta := answer.Body["metadata"].(map[string]any)
		uid, _ := meta["uid"].(string)
		text, _ := meta["creationTimestamp"].(string)
		created, err := time.Parse(time.RFC3339, text)
		require.NoError(t, err)
		admitted, err := d.Admit(ctx, crdschema.Request{Object: object, Version: version, Namespace: "default", UID: uid, CreationTimestamp: created})
		require.NoError(t, err)
		require.NotNil(t, admitted.Validated)
		kept := maps.Clone(admitted.Validated)
		keptMeta := maps.Clone(kept["metadata"].(map[string]any))
		keptMeta["managedFields"] = meta["managedFields"]
		kept["metadata"] = keptMeta
		stored, err := d.Store(ctx, kept)
		require.NoError(t, err)
		k.stored[name] = stored
	}
}

func compareReads(c *parity.Check, x readCase) {
	names := slices.Sorted(maps.Keys(x.of.stored))
	resource := x.server.Resource(x.of.manifest, x.Version)
	theirs := map[string]any{}
	switch x.How {
	case "get":
		for _, name := range names {
			theirs[name] = current(resource.Get(name).Body)
		}
	case "list":
		answer := resource.List()
		if !answer.Accepted() {
			c.Fail("list", nil, nil, "%s", answer.Message())
		}
		items, _ := answer.Body["items"].([]any)
		for _, item := range items {
			theirs[live.Name(item.(map[string]any))] = current(item.(map[string]any))
		}
	default:
		events, err := resource.Watch()
		if err != nil {
			c.Fail("watch", nil, nil, "%v", err)
		}
		for _, event := range events {
			if event["type"] == "ADDED" {
				object := event["object"].(map[string]any)
				theirs[live.Name(object)] = current(object)
			}
		}
	}
	c.Equal("objects", x.read(c, names), theirs)
}

// read returns the objects at a version by ours: a list as a list, other objects
// one by one.
func (x readCase) read(c *parity.Check, names []string) map[string]any {
	ctx := context.Background()
	out := map[string]any{}
	var stored []map[string]any
	for _, name := range names {
		stored = append(stored, x.of.stored[name])
	}
	if x.How == "list" {
		objects, err := x.of.second.ReadList(ctx, stored, x.Version)
		if err != nil {
			c.Fail("list", nil, nil, "%v", err)
		}
		for _, object := range objects {
			out[live.Name(object)] = written(object)
		}
		return out
	}
	for _, object := range stored {
		object, err := x.of.second.Read(ctx, object, x.Version)
		if err != nil {
			c.Fail("read", nil, nil, "%v", err)
			continue
		}
		out[live.Name(object)] = written(object)
	}
	return out
}

// current returns an object as the server returns it, without fields that storage
// adds.
func current(obj map[string]any) map[string]any {
	out := maps.Clone(obj)
	meta, _ := obj["metadata"].(map[string]any)
	meta = maps.Clone(meta)
	delete(meta, "resourceVersion")
	out["metadata"] = meta
	return out
}
