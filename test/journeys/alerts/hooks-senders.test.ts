import { createContext, Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { type Sample, sample } from '../../support/alert-samples.ts';
import { documentedCode, documentedTable } from '../../support/documented-code.ts';
import { type Caller, makeHook } from '../../support/hooks.ts';
import { createLinkedStage, MINUTE, type Stage } from '../../support/stage.ts';

/* The snippets of docs/hooks.md for other programs, used as those programs use them. */

/** The headers of a hook's call as a person pastes them: JSON, or one per line. */
function parseHeaders(headers: string, { token }: Caller): Record<string, string> {
  const filled = headers.replace('TOKEN', token);
  if (filled.startsWith('{')) return JSON.parse(filled);
  const lines = filled.trim().split('\n');
  return Object.fromEntries(lines.map(line => line.split(/: (.*)/)).map(([name, value]) => [name, value]));
}

async function post(stage: Stage, hook: Caller, headers: Record<string, string>, body: unknown) {
  const response = await fetch(stage.appUrl + hook.path, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return [response.status, ((await response.json()) as { ids?: string[] }).ids?.length];
}

/** The part of Liquid that the custom body uses. */
function liquid(
  template: string,
  values: { msg: string; monitorJSON: Sample; heartbeatJSON: Sample },
): string {
  const at = (path: string): unknown =>
    path.split('.').reduce<Sample>((inner, step) => inner?.[step], values);
  return template
    .replace(
      /\{% if ([\w.]+) == (\d+) %\}(.*?)\{% else %\}(.*?)\{% endif %\}/g,
      (_, path, number, then, otherwise) => (at(path) === Number(number) ? then : otherwise),
    )
    .replace(/\{% if (\w+) %\}([\s\S]*?)\{% endif %\}/g, (_, path, then) => (at(path) ? then : ''))
    .replace(/\{\{ ([\w.]+)( \| json)? \}\}/g, (_, path, json) =>
      json ? JSON.stringify(at(path)) : String(at(path)),
    );
}

test('Uptime Kuma, with the custom body', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage);
  const [header = '', body = ''] = documentedCode('Uptime Kuma', 'json');
  for (const name of ['uptime-kuma-down', 'uptime-kuma-up', 'uptime-kuma-certificate']) {
    const { msg, monitor, heartbeat } = sample(name);
    const rendered = liquid(body, { msg, monitorJSON: monitor, heartbeatJSON: heartbeat });
    expect(await post(stage, hook, parseHeaders(header, hook), rendered)).toEqual([202, 1]);
    await stage.pass(5 * MINUTE);
  }
  expect(stage.accepted()).toEqual([
    sample('uptime-kuma-down').msg,
    sample('uptime-kuma-up').msg,
    sample('uptime-kuma-certificate').msg,
  ]);
});

