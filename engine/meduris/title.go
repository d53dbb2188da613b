package meduris

// Title is the rules of Meduris.
type Title struct{}
