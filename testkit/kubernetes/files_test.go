// Package kubernetes_test reads the Kubernetes files strictly into the types of the API, and builds them with kustomize. It is a module of its own, so that the
// program does not depend on these libraries. make test-deploy runs it.
package kubernetes_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"os"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

const folder = "../../deploy/kubernetes"

// decode reads one object and refuses unknown and repeated members.
func decode(raw []byte) error {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		appsv1.AddToScheme, corev1.AddToScheme, networkingv1.AddToScheme, policyv1.AddToScheme, gatewayv1.Install,
	} {
		if err := add(scheme); err != nil {
			return err
		}
	}
	_, _, err := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer().Decode(raw, nil, nil)
	return err
}

func TestFiles_Strict(t *testing.T) {
	files, err := filepath.Glob(folder + "/*.yaml")
	if err != nil || len(files) < 8 {
		t.Fatalf("got files %v, %v", files, err)
	}
	for _, file := range files {
		if filepath.Base(file) == "kustomization.yaml" {
			continue
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range bytes.Split(raw, []byte("\n---\n")) {
			if err := decode(document); err != nil {
				t.Errorf("%s: %v", filepath.Base(file), err)
			}
		}
	}
}

// The check itself must find a member that does not exist.
func TestDecode_FindsFaults(t *testing.T) {
	raw, err := os.ReadFile(folder + "/service.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := decode(bytes.Replace(raw, []byte("selector:"), []byte("selektor:"), 1)); err == nil {
		t.Error("a member that does not exist was accepted")
	}
}

func TestKustomize(t *testing.T) {
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		t.Fatal(err)
	}
	text, err := built.AsYaml()
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"Deployment", "Service", "PodDisruptionBudget", "NetworkPolicy", "HTTPRoute"} {
		if !strings.Contains(string(text), "kind: "+kind+"\n") {
			t.Errorf("got no %s", kind)
		}
	}
	if strings.Contains(string(text), "kind: Secret") {
		t.Error("the example of a secret would be applied")
	}
}
