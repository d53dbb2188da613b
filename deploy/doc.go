// Package deploy holds the deployment files: containers, compose, Kubernetes, monitoring. Its tests compare them with the settings and metrics of
// the program; scripts/test-deploy runs them.
package deploy
