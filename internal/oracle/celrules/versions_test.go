package celrules

import (
	"context"
	"fmt"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"

	ours "github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// TestVersions compares every rule in every version as a new one, and in the
// newest also as a stored one.
func TestVersions(t *testing.T) {
	compilers := map[uint]*ours.Compiler{}
	for minor := uint(30); minor <= 37; minor++ {
		compilers[minor] = ours.NewCompiler(ours.WithKubernetesVersion(fmt.Sprint("1.", minor)))
	}
	small := parity.Map(rulesOf(t), func(o occurrence) map[string]any { return o.schema() })
	spoiled := parity.Map(parity.Times(rulesOf(t), 1, damaged), func(o occurrence) map[string]any { return o.schema() })
	cases := parity.Join(parity.Tenth(ruledSchemas(t)), parity.Tenth(small), parity.Tenth(spoiled), parity.Generated(parity.Full(3_000), drawn))
	parity.Run(t, "cel-versions", cases, func(c *parity.Check, m map[string]any) {
		props, s, ok := readable(c, m)
		if !ok {
			return
		}
		for minor := uint(30); minor <= 37; minor++ {
			theirs := upstream.CompileRules(props, upstream.Environments(minor), cel.NewExpressionsEnvLoader())
			c.Texts(fmt.Sprint("new in 1.", minor), normalTexts(wrong(checked(compilers[minor], s)), m), normalTexts(faults(theirs), m))
		}
		theirs := upstream.CompileRules(props, upstream.Environments(37), cel.StoredExpressionsEnvLoader())
		c.Texts("stored in 1.37", normalTexts(wrong(checked(compilers[37], s, ours.WithOldSchemas(s))), m), normalTexts(faults(theirs), m))
	})
}

// checked returns the errors of a check, with a context that is never done.
func checked(c *ours.Compiler, s *structural.Schema, opts ...ours.CheckOption) structural.Errors {
	errs, err := c.Check(context.Background(), s, structural.Resource, opts...)
	if err != nil {
		panic(err)
	}
	return errs
}

// wrong returns the errors of expressions that do not compile.
func wrong(errs structural.Errors) (out []string) {
	for _, e := range errs {
		if _, ok := e.Value.(structural.Rule); ok {
			out = append(out, normal(fmt.Sprintf("%s: %s", e.Path, e.Detail)))
		}
	}
	return out
}

func faults(list []upstream.CompiledRule) (out []string) {
	for _, j := range list {
		if j.Error != "" {
			out = append(out, j.Path+".rule: "+normal(j.Error))
		}
		if j.MessageError != "" {
			out = append(out, j.Path+".messageExpression: "+normal(j.MessageError))
		}
	}
	return out
}
