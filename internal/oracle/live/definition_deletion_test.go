package live_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/registry"
)

// crdDeletion is a request to delete a crd: a dry run, or the first request for a crd of its
// own.
type crdDeletion struct {
	Name    string
	Options string
	Lasting bool
}

// TestDefinitionDeletion compares requests to delete crds that are live, crds that are being
// deleted, and crds that are not stored.
func TestDefinitionDeletion(t *testing.T) {
	server := live.Start(t)
	var manifests []map[string]any
	for i := range 4 {
		manifests = append(manifests, deletedCRD(t, i))
	}
	_, err := server.Install(manifests...)
	require.NoError(t, err)
	accepted(t, server.Do(http.MethodDelete, definitions+"/"+live.Name(manifests[1]), nil))
	require.NoError(t, live.AwaitCondition(server.Send, live.Name(manifests[1]), lifecycle.Terminating, "InstanceDeletionCompleted"))

	var all []crdDeletion
	for _, name := range []string{live.Name(manifests[0]), live.Name(manifests[1]), "none.deleted.example.org"} {
		for _, options := range deletionTexts(server.Do(http.MethodGet, definitions+"/"+name, nil).Body) {
			all = append(all, crdDeletion{name, options, false})
		}
	}
	all = append(all, crdDeletion{live.Name(manifests[2]), "", true}, crdDeletion{live.Name(manifests[3]), `{"orphanDependents":false}`, true})
	cases := parity.List(all, func(x crdDeletion) string { return fmt.Sprintf("%+v", x) })
	parity.Run(t, "crd-deletion", cases, func(c *parity.Check, x crdDeletion) { x.compare(c, server) })
}

// deletedCRD returns a crd that stays although it is deleted.
func deletedCRD(t *testing.T, i int) map[string]any {
	return decode(t, fmt.Sprintf(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: d%[1]ds.deleted%[1]d.example.org, finalizers: [example.com/keep]}
spec:
  group: deleted%[1]d.example.org
  scope: Cluster
  names: {plural: d%[1]ds, kind: D%[1]d}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]`, i))
}

// deletionTexts returns bodies of requests to delete crd.
func deletionTexts(crd map[string]any) []string {
	meta, _ := crd["metadata"].(map[string]any)
	out := []string{"", "{}", "[", "1", `{"kind":"Pod"}`, `{"propagationPolicy":"Later"}`, `{"dryRun":["x"]}`, `{"preconditions":{}}`,
		`{"preconditions":{"uid":"x"}}`, `{"preconditions":{"resourceVersion":"x"}}`, `{"preconditions":{"uid":"x","resourceVersion":"x"}}`,
		fmt.Sprintf(`{"preconditions":{"uid":"%v","resourceVersion":"%v"}}`, meta["uid"], meta["resourceVersion"]),
		`{"ignoreStoreReadErrorWithClusterBreakingPotential":true}`, `{"gracePeriodSeconds":30}`, `{"gracePeriodSeconds":-1}`}
	for _, policy := range []string{"Foreground", "Background", "Orphan"} {
		out = append(out, `{"propagationPolicy":"`+policy+`"}`)
	}
	return append(out, `{"orphanDependents":true}`, `{"orphanDependents":false}`, `{"orphanDependents":true,"propagationPolicy":"Orphan"}`)
}

// compare makes the request on both sides. Without other options, it is a dry run by its
// query.
func (x crdDeletion) compare(c *parity.Check, server *live.Server) {
	path := definitions + "/" + x.Name
	got := server.Do(http.MethodGet, path, nil)
	req := crdschema.DeleteRequest{Name: x.Name, Now: time.Now(), Body: x.body(), ContentType: "application/json",
		StoragePrefix: "/registry/apiextensions.kubernetes.io"}
	if got.Accepted() {
		req.Old = got.Body
	}
	query := ""
	if len(req.Body) == 0 && !x.Lasting {
		query, req.Options = "?dryRun=All", map[string]any{"dryRun": []any{"All"}}
	}
	ours, err := registry.DeleteCRD(context.Background(), req)
	if err != nil {
		c.Fail("error", nil, nil, "%v", err)
		return
	}
	theirs := server.DoText(http.MethodDelete, path+query, "application/json", req.Body)
	if status := ours.Status(); status != nil {
		c.Equal("status", status.Object(), theirs.Body)
		return
	}
	c.Equal("code", int64(ours.Code), int64(theirs.Code))
	c.Equal("object", deletedAt(ours.Object, ""), deletedAt(theirs.Body, ""))
}

// body returns the body of the request, for a dry run with the option.
func (x crdDeletion) body() []byte {
	var options map[string]any
	if x.Lasting || json.Unmarshal([]byte(x.Options), &options) != nil || options["dryRun"] != nil {
		return []byte(x.Options)
	}
	options["dryRun"] = []any{"All"}
	text, err := json.Marshal(options)
	if err != nil {
		panic(err)
	}
	return text
}

// deletedAt returns a crd with a time in place of those that the request sets, and without
// its resourceVersion.
func deletedAt(crd map[string]any, at string) map[string]any {
	text, err := json.Marshal(crd)
	if err != nil {
		panic(err)
	}
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		panic(err)
	}
	if meta, _ := out["metadata"].(map[string]any); meta["deletionTimestamp"] != nil {
		meta["deletionTimestamp"] = at
		delete(meta, "resourceVersion")
	}
	status, _ := out["status"].(map[string]any)
	conditions, _ := status["conditions"].([]any)
	for _, condition := range conditions {
		if condition := condition.(map[string]any); condition["type"] == "Terminating" {
			condition["lastTransitionTime"] = at
		}
	}
	return out
}
