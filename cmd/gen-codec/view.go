package main

import "nemeton/server/wire/jsonfield"

// viewMethods writes the methods of engine.ViewAppender, and a bit for each member of the view.
func (p *printer) viewMethods() error {
	list, err := jsonfield.Of(p.view)
	if err != nil {
		return err
	}
	prefix := p.engine()
	p.statement("// The members of the view, for %sParts.", prefix)
	p.statement("const (")
	for i, m := range list {
		if i == 0 {
			p.statement("part%s %sParts = 1 << iota", m.Name, prefix)
		} else {
			p.statement("part%s", m.Name)
		}
	}
	p.statement(")\n\nvar viewMembers = []%sViewMember{", prefix)
	for _, m := range list {
		p.statement("{Name: %q, Shared: %t},", m.JSON, m.Tag.Get("view") == "shared")
	}
	p.statement("}\n\n// ViewMembers implements %sViewAppender.", prefix)
	p.statement("func (%s) ViewMembers() []%sViewMember { return viewMembers }\n", p.view.Name(), prefix)
	p.statement("// AppendMember implements %sViewAppender.", prefix)
	p.statement("func (v %s) AppendMember(b []byte, i int) []byte {", p.view.Name())
	p.statement("switch i {")
	for i, m := range list {
		p.statement("case %d:", i)
		condition, err := p.present("v."+m.Name, m)
		if err != nil {
			return err
		}
		if condition != "" {
			p.statement("if %s {", condition)
		}
		if err := p.value("v."+m.Name, m.Type, asJSON, condition != ""); err != nil {
			return err
		}
		if condition != "" {
			p.statement("}")
		}
	}
	p.statement("}\nreturn b\n}")
	return nil
}
