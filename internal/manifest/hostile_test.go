package manifest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/manifest"
)

// hostile are definitions in which something is repeated.
func hostile() map[string]map[string]any {
	of := func(version func(i int) map[string]any, n int) map[string]any {
		versions := make([]any, n)
		for i := range versions {
			versions[i] = version(i)
		}
		return map[string]any{"spec": map[string]any{"versions": versions}}
	}
	schema := func(s map[string]any) map[string]any {
		return map[string]any{"name": "v1", "schema": map[string]any{"openAPIV3Schema": s}}
	}
	storage := map[string]any{"storage": true}
	other := map[string]any{"subresources": map[string]any{"status": map[string]any{}}}
	return map[string]map[string]any{
		"empty versions":   of(func(int) map[string]any { return nil }, 60_000),
		"storage versions": of(func(int) map[string]any { return storage }, 30_000),
		"named versions": of(func(i int) map[string]any {
			if i == 0 {
				return other
			}
			return map[string]any{"name": fmt.Sprint("v", i)}
		}, 30_000),
		"different schemas": of(func(i int) map[string]any {
			return schema(map[string]any{"description": fmt.Sprint(i), "format": fmt.Sprint("f", i), "x-kubernetes-validations": []any{map[string]any{"rule": fmt.Sprint(i)}}})
		}, 2_000),
		"names": {"spec": map[string]any{"names": map[string]any{"shortNames": slices.Repeat([]any{"A"}, 100_000)}}},
		"the path of a service": {"spec": map[string]any{"conversion": map[string]any{
			"strategy": "Webhook", "webhook": map[string]any{"clientConfig": map[string]any{"service": map[string]any{"path": strings.Repeat("/A", 100_000)}}},
		}}},
		"review versions": {"spec": map[string]any{"conversion": map[string]any{
			"strategy": "Webhook", "webhook": map[string]any{"conversionReviewVersions": slices.Repeat([]any{"A"}, 100_000)},
		}}},
	}
}

// Nothing takes time that grows with a square, and reports are bounded.
func TestHostileDefinitions(t *testing.T) {
	const patience = 20 * time.Second
	for name, crd := range hostile() {
		t.Run(name, func(t *testing.T) {
			begun := time.Now()
			s := server()
			for _, out := range []manifest.Outcome{s.Create(crd), s.Update(crd, crd), s.UpdateStatus(crd, crd)} {
				size := 0
				for _, e := range out.Errors {
					size += len(e.Path)*16 + len(e.Error())
				}
				assert.Less(t, size, 64<<20)
			}
			assert.Less(t, time.Since(begun), patience)
		})
	}
}
