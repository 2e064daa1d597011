{{- /* Names begin with the release, so that releases in one namespace do not conflict. */ -}}
{{- define "timbre.prefix" -}}
{{- .Values.fullnameOverride | default .Release.Name -}}
{{- end -}}

{{- define "timbre.name" -}}
{{- printf "%s-%s" (include "timbre.prefix" .root) .part -}}
{{- end -}}

{{- /* The labels of everything in this release. */ -}}
{{- define "timbre.release" -}}
app.kubernetes.io/name: {{ .Values.nameOverride | default "timbre" }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "timbre.selector" -}}
{{ include "timbre.release" .root }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- /* Of a Pod template; a process adds its own podLabels. */ -}}
{{- define "timbre.podLabels" -}}
{{ include "timbre.selector" . }}
{{- with merge (dict) (get (.service | default dict) "podLabels" | default dict) .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "timbre.labels" -}}
{{ include "timbre.selector" . }}
{{- /* A valid tag is not always a valid label. */}}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | trunc 63 | trimAll "-_." | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
timbre/environment: {{ .root.Values.environment }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* Ends with the labels, so that a template can add its own. `annotations`: what the object adds to the common ones. */ -}}
{{- define "timbre.metadata" -}}
name: {{ include "timbre.name" . }}
namespace: {{ .root.Release.Namespace }}
{{- with merge (dict) (.annotations | default dict) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
labels:
  {{- include "timbre.labels" . | nindent 2 }}
{{- end -}}

{{- /* The ServiceAccount of a process. */ -}}
{{- define "timbre.serviceAccount" -}}
{{- with .root.Values.serviceAccount -}}
{{- if .name }}{{ .name }}{{ else if .create }}{{ include "timbre.name" $ }}{{ else }}default{{ end -}}
{{- end -}}
{{- end -}}

{{- /* Jobs before an installation run when the chart has made no ServiceAccount yet. */ -}}
{{- define "timbre.serviceAccountBefore" -}}
{{- with .Values.serviceAccount -}}
{{- if and .name (not .create) }}{{ .name }}{{ else }}default{{ end -}}
{{- end -}}
{{- end -}}

{{- /* Each process has a ServiceAccount of its own, unless they share a named one. */ -}}
{{- define "timbre.ownServiceAccount" -}}
{{- with .root.Values.serviceAccount }}
{{- if and .create (not .name) }}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "timbre.metadata" (merge (dict "annotations" .annotations) $) | nindent 2 }}
automountServiceAccountToken: false
{{- end }}
{{- end }}
{{- end -}}

{{- /* The processes of this release, as JSON: services.json, with what the values add to each. */ -}}
{{- define "timbre.services" -}}
{{- $services := dict -}}
{{- range $name, $listed := .Files.Get "services.json" | fromJson -}}
{{- $own := get $.Values.services $name | default dict -}}
{{- $service := mergeOverwrite (deepCopy $.Values.defaults) $listed (deepCopy $own) -}}
{{- if and $service.enabled (not (and $service.simulates (or $.Values.pacs.existingSecret (eq $.Values.environment "production")))) -}}
{{- $_ := set $services $name $service -}}
{{- end -}}
{{- end -}}
{{- $services | toJson -}}
{{- end -}}

{{- define "timbre.port" -}}
{{- $services := .root.Files.Get "services.json" | fromJson -}}
{{- get (get $services .part).ports .kind -}}
{{- end -}}

{{- define "timbre.authorityUrl" -}}
{{- $of := dict "root" . "part" "authority-simulator" "kind" "http" -}}
{{- printf "http://%s:%s" (include "timbre.name" $of) (include "timbre.port" $of) -}}
{{- end -}}

{{- define "timbre.secretName" -}}
{{- .Values.secrets.existingSecret | default (include "timbre.name" (dict "root" . "part" "keys")) -}}
{{- end -}}

{{- /* The Secret with the keys of a process that calls others. */ -}}
{{- define "timbre.callSecret" -}}
{{- with .root.Values.callKeys.existingSecret -}}
{{- replace "<process>" $.part . -}}
{{- else -}}
{{- include "timbre.name" (dict "root" .root "part" (printf "call-%s" .part)) -}}
{{- end -}}
{{- end -}}

{{- /* Whether calls of the release before, signed with one shared key, are accepted and made. */ -}}
{{- define "timbre.acceptsShared" -}}
{{- $value := toString .Values.callKeys.sharedContext -}}
{{- if eq $value "true" -}}true
{{- else if eq $value "auto" -}}
{{- /* The gateway of the release before has no key of its own. */ -}}
{{- with lookup "apps/v1" "Deployment" .Release.Namespace (include "timbre.name" (dict "root" . "part" "gateway")) -}}
{{- if not (contains "TIMBRE_CALL_KEY" (toJson .spec)) -}}true{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* The value in the existing Secret, otherwise the given value. */ -}}
{{- define "timbre.kept" -}}
{{- $secret := lookup "v1" "Secret" .root.Release.Namespace .name -}}
{{- $held := get (get $secret "data" | default dict) .key -}}
{{- if $held }}{{ $held | b64dec }}{{ else }}{{ .fresh }}{{ end -}}
{{- end -}}

