package oracle

import (
	"context"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/internal/format"
	"github.com/seed95800270/crdschema/internal/oracle/contrary"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// FuzzValidate compares values and schemas of package contrary.
func FuzzValidate(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, steps []byte) {
		r := contrary.Steered(steps)
		in, ok := validatorsOf(contrary.Schema(r, 1+r.IntN(4)))
		if !ok {
			return
		}
		value := contrary.Value(r, in.schema)
		same(t, verdictOf(in.ours.Validate(context.Background(), value)).Texts(), func() []string { return in.theirs.Validate(value, nil) })
	})
}

// FuzzValidateUpdate compares values that replace others.
func FuzzValidateUpdate(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, steps []byte) {
		r := contrary.Steered(steps)
		in, ok := validatorsOf(contrary.Schema(r, 1+r.IntN(4)))
		if !ok || in.theirs.S == nil {
			return
		}
		old := contrary.Object(r, in.schema)
		value := contrary.Change(r, old, r.IntN(6))
		errs, ratcheted := both(in.ours.ValidateUpdate(context.Background(), value, old))
		same(t, errs.Texts(), func() []string { return in.theirs.ValidateUpdate(value, old, nil) })
		same(t, ratcheted.Texts(), func() []string { return in.theirs.Ratcheted(value, old, nil) })
	})
}

func seeds(f *testing.F) {
	for _, steps := range contrary.Steps(40) {
		f.Add(steps)
	}
}

// FuzzFormats compares any text with all formats.
func FuzzFormats(f *testing.F) {
	for _, text := range []string{"", "10.0.0.1/8", "::ffff:1.2.3.4", "2024-02-29T23:59:60.5Z", "1h1m", "a@b.c", "YWJj", "urn:uuid:0", "#fff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4<<10 { // other tests have long texts
			return
		}
		for _, name := range formatNames() {
			holds, _ := format.Lookup(name, 37)
			if ours, theirs := holds(text), upstream.HasFormat(name, text); ours != theirs {
				t.Errorf("%s of %q: ours %v, theirs %v", name, text, ours, theirs)
			}
		}
	})
}

// same compares texts with those of a reference whose answer may vary from run to
// run.
func same(t *testing.T, ours []string, theirs func() []string) {
	t.Helper()
	slices.Sort(ours)
	accept := func(answer []string) bool {
		slices.Sort(answer)
		return slices.Equal(ours, answer)
	}
	if answer, ok := parity.Repeat30(theirs, accept); !ok {
		t.Error(parity.Diff(ours, answer))
	}
}
