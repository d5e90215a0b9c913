package celrules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/google/cel-go/cel"

	"github.com/seed95800270/crdschema/internal/celcost"
	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/work"
)

// expressionSource is the text of an expression in an environment set, parsed once, and
// checked once for all declared types of self with the same result.
//
// Checking replaces names in the tree by qualified ones, the same for every type of self,
// so all results share the tree.
type expressionSource struct {
	set      *environmentSet
	text     string
	ast      *cel.Ast // nil: the text does not parse
	issues   string
	patterns cellib.Patterns
	checked  map[environmentKey][]*expression
}

type expression struct {
	source  *expressionSource
	lookups []celtype.Lookup
	// undefined is set if issues are about a field that the schema does not declare.
	undefined bool
	ast       *cel.Ast // nil: the expression is invalid
	issues    string
	usesOld   bool

	once    sync.Once
	program *cellib.Program
	planErr error
}

// maxSourceBytes bounds the kept texts, plus the sizes of their regular expressions in
// units of 50 bytes, for each program. The rules of a few thousand CRDs fit; derived values
// take a hundred times as much memory.
const maxSourceBytes = 1 << 20

// maxVariants bounds how many results of one source are compared and kept.
const maxVariants = 16

// source returns the parsed text of an expression, or nil if the call has to end.
func (s *environmentSet) source(w *work.Tracker, text string) *expressionSource {
	known := s.sources[text]
	if known != nil {
		return known
	}
	if !cellib.SpendParse(w, text) {
		return nil
	}
	src := &expressionSource{set: s, text: text}
	ast, issues := s.parse(text)
	if issues.Err() != nil {
		src.issues = issues.String()
		return src
	}
	src.ast = ast
	var ok bool
	if src.patterns, ok = cellib.MeasurePatterns(w, ast.NativeRep().Expr()); !ok {
		return nil
	}
	src.checked = map[environmentKey][]*expression{}
	s.keep(src)
	return src
}

// keep keeps a source. If there are too many, it drops all others; rules keep theirs.
func (s *environmentSet) keep(src *expressionSource) {
	s.reserve(len(src.text))
	s.sources[src.text] = src
}

func (s *environmentSet) reserve(size int) {
	if s.sourceBytes += size; s.sourceBytes > maxSourceBytes {
		clear(s.sources)
		s.sourceBytes = size
	}
}

// aroundNesting is the size of a type in addition to its nested lists and maps: the
// scalar or object in them, and optional_type around all of oldSelf.
const aroundNesting = 2

// check checks the expression for a declared type of self. It returns nil if the call has
// to end.
func (s *expressionSource) check(w *work.Tracker, self *celtype.DeclType, old oldSelfType) *expression {
	if s == nil {
		return nil
	}
	if s.ast == nil {
		return &expression{source: s, issues: s.issues}
	}
	key := environmentKey{self.Nesting(), old}
	for _, e := range s.checked[key] {
		if celtype.SameLookups(e.lookups, self, s.set.keywords) {
			return e
		}
	}
	if !cellib.SpendCheck(w, s.ast.NativeRep().Expr(), self.Deepest()+aroundNesting) || !s.patterns.Spend(w) {
		return nil
	}
	e := s.checkTypes(self, old)
	if known := s.checked[key]; len(known) < maxVariants {
		s.checked[key] = append(known, e)
		s.set.reserve(s.patterns.Size)
	}
	return e
}

func (s *expressionSource) checkTypes(self *celtype.DeclType, old oldSelfType) *expression {
	e := &expression{source: s}
	in, err := s.set.environment(self, old)
	if err != nil {
		e.issues = err.Error()
		return e
	}
	in.fields.Begin(self)
	ast, issues := in.env.Check(s.ast)
	e.lookups = in.fields.End()
	if issues.Err() != nil {
		e.issues = renumberTypes(issues.String(), s.text)
		e.undefined = slices.ContainsFunc(e.lookups, celtype.Lookup.Missing)
		return e
	}
	e.ast = ast
	for _, ref := range ast.NativeRep().ReferenceMap() {
		if ref.Name == oldSelfVariable {
			e.usesOld = true
			break
		}
	}
	return e
}

// plan returns the program. The caller must not hold the lock.
func (e *expression) plan() (*cellib.Program, error) {
	e.once.Do(func() {
		set := e.source.set
		set.lock.Lock() // checking the expression for another type writes to the tree
		defer set.lock.Unlock()
		e.program, e.planErr = set.planner.Plan(e.ast)
	})
	return e.program, e.planErr
}

// maxCost estimates one evaluation. The caller must not hold the lock.
func (e *expression) maxCost(sizes celcost.Sizes) uint64 {
	lock := e.source.set.lock
	lock.Lock()
	defer lock.Unlock()
	return celcost.Estimate(e.ast.NativeRep(), sizes).Max
}

var typeVariable = regexp.MustCompile(`\b_var[0-9]+\b`)

// renumberTypes numbers the types that could not be inferred in the order of the text,
// because the type checker's order is random. Names in the expression stay.
func renumberTypes(issues, expression string) string {
	if !strings.Contains(issues, "_var") {
		return issues
	}
	numbers := map[string]string{}
	return typeVariable.ReplaceAllStringFunc(issues, func(name string) string {
		switch {
		case strings.Contains(expression, name):
			return name
		case numbers[name] == "":
			numbers[name] = "_var" + strconv.Itoa(len(numbers))
		}
		return numbers[name]
	})
}
