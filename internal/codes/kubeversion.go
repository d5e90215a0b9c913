package codes

import "fmt"

const (
	// KubernetesVersion: WithKubernetesVersion names a version that is not supported.
	// Found at no path.
	KubernetesVersion Code = "kubernetes-version"
)

// KubernetesVersionDetail returns the text of a [KubernetesVersion] error. The
// server has no such error.
func KubernetesVersionDetail(version string, oldest, newest int) string {
	return fmt.Sprintf("Kubernetes version %q is not one of 1.%d to 1.%d", version, oldest, newest)
}
