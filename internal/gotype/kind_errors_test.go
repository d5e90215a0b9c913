package gotype_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/gotype"
)

func TestNotRegistered(t *testing.T) {
	t.Parallel()
	internal := gotype.TypeMeta{GroupVersion: gotype.GroupVersion{Group: "g", Version: gotype.InternalVersion}, Kind: "K"}
	assert.Equal(t, `no kind "K" is registered for the internal version of group "g" in scheme "s"`, gotype.NotRegistered(internal, "s"))
	assert.Equal(t, `no kind "K" is registered for version "g/v1"`, gotype.NotRegistered(gotype.TypeMeta{GroupVersion: gotype.GroupVersion{Group: "g", Version: "v1"}, Kind: "K"}, ""))
}
