package tables

import (
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor"
	definitions "k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/tableconvertor"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/registry"
)

// TestCRDTable compares the tables of crds: those of the corpus, and with names,
// versions, dates and conditions replaced.
func TestCRDTable(t *testing.T) {
	crds := corpus.Load(t).CRDs
	all := parity.Cases[map[string]any]{N: len(crds), At: func(i int) (string, map[string]any) { return crds[i].File, crds[i].Manifest }}
	parity.Run(t, "definition-table", parity.Join(all, parity.Times(all, parity.Full(20), replacedParts)), func(c *parity.Check, manifest map[string]any) {
		crd, err := upstream.Definition(manifest)
		if err != nil {
			c.Void() // it does not decode
			return
		}
		list := &apiextensions.CustomResourceDefinitionList{Items: []apiextensions.CustomResourceDefinition{*crd}}
		table, err := definitions.New().ConvertToTable(context.Background(), list, nil)
		if err != nil {
			c.Fail("reference", nil, nil, "%v", err)
			return
		}
		ours := cases.Must(registry.CRDTable(context.Background(), []map[string]any{manifest}, registry.WithInclude(registry.IncludeNone)))
		sameTable(c, ours, table)
	})
}

// sameTable compares tables without objects.
func sameTable(c *parity.Check, ours map[string]any, theirs *metav1.Table) {
	if err := include(theirs, registry.IncludeNone); err != nil {
		c.Fail("reference", nil, nil, "%v", err)
	}
	got, err := written(ours)
	if err != nil {
		c.Fail("ours", nil, nil, "%v", err)
	}
	want, err := written(theirs)
	if err != nil {
		c.Fail("theirs", nil, nil, "%v", err)
	}
	c.Equal("table", got, want)
}

// replacedParts returns a crd with other values of what its table shows.
func replacedParts(seed uint64, in map[string]any) map[string]any {
	r := parity.Rand(seed)
	crd := maps.Clone(in)
	set(crd, []string{"metadata", "creationTimestamp"}, rarely(r, []string{"", "0001-01-01T00:00:00Z"}, "2020-01-02T03:04:05Z", "2020-01-02T03:04:05+01:00"))
	set(crd, []string{"spec", "names", "shortNames"}, pick[any](r, nil, []any{}, []any{"a"}, []any{"b", "a", ""}))
	set(crd, []string{"status", "conditions"}, conditions(r))
	var versions []any
	for range r.IntN(4) {
		versions = append(versions, map[string]any{"name": pick(r, "v1", "v10", "v2", "v1beta1", ""), "served": r.IntN(4) > 0, "storage": r.IntN(3) == 0})
	}
	if versions != nil {
		set(crd, []string{"spec", "versions"}, versions)
	}
	return crd
}

func conditions(r *rand.Rand) []any {
	list := []any{}
	for range r.IntN(4) {
		list = append(list, map[string]any{"type": pick(r, "Established", "NamesAccepted"), "status": pick(r, "True", "False", "Unknown", "")})
	}
	return list
}

// scaled is a Scale, and whether there is a subresource for it.
type scaled struct {
	Scale  autoscalingv1.Scale
	Served bool
}

// TestScaleTable compares the tables of scales.
func TestScaleTable(t *testing.T) {
	parity.Run(t, "scale-table", parity.Generated(parity.Full(2_000), newScaled), func(c *parity.Check, in scaled) {
		convertor, err := tableconvertor.New(scaleColumns(in))
		if err != nil {
			c.Fail("reference", nil, nil, "%v", err)
			return
		}
		table, err := convertor.ConvertToTable(context.Background(), in.Scale.DeepCopy(), nil)
		if err != nil {
			c.Fail("reference", nil, nil, "%v", err)
			return
		}
		scale := asMap(c, in.Scale)
		metadata, _ := scale["metadata"].(map[string]any)
		ours := cases.Must(registry.NewScalePrinter(scaleVersion(in)).Table(context.Background(), []map[string]any{scale}, time.Now(),
			registry.WithInclude(registry.IncludeNone), registry.WithListMetadata(metadata)))
		sameTable(c, ours, table)
	})
}

// newScaled returns a Scale whose age does not change while a test runs.
func newScaled(seed uint64) scaled {
	r := parity.Rand(seed)
	var out scaled
	out.Scale.Name = pick(r, "a", "")
	out.Scale.ResourceVersion = pick(r, "", "7")
	if r.IntN(4) > 0 {
		out.Scale.CreationTimestamp = metav1.Time{Time: started.Add(-time.Duration(10+r.IntN(5000))*24*time.Hour - 12*time.Hour).Truncate(time.Second)}
	}
	out.Scale.Spec.Replicas, out.Scale.Status.Replicas = int32(r.IntN(3)), int32(r.IntN(3))
	out.Served = r.IntN(4) > 0
	return out
}

// scaleColumns returns the columns of getScaleColumnsForVersion, which is not exported.
func scaleColumns(in scaled) (columns []apiextensionsv1.CustomResourceColumnDefinition) {
	if in.Served {
		columns = []apiextensionsv1.CustomResourceColumnDefinition{
			{Name: "Desired", Type: "integer", Description: "Number of desired replicas", JSONPath: ".spec.replicas"},
			{Name: "Available", Type: "integer", Description: "Number of actual replicas", JSONPath: ".status.replicas"},
		}
	}
	return append(columns, referenceColumns(nil)...)
}

func scaleVersion(in scaled) *crdschema.Version {
	crd := crdWith(nil)
	version := crd["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
	if in.Served {
		version["subresources"] = map[string]any{"scale": map[string]any{"specReplicasPath": ".spec.x", "statusReplicasPath": ".status.y"}}
	}
	return compile(crd)
}

// asMap returns the JSON of a value as a map.
func asMap(c *parity.Check, v any) map[string]any {
	text, err := json.Marshal(v)
	if err != nil {
		c.Fail("encode", nil, nil, "%v", err)
		return nil
	}
	out, err := corpus.DecodeJSON(text)
	if err != nil {
		c.Fail("decode", nil, nil, "%v", err)
	}
	return out
}
