package conditions

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apiextensions-apiserver/pkg/apihelpers"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/lifecycle"
)

// TestConditions compares the status of definitions in any state, with others on
// the same server.
func TestConditions(t *testing.T) {
	cases := parity.Join(real(t), parity.Generated(parity.Full(20_000), drawCluster))
	parity.Run(t, "conditions", cases, compareReconciled)
}

// real returns the definitions of the corpus, each with those of its group that
// come before.
func real(t *testing.T) parity.Cases[cluster] {
	var list []cluster
	byGroup := map[any][]map[string]any{}
	for _, crd := range corpus.Load(t).CRDs {
		spec, _ := crd.Manifest["spec"].(map[string]any)
		group := spec["group"]
		c := cluster{CRD: crd.Manifest, Siblings: byGroup[group]}
		reconciled, err := lifecycle.Reconcile(t.Context(), c.CRD, c.Siblings, nowTime)
		require.NoError(t, err)
		byGroup[group] = append(byGroup[group], map[string]any{
			"apiVersion": reconciled["apiVersion"], "kind": reconciled["kind"], "metadata": reconciled["metadata"],
			"spec": map[string]any{"group": group}, "status": reconciled["status"],
		})
		list = append(list, c)
	}
	return parity.List(list, func(c cluster) string {
		meta, _ := c.CRD["metadata"].(map[string]any)
		name, _ := meta["name"].(string)
		return name
	})
}

func compareReconciled(c *parity.Check, in cluster) {
	own, err := decode(in.CRD)
	if err != nil {
		c.Void()
		return
	}
	var others []*apiextensionsv1.CustomResourceDefinition
	for _, other := range in.Siblings {
		crd, err := decode(other)
		if err != nil {
			c.Void()
			return
		}
		if crd.Name != own.Name {
			others = append(others, crd)
		}
	}
	ours, err := lifecycle.Reconcile(context.Background(), in.CRD, in.Siblings, nowTime)
	if err != nil {
		c.Fail("verdict", nil, nil, "%v", err)
		return
	}
	theirs := func() *store {
		s := newStore(own.DeepCopy(), copies(others))
		s.runControllers()
		return s
	}
	if ending(in.CRD) {
		compareEnding(c, ours, theirs)
		return
	}
	got := rewritten(c, ours)
	c.Equal("status", got, written(theirs().own), parity.Row("D10", func() any {
		answer, _ := parity.Repeat30(func() map[string]any { return written(theirs().own) },
			func(answer map[string]any) bool { return parity.Equal(got, answer) })
		return answer
	}))
}

// compareEnding compares the deletion of the objects. Of several unsupported
// keywords the reference must have found the one that ours names (D10).
func compareEnding(c *parity.Check, reconciled map[string]any, theirs func() *store) {
	schemas, _ := lifecycle.ConditionOf(reconciled, lifecycle.NonStructuralSchema)
	s, _ := parity.Repeat30(theirs, func(s *store) bool {
		found := apihelpers.FindCRDCondition(s.own, apiextensionsv1.NonStructuralSchema)
		return found == nil || found.Message == schemas.Message
	})
	trouble := errors.New("there is trouble")
	for cleanup, o := range map[lifecycle.CleanupResult]objects{
		lifecycle.ObjectsRemoved: {}, lifecycle.ObjectsNotListed: {listing: trouble},
		lifecycle.ObjectsNotDeleted: {deleting: trouble}, lifecycle.ObjectsNotConfirmed: {confirming: trouble},
	} {
		o.lists = new(int)
		again := newStore(s.own.DeepCopy(), copies(s.others))
		again.clean(o)
		var cause error
		if cleanup != lifecycle.ObjectsRemoved {
			cause = trouble
		}
		ours, err := lifecycle.Finalize(context.Background(), reconciled, cleanup, cause, nowTime)
		if err != nil {
			c.Fail("verdict", nil, nil, "%v", err)
			return
		}
		c.Equal("status", rewritten(c, ours), written(again.own))
	}
}

func ending(crd map[string]any) bool {
	meta, _ := crd["metadata"].(map[string]any)
	return meta["deletionTimestamp"] != nil
}

var decoder = func() runtime.Decoder {
	s := runtime.NewScheme()
	install.Install(s)
	return serializer.NewCodecFactory(s).UniversalDecoder(apiextensionsv1.SchemeGroupVersion)
}()

// decode decodes a manifest as controllers see it: as v1, defaulted.
func decode(manifest map[string]any) (*apiextensionsv1.CustomResourceDefinition, error) {
	text, err := upstream.Encode(manifest)
	if err != nil {
		return nil, err
	}
	obj, _, err := decoder.Decode(text, nil, nil)
	if err != nil {
		return nil, err
	}
	return obj.(*apiextensionsv1.CustomResourceDefinition), nil
}

func copies(list []*apiextensionsv1.CustomResourceDefinition) []*apiextensionsv1.CustomResourceDefinition {
	out := make([]*apiextensionsv1.CustomResourceDefinition, len(list))
	for i, crd := range list {
		out[i] = crd.DeepCopy()
	}
	return out
}

// rewritten returns our answer as the reference would write it.
func rewritten(c *parity.Check, ours map[string]any) map[string]any {
	crd, err := decode(ours)
	if err != nil {
		c.Fail("decoding", ours, nil, "%v", err)
		return nil
	}
	return written(crd)
}

// written returns the fields that controllers write. Times are now, or the time
// before.
func written(crd *apiextensionsv1.CustomResourceDefinition) map[string]any {
	text, err := json.Marshal(map[string]any{"status": crd.Status, "finalizers": crd.Finalizers})
	if err != nil {
		panic(err)
	}
	out, err := corpus.DecodeJSON(text)
	if err != nil {
		panic(err)
	}
	status := out["status"].(map[string]any)
	list, _ := status["conditions"].([]any)
	for _, e := range list {
		if c := e.(map[string]any); c["lastTransitionTime"] != nil && c["lastTransitionTime"] != before {
			c["lastTransitionTime"] = now
		}
	}
	if len(list) == 0 {
		delete(status, "conditions")
	}
	if finalizers, _ := out["finalizers"].([]any); len(finalizers) == 0 {
		delete(out, "finalizers")
	}
	return out
}
