package crdserver_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/watch"
	appsapply "k8s.io/client-go/applyconfigurations/apps/v1"
	coreapply "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/seed95800270/crdschema/crdserver"
)

// typedClient returns client-go's client of built-in kinds, which sends bodies of a content type.
func typedClient(t *testing.T, server *crdserver.Server, contentType string) *kubernetes.Clientset {
	t.Helper()
	config, err := clientcmd.RESTConfigFromKubeConfig(server.Kubeconfig)
	require.NoError(t, err)
	config.ContentType, config.QPS = contentType, -1
	c, err := kubernetes.NewForConfig(config)
	require.NoError(t, err)
	return c
}

func pod(name string) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": name}}, Spec: corev1.PodSpec{
		Volumes: []corev1.Volume{{Name: "tmp", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}},
		Containers: []corev1.Container{{
			Name: "main", Image: "app:1", Ports: []corev1.ContainerPort{{ContainerPort: 80}},
			Env:           []corev1.EnvVar{{Name: "A", Value: "a"}, {Name: "A", Value: "b"}},
			Resources:     corev1.ResourceRequirements{Limits: corev1.ResourceList{"cpu": resource.MustParse("100m")}},
			LivenessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Port: intstr.FromString("web")}}},
		}},
	}}
}

// TestTypedClients writes and reads built-in kinds with the typed clients of client-go, in both formats.
func TestTypedClients(t *testing.T) {
	for name, contentType := range map[string]string{"JSON": "application/json", "protobuf": "application/vnd.kubernetes.protobuf"} {
		t.Run(name, func(t *testing.T) {
			server := start(t, "lamps.yaml")
			c, ctx := typedClient(t, server, contentType), t.Context()
			pods := c.CoreV1().Pods("default")
			created, err := pods.Create(ctx, pod("a"), metav1.CreateOptions{})
			require.NoError(t, err)
			assert.Equal(t, corev1.PodPending, created.Status.Phase)
			want := pod("a").Spec
			assert.Equal(t, want.Volumes, created.Spec.Volumes)
			assert.Equal(t, want.Containers[0].Env, created.Spec.Containers[0].Env)
			assert.Equal(t, "100m", created.Spec.Containers[0].Resources.Limits.Cpu().String())
			assert.Equal(t, corev1.ProtocolTCP, created.Spec.Containers[0].Ports[0].Protocol)
			assert.Equal(t, "/", created.Spec.Containers[0].LivenessProbe.HTTPGet.Path)
			assert.Equal(t, corev1.RestartPolicyAlways, created.Spec.RestartPolicy)

			created.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodReady, Status: corev1.ConditionTrue}}
			updated, err := pods.UpdateStatus(ctx, created, metav1.UpdateOptions{})
			require.NoError(t, err)
			assert.Equal(t, created.Status.Conditions, updated.Status.Conditions)
			patched, err := pods.Patch(ctx, "a", types.StrategicMergePatchType,
				[]byte(`{"spec": {"containers": [{"name": "main", "image": "app:2"}]}}`), metav1.PatchOptions{})
			require.NoError(t, err)
			assert.Equal(t, "app:2", patched.Spec.Containers[0].Image)
			assert.Equal(t, int32(80), patched.Spec.Containers[0].Ports[0].ContainerPort)

			_, err = c.RbacV1().ClusterRoles().Create(ctx, &rbacv1.ClusterRole{ObjectMeta: metav1.ObjectMeta{Name: "admin"}}, metav1.CreateOptions{})
			require.NoError(t, err)
			secret, err := c.CoreV1().Secrets("default").Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{GenerateName: "s-"}, Data: map[string][]byte{"a": {0xff}}}, metav1.CreateOptions{})
			require.NoError(t, err)
			assert.Equal(t, map[string][]byte{"a": {0xff}}, secret.Data)
			assert.Equal(t, corev1.SecretTypeOpaque, secret.Type)
			assert.Zero(t, secret.Generation)
			list, err := pods.List(ctx, metav1.ListOptions{FieldSelector: "status.phase=Pending", LabelSelector: "app=a"})
			require.NoError(t, err)
			assert.Len(t, list.Items, 1)
			require.NoError(t, pods.Delete(ctx, "a", *metav1.NewDeleteOptions(0)))
		})
	}
}

