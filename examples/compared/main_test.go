package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTable runs all cases and compares the verdicts with the table of docs/COMPARED.md.
// The column of kubectl-validate is compared if KUBECTL_VALIDATE is the path of
// that program.
func TestTable(t *testing.T) {
	tools := []tool{ours, byHand}
	program := os.Getenv("KUBECTL_VALIDATE")
	if program != "" {
		tools = append(tools, kubectlValidate(program))
	}
	cases, err := readCases("cases.yaml")
	require.NoError(t, err)
	results, err := run(cases, tools)
	require.NoError(t, err)
	page, err := os.ReadFile("../../docs/COMPARED.md")
	require.NoError(t, err)
	_, written, found := strings.Cut(string(page), "| case | crdschema |")
	require.True(t, found)
	written, _, _ = strings.Cut("| case | crdschema |"+written, "\n\n")
	assert.Equal(t, columns(written, 1+len(tools)), columns(table(results, tools), 1+len(tools)))
}

func columns(table string, n int) [][]string {
	var rows [][]string
	for row := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(row), "|"), "|")
		rows = append(rows, cells[:min(n, len(cells))])
	}
	return rows
}
