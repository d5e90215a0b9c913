package crdschema_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/conversiontest"
	"github.com/seed95800270/crdschema/conversion/declare"
	"github.com/seed95800270/crdschema/structural"
)

const hosts = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: hosts.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: hosts, kind: Host}
  conversion: {strategy: Webhook}
  versions:
  - name: v1beta1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {hostPort: {type: string}, zone: {type: string, default: a}}}}
  - name: v1
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object, properties: {host: {type: string}, port: {type: string}, zone: {type: string}, size: {type: integer, default: 1}}}}
`

// splitHosts returns the converter of hosts.
func splitHosts(t testing.TB) conversion.Converter {
	c, err := declare.NewChain(context.Background(), declare.Declaration{From: "example.com/v1beta1", To: "example.com/v1",
		Rules: []declare.Rule{{Split: &declare.Split{From: ".hostPort", Separator: ":", To: []declare.Part{{Path: ".host"}, {Path: ".port"}}}}}})
	require.NoError(t, err)
	return c
}

func host(version string, fields map[string]any) map[string]any {
	obj := map[string]any{"apiVersion": "example.com/" + version, "kind": "Host",
		"metadata": map[string]any{"name": "a", "namespace": "default", "generation": int64(1)}}
	maps.Copy(obj, fields)
	return obj
}

// counting counts the calls of a converter.
type counting struct {
	conversion.Converter
	calls int
}

func (c *counting) Convert(ctx context.Context, objs []map[string]any, to string) ([]map[string]any, error) {
	if len(objs) > 0 {
		c.calls++
	}
	return c.Converter.Convert(ctx, objs, to)
}

// TestReadMixedVersions reads objects that were stored in both versions, as a list
// and as events of a watch. One call converts all objects of a list.
func TestReadMixedVersions(t *testing.T) {
	ctx := context.Background()
	converter := &counting{Converter: splitHosts(t)}
	d, err := crdschema.Compile(t.Context(), mustDecode(hosts).Object, crdschema.WithConverter(converter))
	require.NoError(t, err)
	stored := []map[string]any{
		host("v1beta1", map[string]any{"hostPort": "a:1"}), host("v1", map[string]any{"host": "b", "port": "2"}), host("v1beta1", map[string]any{"hostPort": "c:3"}),
	}
	before := structural.Clone[any]([]any{stored[0], stored[1], stored[2]})
	for version, want := range map[string][]map[string]any{
		// The defaults are those of the version in which an object was stored.
		"v1": {
			host("v1", map[string]any{"host": "a", "port": "1", "zone": "a"}), host("v1", map[string]any{"host": "b", "port": "2", "size": int64(1)}),
			host("v1", map[string]any{"host": "c", "port": "3", "zone": "a"}),
		},
		"v1beta1": {
			host("v1beta1", map[string]any{"hostPort": "a:1", "zone": "a"}), host("v1beta1", map[string]any{"hostPort": "b:2"}),
			host("v1beta1", map[string]any{"hostPort": "c:3", "zone": "a"}),
		},
	} {
		converter.calls = 0
		list, err := d.ReadList(ctx, stored, version)
		require.NoError(t, err)
		assert.Equal(t, want, list)
		assert.Equal(t, 1, converter.calls)
		for i, event := range []string{"ADDED", "MODIFIED", "DELETED"} {
			got, err := d.Read(ctx, stored[i], version)
			require.NoError(t, err, event)
			assert.Equal(t, want[i], got, event)
		}
	}
	assert.Equal(t, before, any([]any{stored[0], stored[1], stored[2]}), "the input was written to")

	_, err = d.ReadList(ctx, append(stored, host("v1beta1", map[string]any{"hostPort": "none"})), "v1")
	assert.ErrorContains(t, err, `.hostPort could not be split into 2 parts at ":": "none"`)
	_, err = d.ReadList(ctx, append(stored, host("v2", nil)), "v1")
	assert.EqualError(t, err, "request to convert CR list failed, list index 3 has invalid group/version: example.com/v2")
	broken := host("v1beta1", map[string]any{"metadata": "text"})
	_, wrong := d.Read(ctx, broken, "v1")
	require.Error(t, wrong)
	_, err = d.ReadList(ctx, append(stored, broken), "v1")
	assert.EqualError(t, err, "object 3: "+wrong.Error())
	var cause *structural.Error
	assert.ErrorAs(t, err, &cause)
	_, err = d.ReadList(ctx, append(stored, nil), "v1")
	assert.Error(t, err)
	_, err = d.ReadList(ctx, stored, "v2")
	var status *crdschema.Status
	assert.True(t, errors.As(err, &status))
	empty, err := d.ReadList(ctx, nil, "")
	require.NoError(t, err)
	assert.Empty(t, empty)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = d.ReadList(cancelled, stored, "v1")
	assert.ErrorIs(t, err, context.Canceled)
}

// The embedded objects that a converter returns are coerced, and an error about one
// names the object of the list.
func TestReadListNamesConvertedObjects(t *testing.T) {
	embeds := conversion.Func(func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) {
		out := maps.Clone(obj)
		out["in"] = map[string]any{"apiVersion": "v1", "kind": "Pod", "metadata": "text"}
		return out, nil
	})
	crd := mustDecode(strings.Replace(hosts, "size:", "in: {type: object, x-kubernetes-embedded-resource: true}, size:", 1)).Object
	d, err := crdschema.Compile(t.Context(), crd, crdschema.WithConverter(embeds))
	require.NoError(t, err)
	_, err = d.ReadList(context.Background(), []map[string]any{host("v1", nil), host("v1beta1", nil)}, "v1")
	var cause *structural.Error
	require.ErrorAs(t, err, &cause)
	assert.EqualError(t, err, "object 1: "+cause.Error())
}

// losing is a converter that returns no objects.
type losing struct{}

func (losing) Convert(context.Context, []map[string]any, string) ([]map[string]any, error) {
	return nil, nil
}

// The error of converting a list has the list kind of the crd.
func TestReadListNamesListKind(t *testing.T) {
	crd := mustDecode(hosts).Object
	crd["spec"].(map[string]any)["names"].(map[string]any)["listKind"] = "Hosts"
	d, err := crdschema.Compile(t.Context(), crd, crdschema.WithConverter(losing{}))
	require.NoError(t, err)
	_, err = d.ReadList(context.Background(), []map[string]any{host("v1beta1", nil), host("v1beta1", nil)}, "v1")
	assert.ErrorContains(t, err, "Kind=Hosts")
}

// TestStorageVersionSequence follows the sequence of events of the documentation,
// with a conversion.
func TestStorageVersionSequence(t *testing.T) {
	ctx := context.Background()
	crd := mustDecode(hosts).Object
	stages := map[string]*crdschema.Definition{}
	for _, version := range []string{"v1beta1", "v1"} {
		for _, v := range crd["spec"].(map[string]any)["versions"].([]any) {
			v.(map[string]any)["storage"] = v.(map[string]any)["name"] == version
		}
		d, err := crdschema.Compile(t.Context(), crd, crdschema.WithConverter(splitHosts(t)))
		require.NoError(t, err)
		stages[version] = d
	}
	store := func(d *crdschema.Definition, obj, old map[string]any) map[string]any {
		op := crdschema.Create
		if old != nil {
			op = crdschema.Update
		}
		result, err := d.Admit(ctx, crdschema.Request{Object: obj, Old: old, Operation: op})
		require.NoError(t, err)
		require.True(t, result.Accepted(), "%v %v", result.Status(), result.Errors)
		return result.Stored
	}
	// 1. The storage version is v1beta1. An object is created.
	first := store(stages["v1beta1"], host("v1beta1", map[string]any{"hostPort": "a:1"}), nil)
	assert.Equal(t, host("v1beta1", map[string]any{"hostPort": "a:1", "zone": "a"}), first)
	// 2. Version v1 becomes the storage version. 3. The object is read at both, and
	// does not change in storage.
	d := stages["v1"]
	for version, want := range map[string]map[string]any{
		"v1beta1": {"hostPort": "a:1", "zone": "a"}, "v1": {"host": "a", "port": "1", "zone": "a"},
	} {
		got, err := d.Read(ctx, first, version)
		require.NoError(t, err)
		assert.Equal(t, host(version, want), got)
	}
	assert.Equal(t, host("v1beta1", map[string]any{"hostPort": "a:1", "zone": "a"}), first)
	// 4. A new object is stored at v1, whichever version it was created at.
	assert.Equal(t, host("v1", map[string]any{"host": "b", "port": "2", "zone": "a"}), store(d, host("v1beta1", map[string]any{"hostPort": "b:2"}), nil))
	// 5. An update rewrites the first object at v1 with the defaults of v1, which
	// add a field and so increase the generation.
	update, err := d.Read(ctx, first, "v1")
	require.NoError(t, err)
	update["metadata"] = maps.Clone(update["metadata"].(map[string]any))
	update["metadata"].(map[string]any)["resourceVersion"] = "1"
	old := structural.Clone(first)
	old["metadata"].(map[string]any)["resourceVersion"] = "1"
	rewritten := host("v1", map[string]any{"host": "a", "port": "1", "zone": "a", "size": int64(1)})
	rewritten["metadata"].(map[string]any)["generation"] = int64(2)
	assert.Equal(t, rewritten, store(d, update, old))
}

// The results of any converter are checked like the answers of a webhook.
func TestConvertersAreChecked(t *testing.T) {
	liar := conversion.Func(func(_ context.Context, _ map[string]any, _ string) (map[string]any, error) {
		return host("v1", map[string]any{"metadata": map[string]any{"name": "b"}}), nil
	})
	d, err := crdschema.Compile(t.Context(), mustDecode(hosts).Object, crdschema.WithConverter(liar))
	require.NoError(t, err)
	_, err = d.Read(context.Background(), host("v1beta1", nil), "v1")
	assert.EqualError(t, err, "conversion webhook for example.com/v1beta1, Kind=Host returned invalid object: must have the same name: a != b")

	d, err = crdschema.Compile(t.Context(), mustDecode(hosts).Object)
	require.NoError(t, err)
	_, err = d.Read(context.Background(), host("v1beta1", nil), "v1")
	assert.EqualError(t, err, "hosts.example.com converts with a webhook: compile it with WithConverter")
	_, err = d.Read(context.Background(), host("v1", nil), "v1")
	assert.NoError(t, err, "nothing to convert")
}

// Fields that no version specifies are lost, and absent ones have defaults: a round trip that
// takes both into account goes through the definition.
func ExampleDefinition_Convert_roundTrip() {
	forgetful := conversion.Func(func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) {
		out := maps.Clone(obj)
		out["leftover"] = "not in any schema" // pruned
		delete(out, "zone")                   // lost
		return out, nil
	})
	definition, err := crdschema.Compile(context.Background(), mustDecode(hosts).Object, crdschema.WithConverter(forgetful))
	if err != nil {
		panic(err)
	}
	losses, err := conversiontest.RoundTrip(context.Background(), conversiontest.OfDefinition(definition), []string{"example.com/v1", "example.com/v1beta1"},
		[]map[string]any{host("v1", map[string]any{"zone": "b", "size": int64(2)})})
	for _, loss := range losses {
		fmt.Println(loss)
	}
	fmt.Println(err)
	// Output:
	// Host default/a, example.com/v1 to example.com/v1beta1 to example.com/v1: size was 2, is 1
	// Host default/a, example.com/v1 to example.com/v1beta1 to example.com/v1: zone was "b", is absent
	// <nil>
}

// The objects of a list may have been stored in different versions.
func ExampleDefinition_ReadList() {
	definition := mustCompile()
	objects, err := definition.ReadList(context.Background(), []map[string]any{
		{"apiVersion": "stable.example.com/v1beta1", "kind": "CronTab", "metadata": map[string]any{"name": "a"}},
		{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": map[string]any{"name": "b"}},
	}, "v1")
	for _, object := range objects {
		fmt.Println(object["apiVersion"])
	}
	fmt.Println(err)
	// Output:
	// stable.example.com/v1
	// stable.example.com/v1
	// <nil>
}

// A conversion alone neither prunes nor sets defaults.
func ExampleDefinition_Convert() {
	definition := mustCompile()
	object, err := definition.Convert(context.Background(), map[string]any{
		"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": map[string]any{"name": "a"}, "unknown": true,
	}, "v1beta1")
	fmt.Println(object["apiVersion"], object["unknown"], err)
	// Output: stable.example.com/v1beta1 true <nil>
}

func ExampleDefinition_ConvertList() {
	definition := mustCompile()
	_, err := definition.ConvertList(context.Background(), map[string]any{
		"apiVersion": "stable.example.com/v1", "kind": "CronTabList", "items": []any{
			map[string]any{"apiVersion": "stable.example.com/v3", "kind": "CronTab"},
		},
	}, "v1")
	fmt.Println(err)
	// Output: request to convert CR list failed, list index 0 has invalid group/version: stable.example.com/v3
}

// A converter that a server would not call is a mistake of the program: without it, an object of
// the other version would be stored without the fields that the converter moves. Door T3.
func TestConverterWithStrategyNone(t *testing.T) {
	const message = "hosts.example.com has the conversion strategy None, so a server calls no converter: " +
		"set spec.conversion.strategy, or compile it WithConverter(c, conversion.StrategyWebhook)"
	for name, c := range map[string]struct {
		conversion any
		converter  conversion.Converter
		deployed   []conversion.Strategy
		want       string
	}{
		"as controller-gen writes it": {nil, splitHosts(t), nil, message},
		"None":                        {map[string]any{"strategy": "None"}, splitHosts(t), nil, message},
		"deployed with a webhook":     {nil, splitHosts(t), []conversion.Strategy{conversion.StrategyWebhook}, ""},
		"deployed without a webhook":  {map[string]any{"strategy": "Webhook"}, splitHosts(t), []conversion.Strategy{conversion.StrategyNone}, message},
		"with a webhook":              {map[string]any{"strategy": "Webhook"}, splitHosts(t), nil, ""},
		"without a converter":         {nil, nil, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			crd := mustDecode(hosts).Object
			spec := crd["spec"].(map[string]any)
			if spec["conversion"] = c.conversion; c.conversion == nil {
				delete(spec, "conversion")
			}
			d, err := crdschema.Compile(t.Context(), crd, crdschema.WithConverter(c.converter, c.deployed...))
			if c.want != "" {
				assert.EqualError(t, err, c.want)
				return
			}
			require.NoError(t, err)
			if c.converter == nil {
				return
			}
			got, err := d.Admit(t.Context(), crdschema.Request{Object: host("v1", map[string]any{"host": "b", "port": "2"})})
			require.NoError(t, err)
			require.True(t, got.Accepted(), got.Errors)
			assert.Equal(t, host("v1beta1", map[string]any{"hostPort": "b:2"}), got.Stored)
		})
	}
}
