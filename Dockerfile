# syntax=docker/dockerfile:1
# The server as an image. It wants BuildKit (the default of docker build, buildx and podman); docs/deploy.md says how to run it.
# Other platforms are built without emulation: every step but the last stage's runs on the builder's own.

# What Node runs: dist, for an image whose files cannot be written has no cache of stripped types.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY gen gen
RUN npm run build -- --sourceMap false
COPY LICENSE ./
COPY bin bin
COPY model model
COPY third_party/wordnet third_party/wordnet
COPY third_party/litellm third_party/litellm
COPY deploy/healthcheck.mjs deploy/
# Whoever checked it out may have kept it to himself.
RUN chmod -R a+rX LICENSE package.json bin model third_party gen deploy

# What it imports: no development packages, no second Node, one platform's binaries.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS modules
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json .npmrc deploy/prune.mjs ./
RUN --mount=type=cache,target=/root/.npm cpu=$(node -p "'$TARGETARCH' === 'amd64' ? 'x64' : '$TARGETARCH'") \
  && npm ci --omit=dev --os=linux --cpu="$cpu" --libc=glibc \
  && node prune.mjs node_modules "$cpu"
# Owned by whom the server runs as: a new volume takes its owner and mode from here.
RUN install -d -m 700 -o 1000 -g 1000 /data

FROM node:24.21.0-bookworm-slim
LABEL org.opencontainers.image.title="cairn" \
  org.opencontainers.image.description="Memory for AI agents, in one process" \
  org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY --from=build /app/LICENSE /app/package.json ./
COPY --from=build /app/model model
COPY --from=build /app/third_party third_party
COPY --from=build /app/deploy deploy
COPY --from=build /app/bin bin
COPY --from=build /app/gen/openapi.json gen/
COPY --from=build /app/dist dist
COPY --from=modules --chown=1000:1000 /data /data
ENV NODE_ENV=production CAIRN_HOST=0.0.0.0 CAIRN_PORT=7070 CAIRN_DATA=/data
# By number, so that Kubernetes can see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 7070
# An upgrade may make each row anew before it answers.
HEALTHCHECK --interval=30s --timeout=5s --start-period=1800s --start-interval=1s --retries=3 \
  CMD ["node", "/app/deploy/healthcheck.mjs"]
ENTRYPOINT ["node", "/app/bin/cairn.mjs"]
CMD ["serve"]
