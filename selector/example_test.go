package selector_test

import (
	"fmt"

	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/structural"
)

func ExampleParseLabels() {
	labels, err := selector.ParseLabels("tier in (web,api), !canary, replicas>2")
	fmt.Println(labels, err)
	for _, set := range []map[string]string{{"tier": "web", "replicas": "3"}, {"tier": "web", "replicas": "3", "canary": ""}, {"tier": "db"}} {
		fmt.Println(set, labels.Matches(set))
	}
	_, err = selector.ParseLabels("tier in (web, -api, -db)")
	for _, e := range structural.ErrorsOf(err) {
		fmt.Println(e.Code, e.Location(), e.Value)
	}
	_, err = selector.ParseLabels("tier in web")
	fmt.Println(err)
	// Output:
	// !canary,replicas>2,tier in (api,web) <nil>
	// map[replicas:3 tier:web] true
	// map[canary: replicas:3 tier:web] false
	// map[tier:db] false
	// selector-value values[0][tier] -api
	// selector-value values[1][tier] -db
	// unable to parse requirement: found 'web' expected: '('
}

// A LabelSelector is what a NetworkPolicy or a Deployment selects pods with.
func ExampleLabelsFromMap() {
	labels, err := selector.LabelsFromMap(map[string]any{
		"matchLabels":      map[string]any{"app": "shop"},
		"matchExpressions": []any{map[string]any{"key": "tier", "operator": "NotIn", "values": []any{"db"}}},
	})
	fmt.Println(labels, err)
	_, err = selector.LabelsFromMap(map[string]any{
		"matchExpressions": []any{map[string]any{"key": "tier", "operator": "In"}},
	})
	fmt.Println(err)
	fmt.Println(structural.ErrorsOf(err)[0].Path)
	// Output:
	// app=shop,tier notin (db) <nil>
	// values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty
	// matchExpressions[0].values
}

func ExampleLabels_Matches() {
	labels, _ := selector.ParseLabels("tier!=db")
	fmt.Println(labels.Matches(map[string]string{"tier": "web"}), labels.Matches(nil), labels.Matches(map[string]string{"tier": "db"}))
	// Output: true true false
}

func ExampleLabels_MatchesObject() {
	labels, _ := selector.ParseLabels("tier=web")
	obj := map[string]any{"metadata": map[string]any{"name": "a", "labels": map[string]any{"tier": "web"}}}
	fmt.Println(labels.MatchesObject(obj))
	// Output: true
}

func ExampleLabels_Empty() {
	everything, _ := selector.ParseLabels("")
	nothing, _ := selector.LabelsFromMap(nil)
	fmt.Println(everything.Empty(), nothing.Empty())
	// Output: true false
}

func ExampleLabels_Nothing() {
	nothing, _ := selector.LabelsFromMap(nil)
	everything, _ := selector.LabelsFromMap(map[string]any{})
	fmt.Println(nothing.Nothing(), nothing.Matches(nil))
	fmt.Println(everything.Nothing(), everything.Matches(nil))
	// Output:
	// true false
	// false true
}

func ExampleLabels_String() {
	labels, _ := selector.ParseLabels("tier notin (b, a ,), app == shop")
	fmt.Println(labels.String())
	// Output: app==shop,tier notin (,a,b)
}

func ExampleLabels_Requirements() {
	labels, _ := selector.ParseLabels("tier in (web,api),canary")
	for _, r := range labels.Requirements() {
		fmt.Printf("%s %q %q\n", r.Key, r.Operator, r.Values)
	}
	// Output:
	// canary "exists" []
	// tier "in" ["api" "web"]
}

func ExampleLabels_ExactMatch() {
	labels, _ := selector.ParseLabels("app=shop,tier in (web,api)")
	fmt.Println(labels.ExactMatch("app"))
	fmt.Println(labels.ExactMatch("tier"))
	// Output:
	// shop true
	//  false
}

func ExampleRequirement_String() {
	fmt.Println(selector.Requirement{Key: "replicas", Operator: selector.GreaterThan, Values: []string{"2"}})
	// Output: replicas>2
}

func ExampleParseFields() {
	fields, err := selector.ParseFields(`spec.node!=,metadata.name=a\,b`)
	fmt.Println(fields, err)
	_, err = selector.ParseFields("spec.node")
	fmt.Println(err)
	// Output:
	// metadata.name=a\,b,spec.node!= <nil>
	// invalid selector: 'spec.node'; can't understand 'spec.node'
}

func ExampleFields_Matches() {
	fields, _ := selector.ParseFields("spec.color=red,spec.size!=1")
	fmt.Println(fields.Matches(map[string]string{"spec.color": "red"}), fields.Matches(map[string]string{"spec.size": "2"}))
	// Output: true false
}

func ExampleFields_Empty() {
	fields, _ := selector.ParseFields(",")
	fmt.Println(fields.Empty())
	// Output: true
}

func ExampleFields_String() {
	fields, _ := selector.ParseFields("b==1,a!=2")
	fmt.Println(fields.String())
	// Output: a!=2,b=1
}

func ExampleFields_Requirements() {
	fields, _ := selector.ParseFields(`a!=x\=y`)
	fmt.Printf("%q\n", fields.Requirements())
	// Output: ["a!=x=y"]
}

// A server reads a single object if the selector names one.
func ExampleFields_ExactMatch() {
	fields, _ := selector.ParseFields("metadata.name=a,metadata.namespace!=b")
	fmt.Println(fields.ExactMatch("metadata.name"))
	fmt.Println(fields.ExactMatch("metadata.namespace"))
	// Output:
	// a true
	//  false
}

func ExampleFieldEquals() {
	fields := selector.FieldEquals("metadata.name", "a,b=c")
	fmt.Println(fields)
	// Output:
	// metadata.name=a\,b\=c
}
