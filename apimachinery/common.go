package apimachinery

import (
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// withoutCommon returns the errors of an update that the server's strategy finds: it removes
// the metadata errors that only rest.BeforeUpdate finds. An object with a wrong apiVersion or
// kind keeps none: the strategy then does not check the metadata.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateObjectMetaAccessor and
// ValidateObjectMetaAccessorUpdate.
func withoutCommon(errs structural.Errors) structural.Errors {
	mistyped := slices.ContainsFunc(errs, isTypeError)
	common := func(e *structural.Error) bool {
		return isMetadataError(e) && (mistyped || slices.Contains(commonCodes, e.Code))
	}
	if !slices.ContainsFunc(errs, common) {
		return errs
	}
	return slices.DeleteFunc(slices.Clone(errs), common)
}

// withoutGenerated returns the errors of a new object that the server's strategy finds:
// rest.BeforeCreate finds errors of its generateName.
func withoutGenerated(errs structural.Errors, obj map[string]any) structural.Errors {
	if len(errs) > 0 && errs[0].Code == codes.MetadataGenerateName {
		if others := objectmeta.ValidateGenerateName(obj); slices.Equal(errs.Texts(), others.Texts()) {
			return nil
		}
	}
	return errs
}

// commonCodes are the codes of errors that ValidateObjectMetaAccessorUpdate does not find.
var commonCodes = []field.Code{
	codes.MetadataGenerateName, codes.MetadataNameRequired, codes.MetadataName,
	codes.MetadataNamespaceRequired, codes.MetadataNamespaceForbidden, codes.MetadataNamespace,
	codes.FinalizerName, codes.FinalizersConflict,
}

func isTypeError(e *structural.Error) bool {
	return len(e.Path) == 1 && slices.Contains([]field.Code{codes.ObjectAPIVersion, codes.ObjectKind, codes.TypeMetaType}, e.Code)
}

// isMetadataError reports whether e is about the metadata of an object, and not the error of a
// rule at that path.
func isMetadataError(e *structural.Error) bool {
	return len(e.Path) > 0 && e.Path[0] == structural.Field("metadata") && !strings.HasPrefix(string(e.Code), "rule-")
}
