package registry

import "github.com/seed95800270/crdschema/internal/errlist"

// RecordWarnings returns the warnings that the server sends for the warnings of one
// request, given in the order in which they arise: each text once, and only texts that a
// header can hold: valid UTF-8 without control characters. If they exceed 4096 characters
// together, each is truncated to 256, and the texts after the first 4096 characters are
// omitted. The warnings of a [crdschema.Result] have been recorded: RecordWarnings is for
// servers that call the stages of [crdschema.Definition.Admit] themselves, or that have
// warnings of their own. Package httpapi writes the headers.
//
// Rule: k8s.io/apiserver/pkg/endpoints/filters, WithWarningRecorder.
func RecordWarnings(texts []string) []string {
	var w errlist.WarningRecorder
	w.Add(nil, texts...)
	sent, _ := w.Sent()
	return sent
}
