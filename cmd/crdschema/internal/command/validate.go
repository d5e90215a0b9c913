package command

import "github.com/spf13/cobra"

const validateLong = `validate judges objects as a server does that creates them, or with --old updates them.

The definitions are the CRDs among the files and in the files of --crd, for example the output of
kubectl get crd -o yaml. CRDs among the files are judged, too. In a standard input of more than 32 MiB,
a CRD must come before its objects. JSON schemas of kinds, as other validators read them, are no
definitions: a file or folder of --crd with them, or without a CRD, makes exit code 2.

An object of a kind without a definition, such as a Deployment, cannot be judged: the exit code is 2.
With --skip-unknown it is left out and counted. With --builtin-openapi, objects of built-in kinds are
judged by the schema that a server publishes: unknown fields, types, required fields, enums. A server
validates their values in code, too; the report says for each that only its schema was used. Conversion webhooks are not called.`

func newValidate(s Streams) *cobra.Command {
	j := &judging{streams: s}
	c := &cobra.Command{
		Use:   "validate [flags] FILE...",
		Short: "Judge objects by their definitions",
		Long:  validateLong,
		Example: `  crdschema validate crds/ manifests/
  helm template --include-crds . | crdschema validate --skip-unknown -
  kubectl get crd -o yaml | crdschema validate --crd - manifests/
  crdschema validate --crd crds.tgz --exclude templates chart.tgz
  kubectl get --raw /openapi/v2 > swagger.json && crdschema validate --builtin-openapi swagger.json .
  crdschema validate --crd crds/ --old live.yaml changed.yaml
  crdschema validate -o text -o junit=report.xml -o sarif=report.sarif .`,
		Args: cobra.MinimumNArgs(1),
		RunE: j.run,
	}
	j.addFlags(c)
	c.Flags().StringArrayVar(&j.crds, "crd", nil, "`FILE`, folder or archive with definitions; may be repeated")
	c.Flags().StringArrayVar(&j.openapi, "builtin-openapi", nil, "`FILE` or folder with OpenAPI documents, version 2 or 3, of built-in kinds; may be repeated")
	c.Flags().BoolVar(&j.skip, "skip-unknown", false, "skip objects of kinds without a definition")
	c.Flags().StringVarP(&j.namespace, "namespace", "n", "", "`NAMESPACE` of the requests (default the object's, or else default)")
	return c
}
