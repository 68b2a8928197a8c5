# syntax=docker/dockerfile:1

FROM node:24.21.0-trixie-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && node tools/image/build-root.ts /image

FROM node:24.21.0-trixie-slim
LABEL org.opencontainers.image.title="Stockcast"
LABEL org.opencontainers.image.version="0.1.0"
# The package managers of the base, which nothing here runs.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* /usr/local/bin/yarn*
COPY --from=build /image/usr/ /usr/
COPY --from=build /image/app/ /app/
COPY --from=build --chown=1000:1000 /image/data/ /data/
ENV NODE_ENV=production
ENV MALLOC_ARENA_MAX=2
ENV HOST=0.0.0.0
ENV PORT=3000
ENV WORKER_PORT=3002
ENV DATA_DIR=/data
ENV WEB_ROOT=/app/apps/web/dist
ENV DRAIN_SECONDS=3
USER 1000:1000
WORKDIR /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --start-interval=1s --retries=3 CMD ["stockcast", "health"]
ENTRYPOINT ["stockcast"]
