package served_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/lifecycle"
)

const crdsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

// collectionDeletion is a request to delete the CRDs of one case.
type collectionDeletion struct{ Query, Body string }

// TestDeleteCRDs compares requests to delete a collection of CRDs, and what is left of them. Door S1.
func TestDeleteCRDs(t *testing.T) {
	_, theirs := plants(t)
	ours := startCRDServer(t, nil)
	var all []collectionDeletion
	for _, query := range []string{"", "&propagationPolicy=Orphan", "&dryRun=All", "&gracePeriodSeconds=5", "&dryRun=x", "&propagationPolicy=Foreground", "&propagationPolicy=x",
		"&fieldSelector=metadata.name%3DNAME", "&fieldSelector=spec.group%3Dx", "&limit=1", "&limit=x", "&orphanDependents=true"} {
		all = append(all, collectionDeletion{query, ""})
	}
	for _, body := range []string{"{}", "[", `{"x":1}`, `{"kind":"Pod"}`, `{"propagationPolicy":"Background"}`, `{"propagationPolicy":"Later"}`, `{"dryRun":["All"]}`,
		`{"preconditions":{"uid":"x"}}`, `{"preconditions":{"resourceVersion":"x"}}`, `{"gracePeriodSeconds":-1}`,
		`{"ignoreStoreReadErrorWithClusterBreakingPotential":true}`, `{"orphanDependents":false}`} {
		all = append(all, collectionDeletion{"", body})
	}
	var number atomic.Int64
	cases := parity.List(all[:max(4, parity.Full(len(all)))], func(x collectionDeletion) string { return fmt.Sprintf("%+v", x) })
	parity.Run(t, "crdserver-delete-crds", cases, func(c *parity.Check, x collectionDeletion) {
		n := number.Add(1)
		a, b := x.answers(t, ours.send, n), x.answers(t, theirs.Send, n)
		for i := range b {
			c.Equal(fmt.Sprint("answer ", i), a[i], b[i])
		}
	})
}

// answers creates three CRDs, of which one stays with a finalizer and one is being deleted, deletes
// them, and returns that answer and the CRDs that are left.
func (x collectionDeletion) answers(t *testing.T, send func(string, string, map[string]string, []byte) live.Answer, number int64) (out []any) {
	headers := map[string]string{"Content-Type": "application/json", "Accept": "application/json"}
	label := fmt.Sprint("n", number)
	for i := range 3 {
		require.True(t, send("POST", crdsPath, headers, collectionCRD(t, label, i)).Accepted())
	}
	for i := range 3 {
		assert.NoError(t, live.AwaitCondition(send, collectionName(label, i), lifecycle.Established, "InitialNamesAccepted"))
	}
	send("DELETE", crdsPath+"/"+collectionName(label, 2), headers, nil)
	assert.NoError(t, live.AwaitCondition(send, collectionName(label, 2), lifecycle.Terminating, "InstanceDeletionCompleted"))
	query := strings.ReplaceAll(x.Query, "NAME", collectionName(label, 0))
	path := crdsPath + "?labelSelector=case%3D" + label
	deleted := send("DELETE", path+query, headers, []byte(x.Body))
	out = append(out, int64(deleted.Code), summary(deleted.Body), fmt.Sprint(deleted.Warnings))
	time.Sleep(1000 * time.Millisecond)
	left := send("GET", path, headers, nil)
	return append(out, summary(left.Body))
}

// summary returns what the deletion of a CRD changes, or a Status.
func summary(body map[string]any) any {
	items, isList := body["items"].([]any)
	if !isList {
		return newSide("", nil).lasting(body)
	}
	out := []any{}
	for _, item := range items {
		crd := item.(map[string]any)
		meta := metadata(crd)
		terminating, _ := lifecycle.ConditionOf(crd, lifecycle.Terminating)
		out = append(out, map[string]any{"name": meta["name"], "finalizers": meta["finalizers"], "deleting": meta["deletionTimestamp"] != nil,
			"grace": meta["deletionGracePeriodSeconds"], "generation": meta["generation"], "terminating": terminating.Reason})
	}
	return out
}

func collectionName(label string, i int) string {
	return fmt.Sprintf("c%s%ds.%s.example.com", label, i, label)
}

func collectionCRD(t *testing.T, label string, i int) []byte {
	names := fmt.Sprintf("c%s%d", label, i)
	meta := map[string]any{"name": collectionName(label, i), "labels": map[string]any{"case": label}}
	if i > 0 {
		meta["finalizers"] = []any{"example.com/keep"}
	}
	text, err := json.Marshal(map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": meta,
		"spec": map[string]any{"group": label + ".example.com", "scope": "Namespaced", "names": map[string]any{"plural": names + "s", "kind": "C" + names},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object"}}}}}})
	require.NoError(t, err)
	return text
}
