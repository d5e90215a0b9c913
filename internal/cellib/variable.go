package cellib

import (
	"strings"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"

	"github.com/seed95800270/crdschema/internal/celcost"
)

// A FieldFinder is a value with fields, as package celvalue makes them.
type FieldFinder interface {
	// FindField returns what Find returns for a text.
	FindField(name string) (ref.Val, bool)
}

// AbsoluteAttribute returns a [variable] for a name that may be found without cel-go.
func (f attributeFactory) AbsoluteAttribute(id int64, names ...string) interpreter.NamespacedAttribute {
	a := f.AttributeFactory.AbsoluteAttribute(id, names...)
	if len(names) != 1 || strings.HasPrefix(names[0], ".") {
		return a
	}
	return &variable{NamespacedAttribute: a, name: names[0]}
}

// variable is a variable with the fields that an expression selects, as in self.a.b. They are found
// without the general case of cel-go, which looks for errors, optional values and native Go types at
// each field. If any of these is there, or a field is absent, the general case decides.
type variable struct {
	interpreter.NamespacedAttribute
	name    string
	fields  []string
	general bool // a qualifier is not a field
}

// AddQualifier adds a field, or something else that is looked up in the value.
func (v *variable) AddQualifier(q interpreter.Qualifier) (interpreter.Attribute, error) {
	field, ok := fieldOf(q)
	v.general = v.general || !ok
	v.fields = append(v.fields, field)
	_, err := v.NamespacedAttribute.AddQualifier(q)
	return v, err
}

func fieldOf(q interpreter.Qualifier) (string, bool) {
	constant, ok := q.(*constantQualifier)
	if !ok || constant.IsOptional() {
		return "", false
	}
	name, ok := constant.Value().(types.String)
	return string(name), ok
}

// find returns the value of the variable's fields, or whether the last one is present. It reports
// false if the general case has to decide.
func (v *variable) find(vars interpreter.Activation, presence bool) (ref.Val, bool) {
	if v.general || presence && len(v.fields) == 0 {
		return nil, false
	}
	native, found := vars.ResolveName(v.name)
	if !found {
		return nil, false
	}
	value, ok := native.(ref.Val)
	for i, name := range v.fields {
		object, isObject := value.(FieldFinder)
		if !isObject {
			return nil, false
		}
		value, found = object.FindField(name)
		switch {
		case found && special(value):
			return nil, false
		case presence && i == len(v.fields)-1:
			return types.Bool(found), true
		case !found:
			return nil, false
		}
	}
	return value, ok && !special(value)
}

// special reports whether a value is not the last word about an expression.
func special(v ref.Val) bool {
	switch v.(type) {
	case nil, *types.Err, *types.Unknown, *types.Optional:
		return true
	default:
		return false
	}
}

// chargeFields charges the selection of each field.
func (v *variable) chargeFields(e *Evaluator) {
	for range v.fields {
		e.charge(celcost.Select)
	}
}
