package openapi

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset/fake"
	informers "k8s.io/apiextensions-apiserver/pkg/client/informers/externalversions"
	controllerv3 "k8s.io/apiextensions-apiserver/pkg/controller/openapiv3"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/server/mux"
	"k8s.io/kube-openapi/pkg/handler3"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/openapiv2"
)

// conditions are conditions of a definition.
var conditions = [][]any{
	{map[string]any{"type": "Established", "status": "True"}},
	{map[string]any{"type": "NamesAccepted", "status": "False"}, map[string]any{"type": "Established", "status": "True"}},
	{map[string]any{"type": "Established", "status": "False"}},
	{map[string]any{"type": "Established", "status": "Unknown"}},
	{map[string]any{"type": "NamesAccepted", "status": "True"}},
}

// candidates returns definitions with versions served or not, established or not:
// those of the corpus, each in its own group, and generated ones.
func candidates(t *testing.T) []map[string]any {
	var out []map[string]any
	for _, crd := range corpus.Load(t).CRDs {
		out = append(out, clone(crd.Manifest).(map[string]any))
	}
	schema := map[string]any{"type": "object"}
	for range parity.Full(300) {
		out = append(out, generate.CRD(schema, generate.WithVersion("v2", schema), generate.WithVersion("v1beta1", schema)))
	}
	for i, manifest := range out {
		r := parity.Rand(uint64(i))
		spec := manifest["spec"].(map[string]any)
		spec["group"] = fmt.Sprintf("g%d.example.com", i)
		plural := spec["names"].(map[string]any)["plural"].(string)
		manifest["metadata"] = map[string]any{"name": plural + "." + spec["group"].(string)}
		list, _ := spec["versions"].([]any) // old definitions may have none
		for _, v := range list {
			v.(map[string]any)["served"] = r.IntN(3) > 0
		}
		manifest["status"] = map[string]any{"conditions": conditions[r.IntN(len(conditions))]}
	}
	return out
}

// TestPublished compares which versions the v3 controller publishes, for all
// definitions at once.
func TestPublished(t *testing.T) {
	manifests := candidates(t)
	published := controller(t, manifests)
	cases := parity.List(manifests, func(m map[string]any) string { return m["metadata"].(map[string]any)["name"].(string) })
	parity.Run(t, "openapi-published", cases, func(c *parity.Check, in map[string]any) {
		ours, err := openapiv2.Published(in)
		if err != nil {
			c.Fail("error", err.Error(), nil, "the reference has it")
			return
		}
		c.Texts("versions", ours, published[in["spec"].(map[string]any)["group"].(string)])
	})
}

// controller runs the reference's controller on definitions and returns the
// versions that it publishes by group.
func controller(t *testing.T, manifests []map[string]any) map[string][]string {
	var objects []runtime.Object
	for _, manifest := range manifests {
		crd, err := definitionOf(manifest)
		require.NoError(t, err)
		text, err := json.Marshal(manifest["status"])
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &crd.Status))
		bare(crd)
		objects = append(objects, crd)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	factory := informers.NewSharedInformerFactory(fake.NewSimpleClientset(objects...), 0)
	c := controllerv3.NewController(factory.Apiextensions().V1().CustomResourceDefinitions())
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	service := handler3.NewOpenAPIService()
	handler := mux.NewPathRecorderMux("test")
	require.NoError(t, service.RegisterOpenAPIV3VersionedService("/openapi/v3", handler))
	done := make(chan struct{})
	go func() { defer close(done); c.Run(service, ctx.Done()) }()
	// The controller does not report when it is done: it is when its answer has
	// not changed for a while.
	var last map[string][]string
	for settled := 0; settled < 10; settled++ {
		time.Sleep(300 * time.Millisecond)
		now := groupVersionsOf(t, handler)
		if !maps.EqualFunc(now, last, slices.Equal) {
			last, settled = now, 0
		}
	}
	cancel()
	<-done
	return last
}

// bare removes the schemas: they do not affect the comparison, and building takes
// time.
func bare(crd *apiextensionsv1.CustomResourceDefinition) {
	for i := range crd.Spec.Versions {
		crd.Spec.Versions[i].Schema = nil
	}
}

func groupVersionsOf(t *testing.T, handler http.Handler) map[string][]string {
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/openapi/v3", nil))
	var index struct{ Paths map[string]any }
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &index))
	out := map[string][]string{}
	for _, path := range slices.Sorted(maps.Keys(index.Paths)) {
		parts := strings.Split(path, "/")
		out[parts[1]] = append(out[parts[1]], parts[2])
	}
	return out
}
