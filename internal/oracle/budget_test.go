package oracle

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

// TestBudget checks that no call with a real definition or object does more than a
// hundredth of the work that a call may do by default. It takes every tenth of them, and all
// with ORACLE_FULL=1.
func TestBudget(t *testing.T) {
	requests, definitions := corpusRequests(t, 1), corpus.Load(t).CRDs
	var objects, crds largest
	every := 100 / parity.Full(100)
	for i := 0; i < requests.N; i += every {
		label, r := requests.At(i)
		at, _ := r.ours.Version(r.version)
		obj := unversioned(r.object)
		objects.measure(t, label, func(ctx context.Context) error {
			req := benchRequest{r.endpoint, at, obj, nil}
			_, err := r.ours.Admit(ctx, req.request())
			return err
		})
		if old := stored(r.endpoint, obj); old != nil {
			objects.measure(t, label, func(ctx context.Context) error {
				req := benchRequest{r.endpoint, at, ofVersion(obj, "7"), old}
				_, err := r.ours.Admit(ctx, req.request())
				return err
			})
		}
	}
	for i, crd := range definitions {
		if i%every > 0 {
			continue
		}
		crds.measure(t, crd.Name, func(ctx context.Context) error {
			_, err := crdschema.ValidateCRD(ctx, crd.Manifest, nil)
			return err
		})
		crds.measure(t, crd.Name, func(ctx context.Context) error {
			_, err := crdschema.Compile(ctx, crd.Manifest)
			if errs := structural.ErrorsOf(err); len(errs) > 0 {
				return nil // a verdict
			}
			return err
		})
	}
	objects.check(t, "objects")
	crds.check(t, "crds")
}

// largest holds the most work of one call, and its labels.
type largest struct {
	calls             int
	steps, values     int64
	bySteps, byValues string
}

func (l *largest) measure(t *testing.T, label string, call func(context.Context) error) {
	ctx, tracker := work.Share(context.Background())
	require.NoError(t, call(ctx), label)
	used := tracker.Used()
	l.calls++
	if used.Steps > l.steps {
		l.steps, l.bySteps = used.Steps, label
	}
	if used.Values > l.values {
		l.values, l.byValues = used.Values, label
	}
}

func (l *largest) check(t *testing.T, what string) {
	t.Logf("budget of %s: calls=%d steps=%d (%s) values=%d (%s)", what, l.calls, l.steps, l.bySteps, l.values, l.byValues)
	assert.LessOrEqual(t, 100*l.steps, int64(budget.DefaultSteps))
	assert.LessOrEqual(t, 100*l.values, int64(budget.DefaultValues))
}
