package buildinfo

// goModule is the module of Go itself.
const goModule = "go"

// dependencies are the versions with which tests run: by go.mod, newest.mod, the same files of apimachinery, and
// internal/oracle with its modules. A test compares them with these files, and with the table in docs/COMPATIBILITY.md.
var dependencies = []Dependency{
	{Module: goModule, Decides: "JSON texts, URLs and numbers", Tested: []string{"go1.24", "go1.26"}},
	{Module: "github.com/google/cel-go", Decides: "rules", Tested: []string{"v0.29.2", "v0.30.0", "v0.31.0"}},
	{Module: "github.com/antlr4-go/antlr/v4", Decides: "syntax errors of rules", Tested: []string{"v4.13.1"}},
	{Module: "google.golang.org/protobuf", Decides: "durations and timestamps in rules", Tested: []string{"v1.36.12"}},
	{Module: "golang.org/x/text", Decides: "numbers that rules format", Tested: []string{"v0.22.0", "v0.40.0", "v0.41.0", "v0.43.0"}},
	{Module: "github.com/blang/semver/v4", Decides: "semantic versions in rules", Tested: []string{"v4.0.0"}},
	{Module: "sigs.k8s.io/yaml", Decides: "objects in YAML", Tested: []string{"v1.4.0", "v1.6.0"}},
	{Module: "go.yaml.in/yaml/v2", Decides: "objects in YAML", Tested: []string{"v2.4.2", "v2.4.4", "v2.4.5"}},
	{Module: "go.yaml.in/yaml/v3", Decides: "positions in YAML", Tested: []string{"v3.0.4", "v3.0.5", "v3.0.6"}},
	{Module: "sigs.k8s.io/structured-merge-diff/v4", Decides: "server-side apply", Tested: []string{"v4.4.2", "v4.7.0"}},
	{Module: "k8s.io/kube-openapi", Decides: "OpenAPI documents", Tested: []string{"v0.0.0-20241105132330-32ad38e42d3f", "v0.0.0-20260721132016-d427ff9ee9ad", "v0.0.0-20260821135717-be32def86098"}},
	{Module: "k8s.io/apimachinery", Decides: "errors and tables of apimachinery", Tested: []string{"v0.32.0", "v0.37.2"}},
	{Module: "sigs.k8s.io/json", Decides: "typed objects of apimachinery", Tested: []string{"v0.0.0-20241010143419-9aa6b5e7a4b3", "v0.0.0-20250730193827-2d320260d730", "v0.0.0-20260909141634-11ed52e25bc5"}},
}
