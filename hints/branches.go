package hints

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// branches holds the advice about keywords that are not allowed in the branches of junctors,
// because they declare a value: branches may only restrict it.
//
// Rule: structural.Check.
var branches = map[codes.Code]advice{
	codes.BranchKeyword: func(p *problem) draft {
		switch name := p.field(); {
		case !p.inBranch():
			return draft{}
		case name == "type":
			return branchType(p)
		case name == validations:
			return branchRules(p)
		default:
			return moveOut(p)
		}
	},
	codes.BranchMetadata: func(p *problem) draft {
		if !p.inBranch() {
			return draft{}
		}
		return branchMetadata(p)
	},
	codes.BranchUndeclared: declare,
}

var junctors = []string{"allOf", "anyOf", "oneOf", "not"}

// outside returns the path of the schema outside all branches that declares the same value,
// and the outermost junctor, or "" outside a branch.
func (p *problem) outside() (path structural.Path, junctor string) {
	schema := p.above(1)
	found := junctorsIn(schema)
	if len(found) == 0 {
		return schema, ""
	}
	for i := 0; i < len(schema); i++ {
		if len(found) > 0 && i == found[0] {
			found = found[1:]
			if schema[i].Name() != "not" {
				i++ // the index of the branch
			}
			continue
		}
		path = append(path, schema[i])
	}
	return path, schema[junctorsIn(schema)[0]].Name()
}

// junctorsIn returns the indices of the junctors in the path of a schema, outermost
// first. A property may have the name of a junctor.
func junctorsIn(path structural.Path) (out []int) {
	root := slices.Index(path, structural.Field("openAPIV3Schema")) + 1
	for i := root; i < len(path); i++ {
		switch step := path[i]; {
		case step == structural.Field("properties"):
			i++ // the name
		case step.Kind() == field.FieldStep && slices.Contains(junctors, step.Name()):
			out = append(out, i)
		}
	}
	return out
}

func (p *problem) inNot() bool {
	return slices.ContainsFunc(junctorsIn(p.above(1)), func(i int) bool { return p.path[i].Name() == "not" })
}

func branchMetadata(p *problem) draft {
	inner := problem{crd: p.crd, err: p.err, path: p.path.Append(structural.Field("type")), shared: p.shared}
	d := inner.declarer()
	if owner := objectAt(p.crd, d.path[:len(d.path)-2]); len(d.path)-2 == p.rootDepth() || owner[embedded] == true {
		return draft{"Remove metadata from the branch: the server knows and checks it itself.", p.strip(p.path)}
	}
	if d.schema == nil {
		return draft{"Remove metadata from the branch: no branch may speak of a property of that name.", p.strip(p.path)}
	}
	return draft{"Declare metadata outside of the branch only: no branch may speak of a property of that name.", append(d.changes, p.strip(p.path)...)}
}

// branchRules moves validation rules out of allOf. Moving others would change their meaning.
func branchRules(p *problem) draft {
	path, junctor := p.outside()
	to := objectAt(p.crd, path)
	rules, _ := p.value().([]any)
	if junctor != "allOf" || to == nil || p.inAlternative() {
		return draft{text: "Write the rules outside of " + junctor + ", with the condition of the branch in the expression: rules hold for every value."}
	}
	existing, _ := to[validations].([]any)
	moved := slices.Concat(existing, rules)
	return draft{"Move the rules out of allOf, to the schema that declares the value.",
		[]change{drop(p.path), set(path.Append(structural.Field(validations)), moved)}}
}

func (p *problem) inAlternative() bool {
	return slices.ContainsFunc(junctorsIn(p.above(1)), func(i int) bool { return p.path[i].Name() != "allOf" })
}
