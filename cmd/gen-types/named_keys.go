package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

// englishTexts are the common texts of the client, relative to the repository.
const englishTexts = "texts/en/client.json"

// nameParameters are the placeholders for names of people and titles.
var nameParameters = []string{"name", "names", "other", "title"}

// namedKeys generates the keys of texts with names, so that the compiler finds a name that is shown as a plain text.
func namedKeys() (string, error) {
	raw, err := os.ReadFile(englishTexts)
	if err != nil {
		return "", err
	}
	var texts map[string]string
	if err := json.Unmarshal(raw, &texts); err != nil {
		return "", fmt.Errorf("%s: %w", englishTexts, err)
	}
	hasName := regexp.MustCompile(`\{(?:` + strings.Join(nameParameters, "|") + `)[,}]`)
	var b strings.Builder
	b.WriteString(header + "\n/** The placeholders for names of people and titles. No other placeholder of the common texts has a name as its value. */\n")
	b.WriteString("export const nameParameters = ['" + strings.Join(nameParameters, "', '") + "'] as const;\n")
	b.WriteString("\n/** A key of a common text with names. */\nexport type NamedKey =")
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		if hasName.MatchString(texts[key]) {
			b.WriteString("\n  | '" + key + "'")
		}
	}
	b.WriteString(";\n")
	return b.String(), nil
}