{{- /* A quantity of memory in Mi, of CPU in thousandths. */ -}}
{{- define "timbre.mebibytes" -}}
{{- $number := regexFind "^[0-9]+" . | int -}}
{{- mul $number (get (dict "Mi" 1 "Gi" 1024 "Ti" 1048576) (regexFind "[A-Za-z]+$" .) | default 0) -}}
{{- end -}}
{{- define "timbre.millicores" -}}
{{- $text := toString . -}}
{{- if hasSuffix "m" $text }}{{ trimSuffix "m" $text | int }}{{ else }}{{ mulf (float64 $text) 1000 | int }}{{ end -}}
{{- end -}}

{{- /* The API server accepts a StatefulSet whose requests exceed its limits, but refuses its Pods. */ -}}
{{- define "timbre.checkRequests" -}}
{{- $requests := .resources.requests -}}
{{- $limits := .resources.limits -}}
{{- $cpuLimit := $limits.cpu | default $requests.cpu -}}
{{- if or (gt (include "timbre.mebibytes" $requests.memory | int) (include "timbre.mebibytes" $limits.memory | int)) (gt (include "timbre.millicores" $requests.cpu | int) (include "timbre.millicores" $cpuLimit | int)) -}}
{{- fail (printf "%s requests more than its limits" .name) -}}
{{- end -}}
{{- end -}}

{{- define "timbre.checkHeap" -}}
{{- $memory := .service.resources.limits.memory -}}
{{- if gt (mul .service.heapMegabytes 3) (mul (include "timbre.mebibytes" $memory | int) 2) -}}
{{- fail (printf "services.%s: a heap of %v MB leaves less than a third of %s for buffers and code" .name .service.heapMegabytes $memory) -}}
{{- end -}}
{{- end -}}

