package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// description is the description of the API. A test of server/httpapi keeps it equal to the routes.
const description = "docs/openapi.json"

// schemaPrefix is the reference to a named schema, without the name.
const schemaPrefix = "#/components/schemas/"

// jsonSchema is the part of a JSON schema that a TypeScript type needs.
type jsonSchema struct {
	Ref         string                 `json:"$ref"`
	Type        any                    `json:"type"` // a string or a list of strings
	Description string                 `json:"description"`
	Enum        []string               `json:"enum"`
	Properties  map[string]*jsonSchema `json:"properties"`
	Required    []string               `json:"required"`
	Items       *jsonSchema            `json:"items"`
	Additional  json.RawMessage        `json:"additionalProperties"` // a schema or a bool
}

// requestTypes generates the types of all request bodies, with the names that the description of the API gives them.
func requestTypes() (string, error) {
	raw, err := os.ReadFile(description)
	if err != nil {
		return "", err
	}
	var api struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Content map[string]struct {
					Schema *jsonSchema `json:"schema"`
				} `json:"content"`
			} `json:"requestBody"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]*jsonSchema `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(raw, &api); err != nil {
		return "", fmt.Errorf("%s: %w", description, err)
	}
	used := map[string]string{} // the declarations by name
	var use func(*jsonSchema) (string, error)
	use = func(s *jsonSchema) (string, error) {
		name, named := strings.CutPrefix(s.Ref, schemaPrefix)
		if _, known := used[name]; known || !named {
			return name, nil
		}
		used[name] = "" // a schema may contain itself
		text, err := declaration(name, api.Components.Schemas[name], use)
		used[name] = text
		return name, err
	}
	for _, calls := range api.Paths {
		for _, call := range calls {
			for _, content := range call.RequestBody.Content {
				if _, err := use(content.Schema); err != nil {
					return "", err
				}
			}
		}
	}
	text := strings.Replace(header, "the Go types", description, 1)
	for _, name := range slices.Sorted(maps.Keys(used)) {
		text += used[name]
	}
	return text, nil
}

// declaration declares the type of a named object.
func declaration(name string, s *jsonSchema, use func(*jsonSchema) (string, error)) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "\nexport type %s = {\n", name)
	for _, member := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[member]
		text, err := typeScript(p, use)
		if err != nil {
			return "", fmt.Errorf("%s.%s: %w", name, member, err)
		}
		if p.Description != "" {
			fmt.Fprintf(&b, "  /** %s. */\n", p.Description)
		}
		mark := "?"
		if slices.Contains(s.Required, member) {
			mark = ""
		}
		fmt.Fprintf(&b, "  %s%s: %s;\n", member, mark, text)
	}
	return b.String() + "};\n", nil
}

func typeScript(s *jsonSchema, use func(*jsonSchema) (string, error)) (string, error) {
	if s.Ref != "" {
		return use(s)
	}
	if s.Enum != nil {
		return "'" + strings.Join(s.Enum, "' | '") + "'", nil
	}
	switch fmt.Sprint(s.Type) {
	case "<nil>":
		return "unknown", nil
	case "string", "boolean":
		return fmt.Sprint(s.Type), nil
	case "[string null]":
		return "string | null", nil
	case "integer":
		return "number", nil
	case "array":
		text, err := typeScript(s.Items, use)
		return "Array<" + text + ">", err
	case "object":
		var value jsonSchema
		if err := json.Unmarshal(s.Additional, &value); err != nil {
			return "", err
		}
		text, err := typeScript(&value, use)
		return "Record<string, " + text + ">", err
	default:
		return "", fmt.Errorf("the type %v has no TypeScript", s.Type)
	}
}
