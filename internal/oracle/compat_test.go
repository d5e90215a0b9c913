package oracle

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/crdtest/generate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upgrades"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// shares counts the answers of compat.
type shares struct{ safe, breaking, unproven atomic.Int64 }

func (s *shares) add(v compat.Verdict) {
	switch v {
	case compat.Safe:
		s.safe.Add(1)
	case compat.Breaking:
		s.breaking.Add(1)
	default:
		s.unproven.Add(1)
	}
}

// check logs the shares and fails if more than 15% are unproven.
func (s *shares) check(t *testing.T, what string) {
	safe, breaking, unproven := s.safe.Load(), s.breaking.Load(), s.unproven.Load()
	all := max(safe+breaking+unproven, 1)
	t.Logf("%s: safe %d, breaking %d, unproven %d (%.1f%%)", what, safe, breaking, unproven, 100*float64(unproven)/float64(all))
	assert.LessOrEqual(t, float64(unproven)/float64(all), 0.15)
}

// TestCompatKnown compares the findings of compat about updates of CRDs with the effects that are
// known by construction, and judges each witness with the reference.
func TestCompatKnown(t *testing.T) {
	var counted shares
	parity.Run(t, "compat-witness", parity.Generated(parity.Full(5_000), upgrades.Known), func(c *parity.Check, in upgrades.Upgrade) {
		got, err := compat.Compare(context.Background(), in.Old, in.New)
		if err != nil {
			c.Fail("comparison", nil, nil, "%v", err)
			return
		}
		verdict := got.Verdict()
		counted.add(verdict)
		effects := []string{}
		for _, f := range got.Findings {
			if f.Verdict == compat.Breaking {
				effects = append(effects, f.Effect.String())
			}
		}
		switch {
		case in.Nothing && len(got.Findings) > 0:
			c.Fail("findings of equal schemas", fmt.Sprint(got), nil, "")
		case len(in.Effect) == 0 && verdict == compat.Breaking:
			c.Fail("wrong breaking: "+in.Name, fmt.Sprint(got), "safe", "")
		case len(in.Effect) > 0 && verdict == compat.Safe:
			c.Fail("wrong safe: "+in.Name, fmt.Sprint(got), in.Effect, "")
		case len(in.Effect) > 0 && verdict == compat.Breaking && !slices.ContainsFunc(in.Effect, func(e compat.Effect) bool { return slices.Contains(effects, e.String()) }):
			c.Fail("effect: "+in.Name, fmt.Sprint(got), in.Effect, "")
		default:
			c.Equal("verdict", true, true)
		}
		judge(c, in.Old, in.New, "v1", got)
	})
	counted.check(t, "known edits")
}

// judge sends every witness to the reference, and objects of the old schema if the update is said to
// be safe.
func judge(c *parity.Check, oldCRD, newCRD map[string]any, version string, got compat.Comparison) {
	before, ok := newEndpoint(oldCRD, version)
	after, also := newEndpoint(newCRD, version)
	if !ok || !also {
		c.Void()
		return
	}
	for _, f := range got.Findings {
		if f.Witness != nil && f.Version == version {
			judgeWitness(c, before, after, f)
		}
	}
	if got.Verdict() != compat.Safe {
		return
	}
	v, _ := before.ours.Version(version)
	g := generate.New(v, generate.WithAttempts(60))
	for i := range 4 {
		obj, err := g.Valid(context.Background(), i)
		if err != nil {
			continue
		}
		if _, why := writeTheirs(before, obj, nil, crdschema.Create, true); why != "" {
			continue
		}
		if _, why := writeTheirs(after, obj, nil, crdschema.Create, false); why != "" {
			c.Fail("wrong safe: the reference refuses", obj, why, "%s", got)
		}
	}
}

func judgeWitness(c *parity.Check, before, after endpoint, f compat.Finding) {
	w := f.Witness
	if f.Effect == compat.Ownership {
		c.Equal("managers differ", !reflect.DeepEqual(w.OldManagers, w.Managers), true)
		return
	}
	was, why := writeTheirs(before, w.Object, w.Old, w.Operation, true)
	if why != "" {
		c.Fail("witness of "+f.String(), w.Object, why, "the reference refuses it with the old CRD")
		return
	}
	is, why := writeTheirs(after, w.Object, w.Old, w.Operation, false)
	if f.Effect == compat.Refuses {
		if why == "" {
			c.Fail("witness of "+f.String(), w.Object, nil, "the reference accepts it with the new CRD")
		}
		return
	}
	read := after.theirs.Read(ofVersion(was, "7"), upstream.Storage)
	same := why == "" && reflect.DeepEqual(content(is), content(was)) && reflect.DeepEqual(content(read.Object), content(was))
	if same {
		c.Fail("witness of "+f.String(), w.Object, content(was), "nothing changes for the reference")
	}
}

func content(obj map[string]any) map[string]any {
	out := comparable(obj)
	delete(out, "metadata")
	return out
}

// writeTheirs returns the object that the reference stores, or why it refuses it. strict refuses
// unknown fields.
func writeTheirs(e endpoint, obj, old map[string]any, op crdschema.Operation, strict bool) (map[string]any, string) {
	obj = structural.Clone(obj)
	in := request{endpoint: e, object: obj, old: old}
	decoded := e.theirs.Read(obj, upstream.Request)
	if decoded.Error != "" {
		return nil, decoded.Error
	}
	if strict && len(decoded.Unknown) > 0 {
		return nil, "unknown fields: " + fmt.Sprint(decoded.Unknown)
	}
	got := admitted(in, upstream.Copy(decoded.Object), op)
	if why := whyRefused(got); why != "" || op != crdschema.Create || obj["status"] == nil || !e.theirs.Status {
		return got.Object, why
	}
	in.old = ofVersion(got.Object, "7")
	next := structural.Clone(in.old)
	next["status"] = obj["status"]
	decoded = e.theirs.Read(next, upstream.Request)
	if decoded.Error != "" {
		return nil, decoded.Error
	}
	got = admitted(in, decoded.Object, crdschema.UpdateStatus)
	return got.Object, whyRefused(got)
}

func whyRefused(a upstream.Admitted) string {
	if len(a.Errors) > 0 {
		return fmt.Sprint(a.Errors)
	}
	return a.Refused
}

// TestCompatReal judges the findings about updates made of real CRDs: between the versions of one, and
// edits.
func TestCompatReal(t *testing.T) {
	var counted, findings shares
	var slowest atomic.Int64
	cases := parity.Join(parity.Tenth(neighbors(t)), editedUpgrades(t, parity.Full(700)))
	parity.Run(t, "compat-real", cases, func(c *parity.Check, in realUpgrade) {
		start := time.Now()
		got, err := compat.Compare(context.Background(), in.old, in.new)
		if err != nil {
			c.Void()
			return
		}
		slowest.Store(max(slowest.Load(), int64(time.Since(start))))
		counted.add(got.Verdict())
		for _, f := range got.Findings {
			findings.add(f.Verdict)
			if f.Verdict == compat.Unproven && os.Getenv("COMPAT_UNPROVEN") != "" {
				fmt.Println("unproven", f, f.Tried)
			}
		}
		c.Equal("verdict", true, true)
		judge(c, in.old, in.new, in.version, got)
	})
	t.Logf("slowest comparison: %v", time.Duration(slowest.Load()))
	counted.check(t, "updates")
	findings.check(t, "findings")
}
