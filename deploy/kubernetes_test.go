package deploy_test

import (
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// cluster returns all objects of the Kubernetes folder by kind and name.
func cluster(t *testing.T) map[string]object {
	t.Helper()
	files := must.Return(filepath.Glob("kubernetes/*.yaml"))(t)
	list := map[string]object{}
	for _, file := range files {
		for _, o := range documents(t, file) {
			kind, _ := o["kind"].(string)
			name, _ := o.at("metadata", "name").(string)
			if kind == "" || o["apiVersion"] == nil || (name == "" && kind != "Kustomization") || list[kind+" "+name] != nil {
				t.Errorf("%s: %s %q lacks kind, version or name, or is a duplicate", file, kind, name)
			}
			list[kind+" "+name] = o
		}
	}
	return list
}

// Every label selector matches the labels of existing pods.
func TestKubernetes_Selectors(t *testing.T) {
	t.Parallel()
	all := cluster(t)
	for selecting, path := range map[string][]string{
		"Deployment nemeton":          {"spec", "selector", "matchLabels"},
		"Service nemeton":             {"spec", "selector"},
		"PodDisruptionBudget nemeton": {"spec", "selector", "matchLabels"},
		"NetworkPolicy nemeton":       {"spec", "podSelector", "matchLabels"},
	} {
		want := all["Deployment nemeton"].at("spec", "template", "metadata", "labels")
		if got := all[selecting].at(path...); got == nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s selects %v, want %v", selecting, got, want)
		}
	}
	for selecting, path := range map[string][]string{
		"Deployment nemeton-nats":    {"spec", "selector", "matchLabels"},
		"Service nemeton-nats":       {"spec", "selector"},
		"NetworkPolicy nemeton-nats": {"spec", "podSelector", "matchLabels"},
	} {
		want := all["Deployment nemeton-nats"].at("spec", "template", "metadata", "labels")
		if got := all[selecting].at(path...); got == nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s selects %v, want %v", selecting, got, want)
		}
	}
}

// Probes use the right pages; ports and secrets exist.
func TestKubernetes_Pod(t *testing.T) {
	t.Parallel()
	all := cluster(t)
	pod, ok := all["Deployment nemeton"].at("spec", "template", "spec", "containers", "0").(object)
	if !ok {
		t.Fatal("no container")
	}
	for probe, path := range map[string]string{"startupProbe": "/healthz", "livenessProbe": "/healthz", "readinessProbe": "/readyz"} {
		if pod.at(probe, "httpGet", "path") != path || pod.at(probe, "httpGet", "port") != "http" {
			t.Errorf("%s: got %v, want %s at http", probe, pod[probe], path)
		}
	}
	hosts := ""
	list, _ := pod["env"].([]any)
	for _, v := range list {
		if v.(object)["name"] == "NEMETON_HOSTS" {
			hosts, _ = v.(object)["value"].(string)
		}
	}
	if served := all["Ingress nemeton"].at("spec", "rules", "0", "host"); hosts == "" || served != hosts {
		t.Errorf("the pod allows the host %q, and the ingress serves %v", hosts, served)
	}
	if served := all["HTTPRoute nemeton"].at("spec", "hostnames", "0"); served != hosts {
		t.Errorf("the pod allows the host %q, and the gateway serves %v", hosts, served)
	}
	ports := map[string]any{}
	list, _ = pod["ports"].([]any)
	for _, p := range list {
		ports[p.(object)["name"].(string)] = p.(object)["containerPort"]
	}
	if ports["http"] != 8080 || ports["admin"] != 9090 {
		t.Errorf("got ports %v", ports)
	}
	if got := all["Service nemeton"].at("spec", "ports", "0", "targetPort"); got != "http" {
		t.Errorf("the service targets port %v", got)
	}
	back := all["Ingress nemeton"].at("spec", "rules", "0", "http", "paths", "0", "backend", "service")
	expect.Deep[any](t, back, object{"name": "nemeton", "port": object{"name": "http"}}, "the ingress targets")
	env, _ := pod["env"].([]any)
	for _, name := range []string{"NEMETON_DATABASE", "NEMETON_SECRET_KEY", "PGPASSWORD"} {
		at := slices.IndexFunc(env, func(e any) bool { return e.(object)["name"] == name })
		if at < 0 {
			t.Fatalf("no %s", name)
		}
		ref, _ := env[at].(object).at("valueFrom", "secretKeyRef").(object)
		if secret := all["Secret "+ref["name"].(string)]; secret == nil || secret.at("stringData", ref["key"].(string)) == nil {
			t.Errorf("no secret contains %v", ref)
		}
	}
}

// Every file is applied, except the example of a secret.
func TestKubernetes_NothingForgotten(t *testing.T) {
	t.Parallel()
	listed, _ := documents(t, "kubernetes/kustomization.yaml")[0]["resources"].([]any)
	files := must.Return(filepath.Glob("kubernetes/*.yaml"))(t)
	for _, file := range files {
		name := filepath.Base(file)
		exempt := name == "kustomization.yaml" || name == "secret.example.yaml" || name == "ingress.yaml" // instead of gateway.yaml
		if slices.Contains(listed, any(name)) == exempt {
			t.Errorf("%s: applied %v, want %v", name, exempt, !exempt)
		}
	}
}
