// Package acceptance runs the cases of testdata/acceptance through the public API, or over HTTP. Each case
// is an example or a rule of the public documentation of Kubernetes with the answer of a
// server.
package acceptance

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/decode"
)

var updatePending = flag.Bool("update-pending", false, "write the acceptance cases that fail to testdata/acceptance/pending.txt")

const pendingFile = "testdata/acceptance/pending.txt"

// acceptanceCase is one document of testdata/acceptance; its README says what
// the keys mean.
type acceptanceCase struct {
	name   string
	file   string
	given  map[string]any
	expect map[string]any
}

// Run runs every example and rule of the public documentation through the public API,
// in the root of the module. Cases whose stage does not exist yet are listed in
// pending.txt; a listed case that passes is an error of the list.
func Run(t *testing.T) {
	cases := loadAcceptance(t)
	pending := loadPending(t)
	var passed, waiting, failed int
	var failing []string
	for _, c := range cases {
		problem := problemOf(t, c)
		if problem != "" {
			failing = append(failing, c.name)
		}
		switch listed := pending[c.name]; {
		case problem == "" && listed:
			failed++
			t.Errorf("%s passes and is listed in %s", c.name, pendingFile)
		case problem == "":
			passed++
		case listed:
			waiting++
		default:
			failed++
			t.Errorf("%s %s: %s", c.file, c.name, problem)
		}
		delete(pending, c.name)
	}
	for name := range pending {
		t.Errorf("%s lists %q, which is no case", pendingFile, name)
	}
	if *updatePending {
		slices.Sort(failing)
		require.NoError(t, os.WriteFile(pendingFile, []byte(strings.Join(failing, "\n")+"\n"), 0o644))
	}
	fmt.Printf("acceptance: cases=%d pass=%d pending=%d fail=%d\n", len(cases), passed, waiting, failed)
}

func loadAcceptance(t *testing.T) []acceptanceCase {
	files, err := filepath.Glob("testdata/acceptance/*.yaml")
	require.NoError(t, err)
	var all []acceptanceCase
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		docs, err := decode.Stream(context.Background(), text)
		require.NoError(t, err, file)
		for _, doc := range docs {
			all = append(all, newAcceptanceCase(t, file, doc.Value))
		}
	}
	slices.SortStableFunc(all, func(a, b acceptanceCase) int { return cmp.Compare(a.file, b.file) })
	require.NotEmpty(t, all)
	return all
}

func newAcceptanceCase(t *testing.T, file string, doc any) acceptanceCase {
	fields, ok := doc.(map[string]any)
	require.True(t, ok, file)
	c := acceptanceCase{file: filepath.Base(file)}
	c.name, _ = fields["name"].(string)
	c.given, _ = fields["given"].(map[string]any)
	c.expect, _ = fields["expect"].(map[string]any)
	require.NotEmpty(t, c.name, file)
	require.NotEmpty(t, c.given, c.name)
	require.NotEmpty(t, c.expect, c.name)
	return c
}

func loadPending(t *testing.T) map[string]bool {
	text, err := os.ReadFile(pendingFile)
	require.NoError(t, err)
	out := map[string]bool{}
	for _, name := range strings.Fields(string(text)) {
		require.False(t, out[name], "%s lists %q twice", pendingFile, name)
		out[name] = true
	}
	return out
}
