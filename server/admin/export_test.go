package admin

// Refusals are the keys of the messages of refusals.
var Refusals = refusals
