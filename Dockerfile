# Cakewala as an image: "docker build -t cakewala ." or, with a database and a mail catcher, "docker compose up"
# (compose.yaml). docs/operations.md says how to run it.

# Builds pages and server.
FROM node:24-bookworm-slim AS build
WORKDIR /srv/cakewala
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.ts

# The packages that the shop runs with. No install script runs: only the package 'node' has one, and the image has Node.
FROM node:24-bookworm-slim AS packages
WORKDIR /srv/cakewala
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /srv/cakewala
RUN mkdir /data && chown node:node /data
COPY --from=packages /srv/cakewala/node_modules node_modules
# Operators' commands run from their sources, such as "node scripts/operator/check-consistency.ts".
COPY package.json server.ts ./
COPY scripts scripts
COPY app app
COPY --from=build /srv/cakewala/db db
COPY --from=build /srv/cakewala/build build
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/is-alive.ts"]
# Without npm, signals reach the server itself. A later start reuses the compiled code.
ENV NODE_COMPILE_CACHE=/tmp/compiled
# Otherwise glibc and V8 keep memory that is free.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072
ENV NODE_OPTIONS=--max-semi-space-size=16
CMD ["node", "server.ts"]
