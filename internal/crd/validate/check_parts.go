package validate

import (
	"context"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
)

// checkParts checks the parts of a version, or of all versions if version is empty. status
// reports whether the status subresource is enabled.
func (c *checker) checkParts(ctx context.Context, p partsForm, version string, status bool) {
	c.checkSchema(ctx, p, version, status)
	c.checkScale(p)
	for i := range p.AdditionalPrinterColumns {
		if !c.step(1) {
			return
		}
		c.checkColumn(&p.AdditionalPrinterColumns[i], func() location { return c.form.spec.part(p, columnPart).index(i) })
	}
	if len(p.SelectableFields) > 0 {
		c.checkSelectableFields(p, version)
	}
}

var (
	columnTypes   = []string{"boolean", "date", "integer", "number", "string"}
	columnFormats = []string{"byte", "date", "date-time", "double", "float", "int32", "int64", "password"}
)

// checkColumn checks a printer column.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceColumnDefinition.
func (c *checker) checkColumn(column *crd.Column, at func() location) {
	if column.Name == "" && !c.omits() {
		c.required(at().field("name"), codes.CRDFieldRequired, "")
	}
	switch {
	case slices.Contains(columnTypes, column.Type) || c.omits():
	case column.Type == "":
		c.required(at().field("type"), codes.ColumnType, codes.ColumnOneOfDetail(columnTypes))
	default:
		c.invalid(at().field("type"), codes.ColumnType, column.Type, codes.ColumnOneOfDetail(columnTypes))
	}
	if column.Format != "" && !slices.Contains(columnFormats, column.Format) && !c.omits() {
		c.invalid(at().field("format"), codes.ColumnFormat, column.Format, codes.ColumnOneOfDetail(columnFormats))
	}
	if !isSimplePath(column.JSONPath) && !c.omits() {
		c.checkSimplePath(column.JSONPath, at().renamed(c.form.names.JSONPath, "JSONPath"))
	}
}

// isSimplePath looks at the first byte only, as the server does.
func isSimplePath(path string) bool { return strings.HasPrefix(path, ".") }

func (c *checker) checkSimplePath(path string, at location) bool {
	switch {
	case path == "":
		c.required(at, codes.CRDFieldRequired, "")
	case !isSimplePath(path):
		c.invalid(at, codes.SimplePath, path, codes.SimplePathDetail)
	default:
		return true
	}
	return false
}

// checkScale checks the paths of the scale subresource.
//
// Rule: the same package, ValidateCustomResourceDefinitionSubresources.
func (c *checker) checkScale(p partsForm) {
	if p.Subresources == nil || p.Subresources.Scale == nil {
		return
	}
	scale, at := p.Subresources.Scale, c.form.spec.part(p, subresourcePart).field("scale")
	spec, status := scale.SpecReplicasPath, scale.StatusReplicasPath
	if at := at.field("specReplicasPath"); c.checkSimplePath(spec, at) && !strings.HasPrefix(spec, ".spec.") {
		c.invalid(at, codes.ScaleSpecPath, spec, codes.ScaleSpecPathDetail)
	}
	if at := at.field("statusReplicasPath"); c.checkSimplePath(status, at) && !strings.HasPrefix(status, ".status.") {
		c.invalid(at, codes.ScaleStatusPath, status, codes.ScaleStatusPathDetail)
	}
	if scale.LabelSelectorPath == nil || *scale.LabelSelectorPath == "" {
		return
	}
	labels, at := *scale.LabelSelectorPath, at.field("labelSelectorPath")
	if c.checkSimplePath(labels, at) && !strings.HasPrefix(labels, ".spec.") && !strings.HasPrefix(labels, ".status.") {
		c.invalid(at, codes.ScaleSelectorPath, typedText(labels), codes.ScaleSelectorPathDetail)
	}
}
