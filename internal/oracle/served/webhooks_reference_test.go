package served_test

import (
	"encoding/json"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/initializer"
	webhookinit "k8s.io/apiserver/pkg/admission/plugin/webhook/initializer"
	"k8s.io/apiserver/pkg/admission/plugin/webhook/mutating"
	"k8s.io/apiserver/pkg/admission/plugin/webhook/validating"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/apiserver/pkg/util/webhook"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/component-base/compatibility"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/oracle/live"
)

// reference has what the plugins of the reference server read, in place of a kube-apiserver.
var reference = sync.OnceValue(func() (r struct {
	client  *fake.Clientset
	sources informers.SharedInformerFactory
	plugins admission.Interface
	err     error
}) {
	r.client = fake.NewSimpleClientset()
	r.sources = informers.NewSharedInformerFactory(r.client, 0)
	all := admission.NewPlugins()
	mutating.Register(all)
	validating.Register(all)
	common := initializer.New(r.client, nil, r.sources, authorizerfactory.NewAlwaysAllowAuthorizer(), utilfeature.DefaultFeatureGate,
		compatibility.NewEffectiveVersionFromString("1.37", "1.36", "1.36"), make(chan struct{}), nil)
	hooks := webhookinit.NewPluginInitializer(nil, webhook.NewDefaultServiceResolver())
	r.plugins, r.err = all.NewFromPlugins([]string{mutating.PluginName, validating.PluginName}, noConfig{}, admission.PluginInitializers{common, hooks}, nil)
	if r.err == nil {
		r.sources.Start(make(chan struct{}))
		r.sources.WaitForCacheSync(make(chan struct{}))
	}
	return r
})

type noConfig struct{}

func (noConfig) ConfigFor(string) (io.Reader, error) { return nil, nil }

// plants returns the CRDs of the sequences, and the reference server with them.
func plants(t *testing.T) ([]byte, *live.Server) {
	text, err := os.ReadFile("testdata/crds.yaml")
	require.NoError(t, err)
	docs, err := document.DecodeYAML(t.Context(), text)
	require.NoError(t, err)
	theirs := admitting(t)
	for _, doc := range docs {
		answers, err := theirs.Install(doc.Object)
		require.NoError(t, err)
		require.True(t, answers[0].Accepted() || strings.Contains(answers[0].Message(), "already exists"), answers[0].Message())
	}
	return text, theirs
}

// admitting returns the reference server with the plugins that call webhooks. All tests of this package use it.
func admitting(t *testing.T) *live.Server {
	require.NoError(t, reference().err)
	return live.StartAdmitting(t, reference().plugins)
}

// configure creates a namespace and webhooks for the plugins of the reference, and waits until they are known. It
// returns a function that removes the webhooks.
func configure(t *testing.T, namespace string, configurations []hookConfiguration, hooks *hookServer) func() {
	ctx, r := t.Context(), reference()
	_, err := r.client.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{
		Name: namespace, Labels: map[string]string{"case": "yes", "kubernetes.io/metadata.name": namespace}}}, metav1.CreateOptions{})
	require.NoError(t, err)
	api := r.client.AdmissionregistrationV1()
	var remove []func() error
	for _, configuration := range configurations {
		text, name := configuration.text(hooks, namespace, "theirs"), configuration.name(namespace)
		if configuration.Kind == "Mutating" {
			var c admissionregistrationv1.MutatingWebhookConfiguration
			require.NoError(t, json.Unmarshal(text, &c))
			_, err = api.MutatingWebhookConfigurations().Create(ctx, &c, metav1.CreateOptions{})
			remove = append(remove, func() error { return api.MutatingWebhookConfigurations().Delete(ctx, name, metav1.DeleteOptions{}) })
		} else {
			var c admissionregistrationv1.ValidatingWebhookConfiguration
			require.NoError(t, json.Unmarshal(text, &c))
			_, err = api.ValidatingWebhookConfigurations().Create(ctx, &c, metav1.CreateOptions{})
			remove = append(remove, func() error { return api.ValidatingWebhookConfigurations().Delete(ctx, name, metav1.DeleteOptions{}) })
		}
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool { return known(t, namespace) == len(configurations) }, 10*time.Second, 5*time.Millisecond)
	time.Sleep(30 * time.Millisecond) // the plugins are told after the listers
	return func() {
		for _, f := range remove {
			require.NoError(t, f())
		}
	}
}

// known returns the number of configurations of a namespace that the plugins know.
func known(t *testing.T, namespace string) (n int) {
	sources := reference().sources.Admissionregistration().V1()
	mutating, err := sources.MutatingWebhookConfigurations().Lister().List(labels.Everything())
	require.NoError(t, err)
	validating, err := sources.ValidatingWebhookConfigurations().Lister().List(labels.Everything())
	require.NoError(t, err)
	for _, c := range mutating {
		if strings.HasPrefix(c.Name, namespace+"-") {
			n++
		}
	}
	for _, c := range validating {
		if strings.HasPrefix(c.Name, namespace+"-") {
			n++
		}
	}
	return n
}
