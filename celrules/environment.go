package celrules

import (
	"sync"

	"github.com/google/cel-go/cel"

	"github.com/seed95800270/crdschema/internal/cellib"
)

// dialect is the language of one Kubernetes version for one use, with the
// environments made for it. It is not safe for concurrent use: whatever works
// with an expression holds the lock, which is the compiler's.
type dialect struct {
	lock     *sync.Mutex
	env      *cel.Env
	plans    *cel.Env // makes programs: env, with the names of plain types
	careful  *cel.Env // parses texts with macros that copy; nil: not needed so far
	copies   allowance
	keywords bool            // see provider
	planner  *cellib.Planner // nil: not needed so far
	scopes   map[scopeKey]*scope
	texts    map[string]*text
	kept     int // bytes of texts
}

// scopeKey is all that tells environments apart: fields are not part of them.
type scopeKey struct {
	form *form
	old  oldSelf
}

// oldSelf says how rules see the old value.
type oldSelf uint8

const (
	plainOld oldSelf = iota
	optionalOld
)

// scope is an environment with self and oldSelf.
type scope struct {
	env    *cel.Env
	fields *provider
}

// maxScopes bounds how many environments are kept. Real schemas need a few
// dozen.
const maxScopes = 64

// fieldNamesLevel is the minor version from which on reserved words are field
// names.
const fieldNamesLevel = 31

func newDialect(lock *sync.Mutex, minor int, use cellib.Use) (*dialect, error) {
	env, err := cellib.Env(minor, use)
	if err != nil {
		return nil, err
	}
	names := &provider{Provider: env.CELTypeProvider(), adapter: env.CELTypeAdapter()}
	plans, err := env.Extend(cel.CustomTypeProvider(names), cel.CustomTypeAdapter(names))
	if err != nil {
		return nil, err
	}
	return &dialect{
		lock: lock, env: env, plans: plans, keywords: cellib.Level(minor, use) >= fieldNamesLevel,
		scopes: map[scopeKey]*scope{}, texts: map[string]*text{},
	}, nil
}

// scope is the environment for expressions about values of a shape.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, prepareEnvSet.
func (d *dialect) scope(self *shape, old oldSelf) (*scope, error) {
	key := scopeKey{self.form, old}
	if known := d.scopes[key]; known != nil {
		return known, nil
	}
	selfType := self.celType(selfName)
	oldType := selfType
	if old == optionalOld {
		oldType = cel.OptionalType(selfType)
	}
	p := &provider{Provider: d.env.CELTypeProvider(), adapter: d.env.CELTypeAdapter(), keywords: d.keywords}
	env, err := d.env.Extend(cel.CustomTypeProvider(p), cel.CustomTypeAdapter(p),
		cel.Variable(selfVariable, selfType), cel.Variable(oldSelfVariable, oldType))
	if err != nil {
		return nil, err
	}
	if len(d.scopes) >= maxScopes {
		clear(d.scopes)
	}
	s := &scope{env: env, fields: p}
	d.scopes[key] = s
	return s, nil
}

// program makes an expression one that can run.
func (d *dialect) program(checked *cel.Ast) (*cellib.Program, error) {
	if d.planner == nil {
		p, err := cellib.NewPlanner(d.plans)
		if err != nil {
			return nil, err
		}
		d.planner = p
	}
	return d.planner.Plan(checked)
}

const (
	selfVariable    = "self"
	oldSelfVariable = "oldSelf"
)
