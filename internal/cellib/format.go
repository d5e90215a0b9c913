package cellib

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
	"github.com/seed95800270/crdschema/internal/format"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/internal/weburl"
)

// formatLibrary returns the functions on named formats of strings, since 1.31:
//
//	format.named    format.named(string) -> optional(NamedFormat)
//	format.<name>   format.dns1123Label() -> NamedFormat, and so on for all namedFormats
//	validate        NamedFormat.validate(string) -> optional(list(string)), the problems if there are any
//
// Cost: 1; of validate, estimated 32 × 0.1 × length, actual 0.1 × (length + 1) times
// 0.25 × the size of the format.
func formatLibrary() *library {
	l := &library{name: "format", functions: []cel.EnvOption{
		cel.Function("validate", cel.MemberOverload("format-validate", signature{values.FormatType, cel.StringType},
			cel.OptionalType(cel.ListType(cel.StringType)), binary(validate))),
		cel.Function("format.named", cel.Overload("format-named", signature{cel.StringType}, cel.OptionalType(values.FormatType), unary(namedFormat))),
	}}
	for i := range namedFormats {
		name := "format." + namedFormats[i].name
		l.functions = append(l.functions, cel.Function(name, cel.Overload(name, signature{}, values.FormatType,
			cel.FunctionBinding(func(...ref.Val) ref.Val { return namedFormats[i].format }))))
	}
	return l
}

// namedFormats are the formats by name. Formats that end in Prefix are for names to which
// a suffix is appended.
//
// Rule: k8s.io/apiserver/pkg/cel/library, ConstantFormats.
var namedFormats = [...]struct {
	name   string
	format values.Format
}{
	{"dns1123Label", values.Format{Name: "dns1123Label", Check: names.DNS1123Label, Cost: 30}},
	{"dns1123LabelPrefix", values.Format{Name: "dns1123LabelPrefix", Check: prefixOf(names.DNS1123Label), Cost: 30}},
	{"dns1123Subdomain", values.Format{Name: "dns1123Subdomain", Check: names.DNS1123Subdomain, Cost: 60}},
	{"dns1123SubdomainPrefix", values.Format{Name: "dns1123SubdomainPrefix", Check: prefixOf(names.DNS1123Subdomain), Cost: 60}},
	{"dns1035Label", values.Format{Name: "dns1035Label", Check: names.DNS1035Label, Cost: 30}},
	{"dns1035LabelPrefix", values.Format{Name: "dns1035LabelPrefix", Check: prefixOf(names.DNS1035Label), Cost: 30}},
	{"qualifiedName", values.Format{Name: "qualifiedName", Check: names.QualifiedName, Cost: 60}},
	{"labelValue", values.Format{Name: "labelValue", Check: names.LabelValue, Cost: 40}},
	{"uri", values.Format{Name: "uri", Check: checkURI, Cost: 1103}},
	{"uuid", values.Format{Name: "uuid", Check: schemaFormat("uuid", "does not match the UUID format"), Cost: 70}},
	{"byte", values.Format{Name: "byte", Check: schemaFormat("byte", "invalid base64"), Cost: 84}},
	{"date", values.Format{Name: "date", Check: schemaFormat("date", "invalid date"), Cost: 71}},
	{"datetime", values.Format{Name: "datetime", Check: schemaFormat("datetime", "invalid datetime"), Cost: 71}},
}

// LookupFormat returns the check of the format that a rule has as format.NAME() or
// format.named("NAME").value(), or nil if there is none. It returns what is wrong with a text.
func LookupFormat(name string) func(text string) []string {
	for i := range namedFormats {
		if namedFormats[i].name == name {
			return namedFormats[i].format.Check
		}
	}
	return nil
}

func prefixOf(check func(string) []string) func(string) []string {
	return func(s string) []string { return check(names.MaskTrailingDash(s)) }
}

func checkURI(s string) []string {
	if _, err := weburl.ParseRequestURI(s); err != nil {
		return []string{err.Error()}
	}
	return nil
}

func schemaFormat(name, problem string) func(string) []string {
	inFormat, _ := format.Lookup(name, format.Infinite)
	return func(s string) []string {
		if inFormat(s) {
			return nil
		}
		return []string{problem}
	}
}

func namedFormat(name types.String) ref.Val {
	for i := range namedFormats {
		if namedFormats[i].name == string(name) {
			return types.OptionalOf(namedFormats[i].format)
		}
	}
	return types.OptionalNone
}

func validate(f values.Format, s types.String) ref.Val {
	problems := f.Check(string(s))
	if len(problems) == 0 {
		return types.OptionalNone
	}
	return types.OptionalOf(types.NewStringList(types.DefaultTypeAdapter, problems))
}
