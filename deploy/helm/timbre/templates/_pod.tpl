{{- /* By default the Pod Security Standard "restricted", and a read-only root file system. */ -}}
{{- define "timbre.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "timbre.containerSecurity" -}}
securityContext:
  {{- toYaml .Values.containerSecurityContext | nindent 2 }}
{{- end -}}

{{- define "timbre.container" -}}
{{- with .root.Values.image -}}
image: {{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.root.Chart.AppVersion }}{{ end }}
imagePullPolicy: {{ .pullPolicy }}
{{- end }}
{{ include "timbre.containerSecurity" .root }}
resources:
  {{- toYaml .service.resources | nindent 2 }}
{{- end -}}

{{- define "timbre.secretVariable" -}}
- name: {{ .variable }}
  valueFrom: { secretKeyRef: { name: {{ .secret }}, key: {{ .key }} } }
{{- end -}}

{{- /* One of a service's three database URLs: role is owner, app or system. */ -}}
{{- define "timbre.databaseVariable" -}}
{{- if .root.Values.postgresql.cloudNativePg.enabled }}
{{- $name := include "timbre.name" (dict "root" .root "part" (printf "%s-%s" .part .role)) }}
{{- include "timbre.secretVariable" (dict "variable" .variable "secret" $name "key" "url") }}
{{- else }}
{{- $key := .root.Values.postgresql.secretKey | replace "<service>" .part | replace "<role>" .role }}
{{- include "timbre.secretVariable" (dict "variable" .variable "secret" .root.Values.postgresql.existingSecret "key" $key) }}
{{- end }}
{{- end -}}

{{- /* The environment of a service; .env.example documents each variable. */ -}}
{{- define "timbre.environment" -}}
{{- $root := .root -}}
{{- $service := .service -}}
- { name: TIMBRE_ENVIRONMENT, value: {{ $root.Values.environment }} }
- { name: TIMBRE_LOG_LEVEL, value: {{ $root.Values.logLevel }} }
{{- if $root.Values.law.volume }}
- { name: TIMBRE_LAW_FOLDER, value: /etc/timbre/law }
- { name: TIMBRE_LAW_TRUSTED_KEYS, value: {{ join "," $root.Values.law.trustedKeys | quote }} }
- { name: TIMBRE_LAW_TAKES_EXAMPLES, value: {{ $root.Values.law.takesExamples | quote }} }
{{- end }}
- { name: NODE_OPTIONS, value: --max-old-space-size={{ $service.heapMegabytes }} }
{{- range $kind, $port := $service.ports }}
- { name: TIMBRE_{{ upper $kind }}_PORT, value: {{ $port | quote }} }
{{- end }}
{{- if $service.storage }}
- { name: TIMBRE_DATA_DIR, value: /data }
{{- end }}
{{- if $service.database }}
- { name: OTEL_SERVICE_NAME, value: {{ .part }} }
{{- with $root.Values.telemetry.otlpEndpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
{{- end }}
{{- with $root.Values.telemetry.headersSecret }}
{{ include "timbre.secretVariable" (dict "variable" "OTEL_EXPORTER_OTLP_HEADERS" "secret" . "key" $root.Values.telemetry.headersKey) }}
{{- end }}
{{- range $name, $value := $root.Values.telemetry.variables }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{ include "timbre.callEnvironment" . | trim }}
{{ include "timbre.databaseVariable" (merge (dict "variable" "TIMBRE_DATABASE_URL" "role" "app") .) }}
{{ include "timbre.databaseVariable" (merge (dict "variable" "TIMBRE_SYSTEM_DATABASE_URL" "role" "system") .) }}
{{ include "timbre.databaseTls" $root | trim }}
- { name: TIMBRE_DATABASE_POOL, value: {{ $service.databasePool | quote }} }
- { name: TIMBRE_DATABASE_PREPARED_STATEMENTS, value: {{ $root.Values.postgresql.preparedStatements | quote }} }
{{- end }}
{{- if $service.database }}
{{- if $root.Values.nats.enabled }}
{{- $nats := include "timbre.name" (dict "root" $root "part" "nats") }}
{{ include "timbre.natsPassword" (dict "root" $root "user" .part "variable" "NATS_PASSWORD") }}
- { name: TIMBRE_NATS_URL, value: "nats://{{ .part }}:$(NATS_PASSWORD)@{{ $nats }}:4222" }
{{- else }}
{{ include "timbre.secretVariable" (dict "variable" "TIMBRE_NATS_URL" "secret" $root.Values.nats.existingSecret "key" ($root.Values.nats.secretKey | replace "<service>" .part)) }}
{{- end }}
{{- if $root.Values.nats.tls.enabled }}
- { name: TIMBRE_NATS_CA_FILE, value: /etc/timbre/nats/ca.crt }
{{- end }}
- { name: TIMBRE_NATS_REPLICAS, value: {{ min 3 (int $root.Values.nats.replicas) | quote }} }
{{- end }}
{{- range $service.calls }}
- name: TIMBRE_{{ . | upper | replace "-" "_" }}_ADDRESS
  value: dns:///{{ include "timbre.name" (dict "root" $root "part" .) }}.{{ $root.Release.Namespace }}.svc:{{ include "timbre.port" (dict "root" $root "part" . "kind" "grpc") }}
{{- end }}
{{- if or $service.linksToPages (and $service.ports.http $service.database) }}
- { name: TIMBRE_PUBLIC_URL, value: {{ $root.Values.publicUrl | quote }} }
{{- end }}
{{- if and $service.ports.http $service.database }}
- { name: TIMBRE_RATE_LIMITS, value: {{ $root.Values.rateLimits | toJson | quote }} }
- { name: TIMBRE_ACTIVITY_DAYS, value: {{ $root.Values.activityDays | quote }} }
- { name: TIMBRE_PROXY_HOPS, value: {{ $root.Values.expose.proxyHops | quote }} }
{{ include "timbre.oauthEnvironment" $root | trim }}
{{- end }}
{{- with include "timbre.keyFile" . }}
- { name: TIMBRE_ENCRYPTION_KEY_FILE, value: /etc/timbre/keys/{{ . }} }
{{- end }}
{{- if $service.callsEndpoints }}
- { name: TIMBRE_WEBHOOK_ALLOWED_HOSTS, value: {{ join "," $root.Values.webhooks.allowedHosts | quote }} }
{{- end }}
{{- if $service.stamps }}
{{ include "timbre.stampingEnvironment" $root }}
{{- end }}
{{- if $service.asksSat }}
{{ include "timbre.satEnvironment" $root }}
{{- end }}
{{- end -}}

{{- /* The keys of calls and links. A process has only its own private key, and the public keys of its callers. */ -}}
{{- define "timbre.callEnvironment" -}}
{{- $root := .root -}}
{{- $part := .part -}}
{{- $keys := $root.Values.secrets.secretKeys -}}
{{- if .service.ports.http }}
{{ include "timbre.secretVariable" (dict "variable" "TIMBRE_CONTEXT_KEY" "secret" (include "timbre.secretName" $root) "key" $keys.context) }}
{{- end }}
{{- if .service.makesPageLinks }}
{{ include "timbre.secretVariable" (dict "variable" "TIMBRE_PAGE_LINK_KEY" "secret" (include "timbre.secretName" $root) "key" $keys.pageLinks) }}
{{- end }}
{{- if include "timbre.acceptsShared" $root }}
{{ include "timbre.secretVariable" (dict "variable" "TIMBRE_SHARED_CONTEXT_KEY" "secret" (include "timbre.secretName" $root) "key" $keys.context) }}
{{- end }}
{{- if .service.calls }}
{{ include "timbre.secretVariable" (dict "variable" "TIMBRE_CALL_KEY" "secret" (include "timbre.callSecret" .) "key" $root.Values.callKeys.secretKeys.private) }}
- { name: TIMBRE_UNARY_CALLS, value: {{ $root.Values.unaryCalls | quote }} }
{{- end }}
{{- range $caller, $other := $root.Files.Get "services.json" | fromJson }}
{{- if has $part ($other.calls | default list) }}
{{ include "timbre.secretVariable" (dict "variable" (printf "TIMBRE_%s_PUBLIC_KEYS" ($caller | upper | replace "-" "_")) "secret" (include "timbre.callSecret" (dict "root" $root "part" $caller)) "key" $root.Values.callKeys.secretKeys.public) }}
{{- end }}
{{- end }}
{{- end -}}

{{- /* The file with the keys of the process: the gateway has keys of its own for second factors. */ -}}
{{- define "timbre.keyFile" -}}
{{- if .service.keepsSecrets -}}encryption-keys.json
{{- else if and .service.ports.http .service.database (include "timbre.keepsFactors" .root) -}}member-keys.json
{{- end -}}
{{- end -}}

{{- /* Whether the gateway keeps the second factors of members: in production, without another issuer. */ -}}
{{- define "timbre.keepsFactors" -}}
{{- if and (eq .Values.environment "production") (not .Values.oauth.issuer) -}}true{{- end -}}
{{- end -}}

{{- /* The environment of the gateway's operator commands. */ -}}
{{- define "timbre.operatorEnvironment" -}}
- { name: TIMBRE_ENVIRONMENT, value: {{ .root.Values.environment }} }
- { name: TIMBRE_PUBLIC_URL, value: {{ .root.Values.publicUrl | quote }} }
{{ include "timbre.secretVariable" (dict "variable" "TIMBRE_CONTEXT_KEY" "secret" (include "timbre.secretName" .root) "key" .root.Values.secrets.secretKeys.context) }}
{{ include "timbre.databaseVariable" (merge (dict "variable" "TIMBRE_DATABASE_URL" "role" "app") .) }}
{{ include "timbre.databaseVariable" (merge (dict "variable" "TIMBRE_SYSTEM_DATABASE_URL" "role" "system") .) }}
{{ include "timbre.databaseTls" .root | trim }}
- { name: TIMBRE_DATABASE_PREPARED_STATEMENTS, value: {{ .root.Values.postgresql.preparedStatements | quote }} }
{{- end -}}

{{- /* Who issues access tokens, and where people log in: production only. */ -}}
{{- define "timbre.oauthEnvironment" -}}
{{- if eq .Values.environment "production" }}
{{- with .Values.oauth.issuer }}
- { name: TIMBRE_OAUTH_ISSUER, value: {{ . | quote }} }
{{- end }}
- { name: TIMBRE_OAUTH_AUDIENCE, value: {{ join "," .Values.oauth.audiences | quote }} }
- { name: TIMBRE_OAUTH_TOKEN_TYPE, value: {{ .Values.oauth.tokenType | quote }} }
- { name: TIMBRE_OAUTH_ORGANIZATION_CLAIM, value: {{ .Values.oauth.organizationClaim | quote }} }
- { name: TIMBRE_OAUTH_SCOPE, value: {{ .Values.oauth.scope | quote }} }
- { name: TIMBRE_OAUTH_CLIENT_METADATA, value: {{ ternary "on" "off" .Values.oauth.clientMetadata | quote }} }
{{- with .Values.oauth.login.issuer }}
- { name: TIMBRE_LOGIN_ISSUER, value: {{ . | quote }} }
{{ include "timbre.secretVariable" (dict "variable" "TIMBRE_LOGIN_CLIENT_ID" "secret" $.Values.oauth.login.existingSecret "key" $.Values.oauth.login.secretKeys.clientId) }}
{{ include "timbre.secretVariable" (dict "variable" "TIMBRE_LOGIN_CLIENT_SECRET" "secret" $.Values.oauth.login.existingSecret "key" $.Values.oauth.login.secretKeys.clientSecret) }}
{{- end }}
{{- end }}
{{- end -}}

{{- /* Keys and PACs: from Secrets, or simulated in a sandbox. */ -}}
{{- define "timbre.stampingEnvironment" -}}
- { name: TIMBRE_STAMP_PRICE_MINOR, value: {{ .Values.stamps.priceMinor | int64 | quote }} }
{{- with .Values.stamps.topUpUrl }}
- { name: TIMBRE_TOP_UP_URL, value: {{ . | quote }} }
{{- end }}
{{- if .Values.mail.existingSecret }}
{{ include "timbre.secretVariable" (dict "variable" "TIMBRE_SMTP_URL" "secret" .Values.mail.existingSecret "key" .Values.mail.secretKey) }}
- { name: TIMBRE_MAIL_FROM, value: {{ .Values.mail.from | quote }} }
{{- end }}
{{- if .Values.pacs.certificatesConfigMap }}
- { name: TIMBRE_PAC_CERTIFICATES, value: /etc/timbre/pacs }
{{- end }}
{{- if .Values.pacs.existingSecret }}
{{ include "timbre.secretVariable" (dict "variable" "TIMBRE_PACS" "secret" .Values.pacs.existingSecret "key" .Values.pacs.secretKey) }}
- { name: TIMBRE_SAT_STATUS_URL, value: {{ .Values.satStatusUrl | quote }} }
- { name: TIMBRE_SAT_WITHHOLDINGS_URL, value: {{ .Values.satWithholdingsUrl | quote }} }
{{- else }}
{{- $authority := include "timbre.authorityUrl" . }}
{{- $pacs := list }}
{{- range list "sw" "finkok" }}
{{- $pacs = append $pacs (dict "name" . "kind" . "baseUrl" (printf "%s/%s" $authority .) "user" "demo" "password" "demo") }}
{{- end }}
- { name: TIMBRE_PACS, value: {{ $pacs | toJson | quote }} }
- { name: TIMBRE_SAT_STATUS_URL, value: {{ $authority }}/sat/ConsultaCFDIService.svc }
- { name: TIMBRE_SAT_WITHHOLDINGS_URL, value: {{ $authority }}/sat/Home/ConsultaRetencion }
- { name: TIMBRE_AUTHORITY_URL, value: {{ $authority }} }
- { name: TIMBRE_CA_BUNDLE_FILE, value: /etc/timbre/authority/ca.pem }
{{- end }}
{{- end -}}

{{- /* The SAT's services that synchronization calls; simulated where no PAC is given. */ -}}
{{- define "timbre.satEnvironment" -}}
{{- $authority := printf "%s/sat" (include "timbre.authorityUrl" .) }}
{{- $withholdings := printf "%s/retenciones" $authority }}
{{- $isReal := not (empty .Values.pacs.existingSecret) }}
- { name: TIMBRE_SAT_DOWNLOAD_URL, value: {{ ternary .Values.satDownloadUrl $authority $isReal | quote }} }
- { name: TIMBRE_SAT_PACKAGES_URL, value: {{ ternary .Values.satPackagesUrl $authority $isReal | quote }} }
- { name: TIMBRE_SAT_WITHHOLDINGS_DOWNLOAD_URL, value: {{ ternary .Values.satWithholdingsDownloadUrl $withholdings $isReal | quote }} }
- { name: TIMBRE_SAT_WITHHOLDINGS_PACKAGES_URL, value: {{ ternary .Values.satWithholdingsPackagesUrl $withholdings $isReal | quote }} }
{{- if not $isReal }}
- { name: TIMBRE_SAT_PORTALS_URL, value: {{ printf "%s/portal" (include "timbre.authorityUrl" .) | quote }} }
{{- end }}
{{- end -}}

{{- /* The Secret whose ca.crt signed PostgreSQL's certificate; empty where a public authority did. */ -}}
{{- define "timbre.databaseAuthority" -}}
{{- with .Values.postgresql -}}
{{- if .cloudNativePg.enabled }}{{ include "timbre.name" (dict "root" $ "part" "postgresql") }}-ca
{{- else if .tls.enabled }}{{ .tls.caSecret }}{{ end -}}
{{- end -}}
{{- end -}}

{{- /* TLS with a verified host name by default; settings in the URLs of a Secret override it. */ -}}
{{- define "timbre.databaseTls" -}}
{{- if or .Values.postgresql.cloudNativePg.enabled .Values.postgresql.tls.enabled }}
- { name: PGSSLMODE, value: verify-full }
{{- end }}
{{- if include "timbre.databaseAuthority" . }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/timbre/postgresql/ca.crt }
{{- end }}
{{- end -}}

{{- define "timbre.databaseMount" -}}
{{- if include "timbre.databaseAuthority" .root }}
- { name: postgresql-ca, mountPath: /etc/timbre/postgresql, readOnly: true }
{{- end }}
{{- end -}}

{{- define "timbre.databaseVolume" -}}
{{- with include "timbre.databaseAuthority" .root }}
- { name: postgresql-ca, secret: { secretName: {{ . }}, items: [{ key: ca.crt, path: ca.crt }] } }
{{- end }}
{{- end -}}

{{- /* The users of NATS, as JSON: every process with a database, the operator, and the servers among themselves. */ -}}
{{- define "timbre.natsUsers" -}}
{{- $users := list "operator" "cluster" -}}
{{- range $part, $service := .Files.Get "services.json" | fromJson -}}
{{- if $service.database }}{{ $users = append $users $part }}{{ end -}}
{{- end -}}
{{- $users | sortAlpha | toJson -}}
{{- end -}}

{{- /* The password of a user of NATS, as a variable. */ -}}
{{- define "timbre.natsPassword" -}}
{{- $own := include "timbre.name" (dict "root" .root "part" (printf "%s-nats" .user)) -}}
{{- with .root.Values.nats.passwords -}}
{{- if .existingSecret -}}
{{- include "timbre.secretVariable" (dict "variable" $.variable "secret" .existingSecret "key" (.secretKey | replace "<user>" $.user)) -}}
{{- else -}}
{{- include "timbre.secretVariable" (dict "variable" $.variable "secret" $own "key" "password") -}}
{{- end -}}
{{- end -}}
{{- end -}}
