# Cakewala as an image: "docker build -t cakewala ." or, with a database and a mail catcher, "docker compose up"
# (compose.yaml). docs/operations.md says how to run it.

# What is needed to build: pages, server and the sample pictures are made here.
FROM node:24-bookworm-slim AS build
WORKDIR /srv/cakewala
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.ts

# What is needed to run. No package may run a script here; the only one that would brings a Node this image has.
FROM node:24-bookworm-slim AS packages
WORKDIR /srv/cakewala
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /srv/cakewala
RUN mkdir /data && chown node:node /data
COPY --from=packages /srv/cakewala/node_modules node_modules
# The operator's commands run from their sources: "node scripts/check-consistency.ts" and its neighbours.
COPY package.json server.ts ./
COPY scripts scripts
COPY app app
COPY --from=build /srv/cakewala/db db
COPY --from=build /srv/cakewala/build build
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/is-ready.ts"]
# Not through npm: signals reach the server itself. What was compiled once is kept for the workers to come.
ENV NODE_COMPILE_CACHE=/tmp/compiled
CMD ["node", "server.ts"]
