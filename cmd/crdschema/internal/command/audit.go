package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/compat"
)

const auditLong = `audit says what the server does to stored objects after an update of their CRD: which ones it refuses on
their next update, and which fields are lost.

Standard input is the output of kubectl get -A -o json, an object at a time. --shard 3/8 judges every
eighth object, beginning with the third: run all eight anywhere with --json, and merge their reports.

--snapshot reads the objects of the CRD from a snapshot of etcd, with all values as they are stored.`

func newAudit(s Streams) *cobra.Command {
	a := &auditing{streams: s}
	c := &cobra.Command{
		Use:   "audit [flags] --crd FILE OBJECTS",
		Short: "Say what a new CRD does to stored objects",
		Long:  auditLong,
		Example: `  kubectl get crontabs -A -o json | crdschema audit --old old.yaml --crd new.yaml -
  crdschema audit --old old.yaml --crd new.yaml --snapshot snapshot.db`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return a.run(c.Context(), args[0]) },
	}
	c.PersistentFlags().BoolVar(&a.asJSON, "json", false, "print JSON for audit merge")
	c.Flags().StringVar(&a.crd, "crd", "", "`FILE` with the CRD")
	c.Flags().StringVar(&a.old, "old", "", "`FILE` with the CRD before its update")
	c.Flags().StringVar(&a.shard, "shard", "1/1", "judge shard I of N: `I/N`")
	c.Flags().BoolVar(&a.snapshot, "snapshot", false, "OBJECTS is a file that etcdctl snapshot save wrote")
	c.Flags().StringVar(&a.prefix, "etcd-prefix", "/registry", "`PREFIX` of all keys of the snapshot")
	_ = c.MarkFlagRequired("crd")
	c.AddCommand(&cobra.Command{
		Use:   "merge REPORT...",
		Short: "Merge the JSON reports of shards",
		Args:  cobra.MinimumNArgs(1),
		RunE:  func(_ *cobra.Command, args []string) error { return a.merge(args) },
	})
	return c
}

type auditing struct {
	streams                 Streams
	asJSON, snapshot        bool
	crd, old, shard, prefix string
}

func (a *auditing) run(ctx context.Context, objects string) error {
	var index, count int
	if n, err := fmt.Sscanf(a.shard, "%d/%d", &index, &count); err != nil || n != 2 || index < 1 || index > count {
		return fmt.Errorf("the shard %q is not I/N", a.shard)
	}
	if readsTwice([]string{a.crd, a.old, objects}) {
		return errStdinTwice
	}
	reader := &input.Reader{Stdin: a.streams.In}
	crd, err := readCRD(ctx, reader, a.crd)
	if err != nil {
		return err
	}
	var old map[string]any
	if a.old != "" {
		before, err := readCRD(ctx, reader, a.old)
		if err != nil {
			return err
		}
		old = before.Value
	}
	audit, err := compat.NewAudit(ctx, old, crd.Value)
	if err != nil {
		return err
	}
	all, end, err := a.open(ctx, reader, objects, crd.Value)
	if err != nil {
		return err
	}
	result, err := audit.Run(ctx, shard(all, index, count))
	if err := errors.Join(err, end()); err != nil {
		return err
	}
	return a.print(result, count == 1)
}

func (a *auditing) merge(names []string) error {
	reports := make([]compat.Report, len(names))
	for i, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(text, &reports[i]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return a.print(compat.Merge(reports...), true)
}

// print prints a report. A whole one without objects could not judge anything; a shard may have none.
func (a *auditing) print(r compat.Report, whole bool) error {
	text := []byte(r.String())
	if a.asJSON {
		text = r.JSON()
	}
	if _, err := a.streams.Out.Write(text); err != nil {
		return err
	}
	switch {
	case r.Counts[compat.Failed] > 0 || whole && r.Objects == 0:
		return exit(report.ExitNoJudge)
	case !r.Clean():
		return exit(report.ExitFindings)
	default:
		return nil
	}
}
