package main

import (
	"context"
	"fmt"
	"io"

	"github.com/seed95800270/crdschema/structural/apply"
)

// compare prints what applying the configuration of a pair would change, and reports whether
// it would. It returns an error if the server rejects it.
func (o *options) compare(ctx context.Context, in *input, p pair, stdout io.Writer, paint painter) (bool, error) {
	applier, err := in.applier(p)
	if err != nil {
		return false, err
	}
	predicted, err := applier.Predict(ctx, apply.Request{Live: p.live, Object: p.desired, Manager: o.manager, Force: o.force, Now: o.now})
	if err != nil {
		return false, err
	}
	if status := predicted.Status(); status != nil {
		return false, status
	}
	changes := predicted.Changes.Without(".metadata.managedFields", ".metadata.resourceVersion", ".metadata.generation")
	if len(changes) == 0 {
		fmt.Fprintf(stdout, "%s: no changes\n", p.name())
	} else {
		fmt.Fprintf(stdout, "%s:\n", p.name())
		paint.print(stdout, changes.String())
	}
	if o.naive {
		err = p.printNaive(ctx, stdout, paint)
	}
	return len(changes) > 0, err
}

func (p pair) printNaive(ctx context.Context, stdout io.Writer, paint painter) error {
	changes, err := apply.Diff(ctx, nil, p.live, p.desired)
	if err != nil {
		return err
	}
	changes = changes.Without(".metadata.uid", ".metadata.resourceVersion", ".metadata.generation",
		".metadata.creationTimestamp", ".metadata.managedFields", ".status")
	fmt.Fprintf(stdout, "\nA textual comparison finds %d differences:\n", len(changes))
	paint.print(stdout, changes.String())
	return nil
}

// unmanaged reports whether the live object lacks managed fields. Objects of a server have
// some, and the answer depends on them.
func (p pair) unmanaged() bool {
	meta, _ := p.live["metadata"].(map[string]any)
	return p.live != nil && meta["managedFields"] == nil
}
