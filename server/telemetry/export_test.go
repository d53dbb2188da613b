package telemetry

// WithoutValues is withoutValues, for tests.
func WithoutValues(args []string) []string { return withoutValues(args) }
