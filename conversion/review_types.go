package conversion

import (
	"errors"

	"github.com/seed95800270/crdschema/internal/gotype"
)

func checkTypes(review map[string]any, version string) error {
	t := gotype.Reviews[version]
	if t == nil { // of a zero Review
		return nil
	}
	var c gotype.Checker
	c.Struct(t, review)
	if text := c.Error(); text != "" {
		return errors.New(text)
	}
	return nil
}
