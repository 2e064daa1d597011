# A target per process, all from one build: docker build --target gateway .
# Reproducible: give BASE with its digest (node:24.21.0-bookworm-slim@sha256:…) and SOURCE_DATE_EPOCH,
# the time of the commit. Also valid for the builder without BuildKit, so no RUN --mount.
ARG BASE=node:24.21.0-bookworm-slim

FROM ${BASE} AS build
# The pinned pnpm; the lockfile has the hash of everything else.
ARG PNPM_VERSION=12.21.0
ENV CI=true PATH=/build/node_modules/.bin:$PATH
WORKDIR /build
# Manifests first: packages are installed again only when one of these changes.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs .npmrc ./
COPY packages/api/package.json packages/api/
COPY packages/cfdi/package.json packages/cfdi/
COPY packages/contract/package.json packages/contract/
COPY packages/fiscal/package.json packages/fiscal/
COPY packages/kit/package.json packages/kit/
COPY packages/testkit/package.json packages/testkit/
COPY services/authority-simulator/package.json services/authority-simulator/
COPY services/commerce/package.json services/commerce/
COPY services/fiscal-cfdi/package.json services/fiscal-cfdi/
COPY services/payroll/package.json services/payroll/
COPY gateway/package.json gateway/
COPY test/package.json test/
RUN npx -y pnpm@${PNPM_VERSION} install --frozen-lockfile --prod=false
COPY . .
RUN buf generate && node scripts/build.mjs
# What runs and no more: production packages, no sources, nothing that tells when it was built.
ARG SOURCE_DATE_EPOCH=0
RUN set -eu; \
    for process in authority-simulator commerce fiscal-cfdi payroll gateway; do \
      pnpm --filter "@timbre/$process" deploy --prod --legacy "/out/$process"; \
      find "/out/$process/node_modules/.pnpm" -path '*/@timbre+*/node_modules/@timbre/*' \
        \( -name src -o -name dist \) -prune -exec rm -r {} +; \
      rm -rf "/out/$process/src" "/out/$process/test"; \
      find "/out/$process/node_modules" -not -path '*@timbre*' -type f \
        \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete; \
      rm "/out/$process/node_modules/.modules.yaml"; \
      cp LICENSE "/out/$process/"; \
    done; \
    find /out -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

FROM ${BASE} AS process
# Nothing in the image installs packages, so nothing in it can.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx \
      /usr/local/bin/corepack /opt/yarn-* /usr/local/bin/yarn /usr/local/bin/yarnpkg
ARG VERSION=1.0.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.vendor="Timbre" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}"
# Other containers call what runs in this one.
ENV NODE_ENV=production TIMBRE_BIND_HOST=0.0.0.0 TIMBRE_VERSION=${VERSION}
WORKDIR /app
# By number, so that Kubernetes can see that it is not root. Nothing in /app is writable by it.
USER 1000:1000
# The image asks itself over HTTP: it has no curl.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.TIMBRE_HEALTH_PORT ?? process.env.TIMBRE_HTTP_PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/main.js"]

FROM process AS authority-simulator
LABEL org.opencontainers.image.title="timbre authority-simulator"
ENV TIMBRE_HTTP_PORT=8090 TIMBRE_DATA_DIR=/data
COPY --from=build /out/authority-simulator /app
EXPOSE 8090

FROM process AS commerce
LABEL org.opencontainers.image.title="timbre commerce"
ENV OTEL_SERVICE_NAME=commerce TIMBRE_GRPC_PORT=7101 TIMBRE_HEALTH_PORT=9101
COPY --from=build /out/commerce /app
EXPOSE 7101 9101

FROM process AS fiscal-cfdi
LABEL org.opencontainers.image.title="timbre fiscal-cfdi"
ENV OTEL_SERVICE_NAME=fiscal-cfdi TIMBRE_GRPC_PORT=7102 TIMBRE_HEALTH_PORT=9102
COPY --from=build /out/fiscal-cfdi /app
# What a batch leaves behind is collected soon: memory is that of a batch, not of a run.
ENTRYPOINT ["node", "--max-semi-space-size=16", "--heap-growing-percent=100", "dist/main.js"]
EXPOSE 7102 9102

FROM process AS payroll
LABEL org.opencontainers.image.title="timbre payroll"
ENV OTEL_SERVICE_NAME=payroll TIMBRE_GRPC_PORT=7103 TIMBRE_HEALTH_PORT=9103
COPY --from=build /out/payroll /app
# What a batch leaves behind is collected soon: memory is that of a batch, not of a run.
ENTRYPOINT ["node", "--max-semi-space-size=16", "--heap-growing-percent=100", "dist/main.js"]
EXPOSE 7103 9103

FROM process AS gateway
LABEL org.opencontainers.image.title="timbre gateway"
ENV OTEL_SERVICE_NAME=gateway TIMBRE_HTTP_PORT=8080 TIMBRE_HEALTH_PORT=9180
COPY --from=build /out/gateway /app
EXPOSE 8080 9180
