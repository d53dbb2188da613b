package main

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"

	"nemeton/engine/codec"
	"nemeton/server/wire/jsonfield"
)

// reader writes the method that reads the canonical encoding of a struct. It refuses each text that the encoder would not have written. Only
// types with methods of their own may accept more.
func (p *printer) reader(t reflect.Type) error {
	p.statement("// ReadCanonical implements %sCanonicalReadable.", p.codec())
	receiver := "v"
	if t.NumField() == 0 {
		receiver = ""
	}
	p.statement("func (%s *%s) ReadCanonical(r *%sCanonicalReader) {", receiver, t.Name(), p.codec())
	list, err := jsonfield.Of(t)
	if err != nil {
		return err
	}
	p.statement("r.Object()")
	for _, m := range asCanonical.order(list) {
		field := "v." + m.Name
		condition, err := p.present(field, m)
		if err != nil {
			return err
		}
		if condition == "" {
			p.statement("r.Member(%q)", m.JSON)
		} else {
			p.statement("if r.Has(%q) {", m.JSON)
		}
		if err := p.read(field, m.Type); err != nil {
			return fmt.Errorf("%s: %w", m.JSON, err)
		}
		if condition != "" {
			p.statement("r.Must(%s)\n}", condition)
		}
	}
	p.statement("r.End()\n}\n")
	return nil
}

// read reads a value into an expression that can be assigned to.
func (p *printer) read(into string, t reflect.Type) error {
	pointer := reflect.PointerTo(t)
	switch {
	case t.Kind() == reflect.Pointer:
		p.statement("if !r.Null() {\n%s = new(%s)", into, p.typeName(t.Elem()))
		target := into
		if t.Elem().Kind() != reflect.Struct {
			target = "(*" + into + ")"
		}
		if err := p.read(target, t.Elem()); err != nil {
			return err
		}
		p.statement("}")
	case encodesItself(t) && pointer.Implements(reflect.TypeFor[codec.CanonicalReadable]()):
		p.statement("%s.ReadCanonical(r)", into)
	case t == reflect.TypeFor[json.RawMessage]():
		p.statement("%s = r.Raw()", into)
	case pointer.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		p.statement("r.Name(&%s)", into)
	case pointer.Implements(reflect.TypeFor[json.Unmarshaler]()):
		p.statement("r.JSON(&%s)", into)
	case t.Kind() == reflect.Struct && (t.PkgPath() == p.path || pointer.Implements(reflect.TypeFor[codec.CanonicalReadable]())):
		p.statement("%s.ReadCanonical(r)", into)
	case t.Kind() == reflect.Array:
		i := p.loop()
		defer p.endLoop()
		p.statement("r.Must(r.List())\nfor %s := range %s {\nr.Must(r.Next())", i, into)
		if err := p.read(into+"["+i+"]", t.Elem()); err != nil {
			return err
		}
		p.statement("}\nr.Must(!r.Next())")
	case t.Kind() == reflect.Slice:
		element := p.loop()
		defer p.endLoop()
		p.statement("if r.List() {\n%s = %s{}\nfor r.Next() {\nvar %s %s", into, p.typeName(t), element, p.typeName(t.Elem()))
		if err := p.read(element, t.Elem()); err != nil {
			return err
		}
		p.statement("%s = append(%s, %s)\n}\n}", into, into, element)
	default:
		return p.readScalar(into, t)
	}
	return nil
}

func (p *printer) readScalar(into string, t reflect.Type) error {
	var value, basic string
	switch t.Kind() {
	case reflect.Bool:
		value, basic = "r.Bool()", "bool"
	case reflect.String:
		value, basic = "r.Text()", "string"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		value, basic = fmt.Sprintf("r.Int(%d)", t.Bits()), "int64"
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		value, basic = fmt.Sprintf("r.Uint(%d)", t.Bits()), "uint64"
	default:
		return fmt.Errorf("no reader for %s", t)
	}
	if t.String() != basic {
		value = p.typeName(t) + "(" + value + ")"
	}
	p.statement("%s = %s", into, value)
	return nil
}
