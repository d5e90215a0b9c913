package hints_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

// outcomes counts what became of the crds.
type outcomes struct {
	mu                              sync.Mutex
	fixed, withLoss, left, leftLoss int
	within, longer, steps           int
	objects, accepted, refused      int
	lostBy, leftBy, refusedBy       map[string]int
}

func (o *outcomes) add(r repair) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.lostBy == nil {
		o.lostBy, o.leftBy, o.refusedBy = map[string]int{}, map[string]int{}, map[string]int{}
	}
	switch {
	case len(r.left) > 0 && len(r.lost) > 0:
		o.leftLoss++
	case len(r.left) > 0:
		o.left++
	case len(r.lost) > 0:
		o.withLoss++
	default:
		o.fixed++
	}
	o.steps += len(r.steps)
	if len(r.steps) <= r.first {
		o.within++
	} else {
		o.longer++
	}
	for _, text := range r.lost {
		o.lostBy[text]++
	}
	for _, text := range r.left {
		o.leftBy[text]++
	}
}

// keep compares what the whole and the repaired crd keep of objects.
func (o *outcomes) keep(c *parity.Check, in damaged, r repair) {
	whole, err := crdschema.Compile(context.Background(), in.whole)
	if err != nil {
		return
	}
	again, err := crdschema.Compile(context.Background(), r.crd)
	if err != nil {
		c.Fail("compile", err.Error(), nil, "%v", in.mistakes)
		return
	}
	for _, obj := range in.objects {
		req := crdschema.Request{Object: obj}
		if textIn(in.whole["spec"], "scope") == "Namespaced" && textIn(obj["metadata"], "namespace") == "" {
			req.Namespace = "default"
		}
		before, err := whole.Admit(context.Background(), req)
		if err != nil || len(before.Errors) > 0 || before.Status() != nil && len(before.Errors) == 0 {
			continue
		}
		version := before.Decoded["apiVersion"]
		after, err := again.Admit(context.Background(), req)
		if err != nil || after.Status() != nil && len(after.Errors) == 0 { // another version or kind
			continue
		}
		o.mu.Lock()
		if o.objects++; len(after.Errors) == 0 {
			o.accepted++
		} else {
			o.refused++
			o.refusedBy[fmt.Sprint(in.mistakes)]++
		}
		o.mu.Unlock()
		for _, path := range after.Dropped {
			known := slices.ContainsFunc(before.Dropped, func(p structural.Path) bool { return within(path, p) })
			if !known && declares(in.crd, fmt.Sprint(version), path) {
				c.Fail("fields of an object", path.String(), nil, "%v\n%s", in.mistakes, strings.Join(r.steps, "\n"))
			}
		}
	}
}

func (o *outcomes) print() {
	fmt.Printf("hints-kept: fixed %d, fixed with loss %d, left %d, left with loss %d; steps %d, within the first errors %d, more %d; objects %d, accepted %d, refused %d\n",
		o.fixed, o.withLoss, o.left, o.leftLoss, o.steps, o.within, o.longer, o.objects, o.accepted, o.refused)
	for _, part := range []struct {
		title  string
		counts map[string]int
	}{{"lost by hints for", o.lostBy}, {"left", o.leftBy}, {"refused after", o.refusedBy}} {
		names := make([]string, 0, len(part.counts))
		for name := range part.counts {
			names = append(names, name)
		}
		slices.SortFunc(names, func(a, b string) int { return part.counts[b] - part.counts[a] })
		for _, name := range names[:min(len(names), 25)] {
			fmt.Printf("  %s: %6d %s\n", part.title, part.counts[name], name)
		}
	}
}
