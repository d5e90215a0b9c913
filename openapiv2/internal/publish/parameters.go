package publish

import (
	_ "embed"
	"sync"

	"github.com/seed95800270/crdschema/internal/decode"
)

//go:embed parameters.yaml
var parametersYAML []byte

// Parameter is a parameter of the path or the query.
type Parameter struct {
	Name, Type, Description string
	InPath                  bool // and therefore required
}

// Parameters are those that are the same for all definitions, by the names that
// [Path] and [Operation] have for them.
var Parameters = sync.OnceValue(func() map[string]Parameter {
	out := map[string]Parameter{
		"namespace": {Name: "namespace", Type: "string", Description: "object name and auth scope, such as for teams and projects", InPath: true},
	}
	for id, v := range embedded(parametersYAML) {
		fields := v.(map[string]any)
		p := Parameter{Name: id, Type: fields["type"].(string), Description: fields["description"].(string)}
		if name, ok := fields["name"].(string); ok {
			p.Name = name
		}
		out[id] = p
	}
	return out
})

// NameParameter is the parameter called "name", which has the kind in its text.
func NameParameter(kind string) Parameter {
	return Parameter{Name: "name", Type: "string", Description: "name of the " + kind, InPath: true}
}

// embedded decodes a file of this package, which a test has read.
func embedded(file []byte) map[string]any {
	doc, err := decode.YAML(file)
	if err != nil {
		return nil
	}
	fields, _ := doc.Object()
	return fields
}
