package catalog_test

import (
	"fmt"
	"os"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// docs/operations.md states the longest log of each title.
func TestLongestLog_Documented(t *testing.T) {
	t.Parallel()
	text := must.Return(os.ReadFile("../../docs/operations.md"))(t)
	for _, title := range catalog.Titles() {
		info := title.Info()
		row := fmt.Sprintf("| %s | %d | %d |", info.Name, info.LongestGame, engine.LongestLog(info, info.MaxSeats))
		expect.Contains(t, string(text), row, "docs/operations.md lacks the row")
	}
}