{{- define "timbre.checkSecret" -}}
{{- range .keys -}}
{{- if not (hasKey ($.secret.data | default dict) .) -}}
{{- fail (printf "Secret %s needs %s (docs/operations.md, Upgrades)" $.secret.metadata.name .) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Under another name the chart would not find the generated keys, and would make new ones. */ -}}
{{- define "timbre.checkKeys" -}}
{{- $given := dict "context" "context-key" "encryption" "encryption-keys.json" "members" "member-keys.json" "pageLinks" "page-link-key" -}}
{{- if and (not .Values.secrets.existingSecret) (ne (toJson $given) (toJson .Values.secrets.secretKeys)) -}}
{{- fail "secrets.secretKeys names the keys of secrets.existingSecret; generated keys keep their names" -}}
{{- end -}}
{{- if .Values.secrets.existingSecret -}}
{{- with lookup "v1" "Secret" .Release.Namespace .Values.secrets.existingSecret -}}
{{- $needed := list $.Values.secrets.secretKeys.pageLinks -}}
{{- if include "timbre.keepsFactors" $ }}{{ $needed = append $needed $.Values.secrets.secretKeys.members }}{{ end -}}
{{- include "timbre.checkSecret" (dict "secret" . "keys" $needed) -}}
{{- end -}}
{{- end -}}
{{- range $part, $service := include "timbre.services" . | fromJson -}}
{{- if and $service.calls $.Values.callKeys.existingSecret -}}
{{- with lookup "v1" "Secret" $.Release.Namespace (include "timbre.callSecret" (dict "root" $ "part" $part)) -}}
{{- include "timbre.checkSecret" (dict "secret" . "keys" (values $.Values.callKeys.secretKeys | sortAlpha)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and .Values.callKeys.existingSecret (not (contains "<process>" .Values.callKeys.existingSecret)) -}}
{{- fail "callKeys.existingSecret names one Secret for each process: it contains <process>" -}}
{{- end -}}
{{- if and (not .Values.callKeys.existingSecret) (ne (toJson (dict "private" "private.pem" "public" "public.pem")) (toJson .Values.callKeys.secretKeys)) -}}
{{- fail "callKeys.secretKeys names the keys of callKeys.existingSecret; generated keys keep their names" -}}
{{- end -}}
{{- end -}}

{{- /* Other names would leave the data of NATS, PostgreSQL and the keys behind; selectors never change. */ -}}
{{- define "timbre.checkNames" -}}
{{- $name := include "timbre.name" (dict "root" . "part" "gateway") -}}
{{- $label := .Values.nameOverride | default "timbre" -}}
{{- range (lookup "apps/v1" "Deployment" .Release.Namespace "").items -}}
{{- $labels := .metadata.labels | default dict -}}
{{- if and (eq (get $labels "app.kubernetes.io/instance") $.Release.Name) (eq (get $labels "app.kubernetes.io/component") "gateway") -}}
{{- if or (ne .metadata.name $name) (ne (get $labels "app.kubernetes.io/name") $label) -}}
{{- fail (printf "fullnameOverride and nameOverride are chosen at the first installation: this release runs %s, labelled %s" .metadata.name (get $labels "app.kubernetes.io/name")) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Rules that no schema can express; rendering fails unless they hold. */ -}}
{{- define "timbre.check" -}}
{{- if gt (len (include "timbre.prefix" .)) 37 }}{{ fail "the release's name, or fullnameOverride, has more than 37 characters: names made of it would be too long" }}{{ end -}}
{{- include "timbre.checkKeys" . -}}
{{- include "timbre.checkNames" . -}}
{{- $services := include "timbre.services" . | fromJson -}}
{{- $listed := .Files.Get "services.json" | fromJson -}}
{{- range $name, $_ := .Values.services -}}
{{- if not (hasKey $listed $name) }}{{ fail (printf "%s is no process of services.json: it has %s" $name (keys $listed | sortAlpha | join ", ")) }}{{ end -}}
{{- end -}}
{{- if or .Values.image.registry .Values.image.digests (not .Values.image.repository) -}}
{{- fail "all processes run from one image: give image.repository and image.digest, and remove image.registry and image.digests (helm upgrade --reset-then-reuse-values --set image.registry=null --set image.digests=null)" -}}
{{- end -}}
{{- range $name, $service := $listed -}}
{{- if and $service.simulates (get (get $.Values.services $name | default dict) "enabled") (not (hasKey $services $name)) -}}
{{- fail (printf "services.%s.enabled: the simulated PACs and SAT never run in production, nor beside the PACs of pacs.existingSecret; leave the setting out" $name) -}}
{{- end -}}
{{- end -}}
{{- $connections := 0 -}}
{{- range $name, $service := $services -}}
{{- if $service.database -}}
{{- /* The pool, 4 pipelines and 4 connections of the system role; one more Pod during a rollout. */ -}}
{{- $replicas := ternary $service.autoscaling.maxReplicas $service.replicas $service.autoscaling.enabled | int -}}
{{- $connections = add $connections (mul (add $replicas 1) (add (int $service.databasePool) 8)) -}}
{{- end -}}
{{- include "timbre.checkHeap" (dict "name" $name "service" $service) -}}
{{- include "timbre.checkRequests" (dict "name" (printf "services.%s" $name) "resources" $service.resources) -}}
{{- range $service.calls -}}
{{- if not (hasKey $services .) }}{{ fail (printf "services.%s calls %s, which is not enabled" $name .) }}{{ end -}}
{{- end -}}
{{- if and $service.autoscaling.enabled (gt (int $service.autoscaling.minReplicas) (int $service.autoscaling.maxReplicas)) -}}
{{- fail (printf "services.%s: autoscaling.minReplicas exceeds maxReplicas" $name) -}}
{{- end -}}
{{- if and $service.ports.grpc (ne $service.service.type "ClusterIP") -}}
{{- fail (printf "services.%s.service.type: callers reach its Pods themselves, so its Service is headless; only the gateway and the simulator may have another type" $name) -}}
{{- end -}}
{{- if and $service.storage (or $service.autoscaling.enabled (gt (int $service.replicas) 1)) -}}
{{- fail (printf "services.%s keeps files: it cannot have more than one replica" $name) -}}
{{- end -}}
{{- if and $service.stamps (not $.Values.pacs.existingSecret) (not (hasKey $services "authority-simulator")) -}}
{{- fail "pacs.existingSecret is needed where authority-simulator does not run" -}}
{{- end -}}
{{- end -}}
{{- include "timbre.checkRequests" (dict "name" "nats" "resources" .Values.nats.resources) -}}
{{- with .Values.postgresql.cloudNativePg -}}
{{- include "timbre.checkRequests" (dict "name" "postgresql.cloudNativePg" "resources" .resources) -}}
{{- /* PostgreSQL's default if none is given; 20 for the operator and administrators. */ -}}
{{- if and .enabled (gt (add $connections 20) (int (get .parameters "max_connections" | default "100"))) -}}
{{- fail (printf "the services may open %d connections: set postgresql.cloudNativePg.parameters.max_connections to %d at least, or lower maxReplicas" $connections (add $connections 20)) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* A part of this release as NetworkPolicyPeer. */ -}}
{{- define "timbre.peer" -}}
{ podSelector: { matchLabels: {{ include "timbre.selector" . | fromYaml | toJson }} } }
{{- end -}}

{{- define "timbre.toPostgresql" -}}
{{- if .Values.postgresql.cloudNativePg.enabled -}}
- ports: [{ port: 5432 }]
  to: [{ podSelector: { matchLabels: { cnpg.io/cluster: {{ include "timbre.name" (dict "root" . "part" "postgresql") }} } } }]
{{- else -}}
- ports: [{ port: {{ .Values.postgresql.port }} }]
  to:
    {{- toYaml .Values.postgresql.peers | nindent 4 }}
{{- end -}}
{{- end -}}

{{- /* An external system: the given peers, otherwise everywhere outside private networks. */ -}}
{{- define "timbre.outside" -}}
{{- with .peers -}}
{{- toYaml . }}
{{- else -}}
- ipBlock: { cidr: 0.0.0.0/0, except: [10.0.0.0/8, 100.64.0.0/10, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16] }
- ipBlock: { cidr: "::/0", except: ["fc00::/7", "fe80::/10"] }
{{- end -}}
{{- end -}}
