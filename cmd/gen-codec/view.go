package main

import "nemeton/server/wire/jsonfield"

// viewMethod writes the method of engine.ViewAppender.
func (p *printer) viewMethod() error {
	list, err := jsonfield.Of(p.view)
	if err != nil {
		return err
	}
	p.statement("// AppendMember implements %sViewAppender.", p.engine())
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
