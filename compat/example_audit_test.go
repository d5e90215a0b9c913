package compat_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing/fstest"

	"github.com/seed95800270/crdschema/compat"
)

const list = `{"apiVersion": "v1", "items": [
  {"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "small", "namespace": "a"}, "spec": {"replicas": 1}},
  {"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "large", "namespace": "a"}, "spec": {"replicas": 9}}
], "kind": "List"}`

func ExampleNewAudit() {
	ctx := context.Background()
	audit, err := compat.NewAudit(ctx, crontabsWith(10), crontabsWith(5))
	if err != nil {
		panic(err)
	}
	report, err := audit.Run(ctx, compat.Stream(ctx, "stdin", strings.NewReader(list)))
	if err != nil {
		panic(err)
	}
	fmt.Print(strings.ReplaceAll(report.String(), "\t", " "))
	fmt.Println(report.Clean())
	// Output:
	// objects 2, tolerated 1, accepted 1
	// tolerated 1 v1 spec.replicas maximum
	//  a/large: stdin[1]: spec.replicas: Invalid value: 9: spec.replicas in body should be less than or equal to 5
	// true
}

func ExampleMerge() {
	one := compat.Report{Objects: 1, Counts: map[compat.Outcome]int64{compat.Accepted: 1}}
	two := compat.Report{Objects: 2, Counts: map[compat.Outcome]int64{compat.Accepted: 2}}
	fmt.Print(compat.Merge(one, two))
	fmt.Print(string(compat.Merge(two, one).JSON()))
	var o compat.Outcome
	fmt.Println(o.UnmarshalText([]byte("accepted")), o)
	// Output:
	// objects 3, accepted 3
	// {
	//   "objects": 3,
	//   "counts": {
	//     "accepted": 3
	//   }
	// }
	// <nil> accepted
}

func ExampleStream() {
	for source, object := range compat.Stream(context.Background(), "stdin", strings.NewReader(list+"{")) {
		fmt.Println(source.Name, object["kind"], source.Err)
	}
	// Output:
	// stdin[0] CronTab <nil>
	// stdin[1] CronTab <nil>
	// stdin <nil> at byte 322: unexpected EOF
}

func ExampleFiles() {
	fsys := fstest.MapFS{"a/one.yaml": {Data: []byte("kind: CronTab\n---\nkind: CronTab\n")}, "a/list.json": {Data: []byte(list)}}
	for source, object := range compat.Files(context.Background(), fsys, ".") {
		fmt.Println(source.Name, object["kind"])
	}
	// Output:
	// a/list.json[0] CronTab
	// a/list.json[1] CronTab
	// a/one.yaml[0] CronTab
	// a/one.yaml[1] CronTab
}

func ExampleSnapshot_Objects() {
	file, err := os.Open("testdata/snapshot.db.gz")
	if err != nil {
		panic(err)
	}
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		panic(err)
	}
	snapshot := compat.Snapshot{Name: "snapshot.db", Reader: bytes.NewReader(text), Size: int64(len(text))}
	var counts compat.SnapshotCounts
	n := 0
	for source, object := range snapshot.Objects(context.Background(), "example.com", "things", &counts) {
		if n++; n <= 3 {
			fmt.Println(source.Name, object["spec"], source.Err)
		}
	}
	fmt.Println(n, "objects;", counts.Protobuf, "of built-in kinds,", counts.Others, "others,", counts.Deleted, "deleted")
	// Output:
	// /registry/example.com/things/a/text <nil> line 1: a string where an object is needed
	// /registry/example.com/things/a/encrypted <nil> the server encrypted it
	// /registry/example.com/things/a/t05 map[size:7] <nil>
	// 19 objects; 1 of built-in kinds, 2 others, 3 deleted
}
