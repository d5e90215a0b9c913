package generate
import ("testing";"fmt";"encoding/json";"os";"strconv";"strings")
func TestShow(t *testing.T){
	if os.Getenv("SEED")=="" {t.Skip()}
	n,_ := strconv.Atoi(os.Getenv("SEED"))
	g := New(uint64(n)); if os.Getenv("RULES")!="" {g=New(uint64(n),WithRules())}; s := g.Schema(Valid); obj := g.Object(s,Valid)
	show := func(k string){
	var ss any = s; var o any = obj
	for _,p := range strings.Split(k,"/") { if p=="" {continue}
		m := ss.(map[string]any)
		if i,err := strconv.Atoi(p); err==nil { ss = m["items"]; if l,ok:=o.([]any); ok && i<len(l) {o=l[i]} else {o=nil}; continue}
		if c := object(object(m,"properties"),p); c!=nil {ss=c} else {ss=m["additionalProperties"]}
		mm,_ := o.(map[string]any); o = mm[p]
	}
	b,_ := json.Marshal(ss); c,_ := json.Marshal(o); fmt.Println(k, string(b)); fmt.Println("   ",string(c)) }
	show(os.Getenv("AT"))
}
