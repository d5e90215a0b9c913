package document_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/document"
)

// 1.0 is a float64, and the last value of a repeated field is used.
func ExampleDecodeJSON() {
	doc, err := document.DecodeJSON(context.Background(), []byte(`{"a": 1, "b": 1.0, "a": 2}`))
	fmt.Printf("%T %T %v %q %v\n", doc.Object["a"], doc.Object["b"], doc.Object["a"], doc.Duplicates, err)
	// Output: int64 float64 2 ["duplicate field \"a\""] <nil>
}

func ExampleDecodeYAML() {
	docs, err := document.DecodeYAML(context.Background(), []byte("a: 1\n---\nb: 1.0\n"))
	for _, doc := range docs {
		fmt.Println(doc.Line, doc.Object)
	}
	fmt.Println(err)
	// Output:
	// 1 map[a:1]
	// 3 map[b:1]
	// <nil>
}

func ExampleEncodeYAML() {
	text, err := document.EncodeYAML(context.Background(), map[string]any{"spec": map[string]any{"image": "cron", "args": []any{"-v", int64(2)}}})
	fmt.Print(string(text), err)
	// Output:
	// spec:
	//   args:
	//   - -v
	//   - 2
	//   image: cron
	// <nil>
}

func ExampleDecodeOne() {
	doc, err := document.DecodeOne(context.Background(), []byte("replicas: 2\n"))
	fmt.Println(doc.Object, err)
	_, err = document.DecodeOne(context.Background(), []byte("a: 1\n---\nb: 2\n"))
	fmt.Println(err)
	// Output:
	// map[replicas:2] <nil>
	// the text has 2 documents instead of one: the second begins at line 3
}

// A DecodeError says where the text is wrong.
func ExampleDecodeError() {
	_, err := document.DecodeJSON(context.Background(), []byte("{\"a\": 1,\n \"b\": }"))
	var wrong *document.DecodeError
	if errors.As(err, &wrong) {
		at := document.Position{Line: wrong.Line, Column: wrong.Column}
		fmt.Println(at.String())
		fmt.Println(wrong.Unwrap())
		fmt.Println(wrong.Error())
	}
	// Output:
	// 2:7
	// invalid character '}' looking for beginning of value
	// line 2, column 7: invalid character '}' looking for beginning of value
}
