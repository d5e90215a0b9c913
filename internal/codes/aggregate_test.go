package codes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/codes"
)

func TestAggregate(t *testing.T) {
	for want, texts := range map[string][]string{"": nil, "a": {"a", "a"}, "[b, a]": {"b", "a", "b"}, "[, a]": {"", "a"}} {
		assert.Equal(t, want, codes.Aggregate(texts))
	}
}
