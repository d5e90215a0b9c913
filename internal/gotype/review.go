package gotype

// Reviews holds the types of a ConversionReview by version.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1 and v1beta1, ConversionReview.
var Reviews = map[string]*Type{"v1": review("v1."), "v1beta1": review("v1beta1.")}

func review(pkg string) *Type {
	return StructOf(pkg, "ConversionReview", append(TypeMetaFields(),
		Pointer("request", StructOf(pkg, "ConversionRequest",
			Required("uid", uid),
			Required("desiredAPIVersion", String),
			Required("objects", rawExtensions),
		)),
		Pointer("response", StructOf(pkg, "ConversionResponse",
			Required("uid", uid),
			Required("convertedObjects", rawExtensions),
			Required("result", status),
		)),
	)...)
}

var rawExtensions = listOfAny("[]runtime.RawExtension")

// status is the result of a response.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, Status.
var status = StructOf("v1.", "Status", append(TypeMetaFields(),
	Optional("metadata", listMeta),
	Optional("status", String),
	Optional("message", String),
	Optional("reason", Named("v1.StatusReason")),
	Pointer("details", StructOf("v1.", "StatusDetails",
		Optional("name", String),
		Optional("group", String),
		Optional("kind", String),
		Optional("uid", uid),
		Optional("causes", listOfAny("[]v1.StatusCause")),
		Optional("retryAfterSeconds", Int32),
	)),
	Optional("code", Int32),
)...)

func listOfAny(name string) *Type { return &Type{Class: List, Name: name, Elem: Any} }
