package crd

// Terminating is the type of the condition of a CRD whose objects are being
// deleted.
const Terminating = "Terminating"

// IsTerminating reports whether the server rejects new objects because crd is being
// deleted.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, crdHandler.
func IsTerminating(crd map[string]any) bool {
	return IsDeleted(crd) || ConditionIsTrue(crd, Terminating)
}

// IsDeleted reports whether crd has a deletionTimestamp.
func IsDeleted(crd map[string]any) bool {
	metadata, _ := crd["metadata"].(map[string]any)
	text, _ := metadata["deletionTimestamp"].(string)
	return text != ""
}

// ConditionIsTrue reports whether the first condition of a type has the status "True".
func ConditionIsTrue(crd map[string]any, conditionType string) bool {
	status, _ := crd["status"].(map[string]any)
	conditions, _ := status["conditions"].([]any)
	for _, e := range conditions {
		if c, ok := e.(map[string]any); ok && c["type"] == conditionType {
			return c["status"] == "True"
		}
	}
	return false
}
