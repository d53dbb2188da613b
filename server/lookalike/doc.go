// Package lookalike finds names that people confuse. It follows the idea of Unicode Technical Standard 39: every name has a
// skeleton, in which confusable letters are written the same way, and names with equal skeletons are confusable. The table of
// letters is the project's own and holds the common ones. In doubt, names count as confusable, because the only consequence is a
// number behind both.
package lookalike
