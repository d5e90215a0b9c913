package celrules

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUnknownTypesAreNumberedInOrder(t *testing.T) {
	const issues = "ERROR: <input>:1:5: no overload for list(_var7), a_var7 and _var3\n | self._var9\nERROR: _var7"
	assert.Equal(t, "ERROR: <input>:1:5: no overload for list(_var0), a_var7 and _var1\n | self._var9\nERROR: _var0", settled(issues, "self._var9"))
	assert.Equal(t, "ERROR: none", settled("ERROR: none", ""))
}
