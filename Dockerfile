# The image of all processes of services.json: docker run timbre PROCESS [arguments].
# Reproducible: give BASE with its digest (node:24.21.0-bookworm-slim@sha256:…) and SOURCE_DATE_EPOCH,
# the time of the commit. No RUN --mount, so that it also builds without BuildKit.
ARG BASE=node:24.21.0-bookworm-slim

# Other containers and probes call a process of either stage: Tilt runs them from the first.
FROM ${BASE} AS listening
ENV TIMBRE_BIND_HOST=0.0.0.0

FROM listening AS build
# The pinned pnpm; the lockfile has the hash of everything else.
ARG PNPM_VERSION=12.21.0
ENV CI=true PATH=/build/node_modules/.bin:$PATH
WORKDIR /build
# The lockfile first: packages are fetched again only when it changes.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs .npmrc ./
RUN npx -y pnpm@${PNPM_VERSION} fetch
COPY . .
RUN npx -y pnpm@${PNPM_VERSION} install --offline --frozen-lockfile --prod=false
RUN buf generate && node scripts/build.mjs && pnpm --filter @timbre/site --filter @timbre/console build
# Only the files needed at run time: production packages, no sources, no build times.
ARG SOURCE_DATE_EPOCH=0
RUN set -eu; mkdir -p /out; \
    tar -cf /out/parts.tar --anchored --no-wildcards-match-slash --exclude=gateway/src --exclude=gateway/node_modules \
      --exclude='*/*/src' --exclude='*/*/test' --exclude='*/*/node_modules' --exclude='packages/*/dist' \
      --exclude=packages/testkit \
      package.json pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs .npmrc LICENSE gateway services packages; \
    tar -xf /out/parts.tar -C /out --no-same-permissions; rm /out/parts.tar; \
    node scripts/sbom.mjs > /out/sbom.cdx.json; \
    node scripts/image.mjs > /out/start; \
    chmod 755 /out/start; \
    cd /out; \
    pnpm install --offline --frozen-lockfile --prod; \
    find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.[cm]ts' \) -delete; \
    rm -r package.json pnpm-*.yaml .pnpmfile.cjs .npmrc node_modules/.modules.yaml node_modules/.pnpm-*; \
    find . -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

FROM listening
# Remove the package managers, which the image does not need.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx \
      /usr/local/bin/corepack /opt/yarn-* /usr/local/bin/yarn /usr/local/bin/yarnpkg
ARG VERSION=1.0.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.title="timbre" \
      org.opencontainers.image.vendor="Timbre" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}"
ENV NODE_ENV=production TIMBRE_VERSION=${VERSION} TIMBRE_REVISION=${REVISION}
WORKDIR /app
# A numeric user, so that Kubernetes can verify that it is not root. It cannot write to /app.
USER 1000:1000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 CMD ["/app/start", "healthy"]
ENTRYPOINT ["/app/start"]
COPY --from=build /out /app
