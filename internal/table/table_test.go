package table_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/table"
	"github.com/seed95800270/crdschema/internal/work"
)

// TestHumanAge checks both sides of each change of units.
func TestHumanAge(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for want, ago := range map[string]time.Duration{
		"<invalid>": -2 * time.Second, "0s": -1999 * time.Millisecond, "1s": 1999 * time.Millisecond, "119s": 2*time.Minute - 1, "2m": 2 * time.Minute,
		"9m59s": 10*time.Minute - 1, "10m": 11*time.Minute - 1, "179m": 3*time.Hour - 1, "3h": 3 * time.Hour, "7h59m": 8*time.Hour - 1, "8h": 8*time.Hour + 59*time.Minute,
		"47h": 48*time.Hour - 1, "2d": 48 * time.Hour, "2d1h": 49 * time.Hour, "7d23h": 8*24*time.Hour - 1, "8d": 8*24*time.Hour + 23*time.Hour, "729d": 730*24*time.Hour - 1,
		"2y": 730 * 24 * time.Hour, "2y1d": 731 * 24 * time.Hour, "7y364d": 2920*24*time.Hour - 1, "8y": 2920 * 24 * time.Hour, "9y": 3300 * 24 * time.Hour,
	} {
		assert.Equal(t, want, table.HumanAge(now.Add(-ago).Format(time.RFC3339Nano), now))
	}
	for text, want := range map[string]string{
		"": "<unknown>", "null": "<unknown>", "0001-01-01T00:00:00Z": "<unknown>", "2026-01-02": "<invalid>", "0001-01-01T00:00:01Z": "292y", "9999-12-31T23:59:59Z": "<invalid>",
	} {
		assert.Equal(t, want, table.HumanAge(text, now), text)
	}
	assert.Equal(t, "<unknown>", table.HumanAge("2026-01-02T03:04:05Z", time.Time{}))
	assert.Equal(t, "<invalid>", table.HumanAge("x", time.Time{}))
	for digits, want := range map[int]string{43: "292y", 44: "<invalid>"} {
		assert.Equal(t, want, table.HumanAge("0001-01-01T00:00:01."+strings.Repeat("1", digits)+"Z", now))
	}
}

func column(columnType, path string) crd.Column {
	return crd.Column{Name: "C", Type: columnType, JSONPath: path}
}

func cells(obj map[string]any, columns ...crd.Column) []any {
	return table.New(nil, slices.Values(columns)).Printer(time.Time{}, noWork()).AppendCells(nil, []map[string]any{obj})[1:]
}

// TestCells checks each type of column with each type of value.
func TestCells(t *testing.T) {
	columns := []crd.Column{column("string", ".v"), column("integer", ".v"), column("number", ".v"), column("boolean", ".v"), column("date", ".v"), column("other", ".v")}
	for _, c := range []struct {
		v    any
		want []any
	}{
		{"x", []any{"x", nil, nil, nil, "<invalid>", nil}},
		{"", []any{"", nil, nil, nil, "<unknown>", nil}},
		{int64(3), []any{"3", int64(3), 3.0, nil, nil, nil}},
		{-2.7, []any{"-2.7", int64(-2), -2.7, nil, nil, nil}},
		{2.7, []any{"2.7", int64(2), 2.7, nil, nil, nil}},
		{true, []any{"true", nil, nil, true, nil, nil}},
		{nil, []any{"<no value>", nil, nil, nil, nil, nil}},
		{[]any{int64(1)}, []any{"[1]", nil, nil, nil, nil, nil}},
		{map[string]any{}, []any{"{}", nil, nil, nil, nil, nil}},
	} {
		assert.Equal(t, c.want, cells(map[string]any{"v": c.v}, columns...), "%v", c.v)
	}
	assert.Equal(t, []any{nil, nil}, cells(map[string]any{}, columns[:2]...), "no value")
}

// TestRowsTogether checks that the cells of a row do not depend on other rows.
func TestRowsTogether(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	columns := table.New(nil, slices.Values([]crd.Column{
		column("string", `.c[?(@.type=="Ready")].status`), column("integer", ".s.n"), column("string", ".c[0].type"), column("date", ".d"), column("string", ".s"),
	}))
	condition := func(kind, status any) any { return map[string]any{"type": kind, "status": status} }
	objs := []map[string]any{
		{"c": []any{condition("Other", "x"), condition("Ready", "True")}, "s": map[string]any{"n": int64(1)}, "d": "2026-01-02T03:04:00Z"},
		nil,
		{"c": []any{condition("Ready", nil)}, "s": "text", "d": "2026-01-02T03:04:00Z", "metadata": map[string]any{"name": "n"}},
		{"c": "text", "s": []any{}, "metadata": map[string]any{"name": int64(1)}},
		{"c": []any{condition("Ready", "True"), condition(int64(1), "x")}, "s": map[string]any{}, "d": "2026-01-02T03:03:00Z"},
	}
	var alone []any
	for _, obj := range objs {
		alone = append(alone, columns.Printer(now, noWork()).AppendCells(nil, []map[string]any{obj})...)
	}
	want := []any{
		"", "True", int64(1), "Other", "5s", `{"n":1}`,
		"", nil, nil, nil, nil, nil,
		"n", "<no value>", nil, "Ready", "5s", "text",
		"", nil, nil, nil, nil, "[]",
		"", nil, nil, "Ready", "65s", "{}",
	}
	assert.Equal(t, want, alone)
	assert.Equal(t, append([]any{"before"}, want...), columns.Printer(now, noWork()).AppendCells([]any{"before"}, objs))
}

