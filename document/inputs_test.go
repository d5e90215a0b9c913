package document_test

import (
	"context"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
)

func mustCompile() *crdschema.Definition {
	return crdschema.MustCompileYAML(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, singular: crontab, kind: CronTab}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              cronSpec: {type: string}
              image: {type: string}
              replicas: {type: integer, default: 1}
          status: {type: object, properties: {ready: {type: integer}}}
  - name: v1beta1
    served: true
    storage: false
    deprecated: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {image: {type: string}}}
`)
}

func mustDecode(text string) document.Document {
	docs, err := document.DecodeYAML(context.Background(), []byte(text))
	if err != nil {
		panic(err)
	}
	return docs[0]
}
