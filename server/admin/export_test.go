package admin

// Catalog and Problems are the texts of the pages.
var (
	Catalog  = catalog
	Problems = problems
)
