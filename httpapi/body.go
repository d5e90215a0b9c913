package httpapi

import (
	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/status"
)

// MaxBodyBytes is the size of the largest body that the server reads, 3 MiB.
const MaxBodyBytes = decode.MaxBodyBytes

// CheckContentType returns the Status for an unsupported Content-Type (415), or nil. Bodies are
// JSON, also without a header, or YAML; patches are JSON patches, merge patches and applied
// configurations, with a type in lowercase and without spaces.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers/negotiation, NegotiateInputSerializer;
// k8s.io/apiserver/pkg/endpoints/handlers, PatchResource.
func CheckContentType(operation crdschema.Operation, header string) *crdschema.Status {
	if operation >= crdschema.Patch {
		if _, known := decode.PatchTypeOf(header); !known {
			return status.UnsupportedPatchType()
		}
		return nil
	}
	if _, known := decode.MediaTypeOf(header); !known {
		return status.UnsupportedMediaType()
	}
	return nil
}

// CheckSize returns the Status for a body of more than [MaxBodyBytes] (413), or nil.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, limitedReadBody.
func CheckSize(bytes int) *crdschema.Status {
	if bytes <= MaxBodyBytes {
		return nil
	}
	return status.TooLarge(MaxBodyBytes)
}
