package builtin

import (
	"context"
	"maps"
	"net/http"
	"time"

	"github.com/seed95800270/crdschema/crdserver/internal/custom"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
)

// pods is the kind Pod. A pod on a node is marked and stays until it is deleted with a grace period of 0: a
// kubelet does so when the containers have ended.
type pods struct{ *custom.Kind }

var _ rest.Kind = pods{}

// Delete decides about a deletion.
//
// Rules: k8s.io/apiserver/pkg/registry/rest, BeforeDelete; k8s.io/kubernetes/pkg/registry/core/pod,
// podStrategy.CheckGracefulDelete.
func (p pods) Delete(ctx context.Context, d rest.Deletion) (rest.Outcome, error) {
	out, err := p.Kind.Delete(ctx, d)
	if err != nil || out.Status != nil || d.Old == nil {
		return out, err
	}
	options, err := d.GivenOptions(ctx)
	if err != nil {
		return rest.Outcome{}, err
	}
	given, isGiven := options["gracePeriodSeconds"].(int64)
	if isGiven && given < 0 {
		given = 1
	}
	meta := untyped.Object(d.Old, "metadata")
	current, _ := meta["deletionGracePeriodSeconds"].(int64)
	switch {
	case meta["deletionTimestamp"] == nil:
		period := gracePeriod(d.Old, given, isGiven)
		return terminating(out, d.Old, d.Now.Add(seconds(period)), period), nil
	case current == 0:
		return out, nil
	case !isGiven || given >= current:
		out.Stored, out.Gone, out.Object, out.Code = nil, false, d.Old, http.StatusOK
		return out, nil
	}
	end, err := time.Parse(time.RFC3339, untyped.Text(meta, "deletionTimestamp"))
	if err != nil {
		return rest.Outcome{}, err
	}
	if end = end.Add(seconds(given - current)); end.Before(d.Now) {
		end, given = d.Now, min(given, 1)
	}
	return terminating(out, d.Old, end, given), nil
}

func seconds(n int64) time.Duration { return time.Duration(n) * time.Second }

// gracePeriod returns the seconds that the containers of a pod have: none if there are none that run.
func gracePeriod(pod map[string]any, given int64, isGiven bool) int64 {
	phase := untyped.Text(untyped.Object(pod, "status"), "phase")
	if untyped.Text(untyped.Object(pod, "spec"), "nodeName") == "" || phase == "Failed" || phase == "Succeeded" {
		return 0
	}
	if !isGiven {
		given, _ = untyped.Object(pod, "spec")["terminationGracePeriodSeconds"].(int64)
	}
	if given < 0 {
		return 1
	}
	return given
}

// terminating returns the outcome for a pod that ends at a time. The pod is marked even if it is then removed: a
// watch shows both.
func terminating(out rest.Outcome, old map[string]any, end time.Time, period int64) rest.Outcome {
	pod := out.Stored // with the finalizers of the propagation policy
	if pod == nil {
		pod = old
	}
	marked, meta := maps.Clone(pod), maps.Clone(untyped.Object(pod, "metadata"))
	was := untyped.Object(old, "metadata")
	if generation, ok := was["generation"].(int64); ok && was["deletionTimestamp"] == nil {
		meta["generation"] = generation + 1
	}
	meta["deletionTimestamp"], meta["deletionGracePeriodSeconds"] = end.UTC().Format(time.RFC3339), period
	marked["metadata"] = meta
	out.Object, out.Code = marked, http.StatusOK
	if out.Gone = out.Gone && period == 0; out.Gone {
		out.Marked = marked
	} else {
		out.Stored = marked
	}
	return out
}
