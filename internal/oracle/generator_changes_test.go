package oracle

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdtest/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// TestGeneratedTableNoticesChanges changes one bound or rule of each of 60 definitions, 6 by default. The cases of
// the original's node must notice the change: one of them has another answer. They are a part
// of the table of all cases, so a change that they notice, the table notices.
func TestGeneratedTableNoticesChanges(t *testing.T) {
	random := parity.Rand(60)
	schemas := corpus.Load(t).Schemas()
	random.Shuffle(len(schemas), func(i, j int) { schemas[i], schemas[j] = schemas[j], schemas[i] })
	made, noticed, wanted := 0, 0, parity.Full(60)
	kinds := map[string][2]int{}
	for i := 0; made < wanted && i < 100*len(schemas); i++ {
		s := schemas[i%len(schemas)]
		e, ok := newEndpoint(s.CRD.Manifest, s.Version)
		if !ok {
			continue
		}
		change, ok := changedOnce(random, generatedKind{e, s.Label()}, s.CRD.Manifest, changes[made%len(changes)])
		if !ok {
			continue
		}
		made++
		n := kinds[change.kind]
		n[1]++
		if change.notices(t) {
			noticed++
			n[0]++
		} else {
			t.Logf("not noticed: %s %s %s: %s", s.Label(), change.kind, change.target, change.what)
		}
		kinds[change.kind] = n
	}
	t.Logf("changes noticed: %d of %d; by kind: %v", noticed, made, kinds)
	require.Equal(t, wanted, made)
	require.GreaterOrEqual(t, noticed*100, made*90)
}

// change is a definition with one change.
type change struct {
	generatedKind
	kind, what string
	target     generate.Target
	after      *crdschema.Version
}

// changes are edits of a node of a schema at a keyword: they return what they did, or "".
var changes = []struct {
	kind     string
	keywords []string
	edit     func(r *rand.Rand, node map[string]any, t generate.Target) string
}{
	{"bound", []string{"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"}, moveBound},
	{"rule removed", []string{"x-kubernetes-validations"}, removeRule},
	{"enum value removed", []string{"enum"}, removeValue},
	{"operator", []string{"x-kubernetes-validations"}, flipOperator},
	{"required removed", []string{"required"}, removeRequired},
	{"pattern", []string{"pattern"}, changePattern},
	{"constant", []string{"x-kubernetes-validations"}, changeConstant},
	{"enum value added", []string{"enum"}, addValue},
}

// changedOnce returns a definition with a change of a kind, or false if it has no place for it.
func changedOnce(r *rand.Rand, k generatedKind, manifest map[string]any, how struct {
	kind     string
	keywords []string
	edit     func(r *rand.Rand, node map[string]any, t generate.Target) string
}) (change, bool) {
	targets := slices.DeleteFunc(generate.New(k.served()).Targets(), func(t generate.Target) bool {
		return !slices.Contains(how.keywords, t.Keyword)
	})
	for range min(len(targets), 5) {
		target := targets[r.IntN(len(targets))]
		crd := structural.Clone(manifest)
		node, ok := nodeOf(crd, k.version, target)
		if !ok {
			return change{}, false
		}
		what := how.edit(r, node, target)
		if what == "" {
			continue
		}
		e, ok := newEndpoint(crd, k.version)
		if !ok {
			continue
		}
		after, _ := e.ours.Version(k.version)
		if flaws(crd) > flaws(manifest) { // such as a rule that does not compile
			continue
		}
		return change{k, how.kind, what, target, after}, true
	}
	return change{}, false
}

// flaws counts the reasons for which a server refuses a definition.
func flaws(crd map[string]any) int {
	res, err := crdschema.ValidateCRD(context.Background(), crd, nil)
	if err != nil {
		return math.MaxInt
	}
	return len(res.Errors)
}

// nodeOf returns the node of a target in a manifest.
func nodeOf(crd map[string]any, version string, target generate.Target) (map[string]any, bool) {
	spec, _ := crd["spec"].(map[string]any)
	versions, _ := spec["versions"].([]any)
	for _, v := range versions {
		m, _ := v.(map[string]any)
		if m["name"] != version {
			continue
		}
		schema, _ := m["schema"].(map[string]any)
		node, ok := schema["openAPIV3Schema"].(map[string]any)
		for _, step := range nodePath(target) {
			if !ok {
				break
			}
			node, ok = node[step.Name()].(map[string]any)
		}
		return node, ok
	}
	return nil, false
}

func nodePath(t generate.Target) structural.Path {
	i := len(t.Path) - 1
	for i > 0 && (t.Path[i].Kind() == field.IndexStep || t.Path[i].Name() != t.Keyword) {
		i--
	}
	return t.Path[:i]
}

