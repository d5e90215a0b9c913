package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed95800270/crdschema/document"
)

// readCRDs returns the CRDs in files and folders.
func readCRDs(ctx context.Context, paths []string, diagnostics io.Writer) (crds []map[string]any, err error) {
	for _, path := range paths {
		err := filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || name != path && !isManifest(name) {
				return err
			}
			found, err := readFile(ctx, name, diagnostics)
			crds = append(crds, found...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return crds, nil
}

func isManifest(name string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(name))
}

func readFile(ctx context.Context, name string, diagnostics io.Writer) (crds []map[string]any, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	docs, err := document.DecodeYAML(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, doc := range docs {
		if doc.Object["kind"] != "CustomResourceDefinition" {
			fmt.Fprintf(diagnostics, "%s:%d: ignored, kind %v\n", name, doc.Line, doc.Object["kind"])
			continue
		}
		crds = append(crds, doc.Object)
	}
	return crds, nil
}
