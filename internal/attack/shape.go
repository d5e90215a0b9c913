package attack

// input is a hostile input of some size: a CRD, and an object for it.
type input struct {
	crd    obj
	schema obj // of the version v1 of the CRD
	object obj
	old    obj    // of updates
	text   string // YAML, if it is not the JSON of the object
	body   string // the body of a patch, if the operation is one
	bytes  int    // as text
	noText bool   // as text it would be exponentially larger
	// declared are the fields of a declaration of conversion, if the shape is about one.
	declared obj
	// isUpdate means that old is not the object itself.
	isUpdate bool
}

// shapes make inputs of about n bytes. growth.yaml says what they are.
var shapes = map[string]func(n int) input{
	"wide":             wide,
	"deep":             deepValues,
	"properties":       wideSchema,
	"errors":           manyErrors,
	"deep errors":      deepErrorsShape,
	"schema errors":    schemaErrors,
	"duplicates":       duplicateItems,
	"sets in sets":     nestedSets,
	"branches":         branches,
	"nested branches":  nestedBranches,
	"defaults":         defaultsProduct,
	"shared":           sharedMaps,
	"aliases":          aliases,
	"versions":         manyVersions,
	"empty versions":   emptyVersions,
	"v1beta1":          v1beta1,
	"many names":       manyNames,
	"many keywords":    manyKeywords,
	"empty parts":      emptyParts,
	"columns":          manyColumns,
	"patterns":         patterns1000,
	"classes":          manyClasses,
	"matched classes":  matchedClasses,
	"long strings":     longStrings,
	"managedFields":    manyManagers,
	"ownerReferences":  manyOwners,
	"rules":            manyRules,
	"doubling rules":   doublingRules,
	"types of rules":   typesOfRules,
	"open types":       openTypes,
	"lists of rules":   listsOfRules,
	"unsorted":         unsorted,
	"labels":           manyLabels,
	"patch":            manyOperations,
	"merge patch":      mergePatch,
	"unknown fields":   unknownFields,
	"wrong types":      wrongTypes,
	"wrong crd":        wrongDefinition,
	"patched defaults": patchedDefaults,
	"numbers":          numbers,
	"json numbers":     jsonNumbers,
	"long paths":       longPaths,
	"deep elements":    deepElements,
	"many keys":        manyKeys,
	"dates":            manyDates,
	"deep duplicates":  deepDuplicates,
	"long levels":      longLevels,
	"nested keys":      nestedKeys,
	"object keys":      objectKeys,
	"selectors":        selectors,
	"descendants":      descendants,
	"shared keys":      sharedKeys,
	"shared kinds":     sharedKinds,
	"long formats":     longFormats,
	"declarations":     declarations,
}

// inputOf returns an input whose size is the size of its texts.
func inputOf(schema, fields obj) input {
	in := input{crd: crdOf(schema), schema: schema, object: object(fields)}
	return in.measured()
}

func (in input) measured() input {
	if in.old == nil {
		in.old = in.object
	}
	if in.bytes == 0 {
		in.bytes = size(in.crd, in.object) + len(in.text) + len(in.body)
		if in.declared != nil {
			in.bytes += size(in.declared)
		}
	}
	return in
}

// doors are the functions that accept any Go maps. Others require values that these
// functions or structural.Normalize have accepted.
var doors = []string{
	"crdschema.Compile", "crdschema.ValidateCRD", "document.EncodeYAML", "crdschema.Compiler.Compile",
	"crdschema.Compiler.AdmitCRD", "crdschema.Definition.Admit", "crdschema.Definition.Delete", "fragment.Check", "fragment.Compile",
	"fragment.Fragment.Validate", "fragment.Fragment.ValidateUpdate", "structural.Normalize", "structural.FromMap", "openapiv2.Build", "openapiv2.BuildMap",
	"openapiv3.Build", "openapiv3.BuildMap", "conversion.Respond", "apply.Applier.Predict",
}

func plain() obj {
	return properties("spec", obj{"type": "object", "x-kubernetes-preserve-unknown-fields": true})
}
