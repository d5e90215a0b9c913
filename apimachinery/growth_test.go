package apimachinery_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/structural"
)

// growingCRD has a list with defaults and a rule, a set, and a field that preserves everything.
const growingCRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, kind: CronTab}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              any: {type: object, x-kubernetes-preserve-unknown-fields: true}
              set: {type: array, x-kubernetes-list-type: set, items: {type: string}}
              l:
                type: array
                items:
                  type: object
                  x-kubernetes-validations: [{rule: "self.i < 5"}]
                  properties: {i: {type: integer, default: 1}, s: {type: string, maxLength: 3}}
`

// growingObjects make objects of about n bytes.
var growingObjects = map[string]func(n int) map[string]any{
	"defaults": func(n int) map[string]any {
		return object(map[string]any{"l": listOf(n/3, func(int) any { return map[string]any{} })})
	},
	"errors": func(n int) map[string]any {
		return object(map[string]any{"l": listOf(n/24, func(int) any { return map[string]any{"i": int64(9), "s": "long"} })})
	},
	"unknown fields": func(n int) map[string]any {
		return object(map[string]any{"l": listOf(n/16, func(int) any { return map[string]any{"i": int64(1), "z": nil} })})
	},
	"wide": func(n int) map[string]any {
		m := map[string]any{}
		for i := range n / 20 {
			m[fmt.Sprint("field", i)] = map[string]any{"a": int64(i)}
		}
		return object(map[string]any{"any": m})
	},
	"deep": func(n int) map[string]any {
		v := map[string]any{}
		for range min(n/6, 2000) {
			v = map[string]any{"a": v}
		}
		return object(map[string]any{"any": v, "set": listOf(n/10, func(i int) any { return fmt.Sprint(i) })})
	},
	"long text": func(n int) map[string]any {
		return object(map[string]any{"any": map[string]any{"s": strings.Repeat("<", n)}})
	},
	"labels": func(n int) map[string]any {
		o := object(map[string]any{})
		labels := map[string]any{}
		for i := range n / 30 {
			labels[fmt.Sprint("e.io/label", i)] = "Value-1"
		}
		o["metadata"].(map[string]any)["labels"], o["metadata"].(map[string]any)["annotations"] = labels, labels
		return o
	},
}

func listOf(n int, element func(int) any) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = element(i)
	}
	return list
}

// growingCalls returns the calls of webhooks, strategies and conversions with an object.
func growingCalls(d *crdschema.Definition) map[string]func(context.Context, map[string]any) {
	v, _ := d.Version("v1")
	strategy := apimachinery.NewStrategy(v)
	post := func(w http.Handler) func(context.Context, map[string]any) {
		return func(ctx context.Context, obj map[string]any) {
			body, _ := json.Marshal(review("CREATE", map[string]any{"object": obj}))
			r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", bytes.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			w.ServeHTTP(httptest.NewRecorder(), r)
		}
	}
	all := []*crdschema.Definition{d}
	return map[string]func(context.Context, map[string]any){
		"validating webhook": post(apimachinery.NewWebhook(all)),
		"mutating webhook":   post(apimachinery.NewWebhook(all, apimachinery.WithMutation())),
		"create": func(ctx context.Context, obj map[string]any) {
			u := apimachinery.ToUnstructured(obj)
			strategy.PrepareForCreate(ctx, u)
			strategy.Validate(ctx, u)
			strategy.WarningsOnCreate(ctx, u)
		},
		"update": func(ctx context.Context, obj map[string]any) {
			u, old := apimachinery.ToUnstructured(obj), apimachinery.ToUnstructured(obj)
			strategy.PrepareForUpdate(ctx, u, old)
			strategy.ValidateUpdate(ctx, u, old)
		},
		"status": func(ctx context.Context, obj map[string]any) {
			u, old := apimachinery.ToUnstructured(obj), apimachinery.ToUnstructured(obj)
			status := apimachinery.NewStatusStrategy(strategy)
			status.PrepareForUpdate(ctx, u, old)
			status.ValidateUpdate(ctx, u, old)
		},
		"default": func(ctx context.Context, obj map[string]any) {
			_ = apimachinery.NewDefaulter[*unstructured.Unstructured](d, "").Default(ctx, apimachinery.ToUnstructured(obj))
		},
		"FromMap": func(ctx context.Context, obj map[string]any) {
			var typed struct{ Spec, Metadata any }
			if apimachinery.FromMap(ctx, obj, &typed) == nil {
				_, _ = apimachinery.ToMap(ctx, typed)
			}
		},
	}
}

// TestGrowth calls webhooks and strategies with an object and one of five times its size. For each
// byte of the larger one they allocate at most twice as much as for a byte of the smaller one (maps
// and slices double), and 16 bytes more (buffers come from pools, or do not). Both are at most 700
// bytes, with garbage.
func TestGrowth(t *testing.T) {
	for name, call := range growingCalls(crdschema.MustCompileYAML(growingCRD)) {
		for shape, make := range growingObjects {
			t.Run(name+" "+shape, func(t *testing.T) {
				const small, large = 100_000, 500_000
				few, smallSize := allocated(t, call, make(small))
				many, largeSize := allocated(t, call, make(large))
				each, eachSmall := many/float64(largeSize), few/float64(smallSize)
				assert.LessOrEqual(t, each, 700.0, "bytes for each byte")
				assert.LessOrEqual(t, each, 2*eachSmall+16, "%v bytes of %d, %v of %d", few, smallSize, many, largeSize)
			})
		}
	}
}

// allocated returns the least that one of three calls allocates, since a call finds empty pools
// after a collection, and the size of the object as JSON.
func allocated(t *testing.T, call func(context.Context, map[string]any), obj map[string]any) (bytes float64, size int) {
	text, err := json.Marshal(obj)
	require.NoError(t, err)
	ctx := structural.WithBudget(t.Context(), structural.Budget{Steps: 1 << 30, Values: 1 << 24})
	bytes = math.Inf(1)
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		call(ctx, obj)
		runtime.ReadMemStats(&after)
		bytes = min(bytes, float64(after.TotalAlloc-before.TotalAlloc))
	}
	return bytes, len(text)
}
