package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/fix"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/document"
)

const checkLong = `check judges CRDs as a server does that creates them, or with --old updates them, and says what to do
about each error. Other objects are skipped and counted.

--fix writes the hints that lose nothing into the files, and judges what remains. Comments and order
remain. Standard error names the files that are written, and those that cannot be: JSON, archives, and
files with several documents.`

func newCheck(s Streams) *cobra.Command {
	j := &judging{streams: s, onlyCRDs: true}
	c := &cobra.Command{
		Use:   "check [flags] FILE...",
		Short: "Judge CRDs, with hints",
		Long:  checkLong,
		Example: `  crdschema check config/crd/
  crdschema check --old git:main:config/crd config/crd`,
		Args: cobra.MinimumNArgs(1),
	}
	fixes := c.Flags().Bool("fix", false, "first write the hints that lose nothing into YAML files with one CRD")
	c.RunE = func(c *cobra.Command, names []string) error {
		if *fixes {
			if err := j.fix(c.Context(), names); err != nil {
				return err
			}
		}
		return j.run(c, names)
	}
	j.addFlags(c)
	return c
}

// fix writes what loses nothing into the files of names.
func (j *judging) fix(ctx context.Context, names []string) error {
	reader := &input.Reader{Exclude: j.exclude, Written: j.output.files()}
	compiler := crdschema.NewCompiler()
	if j.minor != "" {
		compiler = crdschema.NewCompiler(crdschema.WithKubernetesVersion(j.minor))
	}
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || !info.IsDir() && !info.Mode().IsRegular() {
			continue // standard input, a pipe, a commit, or an error of the run
		}
		if input.IsArchive(name) {
			fmt.Fprintf(j.streams.Err, "%s: not fixed: archives are not edited\n", name)
			continue
		}
		for s := range reader.Sources(ctx, name) {
			if err := j.fixFile(ctx, compiler, s.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (j *judging) fixFile(ctx context.Context, compiler *crdschema.Compiler, name string) error {
	text, err := os.ReadFile(name)
	if err != nil || !bytes.Contains(text, []byte("CustomResourceDefinition")) {
		return nil // the run reports what cannot be read
	}
	doc, err := document.DecodeOne(ctx, text)
	if err != nil {
		fmt.Fprintf(j.streams.Err, "%s: not fixed: %v\n", name, err)
		return nil
	}
	if !(&input.Object{Value: doc.Object}).IsCRD() {
		return nil
	}
	fixed, edits, err := fix.Edits(ctx, compiler, doc.Object)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if len(edits) == 0 {
		return nil
	}
	changed, err := fix.Text(ctx, text, edits, fixed)
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		err = errors.New("JSON is not edited")
	}
	if err != nil {
		fmt.Fprintf(j.streams.Err, "%s: not fixed: %v\n", name, err)
		return nil
	}
	info, err := os.Stat(name)
	if err == nil {
		err = os.WriteFile(name, changed, info.Mode())
	}
	if err == nil {
		fmt.Fprintf(j.streams.Err, "%s: fixed, %d edits\n", name, len(edits))
	}
	return err
}
