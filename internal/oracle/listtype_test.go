package oracle

import (
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural/listtype"
)

// TestListTypes compares the errors about duplicates in sets and map lists.
func TestListTypes(t *testing.T) {
	cases := parity.Join(objects(t), listObjects(parity.Full(200_000)))
	parity.Run(t, "listtype", cases, func(c *parity.Check, in subject) {
		errs, err := listtype.Validate(t.Context(), in.object, in.schema.ours)
		c.Equal("failure", err, nil)
		c.Texts("errors", c.OurTexts(errs), in.schema.theirs.ListTypes(in.object))
	})
}

// TestListTypesUpdate compares updates, which tolerate errors that the old object
// had, too.
func TestListTypesUpdate(t *testing.T) {
	cases := pairs(parity.Join(corpusObjects(t), generatedObjects(parity.Full(30_000)), listObjects(parity.Full(100_000))))
	parity.Run(t, "listtype-update", cases, func(c *parity.Check, in pair) {
		errs, ratcheted, err := listtype.ValidateUpdate(t.Context(), in.object, in.old, in.schema.ours)
		c.Equal("failure", err, nil)
		c.Texts("errors", c.OurTexts(errs), in.schema.theirs.ListTypesUpdate(in.object, in.old))
		c.Texts("all", c.OurTexts(append(errs, ratcheted...)), in.schema.theirs.ListTypes(in.object))
	})
}

// TestListTypeTable compares the expected errors of the package's test table with
// the reference.
func TestListTypeTable(t *testing.T) {
	parity.Run(t, "listtype-table", table(t, "../../structural/listtype/testdata/validate.yaml"),
		func(c *parity.Check, row map[string]any) {
			schema, _ := row["schema"].(map[string]any)
			both, _ := compile(schema)
			object := parsed(row["object"])
			want := both.theirs.ListTypes(object)
			c.Texts("errors", listed(row["errors"]), want)
		})
}