// notices reports whether a case about the node has another answer.
func (c change) notices(t *testing.T) bool {
	g := generate.New(c.served())
	at := nodePath(c.target)
	for _, target := range g.Targets() {
		if !slices.Equal(nodePath(target), at) {
			continue
		}
		for _, search := range []func(context.Context, generate.Target) (generate.Case, error){g.Touching, g.NearMiss} {
			made, err := search(context.Background(), target)
			require.True(t, err == nil || unsatisfied(err), err)
			if err == nil && c.answersOther(t, made) {
				return true
			}
		}
		for made, err := range g.Variants(context.Background(), target) {
			require.NoError(t, err)
			if c.answersOther(t, made) {
				return true
			}
		}
	}
	return false
}

// answersOther reports whether the changed definition gives another answer to a case.
func (c change) answersOther(t *testing.T, made generate.Case) bool {
	res, err := c.after.Definition().Admit(context.Background(), crdschema.Request{
		Object: made.Object, Old: made.Old, Operation: made.Operation, Version: c.version,
	})
	require.NoError(t, err)
	return res.Accepted() != made.Accepted() || !made.Accepted() && !slices.ContainsFunc(res.Errors, func(e *structural.Error) bool {
		return e.Code == made.Error.Code && slices.Equal(e.Path, made.Error.Path)
	})
}

func moveBound(r *rand.Rand, node map[string]any, t generate.Target) string {
	limit, ok := node[t.Keyword].(int64)
	by := int64(2*r.IntN(2) - 1)
	if !ok || limit+by < 0 && !strings.HasSuffix(t.Keyword, "imum") {
		return ""
	}
	node[t.Keyword] = limit + by
	return fmt.Sprint(limit, " to ", limit+by)
}

func removeRule(_ *rand.Rand, node map[string]any, t generate.Target) string {
	list, _ := node[t.Keyword].([]any)
	at := t.Path[len(t.Path)-1].Index()
	node[t.Keyword] = slices.Delete(slices.Clone(list), at, at+1)
	return ruleText(list[at])
}

func ruleText(rule any) string {
	m, _ := rule.(map[string]any)
	text, _ := m["rule"].(string)
	return text
}

func removeValue(r *rand.Rand, node map[string]any, _ generate.Target) string {
	list, _ := node["enum"].([]any)
	if len(list) < 2 {
		return ""
	}
	i := r.IntN(len(list))
	node["enum"] = slices.Delete(slices.Clone(list), i, i+1)
	return fmt.Sprint(list[i])
}

func addValue(r *rand.Rand, node map[string]any, _ generate.Target) string {
	list, _ := node["enum"].([]any)
	text, ok := list[r.IntN(len(list))].(string)
	if !ok || slices.Contains(list, any(text+"x")) {
		return ""
	}
	node["enum"] = append(slices.Clone(list), text+"x")
	return text + "x"
}

func removeRequired(_ *rand.Rand, node map[string]any, t generate.Target) string {
	list, _ := node["required"].([]any)
	name := t.Path[len(t.Path)-1].Name()
	node["required"] = slices.DeleteFunc(slices.Clone(list), func(v any) bool { return v == name })
	return name
}

// changePattern lets a pattern match what it does not, or matches less.
func changePattern(r *rand.Rand, node map[string]any, _ generate.Target) string {
	text, _ := node["pattern"].(string)
	edits := [][2]string{{"+", "*"}, {"$", ""}, {"^", ""}, {"a-z", "b-y"}, {"0-9", "0-8"}, {`\.`, "."}, {"*", "{0,3}"}}
	edit := edits[r.IntN(len(edits))]
	out := strings.Replace(text, edit[0], edit[1], 1)
	if out == text {
		return ""
	}
	node["pattern"] = out
	return text + " to " + out
}

// editRule replaces a part of the rule of a target by another.
func editRule(r *rand.Rand, node map[string]any, t generate.Target, edits [][2]string) string {
	list, _ := node[t.Keyword].([]any)
	at := t.Path[len(t.Path)-1].Index()
	text := ruleText(list[at])
	for range 20 {
		edit := edits[r.IntN(len(edits))]
		out := strings.Replace(text, edit[0], edit[1], 1)
		if out == text {
			continue
		}
		rule := structural.Clone(list[at]).(map[string]any)
		rule["rule"] = out
		list[at] = rule
		return text + " to " + out
	}
	return ""
}

func flipOperator(r *rand.Rand, node map[string]any, t generate.Target) string {
	return editRule(r, node, t, [][2]string{
		{" && ", " || "}, {" || ", " && "}, {" == ", " != "}, {" != ", " == "}, {" <= ", " < "}, {" >= ", " > "}, {" < ", " <= "}, {" > ", " >= "},
		{"!has(", "has("}, {"has(", "!has("}, {".all(", ".exists("}, {".exists(", ".all("}, {"startsWith", "endsWith"},
	})
}

// changeConstant changes a number or a string.
func changeConstant(r *rand.Rand, node map[string]any, t generate.Target) string {
	return editRule(r, node, t, [][2]string{
		{"'", "'x"}, {" 0", " 1"}, {" 1", " 2"}, {" 2", " 3"}, {"'^", "'^x"}, {"\"", "\"x"}, {"5", "6"}, {"('1ms')", "('2ms')"},
	})
}
