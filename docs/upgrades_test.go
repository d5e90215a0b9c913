package docs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/document"
)

func printComparison(ctx context.Context, old, upgraded map[string]any) error {
	comparison, err := compat.Compare(ctx, old, upgraded)
	if err != nil {
		return err
	}
	for _, f := range comparison.Findings {
		fmt.Println(f.Verdict, f.Effect, f.Check, f.From, "->", f.To)
		if f.Witness != nil {
			fmt.Println(f.Witness.Object["spec"], f.Witness.Refused)
		}
	}
	return nil
}

func printReport(ctx context.Context, old, upgraded map[string]any, folder string) error {
	audit, err := compat.NewAudit(ctx, old, upgraded)
	if err != nil {
		return err
	}
	report, err := audit.Run(ctx, compat.Files(ctx, os.DirFS(folder), "."))
	if err != nil {
		return err
	}
	fmt.Print(report)
	return nil
}

// exampleCRDs returns the CRDs of examples/compat.
func exampleCRDs(ctx context.Context) (crds [2]map[string]any) {
	for i, name := range []string{"old.yaml", "new.yaml"} {
		text, err := os.ReadFile("../examples/compat/testdata/" + name)
		if err != nil {
			panic(err)
		}
		doc, err := document.DecodeOne(ctx, text)
		if err != nil {
			panic(err)
		}
		crds[i] = doc.Object
	}
	return crds
}

func Example_compare() {
	crds := exampleCRDs(context.Background())
	if err := printComparison(context.Background(), crds[0], crds[1]); err != nil {
		panic(err)
	}
	// Output:
	// safe widens versions  -> v1
	// breaking refuses required  -> cronSpec
	// map[] [spec.cronSpec: Required value]
	// breaking refuses maxLength  -> 64
	// map[cronSpec:adhvsekwfeghebnudgyshiglmgkaderohqmbgtnlguijxrbmnzzwqrouuqixhotuywrjaujps] [spec.cronSpec: Too long: may not be more than 64 bytes]
	// safe widens maximum 100 -> 200
	// breaking defaults default  -> 1
	// map[cronSpec:] []
	// safe widens x-kubernetes-validations  -> !has(self.script) || !has(self.image)
	// safe widens storage v1beta1 -> v1
}

func Example_audit() {
	crds := exampleCRDs(context.Background())
	if err := printReport(context.Background(), crds[0], crds[1], "../examples/audit/testdata/objects"); err != nil {
		panic(err)
	}
	// Output:
	// objects 4, unreadable 1, defaulted 1, tolerated 2, accepted 1
	// unreadable	1	v1alpha1
	// 	default/old: crontabs.yaml[2]: request to convert CR from an invalid group/version: stable.example.com/v1alpha1
	// defaulted	1	v1beta1 spec.replicas
	// 	default/long: list.json[0]
	// tolerated	1	v1beta1 spec.cronSpec max-length
	// 	default/long: list.json[0]: spec.cronSpec: Too long: may not be more than 64 bytes
	// tolerated	1	v1beta1 spec.cronSpec required
	// 	default/no-spec: crontabs.yaml[1]: spec.cronSpec: Required value
}

// auditSnapshot judges the objects in a snapshot of etcd.
func auditSnapshot(ctx context.Context, audit *compat.Audit) error {
	file, err := os.Open("snapshot.db") // of etcdctl snapshot save
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	snapshot := compat.Snapshot{Name: file.Name(), Reader: file, Size: info.Size()}
	report, err := audit.Run(ctx, snapshot.Objects(ctx, "stable.example.com", "crontabs", nil))
	if err != nil {
		return errors.Join(err, file.Close())
	}
	fmt.Println(report)
	return file.Close()
}

// TestAuditSnapshot checks that a snapshot that does not exist is an error.
func TestAuditSnapshot(t *testing.T) {
	if err := auditSnapshot(t.Context(), nil); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
