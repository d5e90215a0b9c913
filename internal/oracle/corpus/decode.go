package corpus

import (
	"fmt"
	"os"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"
)

// DecodeYAML decodes one YAML document that holds an object, as the server does:
// it converts it to JSON, which drops the fraction of whole numbers, so that they
// are int64 if they fit.
func DecodeYAML(text []byte) (map[string]any, error) {
	asJSON, err := yaml.YAMLToJSON(text)
	if err != nil {
		return nil, err
	}
	return DecodeJSON(asJSON)
}

// DecodeJSON decodes a JSON object with the server's numbers: int64 if the text
// is an integer that fits, otherwise float64.
//
// Rule: k8s.io/apimachinery/pkg/util/json, Unmarshal.
func DecodeJSON(text []byte) (map[string]any, error) {
	var value any
	if err := utiljson.Unmarshal(text, &value); err != nil {
		return nil, err
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("want an object, got %T", value)
	}
	return object, nil
}

func decodeFile(file string) (map[string]any, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	object, err := DecodeYAML(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return object, nil
}
