package httpapi

// Names of this package for its tests.
var (
	Costs          = costs
	NewExportCache = newExportCache
)

// Get is exportCache.get.
var Get = (*exportCache).get
