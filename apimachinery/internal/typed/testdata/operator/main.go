// Command operator is a program on controller-runtime as its scaffolding makes it, with a
// webhook of package apimachinery.
package main

import (
	"context"
	"log"
	"net/http"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
)

func main() {
	scheme := runtime.NewScheme()
	if err := apiextensionsv1.AddToScheme(scheme); err != nil {
		log.Fatal(err)
	}
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Scheme:        scheme,
		Metrics:       metricsserver.Options{SecureServing: true, FilterProvider: filter},
		WebhookServer: webhook.NewServer(webhook.Options{}),
	})
	if err != nil {
		log.Fatal(err)
	}
	definition, err := apimachinery.Compile(context.Background(), parts())
	if err != nil {
		log.Fatal(err)
	}
	mgr.GetWebhookServer().Register("/validate", validating(definition))
	mgr.GetWebhookServer().Register("/validate-typed", validatingTyped(scheme, definition))
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

// validating returns a webhook for requests as controller-runtime decodes them.
func validating(d *crdschema.Definition) http.Handler {
	review := apimachinery.NewWebhook([]*crdschema.Definition{d})
	return &webhook.Admission{Handler: apimachinery.NewHandler[admission.Request, admission.Response](review)}
}

// validatingTyped returns a webhook for typed objects.
func validatingTyped(scheme *runtime.Scheme, d *crdschema.Definition) http.Handler {
	validator := apimachinery.NewValidator[runtime.Object, admission.Warnings](d, "v1")
	return admission.WithCustomValidator(scheme, &part{}, validator)
}
