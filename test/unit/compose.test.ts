import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, VARIABLES } from '../../src/config.ts';
import { ENCRYPTION_KEYS } from '../support/encryption-keys.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

type Service = {
  image?: string;
  build?: unknown;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  tmpfs?: string[];
  networks?: string[];
  restart?: string;
  healthcheck?: object;
  environment: Record<string, string>;
  command?: string[];
  entrypoint?: string[];
  profiles?: string[];
  ports?: string[];
  volumes?: string[];
};
const { services, networks } = parse(read('compose.yml'), { merge: true }) as {
  services: Record<'app' | 'redis' | 'web' | 'sms-service' | 'prometheus' | 'grafana', Service>;
  networks: Record<string, { internal?: boolean } | null>;
};
const each = Object.entries(services);
/** The image, the data volume and this Redis make these unnecessary. */
const LEFT_OUT = ['PORT', 'HOST', 'DATA_DIR', 'REDIS_EPHEMERAL'];

test('compose.yml passes the app every variable that it reads, and no other', () => {
  const passed = Object.keys(services.app.environment);
  expect(passed.toSorted()).toEqual(VARIABLES.filter(name => !LEFT_OUT.includes(name)).toSorted());
});

test('the app can start with the values that its first lines ask for', () => {
  const env: Record<string, string> = {
    PUBLIC_URL: 'https://sms.example.com',
    SMS_BASE_URL: 'https://sms-service.example.com',
    ENCRYPTION_KEYS,
    REDIS_PASSWORD: 's3cret',
    SLACK_SIGNING_SECRET: 'secret',
    SLACK_BOT_TOKEN: 'xoxb-1',
  };
  const filled = Object.entries<unknown>(services.app.environment).map(([name, value]) => [
    name,
    String(value).replace(/\$\{(\w+):[^}]*\}/, (_, named) => env[named] ?? ''),
  ]);
  expect(readConfig(Object.fromEntries(filled))).toMatchObject({
    publicUrl: env.PUBLIC_URL,
    storage: { kind: 'redis', url: 'redis://:s3cret@redis:6379' },
  });
});

test.each(each)('%s is confined, has a limit of memory, and says whether it is well', (name, service) => {
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    mem_limit: expect.stringMatching(/^\d+[mg]$/),
    restart: 'unless-stopped',
  });
  expect(service.cap_add ?? []).toEqual(name === 'web' ? ['NET_BIND_SERVICE'] : []);
  for (const place of service.tmpfs ?? [])
    expect(place).toMatch(/^\/(tmp|config):size=16m,noexec,nosuid,nodev$/);
  // Images built here have their own health check.
  const isSaid = service.build
    ? read('Dockerfile').match(/^HEALTHCHECK/gm)?.length === 2
    : service.healthcheck;
  expect(isSaid).toBeTruthy();
});

test('only the app reaches Redis, which asks for a password and isn’t root', () => {
  const inNetwork = (which: string) =>
    each.flatMap(([name, service]) => (service.networks?.includes(which) ? name : []));
  expect(inNetwork('store')).toEqual(['app', 'redis']);
  expect(inNetwork('front')).toEqual(['app', 'web', 'sms-service', 'prometheus']);
  expect(inNetwork('watch')).toEqual(['prometheus', 'grafana']);
  expect(Object.keys(networks)).toEqual(['front', 'store', 'watch']);
  expect(networks.store).toEqual({ internal: true });
  const { user, environment, command } = services.redis;
  expect(user).toBe('redis');
  // No default password.
  expect(environment.REDIS_PASSWORD).toMatch(/^\$\{REDIS_PASSWORD:\?.+\}$/);
  expect(command?.at(-1)).toMatch(
    /requirepass %s\\n' "\$\$REDIS_PASSWORD" > \/tmp\/redis\.conf\n.*redis-server \/tmp\/redis\.conf /s,
  );
  expect(services.app.environment.REDIS_URL).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?[^}]+\}@redis:6379$/);
});

test('only the web server is published, and what the profile "monitoring" shows on this machine', () => {
  const published = each.flatMap(([name, { ports = [] }]) => ports.map(port => `${name} ${port}`));
  expect(published).toEqual([
    'web 80:80',
    'web 443:443',
    'prometheus 127.0.0.1:9090:9090',
    'grafana 127.0.0.1:3001:3000',
  ]);
});

test('the profiles start Prometheus with the rules, and Grafana with the dashboard and a password of one’s own', () => {
  const { prometheus, grafana } = services;
  expect(each.filter(([, { profiles }]) => profiles).map(([name, { profiles }]) => [name, profiles])).toEqual(
    [
      ['sms-service', ['own-service']],
      ['prometheus', ['monitoring']],
      ['grafana', ['monitoring']],
    ],
  );
  const filesOf = ({ volumes = [] }: Service) =>
    Object.fromEntries(
      volumes.map(volume => volume.split(':', 2)).filter(([source]) => source?.startsWith('.')),
    );
  const files = { ...filesOf(prometheus), ...filesOf(grafana) };
  for (const file of Object.keys(files)) expect(read(file), file).not.toBe('');
  // What Prometheus reads, it reads beside its own file.
  const { rule_files: rules, scrape_configs: jobs } = parse(read('monitoring/prometheus.yml'));
  expect(files['./monitoring/prometheus.yml']).toBe('/etc/prometheus/prometheus.yml');
  for (const rule of rules) expect(files[`./monitoring/${rule}`]).toBe(`/etc/prometheus/${rule}`);
  const { METRICS_PORT } = services.app.environment;
  expect(jobs).toMatchObject([
    { job_name: 'sms-for-slack', dns_sd_configs: [{ names: ['app'], port: METRICS_PORT }] },
    { job_name: 'sms-service', dns_sd_configs: [{ names: ['sms-service'], port: 9464 }] },
  ]);
  const { providers } = parse(read('monitoring/grafana/dashboards.yml'));
  expect(files['./monitoring/dashboard.json']).toBe(`${providers[0].options.path}/sms-for-slack.json`);
  const { datasources } = parse(read('monitoring/grafana/datasource.yml'));
  expect(datasources).toMatchObject([{ uid: 'prometheus', url: 'http://prometheus:9090' }]);
  expect(grafana.environment.GF_SECURITY_ADMIN_PASSWORD).toBe(`\${GRAFANA_PASSWORD:-}`);
  expect(grafana.entrypoint?.at(-1)).toMatch(
    /^\[ -n "\$\$GF_SECURITY_ADMIN_PASSWORD" \] \|\| \{.*exit 1; \}\nexec \/run\.sh\n$/,
  );
});

test('a package runs a script at its installation only if package.json allows it, and a new version waits a week', () => {
  const settings = read('.npmrc').split('\n');
  expect(settings).toEqual(expect.arrayContaining(['strict-allow-scripts=true', 'min-release-age=7']));
  const { allowScripts } = JSON.parse(read('package.json'));
  const { packages } = JSON.parse(read('package-lock.json'));
  const scripted = Object.entries<{ hasInstallScript?: boolean }>(packages).flatMap(([path, entry]) =>
    entry.hasInstallScript ? path.replace('node_modules/', '') : [],
  );
  expect(Object.keys(allowScripts)).toEqual(scripted);
});
