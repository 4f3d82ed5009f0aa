# Two images: the Slack app, which is what `docker build .` makes, and the SMS service with `--target sms-service`.

# The dependencies, without the ones that only tests and checks need.
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

# What runs installs nothing: neither npm nor what comes with it is there.
FROM node:24.21.0-bookworm-slim AS runtime
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* \
  /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg

FROM runtime AS sms-service
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY src/node-version.mjs ./src/
COPY src/sms-service ./src/sms-service
# Compiled once, here: by the user who runs it, or Node doesn't look for it; that user may write nothing in /app.
RUN mkdir node_modules/.cache && chown node node_modules/.cache
USER node
RUN node --import ./src/node-version.mjs src/sms-service/main.ts --help
USER root
RUN chown -R root node_modules/.cache && chmod -R a+rX,go-w node_modules/.cache && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080 9464
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:9464/healthz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Its commands: docker run … node src/sms-service/main.ts account show 1 --data /data
CMD ["node", "--import", "./src/node-version.mjs", "src/sms-service/main.ts", "serve", "--host", "0.0.0.0", "--data", "/data", "--metrics-port", "9464", "--metrics-host", "0.0.0.0"]

FROM runtime
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json manifest.yml ./
# Without the local Slack and the demo: see .dockerignore.
COPY src ./src
# As above, and with the flags of the command below. The program has to fail: nothing is set here.
RUN mkdir node_modules/.cache && chown node node_modules/.cache
USER node
RUN node --initial-old-space-size=48 --max-old-space-size=1024 --import ./src/node-version.mjs --input-type=module \
  -e "for (const engine of ['sqlite', 'redis']) await import('/app/src/kit/store/' + engine + '/index.ts')"
RUN ! node --initial-old-space-size=48 --max-old-space-size=1024 --import ./src/node-version.mjs src/main.ts
USER root
RUN chown -R root node_modules/.cache && chmod -R a+rX,go-w node_modules/.cache && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# As `npm start`: memory is given back early, and never grows beyond 1 GB.
CMD ["node", "--initial-old-space-size=48", "--max-old-space-size=1024", "--import", "./src/node-version.mjs", "src/main.ts"]