// TestTypedApply applies a deployment as two managers.
func TestTypedApply(t *testing.T) {
	server := start(t, "lamps.yaml")
	c, ctx := typedClient(t, server, ""), t.Context()
	deployments := c.AppsV1().Deployments("default")
	one := appsapply.Deployment("web", "default").WithSpec(appsapply.DeploymentSpec().WithReplicas(2).
		WithSelector(nil).WithTemplate(coreapply.PodTemplateSpec().WithSpec(coreapply.PodSpec().WithContainers(
		coreapply.Container().WithName("main").WithImage("app:1")))))
	got, err := deployments.Apply(ctx, one, metav1.ApplyOptions{FieldManager: "one"})
	require.NoError(t, err)
	assert.Equal(t, int64(1), got.Generation)
	assert.Equal(t, appsv1.RollingUpdateDeploymentStrategyType, got.Spec.Strategy.Type)
	two := appsapply.Deployment("web", "default").WithSpec(appsapply.DeploymentSpec().WithTemplate(coreapply.PodTemplateSpec().
		WithSpec(coreapply.PodSpec().WithContainers(coreapply.Container().WithName("side").WithImage("side:1")))))
	got, err = deployments.Apply(ctx, two, metav1.ApplyOptions{FieldManager: "two"})
	require.NoError(t, err)
	assert.Len(t, got.Spec.Template.Spec.Containers, 2)
	assert.Len(t, got.ManagedFields, 2)
	scale, err := deployments.GetScale(ctx, "web", metav1.GetOptions{})
	require.NoError(t, err)
	assert.Equal(t, int32(2), scale.Spec.Replicas)
	scale.Spec.Replicas = 5
	_, err = deployments.UpdateScale(ctx, "web", scale, metav1.UpdateOptions{})
	require.NoError(t, err)
	got, err = deployments.Get(ctx, "web", metav1.GetOptions{})
	require.NoError(t, err)
	assert.Equal(t, int32(5), *got.Spec.Replicas)
	assert.Equal(t, int64(3), got.Generation)
	got, err = deployments.Apply(ctx, one.WithResourceVersion(""), metav1.ApplyOptions{FieldManager: "one", Force: true})
	require.NoError(t, err)
	assert.Equal(t, int32(2), *got.Spec.Replicas)
	applied := `{"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "web"}, "spec": {"replicas": 1}}`
	_, err = deployments.Patch(ctx, "web", types.ApplyYAMLPatchType, []byte(applied), metav1.PatchOptions{FieldManager: "one"}, "scale")
	assert.ErrorContains(t, err, "crdserver does not have server-side apply of the subresource scale of built-in kinds")
}

// TestPodsTerminate deletes pods with and without a node, and with a finalizer.
func TestPodsTerminate(t *testing.T) {
	c, ctx := typedClient(t, start(t, "lamps.yaml"), ""), t.Context()
	pods := c.CoreV1().Pods("default")
	created := func(change func(*corev1.Pod)) *corev1.Pod {
		p := pod("a")
		change(p)
		out, err := pods.Create(ctx, p, metav1.CreateOptions{})
		require.NoError(t, err)
		return out
	}
	w, err := pods.Watch(ctx, metav1.ListOptions{})
	require.NoError(t, err)
	defer w.Stop()
	next := func(kind watch.EventType) *corev1.Pod {
		event := <-w.ResultChan()
		require.Equal(t, kind, event.Type, "%v", event.Object)
		return event.Object.(*corev1.Pod)
	}
	period := func(p *corev1.Pod) int64 {
		require.NotNil(t, p.DeletionTimestamp)
		return *p.DeletionGracePeriodSeconds
	}

	created(func(*corev1.Pod) {})
	require.NoError(t, pods.Delete(ctx, "a", metav1.DeleteOptions{}))
	next(watch.Added)
	assert.Zero(t, period(next(watch.Modified)))
	next(watch.Deleted)

	onNode := func(p *corev1.Pod) { p.Spec.NodeName = "n" }
	before := created(onNode)
	require.NoError(t, pods.Delete(ctx, "a", metav1.DeleteOptions{}))
	next(watch.Added)
	marked := next(watch.Modified)
	assert.Equal(t, int64(30), period(marked))
	assert.Equal(t, before.Generation+1, marked.Generation)
	assert.WithinDuration(t, time.Now().Add(30*time.Second), marked.DeletionTimestamp.Time, 5*time.Second)
	require.NoError(t, pods.Delete(ctx, "a", *metav1.NewDeleteOptions(60)))
	marked.Status.Phase = corev1.PodRunning
	_, err = pods.UpdateStatus(ctx, marked, metav1.UpdateOptions{})
	require.NoError(t, err)
	assert.Equal(t, int64(30), period(next(watch.Modified)))
	require.NoError(t, pods.Delete(ctx, "a", *metav1.NewDeleteOptions(5)))
	assert.Equal(t, int64(5), period(next(watch.Modified)))
	require.NoError(t, pods.Delete(ctx, "a", *metav1.NewDeleteOptions(0)))
	assert.Zero(t, period(next(watch.Modified)))
	next(watch.Deleted)

	foreground := metav1.DeletePropagationForeground
	created(onNode)
	require.NoError(t, pods.Delete(ctx, "a", metav1.DeleteOptions{PropagationPolicy: &foreground}))
	next(watch.Added)
	marked = next(watch.Modified)
	assert.Equal(t, int64(30), period(marked))
	assert.Equal(t, []string{"foregroundDeletion"}, marked.Finalizers)
}

