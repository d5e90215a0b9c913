package fakeclient

import (
	"context"
	"encoding/json"
	"reflect"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
)

// Clients have the method Apply since controller-runtime 0.22, and their interceptors have its types.
// A Go module cannot ask for a release of another one: these functions are found and called by
// reflection, so that this package compiles with older releases.

// addApply adds the verbs Apply and SubResourceApply if this release has them.
func (s *server) addApply(funcs *interceptor.Funcs) {
	v := reflect.ValueOf(funcs).Elem()
	if f := v.FieldByName("Apply"); f.IsValid() {
		f.Set(reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
			below := func() error { return callVariadic(args[1].MethodByName("Apply"), args[0], args[2], args[3]) }
			return errorValue(f.Type(), s.applyConfiguration(args[0].Interface().(context.Context), "", args[2].Interface(), args[3], below))
		}))
	}
	if f := v.FieldByName("SubResourceApply"); f.IsValid() {
		f.Set(reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
			name := args[2].String()
			below := func() error {
				sub := reflect.ValueOf(args[1].Interface().(client.Client).SubResource(name))
				return callVariadic(sub.MethodByName("Apply"), args[0], args[3], args[4])
			}
			return errorValue(f.Type(), s.applyConfiguration(args[0].Interface().(context.Context), name, args[3].Interface(), args[4], below))
		}))
	}
}

// applyConfiguration applies a configuration to an object or a subresource. below calls the fake client.
func (s *server) applyConfiguration(ctx context.Context, subresource string, configuration any, opts reflect.Value, below func() error) error {
	obj, err := configured(configuration)
	if err != nil {
		return err
	}
	v, err := s.kinds.at(obj.GroupVersionKind())
	switch {
	case err != nil:
		return err
	case v == nil:
		return s.observe("Apply", obj, below)
	}
	r := &request{version: v, operation: crdschema.Patch, verb: "Apply", subresource: subresource}
	with, into := obj, configuration
	options := applyOptions(opts)
	switch subresource {
	case "":
	case "status":
		r.operation, r.verb = crdschema.PatchStatus, "Status().Apply"
	case "scale":
		r.operation, r.verb = crdschema.PatchScale, `SubResource("scale").Apply`
	default:
		return apimachinery.StatusError(v.target(obj.GetNamespace(), obj.GetName()).NotFound())
	}
	if options.body != nil {
		into = options.body
		if with, err = configured(options.body); err != nil {
			return err
		}
	}
	raw := &metav1.PatchOptions{DryRun: options.dryRun, Force: options.force, FieldManager: options.manager}
	if err := s.apply(ctx, r, obj, with, applyPatch{}, raw); err != nil {
		return err
	}
	return fillConfiguration(with, into)
}

// configured returns a configuration as an object.
func configured(configuration any) (*unstructured.Unstructured, error) {
	text, err := json.Marshal(configuration)
	if err != nil {
		return nil, err
	}
	obj := &unstructured.Unstructured{}
	return obj, obj.UnmarshalJSON(text)
}

// applyPatch is an object as a patch.
type applyPatch struct{}

func (applyPatch) Type() types.PatchType { return types.ApplyPatchType }

func (applyPatch) Data(obj client.Object) ([]byte, error) { return json.Marshal(obj) }

// fillConfiguration sets a configuration to the answer.
func fillConfiguration(answer *unstructured.Unstructured, configuration any) error {
	if u, ok := configuration.(interface{ SetUnstructuredContent(map[string]any) }); ok {
		u.SetUnstructuredContent(answer.Object)
		return nil
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	v := reflect.ValueOf(configuration).Elem()
	v.Set(reflect.Zero(v.Type()))
	return json.Unmarshal(text, configuration)
}

// options are the options of an Apply.
type options struct {
	dryRun  []string
	force   *bool
	manager string
	body    any
}

// applyOptions reads a []client.ApplyOption or []client.SubResourceApplyOption.
func applyOptions(opts reflect.Value) options {
	var out options
	for i := range opts.Len() {
		option := opts.Index(i).Elem()
		for _, name := range []string{"ApplyToApply", "ApplyToSubResourceApply"} {
			if m := option.MethodByName(name); m.IsValid() && opts.Type().Elem().NumMethod() == 1 && opts.Type().Elem().Method(0).Name == name {
				values := reflect.New(m.Type().In(0).Elem())
				m.Call([]reflect.Value{values})
				out.merge(values.Elem())
			}
		}
	}
	return out
}

// merge sets the options that an ApplyOptions or a SubResourceApplyOptions sets.
func (o *options) merge(v reflect.Value) {
	if f := v.FieldByName("DryRun"); f.Len() > 0 {
		o.dryRun, _ = f.Interface().([]string)
	}
	if f := v.FieldByName("Force"); !f.IsNil() {
		o.force, _ = f.Interface().(*bool)
	}
	if f := v.FieldByName("FieldManager"); f.String() != "" {
		o.manager = f.String()
	}
	if f := v.FieldByName("SubResourceBody"); f.IsValid() && !f.IsNil() {
		o.body = f.Interface()
	}
}

func callVariadic(f reflect.Value, args ...reflect.Value) error {
	err, _ := f.CallSlice(args)[0].Interface().(error)
	return err
}

// errorValue returns err as the result of a function.
func errorValue(f reflect.Type, err error) []reflect.Value {
	out := reflect.New(f.Out(0)).Elem()
	if err != nil {
		out.Set(reflect.ValueOf(err))
	}
	return []reflect.Value{out}
}
