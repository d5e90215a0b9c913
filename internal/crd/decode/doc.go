// Package decode returns the errors of the server's decoder for the text or map of a CRD,
// before anything is validated.
//
// apiVersion and kind are read first. If they are missing they are taken from the URL; any
// other kind is rejected. Then package decoder decodes the CRD into its type of package
// gotype, by the rules there: below items, additionalProperties, additionalItems and
// dependencies, whose types have custom decoders, the server reports neither unknown nor
// repeated fields. [Findings.Silent] has the unknown ones. A CRD of v1beta1 is decoded and then
// rejected: its version is not the one in the URL.
//
// No function writes to a CRD. Results share values with it.
package decode
