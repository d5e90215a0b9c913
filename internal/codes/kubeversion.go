package codes

import "fmt"

const (
	// KubernetesVersion: the argument of WithKubernetesVersion is not a supported
	// version. Found at the root.
	KubernetesVersion Code = "kubernetes-version"
)

// KubernetesVersionDetail words a [KubernetesVersion] error. The server does not have such
// an error.
func KubernetesVersionDetail(version string, oldest, newest int) string {
	return fmt.Sprintf("Kubernetes version %q is not one of 1.%d to 1.%d", version, oldest, newest)
}
