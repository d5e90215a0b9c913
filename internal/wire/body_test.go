package wire_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/wire"
)

func TestBodyTexts(t *testing.T) {
	t.Parallel()
	body := map[string]any{"spec": map[string]any{"image": "nginx", "replicas": int64(3)}}
	assert.Equal(t, `the object provided is unrecognized (must be of type K): why ({"spec":{"image":"nginx","repl ...)`, wire.Unrecognized("K", body, "why"))
	assert.Equal(t, `the object provided is unrecognized (must be of type K): why ({})`, wire.Unrecognized("K", map[string]any{}, "why"))
	internal := wire.TypeMeta{GroupVersion: wire.GroupVersion{Group: "g", Version: wire.InternalVersion}, Kind: "K"}
	assert.Equal(t, `no kind "K" is registered for the internal version of group "g" in scheme "s"`, wire.NotRegistered(internal, "s"))
	assert.Equal(t, `no kind "K" is registered for version "g/v1"`, wire.NotRegistered(wire.TypeMeta{GroupVersion: wire.GroupVersion{Group: "g", Version: "v1"}, Kind: "K"}, ""))
}