// TestNothingIsAllocatedForCells checks that cells share the values of objects.
func TestNothingIsAllocatedForCells(t *testing.T) {
	columns := table.New(nil, slices.Values([]crd.Column{column("string", `.c[?(@.type=="Ready")].status`), column("integer", ".s.n"), column("string", ".s.text"), table.Age}))
	obj := map[string]any{
		"metadata": map[string]any{"name": "n", "creationTimestamp": "2026-01-02T03:04:05Z"}, "s": map[string]any{"n": int64(1) << 40, "text": "x"},
		"c": []any{map[string]any{"type": "Other", "status": "x"}, map[string]any{"type": "Ready", "status": "True"}},
	}
	objs := slices.Repeat([]map[string]any{obj}, table.BlockSize)
	cells := make([]any, 0, table.BlockSize*len(columns.Definitions()))
	printer := columns.Printer(time.Date(2026, 1, 2, 3, 4, 7, 0, time.UTC), noWork())
	assert.Zero(t, testing.AllocsPerRun(10, func() { printer.AppendCells(cells, objs) }))
}

// TestTruncate checks that floats beyond int64 become what a server on amd64 makes of them.
func TestTruncate(t *testing.T) {
	for _, f := range []float64{1e300, -1e300, 0x1p63, math.Nextafter(-0x1p63, math.Inf(-1))} {
		assert.Equal(t, []any{int64(math.MinInt64)}, cells(map[string]any{"v": f}, column("integer", ".v")), f)
	}
	assert.Equal(t, []any{int64(math.MinInt64)}, cells(map[string]any{"v": -0x1p63}, column("integer", ".v")))
	assert.Equal(t, []any{int64(0x1p63 - 1024)}, cells(map[string]any{"v": math.Nextafter(0x1p63, 0)}, column("integer", ".v")))
}

// TestBadPath checks that a path that cannot be parsed ends the columns.
func TestBadPath(t *testing.T) {
	columns := table.New(nil, slices.Values([]crd.Column{column("string", ".a"), column("string", ".b["), column("string", ".c")}))
	assert.Len(t, columns.Definitions(), 2)
	assert.Equal(t, []any{"n", "1"}, columns.Printer(time.Time{}, noWork()).AppendCells(nil, []map[string]any{{"metadata": map[string]any{"name": "n"}, "a": int64(1)}}))
	assert.Len(t, table.New(nil, slices.Values([]crd.Column{column("string", "}{[")})).Definitions(), 1)
}

func TestDefinitions(t *testing.T) {
	name := map[string]any{
		"name": "Name", "type": "string", "format": "name", "priority": int64(0),
		"description": "Name of the object, unique for its kind in its namespace. It does not change.",
	}
	age := map[string]any{"name": "Age", "type": "date", "format": "", "priority": int64(0), "description": "When the object was created. Set by the system."}
	assert.Equal(t, []any{name, age}, table.New(nil, slices.Values([]crd.Column(nil))).Definitions())
	described := crd.Column{Name: "A", Type: "integer", Format: "int32", Priority: 2, JSONPath: ".a", Description: "text"}
	got := table.New(nil, slices.Values([]crd.Column{described, column("string", ".b")})).Definitions()
	require.Len(t, got, 3)
	assert.Equal(t, map[string]any{"name": "A", "type": "integer", "format": "int32", "priority": int64(2), "description": "text"}, got[1])
	assert.Equal(t, "Custom resource definition column (in JSONPath format): .b", got[2].(map[string]any)["description"])
}

func TestScale(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	obj := map[string]any{
		"metadata": map[string]any{"name": "n", "creationTimestamp": "2026-01-02T03:04:00Z"},
		"spec":     map[string]any{}, "status": map[string]any{"replicas": int64(2)},
	}
	assert.Equal(t, []any{"n", nil, int64(2), "5s"}, table.Scale().Printer(now, noWork()).AppendCells(nil, []map[string]any{obj}))
}

func TestDefinitionCells(t *testing.T) {
	version := func(name string, served, storage bool) any {
		return map[string]any{"name": name, "served": served, "storage": storage}
	}
	fields := map[string]any{
		"metadata": map[string]any{"name": "as.g", "creationTimestamp": "2026-01-02T03:04:05+01:00"},
		"spec": map[string]any{
			"group": "g", "scope": "Cluster", "names": map[string]any{"kind": "A", "shortNames": []any{"b", "a"}},
			"versions": []any{version("v2", true, false), version("v1", true, true), version("v10", true, false), version("v3", false, false)},
		},
		"status": map[string]any{"conditions": []any{
			map[string]any{"type": "NamesAccepted", "status": "True"}, map[string]any{"type": "Established", "status": "True"},
		}},
	}
	want := []any{"as.g", "Cluster", "v1(storage),v10,v2", "2026-01-02T02:04:05Z", "g", "A", "b,a", true}
	assert.Equal(t, want, table.AppendDefinitions(nil, []map[string]any{fields}, noWork()))
	assert.Equal(t, []any{"", "", "", "0001-01-01T00:00:00Z", "", "", "", false}, table.AppendDefinitions(nil, []map[string]any{{"spec": "x"}}, noWork()))
	assert.Len(t, table.Definitions(), len(want))
}

// noWork returns a tracker that no table exhausts.
func noWork() *work.Tracker { return work.Start(context.Background(), "") }
