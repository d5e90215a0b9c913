package embedders

import (
	"context"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// serverCall is a call of the column "as a server" in docs/MIGRATING.md.
type serverCall struct {
	updates, strict bool
	admit           func(ctx context.Context, definition *crdschema.Definition, obj, stored map[string]any) (crdschema.Result, error)
}

// serverCalls are the calls by their text on the page, which is also their code.
var serverCalls = map[string]serverCall{
	`definition.Admit(ctx, crdschema.Request{Object: obj})`: {
		admit: func(ctx context.Context, definition *crdschema.Definition, obj, _ map[string]any) (crdschema.Result, error) {
			return definition.Admit(ctx, crdschema.Request{Object: obj})
		},
	},
	`definition.Admit(ctx, crdschema.Request{Operation: crdschema.Update, Object: obj, Old: stored})`: {
		updates: true,
		admit: func(ctx context.Context, definition *crdschema.Definition, obj, stored map[string]any) (crdschema.Result, error) {
			return definition.Admit(ctx, crdschema.Request{Operation: crdschema.Update, Object: obj, Old: stored})
		},
	},
	`definition.Admit(ctx, crdschema.Request{Object: obj, FieldValidation: crdschema.Strict})`: {
		strict: true,
		admit: func(ctx context.Context, definition *crdschema.Definition, obj, _ map[string]any) (crdschema.Result, error) {
			return definition.Admit(ctx, crdschema.Request{Object: obj, FieldValidation: crdschema.Strict})
		},
	},
}

// TestDocumented makes the calls that docs/MIGRATING.md has for the answer of a server, and
// compares their verdicts with the reference's. New objects have no namespace, where the URL of the
// reference has default. Door 1.
func TestDocumented(t *testing.T) {
	calls := pageCalls(t)
	parity.Run(t, "embedder-documented", allRequests(t), func(c *parity.Check, in request) {
		theirs, namespaced := in.reference()
		if !namespaced {
			c.Void() // the URL of the reference has the namespace default
			return
		}
		for _, text := range calls {
			call := serverCalls[text]
			if call.updates != (in.old != nil) {
				continue
			}
			obj := in.object
			if !call.updates {
				obj = withoutNamespace(obj)
			}
			ours, err := call.admit(context.Background(), in.kind.definition, obj, in.stored)
			if err != nil {
				panic(err)
			}
			accepts := theirs.Refused == "" && len(theirs.Errors) == 0 && !(call.strict && theirs.unknown)
			c.Equal(text, ours.Accepted(), accepts)
			c.Coded(ours.Errors...)
		}
	})
}

// withoutNamespace returns obj without metadata.namespace, if that is a text.
func withoutNamespace(obj map[string]any) map[string]any {
	meta, _ := obj["metadata"].(map[string]any)
	if _, isText := meta["namespace"].(string); !isText {
		return obj
	}
	meta = maps.Clone(meta)
	delete(meta, "namespace")
	out := maps.Clone(obj)
	out["metadata"] = meta
	return out
}

// pageCalls returns the calls in the last column of the table of projects, each once. The rows
// about fragments and about CRDs have no such call.
func pageCalls(t *testing.T) []string {
	page, err := os.ReadFile("../../../docs/MIGRATING.md")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(page), "| as a server |\n|---|---|---|---|\n")
	require.True(t, found)
	call := regexp.MustCompile("`(definition\\.Admit\\(.*?\\)+)`")
	cells := map[string]string{}
	var calls []string
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "| ") {
			break
		}
		row := strings.Split(strings.Trim(line, "| \n"), " | ")
		cell := row[len(row)-1]
		if match := call.FindStringSubmatch(cell); match != nil {
			require.Contains(t, serverCalls, match[1], row[0])
			calls = append(calls, match[1])
		}
		cells[row[0]] = cell
	}
	require.Len(t, cells, len(projects)+1) // with crd-schema-checker
	var others []string
	for name, cell := range cells {
		if !call.MatchString(cell) && !strings.HasPrefix(cell, "as Istio") && !strings.HasPrefix(cell, "as Grafana") {
			others = append(others, name[:7])
		}
	}
	slices.Sort(others)
	assert.Equal(t, []string{"Capsule", "Cluster", "crd-sch"}, others)
	slices.Sort(calls)
	calls = slices.Compact(calls)
	assert.Len(t, calls, len(serverCalls))
	return calls
}

// answer is the reference's answer.
type answer struct {
	upstream.Admitted
	unknown bool // fields
}

// reference returns the reference's answer, unless the object has another namespace than the
// reference's URL.
func (r request) reference() (out answer, namespaced bool) {
	e := r.kind.once("endpoint", func() any {
		crd, err := upstream.Definition(r.kind.manifest)
		if err != nil {
			panic(err)
		}
		return verdictOf(upstream.NewEndpoint(crd, r.kind.version.Name()))
	}).(*upstream.Endpoint)
	meta, _ := r.object["metadata"].(map[string]any)
	if name, _ := meta["namespace"].(string); name != "" && name != upstream.Namespace {
		return answer{}, false
	}
	decoded := e.Read(r.object, upstream.Request)
	if decoded.Error != "" {
		return answer{Admitted: upstream.Admitted{Refused: decoded.Error}}, true
	}
	if r.old == nil {
		return answer{e.Create(decoded.Object), len(decoded.Unknown) > 0}, true
	}
	old := e.Read(r.stored, upstream.Storage)
	if old.Error != "" {
		return answer{Admitted: upstream.Admitted{Refused: old.Error}}, true
	}
	return answer{e.Update(decoded.Object, old.Object), len(decoded.Unknown) > 0}, true
}
