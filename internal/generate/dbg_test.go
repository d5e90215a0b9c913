package generate
import ("testing";"fmt")
func why(s map[string]any, v any, path string) string {
	if satisfies(s,v) {return ""}
	m,_ := v.(map[string]any)
	for _,k := range keys(m) { c := object(object(s,"properties"),k); if c==nil {c=object(s,"additionalProperties")}; if c!=nil { if w:=why(c,m[k],path+"."+k); w!="" {return w}}}
	l,_ := v.([]any)
	for i,e := range l { if c:=object(s,"items"); c!=nil { if w:=why(c,e,fmt.Sprint(path,"[",i,"]")); w!="" {return w}}}
	c := cloneMap(s); delete(c,"properties"); delete(c,"items"); delete(c,"additionalProperties")
	return fmt.Sprint(path," ",c," <- ",v)
}
func TestWhy(t *testing.T){
	for seed := range uint64(1000) { g := New(seed); s := g.Schema(Valid); if w := why(s,g.Object(s,Valid),""); w!="" {if len(w)>400 {w=w[:400]}; fmt.Println(seed,w)}}
}