// TestRawExtension checks that a field of any JSON keeps what is in it. Controllers compare its bytes.
func TestRawExtension(t *testing.T) {
	for _, contentType := range []string{"application/json", "application/vnd.kubernetes.protobuf"} {
		c, ctx := typedClient(t, start(t, "lamps.yaml"), contentType), t.Context()
		raw := `{"spec":{"template":{"$patch":"replace","metadata":{"creationTimestamp":null},"n":1}}}`
		revision := &appsv1.ControllerRevision{ObjectMeta: metav1.ObjectMeta{Name: "a"}, Data: runtime.RawExtension{Raw: []byte(raw)}}
		got, err := c.AppsV1().ControllerRevisions("default").Create(ctx, revision, metav1.CreateOptions{})
		require.NoError(t, err)
		assert.Equal(t, raw, string(got.Data.Raw))
	}
}

// TestInitialObjects reads what Kubernetes creates when it starts.
func TestInitialObjects(t *testing.T) {
	c, ctx := typedClient(t, start(t, "lamps.yaml"), ""), t.Context()
	service, err := c.CoreV1().Services("default").Get(ctx, "kubernetes", metav1.GetOptions{})
	require.NoError(t, err)
	assert.Equal(t, "10.0.0.1", service.Spec.ClusterIP)
	classes, err := c.SchedulingV1().PriorityClasses().List(ctx, metav1.ListOptions{})
	require.NoError(t, err)
	require.Len(t, classes.Items, 2)
	assert.Equal(t, int32(2000001000), classes.Items[1].Value)
	assert.NotEmpty(t, classes.Items[1].UID)
}

// TestEvents reads and changes the events of one group in the other.
func TestEvents(t *testing.T) {
	c, ctx := typedClient(t, start(t, "lamps.yaml"), ""), t.Context()
	core, group := c.CoreV1().Events("default"), c.EventsV1().Events("default")
	about := corev1.ObjectReference{Kind: "Pod", Name: "a", Namespace: "default"}
	_, err := core.Create(ctx, &corev1.Event{ObjectMeta: metav1.ObjectMeta{Name: "a"}, InvolvedObject: about, Message: "text", Count: 2, Type: "Normal"}, metav1.CreateOptions{})
	require.NoError(t, err)
	read, err := group.Get(ctx, "a", metav1.GetOptions{})
	require.NoError(t, err)
	assert.Equal(t, "text", read.Note)
	assert.Equal(t, about, read.Regarding)
	assert.Equal(t, int32(2), read.DeprecatedCount)
	read.Note = "changed"
	_, err = group.Update(ctx, read, metav1.UpdateOptions{})
	require.NoError(t, err)
	_, err = group.Create(ctx, &eventsv1.Event{ObjectMeta: metav1.ObjectMeta{Name: "b"}, Regarding: about, Note: "new"}, metav1.CreateOptions{})
	require.NoError(t, err)
	list, err := core.List(ctx, metav1.ListOptions{FieldSelector: "involvedObject.name=a"})
	require.NoError(t, err)
	require.Len(t, list.Items, 2)
	assert.Equal(t, "changed", list.Items[0].Message)
	assert.Equal(t, "new", list.Items[1].Message)
	_, err = group.Create(ctx, &eventsv1.Event{ObjectMeta: metav1.ObjectMeta{Name: "a"}}, metav1.CreateOptions{})
	assert.True(t, apierrors.IsAlreadyExists(err), "%v", err)
	require.NoError(t, group.Delete(ctx, "a", metav1.DeleteOptions{}))
	_, err = core.Get(ctx, "a", metav1.GetOptions{})
	assert.True(t, apierrors.IsNotFound(err), "%v", err)
}

// TestDefaultsAreIntegers checks that a default of the published schemas is an integer for whoever reads it.
func TestDefaultsAreIntegers(t *testing.T) {
	server := start(t, "lamps.yaml")
	c, ctx := typedClient(t, server, ""), t.Context()
	sets := c.AppsV1().ReplicaSets("default")
	set := &appsv1.ReplicaSet{ObjectMeta: metav1.ObjectMeta{Name: "a"}, Spec: appsv1.ReplicaSetSpec{Template: corev1.PodTemplateSpec{Spec: pod("a").Spec}}}
	created, err := sets.Create(ctx, set, metav1.CreateOptions{})
	require.NoError(t, err)
	created.Labels = map[string]string{"a": "b"}
	updated, err := sets.Update(ctx, created, metav1.UpdateOptions{})
	require.NoError(t, err)
	assert.Equal(t, created.Labels, updated.Labels)
}
