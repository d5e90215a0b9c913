package publish

// Texts of the fields that a server puts into every kind. A client sees them,
// so they are those of a server.
const (
	conventions = "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md"

	apiVersionText = "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: " + conventions + "#resources"
	kindText       = "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: " + conventions + "#types-kinds"
	metadataText   = "Standard object's metadata. More info: " + conventions + "#metadata"
	listMetaText   = "Standard list metadata. More info: " + conventions + "#types-kinds"

	embeddedAPIVersionText = "apiVersion defines the versioned schema of this representation of an object. More info: " + conventions + "#resources"
	embeddedKindText       = "kind is a string value representing the type of this object. In CamelCase. More info: " + conventions + "#types-kinds"
)