describe('Zabbix', () => {
  const script = documentedCode('Zabbix', 'js')[0] ?? '';

  /** A problem in Zabbix's macros. */
  const MACROS: Record<string, string> = {
    '{EVENT.ID}': '48125',
    '{EVENT.VALUE}': '1',
    '{EVENT.UPDATE.STATUS}': '0',
    '{EVENT.NSEVERITY}': '4',
    '{EVENT.NAME}': 'High CPU utilization (over "90"%)',
    '{HOST.NAME}': 'web-1',
    '{EVENT.OPDATA}': 'Current utilization: 93.2 %',
    '{EVENT.DATE}': '2026.11.21',
    '{EVENT.TIME}': '09:00:00',
  };

  /**
   * Runs the script as Zabbix does, with an HttpRequest that gives this answer; returns the requests and the
   * result.
   */
  function run(
    stage: Stage,
    hook: Caller,
    macros: Record<string, string>,
    answer = { status: 202, body: '' },
  ) {
    const fill = (value: string) => value.replace(/\{[A-Z.]+\}/g, macro => macros[macro] ?? macro);
    const value = Object.fromEntries(
      documentedTable('Zabbix', 'Zabbix parameter').map(([name = '', written = '']) => [
        name,
        fill(written)
          .replace('https://sms.example.com/hooks/HOOK', stage.appUrl + hook.path)
          .replace(/^TOKEN$/, hook.token),
      ]),
    );
    const sent = { url: '', headers: [] as string[], body: '' };
    class HttpRequest {
      addHeader = (header: string) => void sent.headers.push(header);
      getStatus = () => answer.status;
      post(url: string, body: string) {
        Object.assign(sent, { url, body });
        return answer.body;
      }
    }
    const zabbix = createContext({ HttpRequest, value: JSON.stringify(value) });
    const returned: unknown = new Script(`(function (value) { ${script} })(value)`).runInContext(zabbix);
    return { sent, returned };
  }

  const call = (stage: Stage, hook: Caller, macros: Record<string, string>) => {
    const { sent } = run(stage, hook, macros);
    expect(sent.url).toBe(stage.appUrl + hook.path);
    return post(stage, hook, parseHeaders(sent.headers.join('\n'), hook), sent.body);
  };

  test('the script texts a problem once, and its recovery', async () => {
    const stage = await createLinkedStage();
    const hook = await makeHook(stage);
    expect(await call(stage, hook, MACROS)).toEqual([202, 1]);
    expect(await call(stage, hook, MACROS)).toEqual([202, 1]);
    await stage.pass(2 * MINUTE);
    expect(await call(stage, hook, { ...MACROS, '{EVENT.UPDATE.STATUS}': '1' })).toEqual([202, 0]);
    expect(await call(stage, hook, { ...MACROS, '{EVENT.VALUE}': '0' })).toEqual([202, 1]);
    // A retry that arrives after the recovery.
    await stage.pass(9 * MINUTE);
    expect(await call(stage, hook, MACROS)).toEqual([202, 1]);
    await stage.pass(5 * MINUTE);
    expect(stage.accepted()).toEqual([
      'ERROR High CPU utilization (over "90"%) on web-1: Current utilization: 93.2 %',
      'RESOLVED High CPU utilization (over "90"%) on web-1: Current utilization: 93.2 %',
    ]);
  });

  test('the script reports the hook’s answer, and that a test has no macros', async () => {
    const stage = await createLinkedStage();
    const hook = await makeHook(stage);
    expect(run(stage, hook, MACROS).returned).toBe('OK');
    expect(() => run(stage, hook, {})).toThrow(/no macros/);
    expect(() => run(stage, hook, MACROS, { status: 401, body: '{"error":"…"}' })).toThrow(
      'answered 401: {"error"',
    );
  });

  test('the script uses only the JavaScript that Zabbix’s engine knows', () => {
    expect(script).not.toMatch(/\b(const|let|class|async|await)\b|=>|`|\?\.|\?\?|\.\.\./);
  });
});

test('Healthchecks', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage);
  const body = documentedCode('Healthchecks', 'json')[0] ?? '';
  expect(body.length).toBeLessThanOrEqual(1000);
  const headers = parseHeaders(documentedCode('Healthchecks', 'text')[0] ?? '', hook);
  const filled = (fields: Record<string, string>) => {
    const values: Record<string, string> = {
      $CODE: 'f618072a-7bde-4eee-af63-71a77c5723bc',
      $NAME_JSON: JSON.stringify('The "nightly" backup'),
      ...fields,
    };
    return body.replace(/\$(CODE|STATUS|NOW|NAME_JSON)/g, name => values[name] ?? '');
  };
  const down = filled({ $STATUS: 'down', $NOW: '2026-11-21T03:00:00+00:00' });
  const up = filled({ $STATUS: 'up', $NOW: '2026-11-21T03:20:00+00:00' });
  expect(await post(stage, hook, headers, down)).toEqual([202, 1]);
  expect(await post(stage, hook, headers, down)).toEqual([202, 1]);
  await stage.pass(2 * MINUTE);
  expect(await post(stage, hook, headers, up)).toEqual([202, 1]);
  await stage.pass(5 * MINUTE);
  expect(stage.accepted()).toEqual([
    'CRITICAL The "nightly" backup: down',
    'RESOLVED The "nightly" backup: up',
  ]);
});

test('Sentry', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage);
  const headers = {
    ...parseHeaders(documentedCode('Sentry', 'text')[0] ?? '', hook),
    // Sentry adds these headers itself.
    'Content-Type': 'application/json',
    'Sentry-Hook-Signature': '00',
  };
  for (const name of ['issue-alert', 'issue-resolved', 'metric-critical', 'metric-resolved']) {
    expect(await post(stage, hook, headers, sample(`sentry-${name}`))).toEqual([202, 1]);
    await stage.pass(5 * MINUTE);
  }
  expect(stage.accepted()).toEqual([
    'CRITICAL TypeError: price is undefined on shop: checkout(payment)',
    'RESOLVED TypeError: price is undefined on shop: checkout(payment)',
    'CRITICAL Too many errors on shop: 1000 events in the last 10 minutes; Filter: level:error',
    'RESOLVED Too many errors on shop: 1000 events in the last 10 minutes; Filter: level:error',
  ]);
});
