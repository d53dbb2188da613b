// Package deploy holds the files with which a server is put somewhere: containers, compose, Kubernetes, monitoring. Its tests hold them to what the
// program understands and measures, where they cannot be run.
package deploy
