package engine

// SystemRegistry is the registry of system events, for tests.
var SystemRegistry = func() *Registry { return systemEvents }
