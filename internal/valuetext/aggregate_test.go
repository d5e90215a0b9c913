package valuetext_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/valuetext"
)

func TestAggregate(t *testing.T) {
	for want, texts := range map[string][]string{"": nil, "a": {"a", "a"}, "[b, a]": {"b", "a", "b"}, "[, a]": {"", "a"}} {
		assert.Equal(t, want, valuetext.Aggregate(texts))
	}
}
