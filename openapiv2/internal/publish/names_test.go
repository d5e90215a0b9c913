package publish

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/cases"
)

func TestNames(t *testing.T) {
	cases.Run(t, "testdata/names.yaml", []string{"group", "version", "kind", "model", "id", "tag", "create"}, func(t *testing.T, c cases.Case) {
		d := &Definition{Group: c.Text(t, "group"), Kind: c.Text(t, "kind"), ListKind: c.Text(t, "kind") + "List", Plural: "things"}
		names := d.names(c.Text(t, "version"))
		assert.Equal(t, c.Text(t, "model"), names.model)
		assert.Equal(t, c.Text(t, "model")+"List", names.list)
		assert.Equal(t, c.Text(t, "id"), names.id)
		assert.Equal(t, c.Text(t, "tag"), names.tag)
		assert.Equal(t, c.Text(t, "create"), (&pathBuilder{d: d, names: names}).create().Description)
	})
}
