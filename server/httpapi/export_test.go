package httpapi

// NewExportCache is newExportCache.
var NewExportCache = newExportCache

// Get is exportCache.get.
var Get = (*exportCache).get
