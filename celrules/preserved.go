package celrules

import (
	"fmt"
	"reflect"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"github.com/seed95800270/crdschema/structural"
)

// preserved is a value of any type, of which rules can only ask whether it is
// equal to another one.
type preserved struct{ v any }

func (p *preserved) Equal(other ref.Val) ref.Val {
	return types.Bool(structural.Equal(p.v, other.Value()))
}

func (p *preserved) Type() ref.Type { return types.UnknownType }
func (p *preserved) Value() any     { return p.v }

func (p *preserved) ConvertToNative(t reflect.Type) (any, error) {
	return nil, fmt.Errorf(noConversion, t)
}

func (p *preserved) ConvertToType(t ref.Type) ref.Val {
	return types.NewErr(noConversion, t.TypeName())
}

const noConversion = "type conversion to '%s' not supported for values preserved by x-kubernetes-preserve-unknown-fields"
