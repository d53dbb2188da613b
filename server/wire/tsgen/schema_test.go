package tsgen_test

import (
	"reflect"
	"testing"

	"nemeton/server/wire/tsgen"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

const wantSchemas = `// head
import type { Merged, Schema } from '../../lib/wire/schema';
import type * as types from './types.gen';

const inner: Schema<types.inner> = {
  color: 'string',
};

export const view: Schema<types.outer> = {
  name: 'string',
  count: ['nullable', 'number'],
  maybe: ['optional', inner],
  list: ['list', inner],
  gaps: ['list', ['nullable', 'number']],
  byName: ['record', 'boolean'],
  pair: ['optional', { left: 'number', right: 'number' }],
  raw: 'unknown',
  when: 'string',
  share: 'number',
};

export const index: { readonly [Name in keyof types.Index]: Schema<Merged<types.Index[Name]>> } = {
  one: inner,
  both: {
    color: 'string',
    depth: ['optional', 'number'],
  },
};
`

type deeper struct {
	inner
	Depth int `json:"depth"`
}

func TestSchemas(t *testing.T) {
	t.Parallel()
	index := tsgen.Index{Name: "Index", Members: []tsgen.Member{
		{Name: "one", Types: []reflect.Type{reflect.TypeFor[inner]()}},
		{Name: "both", Types: []reflect.Type{reflect.TypeFor[inner](), reflect.TypeFor[deeper]()}},
	}}
	expect.Equal(t, must.Return(tsgen.Schemas("// head\n", reflect.TypeFor[outer](), index))(t), wantSchemas)
}

func TestSchemas_Refuses(t *testing.T) {
	t.Parallel()
	type unnamed struct{ Field string }
	type strange struct {
		C chan int `json:"c"`
	}
	type recursive struct {
		Children []recursive `json:"children"`
	}
	for _, bad := range []reflect.Type{reflect.TypeFor[unnamed](), reflect.TypeFor[strange](), reflect.TypeFor[recursive]()} {
		expect.Failure(t, expect.Second(tsgen.Schemas("", bad)), bad)
	}
	type other struct {
		Color int `json:"color"`
	}
	differing := tsgen.Index{Name: "Index", Members: []tsgen.Member{
		{Name: "both", Types: []reflect.Type{reflect.TypeFor[inner](), reflect.TypeFor[other]()}},
	}}
	expect.Failure(t, expect.Second(tsgen.Schemas("", reflect.TypeFor[inner](), differing)), "two types for one member")
}
