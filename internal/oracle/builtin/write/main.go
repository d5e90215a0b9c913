// Write writes the files of built-in kinds of crdserver. It runs in internal/oracle.
package main

import (
	"context"
	"log"
	"os"
	"path/filepath"

	"github.com/seed95800270/crdschema/internal/oracle/builtin"
)

func main() {
	api, err := builtin.Download(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	files, err := builtin.Files(api)
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join("../../crdserver/internal/published/data", name), text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
