package decode

import (
	"context"

	"go.yaml.in/yaml/v3"

	"github.com/seed95800270/crdschema/internal/work"
)

// These call the functions of the package without a context.

func jsonOf(body []byte) (Document, error) { return JSON(context.Background(), body) }

func yamlOf(body []byte) (Document, error) { return YAML(context.Background(), body) }

func streamOf(file []byte) ([]Document, error) { return Stream(context.Background(), file) }

func parsed(text []byte) (Node, bool) {
	n, err := Parse(context.Background(), text)
	return n, err == nil
}

func (s Source) positions() *Positions {
	p, _ := s.Positions(context.Background()) // which is never done
	return p
}

func parsedNodes(text []byte) (*yaml.Node, error) {
	return parseNodes(work.Start(context.Background(), ""), text)
}
