package command

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/structural/apply"
)

const diffLong = `diff prints what a server-side apply would change, as kubectl diff --server-side does, without a server.

LIVE has the objects of the server, the output of kubectl get -o yaml --show-managed-fields. DESIRED
has the configurations to apply. A configuration without an object of its name in LIVE creates one.
The definitions are the CRDs of --crd, and those among LIVE and DESIRED.

Changes follow the name of an object, each on a line: added with +, removed with -, modified with ~, a
list in another order with ↕. Managed fields, the resource version and the generation are left out.

Exit code, as of kubectl diff: 0 if nothing would change, 1 if something would, 2 if an object would be
rejected or cannot be compared.`

// diffing is the command diff.
type diffing struct {
	streams            Streams
	crds               []string
	manager, namespace string
	force, skip, color bool
	time               string
	now                time.Time
}

func newDiff(s Streams) *cobra.Command {
	d := &diffing{streams: s}
	c := &cobra.Command{
		Use:   "diff [flags] LIVE DESIRED",
		Short: "Print what a server-side apply would change",
		Long:  diffLong,
		Example: `  crdschema diff --crd crd.yaml live.yaml desired.yaml
  kubectl get gateways -A -o yaml --show-managed-fields | crdschema diff --crd crds/ - manifests/`,
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error { return d.run(c.Context(), args[0], args[1]) },
	}
	c.Flags().StringArrayVar(&d.crds, "crd", nil, "`FILE` or folder with definitions; may be repeated")
	c.Flags().BoolVar(&d.force, "force-conflicts", false, "take over fields of other managers")
	c.Flags().StringVar(&d.manager, "field-manager", "kubectl", "`NAME` of the field manager")
	c.Flags().StringVarP(&d.namespace, "namespace", "n", "default", "`NAMESPACE` of objects without one")
	c.Flags().BoolVar(&d.skip, "skip-unknown", false, "skip configurations of kinds without a definition")
	c.Flags().StringVar(&d.time, "now", "", "`TIME` of the apply (default the clock's)")
	return c
}

func (d *diffing) run(ctx context.Context, live, desired string) error {
	if readsTwice(append(slices.Clone(d.crds), live, desired)) {
		return errStdinTwice
	}
	var err error
	if d.now, err = clock(d.time); err != nil {
		return err
	}
	d.color = isTerminal(d.streams.Out) && os.Getenv("NO_COLOR") == ""
	reader := &input.Reader{Stdin: d.streams.In}
	was, err := readObjects(ctx, reader, live)
	if err != nil {
		return err
	}
	configurations, err := readObjects(ctx, reader, desired)
	if err != nil {
		return err
	}
	definitions, err := definitionsOf(ctx, reader, d.crds, slices.Concat(was, configurations)...)
	if err != nil {
		return err
	}
	pairs := pairing{definitions: definitions, namespace: d.namespace, skip: d.skip, appliers: map[input.GroupKind]*apply.Applier{}}
	if err := pairs.read(was, configurations); err != nil {
		return err
	}
	code, err := d.compareAll(ctx, pairs.pairs)
	return cmp.Or(err, exit(code))
}

func (d *diffing) compareAll(ctx context.Context, pairs []pair) (int, error) {
	code := report.ExitFine
	for i := range pairs {
		p := &pairs[i]
		if p.unmanaged() {
			fmt.Fprintf(d.streams.Err, "crdschema: %s: the live object has no managed fields; is it from kubectl get --show-managed-fields?\n", p.title)
		}
		changes, err := d.compare(ctx, p)
		switch {
		case err != nil:
			fmt.Fprintf(d.streams.Err, "crdschema: %s: %v\n", p.title, err)
			code = report.ExitNoJudge
			continue
		case len(changes) > 0:
			code = max(code, report.ExitFindings)
		}
		if _, err := d.streams.Out.Write(d.text(p, changes)); err != nil {
			return 0, err
		}
	}
	return code, nil
}

// compare returns what applying the configuration of a pair would change. It returns an error if the
// server rejects it.
func (d *diffing) compare(ctx context.Context, p *pair) (apply.Changes, error) {
	if p.err != nil {
		return nil, p.err
	}
	predicted, err := p.applier.Predict(ctx, apply.Request{Live: p.live, Object: p.desired, Manager: d.manager, Force: d.force, Now: d.now})
	if err != nil {
		return nil, err
	}
	if status := predicted.Status(); status != nil {
		return nil, status
	}
	return predicted.Changes.Without(".metadata.managedFields", ".metadata.resourceVersion", ".metadata.generation"), nil
}

var markColors = map[byte]string{'+': "\x1b[32m", '-': "\x1b[31m", '~': "\x1b[33m"}

func (d *diffing) text(p *pair, changes apply.Changes) []byte {
	if len(changes) == 0 {
		return []byte(p.title + ": no changes\n")
	}
	out := []byte(p.title + ":\n")
	for line := range strings.Lines(changes.String()) {
		line = strings.TrimSuffix(line, "\n")
		if color := markColors[line[0]]; d.color && color != "" {
			line = color + line + "\x1b[0m"
		}
		out = append(out, line+"\n"...)
	}
	return out
}
