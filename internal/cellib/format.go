package cellib

import (
	"net/url"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
	"github.com/seed95800270/crdschema/internal/format"
	"github.com/seed95800270/crdschema/internal/names"
)

// formatLibrary has named formats of strings, since 1.31:
//
//	format.named    format.named(string) -> optional(NamedFormat)
//	format.<name>   format.dns1123Label() -> NamedFormat, and so on for every one of formats
//	validate        NamedFormat.validate(string) -> optional(list(string)), what is wrong if anything is
//
// Cost: 1, and for validate estimated 32 × 0.1 × length, in fact
// 0.1 × (length + 1) times 0.25 × the size of the format.
func formatLibrary() *library {
	l := &library{name: "format", functions: []cel.EnvOption{
		cel.Function("validate", cel.MemberOverload("format-validate", signature{values.FormatType, cel.StringType},
			cel.OptionalType(cel.ListType(cel.StringType)), binary(validate))),
		cel.Function("format.named", cel.Overload("format-named", signature{cel.StringType}, cel.OptionalType(values.FormatType), unary(namedFormat))),
	}}
	for i := range formats {
		name := "format." + formats[i].name
		l.functions = append(l.functions, cel.Function(name, cel.Overload(name, signature{}, values.FormatType,
			cel.FunctionBinding(func(...ref.Val) ref.Val { return formats[i].format }))))
	}
	return l
}

var formatPrices = prices{
	"validate":     {estimate: estimateValidate, actual: priceValidate},
	"format.named": flat(1),
}

// formats are the formats by name. Those of DNS end in Prefix for a name to which
// more is appended.
//
// Rule: k8s.io/apiserver/pkg/cel/library, ConstantFormats.
var formats = [...]struct {
	name   string
	format values.Format
}{
	{"dns1123Label", values.Format{Name: "dns1123Label", Check: names.DNS1123Label, Cost: 30}},
	{"dns1123LabelPrefix", values.Format{Name: "dns1123LabelPrefix", Check: prefix(names.DNS1123Label), Cost: 30}},
	{"dns1123Subdomain", values.Format{Name: "dns1123Subdomain", Check: names.DNS1123Subdomain, Cost: 60}},
	{"dns1123SubdomainPrefix", values.Format{Name: "dns1123SubdomainPrefix", Check: prefix(names.DNS1123Subdomain), Cost: 60}},
	{"dns1035Label", values.Format{Name: "dns1035Label", Check: names.DNS1035Label, Cost: 30}},
	{"dns1035LabelPrefix", values.Format{Name: "dns1035LabelPrefix", Check: prefix(names.DNS1035Label), Cost: 30}},
	{"qualifiedName", values.Format{Name: "qualifiedName", Check: names.QualifiedName, Cost: 60}},
	{"labelValue", values.Format{Name: "labelValue", Check: names.LabelValue, Cost: 40}},
	{"uri", values.Format{Name: "uri", Check: checkURI, Cost: 1103}},
	{"uuid", values.Format{Name: "uuid", Check: ofSchemas("uuid", "does not match the UUID format"), Cost: 70}},
	{"byte", values.Format{Name: "byte", Check: ofSchemas("byte", "invalid base64"), Cost: 84}},
	{"date", values.Format{Name: "date", Check: ofSchemas("date", "invalid date"), Cost: 71}},
	{"datetime", values.Format{Name: "datetime", Check: ofSchemas("datetime", "invalid datetime"), Cost: 71}},
}

func prefix(check func(string) []string) func(string) []string {
	return func(s string) []string { return check(names.MaskTrailingDash(s)) }
}

func checkURI(s string) []string {
	if _, err := url.ParseRequestURI(s); err != nil {
		return []string{err.Error()}
	}
	return nil
}

// ofSchemas is a format that schemas have, too.
func ofSchemas(name, otherwise string) func(string) []string {
	holds, _ := format.Lookup(name, format.Infinite)
	return func(s string) []string {
		if holds(s) {
			return nil
		}
		return []string{otherwise}
	}
}

func namedFormat(name types.String) ref.Val {
	for i := range formats {
		if formats[i].name == string(name) {
			return types.OptionalOf(formats[i].format)
		}
	}
	return types.OptionalNone
}

func validate(f values.Format, s types.String) ref.Val {
	wrong := f.Check(string(s))
	if len(wrong) == 0 {
		return types.OptionalNone
	}
	return types.OptionalOf(types.NewStringList(types.DefaultTypeAdapter, wrong))
}

// largestRegex is the size that a format has in estimates.
const largestRegex = 128

func estimateValidate(e estimator, c estimatedCall) *checker.CallEstimate {
	if len(c.args) == 0 {
		return nil
	}
	return costs(e.size(c.args[0]).MultiplyByCostFactor(perChar).MultiplyByCostFactor(largestRegex * perRegex))
}

func priceValidate(c actualCall) *uint64 {
	f, ok := c.args[0].(values.Format)
	if !ok {
		return nil
	}
	return matching(size(c.args[1]), f.Cost)
}
