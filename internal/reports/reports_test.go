package reports

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/joshdk/go-junit"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

const (
	root     = "../.."
	commands = root + "/cmd/crdschema/internal/command/testdata"
)

// judging are the commands that write reports.
var judging = []string{"validate", "check", "compat", "test"}

// command is a case of runs.yaml of the command.
type command struct {
	Name  string
	Args  []string
	Stdin string
}

// jsonReport is what other formats are compared with.
type jsonReport struct {
	Items []struct {
		Verdict  string
		Findings []json.RawMessage
	}
	Summary struct{ Judged, Refused, Skipped, Unreadable int }
}

// TestReports writes all reports of the runs of the command's own tests, and reads them.
func TestReports(t *testing.T) {
	program := build(t)
	ours, official := compile(t, ourSchema(t, program)), compile(t, officialSchema(t))
	read := 0
	for _, c := range runs(t) {
		t.Run(c.Name, func(t *testing.T) {
			dir := t.TempDir()
			asJSON, asSARIF, asJUnit := filepath.Join(dir, "a.json"), filepath.Join(dir, "a.sarif"), filepath.Join(dir, "a.xml")
			args := append(slices.Clone(c.Args), "-o", "text", "-o", "json="+asJSON, "-o", "sarif="+asSARIF, "-o", "junit="+asJUnit)
			cmd := exec.Command(program, args...)
			cmd.Dir, cmd.Stdin = commands, strings.NewReader(c.Stdin)
			if err := cmd.Run(); err != nil {
				require.ErrorAs(t, err, new(*exec.ExitError))
			}
			text, err := os.ReadFile(asJSON)
			if errors.Is(err, os.ErrNotExist) {
				return // the arguments are wrong
			}
			require.NoError(t, err)
			read++
			require.NoError(t, validate(t, ours, text))
			var report jsonReport
			require.NoError(t, json.Unmarshal(text, &report))
			checkSARIF(t, official, asSARIF, report)
			checkJUnit(t, asJUnit, report)
		})
	}
	assert.Greater(t, read, 40)
}

func checkSARIF(t *testing.T, official *jsonschema.Schema, file string, report jsonReport) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, validate(t, official, text))
	findings := 0
	for _, item := range report.Items {
		if item.Verdict != "skipped" {
			findings += len(item.Findings)
		}
	}
	log, err := sarif.FromBytes(text)
	require.NoError(t, err)
	require.Len(t, log.Runs, 1)
	assert.Len(t, log.Runs[0].Results, findings)
}

func checkJUnit(t *testing.T, file string, report jsonReport) {
	suites, err := junit.IngestFile(file)
	require.NoError(t, err)
	got := map[junit.Status]int{}
	for _, suite := range suites {
		for _, c := range suite.Tests {
			got[c.Status]++
			if c.Error != nil {
				assert.NotEmpty(t, c.Error.Error(), c.Name)
			}
		}
	}
	sum := report.Summary
	assert.Equal(t, map[junit.Status]int{
		junit.StatusPassed: sum.Judged - sum.Refused, junit.StatusFailed: sum.Refused,
		junit.StatusSkipped: sum.Skipped, junit.StatusError: sum.Unreadable,
	}, map[junit.Status]int{
		junit.StatusPassed: got[junit.StatusPassed], junit.StatusFailed: got[junit.StatusFailed],
		junit.StatusSkipped: got[junit.StatusSkipped], junit.StatusError: got[junit.StatusError],
	})
}

// TestSchemasRefuse checks that the schemas are not empty: they refuse reports with a wrong word.
func TestSchemasRefuse(t *testing.T) {
	program := build(t)
	cmd := exec.Command(program, "validate", "-o", "json", "--crd", "crd.yaml", "refused.yaml")
	cmd.Dir = commands
	text, err := cmd.Output()
	require.ErrorAs(t, err, new(*exec.ExitError))
	ours := compile(t, ourSchema(t, program))
	require.NoError(t, validate(t, ours, text))
	assert.Error(t, validate(t, ours, bytes.Replace(text, []byte(`"refused"`), []byte(`"rejected"`), 1)))
	assert.Error(t, validate(t, ours, bytes.Replace(text, []byte(`"rule"`), []byte(`"code"`), 1)))
	cmd = exec.Command(program, "validate", "-o", "sarif", "--crd", "crd.yaml", "refused.yaml")
	cmd.Dir = commands
	text, err = cmd.Output()
	require.ErrorAs(t, err, new(*exec.ExitError))
	official := compile(t, officialSchema(t))
	require.NoError(t, validate(t, official, text))
	assert.Error(t, validate(t, official, bytes.Replace(text, []byte(`"level":"error"`), []byte(`"level":"fatal"`), 1)))
	assert.Error(t, validate(t, official, bytes.Replace(text, []byte(`"startLine"`), []byte(`"line"`), 1)))
}

func build(t *testing.T) string {
	program := filepath.Join(t.TempDir(), "crdschema")
	out, err := exec.Command("go", "-C", root, "build", "-o", program, "./cmd/crdschema").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

// runs returns the cases that write reports, without those that choose a format themselves.
func runs(t *testing.T) (out []command) {
	text, err := os.ReadFile(commands + "/runs.yaml")
	require.NoError(t, err)
	var all []command
	require.NoError(t, yaml.Unmarshal(text, &all))
	for _, c := range all {
		ownFormat := slices.ContainsFunc(c.Args, func(arg string) bool { return arg == "-o" || strings.HasPrefix(arg, "--output") })
		if len(c.Args) > 0 && slices.Contains(judging, c.Args[0]) && !ownFormat && !slices.Contains(c.Args, "--help") {
			out = append(out, c)
		}
	}
	return out
}

func ourSchema(t *testing.T, program string) []byte {
	text, err := exec.Command(program, "schema").Output()
	require.NoError(t, err)
	return text
}

// officialSchema returns the schema of SARIF 2.1.0, errata 01, by OASIS. It is a constant in the source of
// go-sarif, a module with a checksum in go.sum.
func officialSchema(t *testing.T) []byte {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	require.NoError(t, err)
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	for _, declaration := range file.Decls {
		spec, ok := declaration.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
		if !ok || spec.Names[0].Name != "schema" {
			continue
		}
		text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		require.NoError(t, err)
		require.Contains(t, text, "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
		return []byte(text)
	}
	require.Fail(t, "go-sarif has no schema")
	return nil
}

func compile(t *testing.T, text []byte) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	require.NoError(t, compiler.AddResource("https://example.com/schema.json", doc))
	schema, err := compiler.Compile("https://example.com/schema.json")
	require.NoError(t, err)
	return schema
}

func validate(t *testing.T, schema *jsonschema.Schema, text []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	return schema.Validate(value)
}
