package generate

// Schema makes a schema as it stands under openAPIV3Schema: one that a server
// accepts (Valid), one with one to three flaws (Nearly), or any JSON, mostly
// under the names of keywords (Hostile).
func (g *Generator) Schema(f Flavour) map[string]any {
	switch f {
	case Hostile:
		return g.hostileSchema()
	case Nearly:
		s := g.root()
		g.addFlaws(s, g.between(1, 3))
		return s
	default:
		return g.root()
	}
}
