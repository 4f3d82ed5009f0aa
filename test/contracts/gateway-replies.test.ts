import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyReply } from '../../src/texts/gateway/reply.ts';
import { reply, startRawServer } from './gateway/raw-server.ts';
import { gatewayTo } from './gateway/rig.ts';

/* Every reply that a server may give has one meaning. */

const NOW = Date.UTC(2026, 10, 21, 9);
const html = (title: string) =>
  `<!DOCTYPE html><html><head><style>b{color:red}</style></head><h1>${title}</h1></html>`;
const classify = (status: number, body: string | object, retryAfter?: string) =>
  classifyReply(status, typeof body === 'string' ? body : JSON.stringify(body), retryAfter, NOW);

describe('a bare status', () => {
  test.each([
    [400, null],
    [401, null],
    [402, null],
    [403, null],
    [404, null],
    [405, null],
    [413, null],
    [429, 'RATE_LIMITED'],
  ])('%i in a proxy’s HTML refuses one text, as %s, and proves nothing', (status, code) => {
    const refused = { kind: 'refused', code, status, proven: false, retryAfterMs: null };
    expect(classify(status, html(`${status}`))).toEqual(refused);
    expect(classify(status, '')).toEqual(refused);
  });

  test.each([100, 199, 300, 301, 304, 308, 399, 408, 500, 502, 503, 504, 599, 999])(
    '%i is uncertain',
    status => {
      const why = status >= 300 && status < 400 ? 'redirect' : 'status';
      for (const body of [
        html('x'),
        { success: true, log_id: 1 },
        { success: false, code: 'RATE_LIMITED' },
      ]) {
        expect(classify(status, body)).toMatchObject({ kind: 'uncertain', why });
      }
    },
  );

  test.each([200, 201, 204, 299])('%i without a readable word is uncertain', status => {
    for (const body of [
      '',
      'OK',
      html('ok'),
      '{}',
      '[]',
      'null',
      '{"log_id":7}',
      '{"success":null}',
      '{"success":"yes"}',
      '"success"',
    ]) {
      expect(classify(status, body), body).toMatchObject({ kind: 'uncertain', why: 'unreadable' });
    }
  });

  test.each([
    ['7', 7000],
    [' 7 ', 7000],
    ['0', 0],
    ['99999', 3_600_000],
    [new Date(NOW + 9000).toUTCString(), 9000],
    [new Date(NOW - 9000).toUTCString(), 0],
    ['soon', null],
    ['', null],
    ['-5', null],
  ])('Retry-After "%s" is read as %s ms', (header, retryAfterMs) => {
    expect(classify(429, html('429'), header)).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs });
  });
});

describe('a success', () => {
  const sent = { kind: 'sent', logId: '41', cost: '0.35', balance: '99.65' };
  const SUCCESS = '{"success":true,"message":"SMS sent","log_id":41,"cost":0.35,"balance":99.65}';

  test.each([
    ['as documented', SUCCESS],
    ['behind a byte order mark', `\ufeff${SUCCESS}`],
    ['behind blank lines', `\r\n\r\n ${SUCCESS}\n`],
    [
      'behind a PHP warning',
      `<br />\n<b>Warning</b>: Undefined array key "x" in {closure}() on line 4<br />\n${SUCCESS}`,
    ],
    ['before a PHP warning', `${SUCCESS}<br />\n<b>Warning</b>: shutdown in <b>x.php</b>`],
    [
      'before a PHP warning with braces',
      `${SUCCESS}\n<b>Warning</b>: Undefined variable in {closure}() <b>x.php</b>`,
    ],
    ['behind braces that are no object', `<style>b{color:red}</style> { unexpected '{' ${SUCCESS}`],
    ['with braces and quotes in its message', SUCCESS.replace('SMS sent', 'to } {\\"x\\": \\\\')],
    ['with numbers as strings', SUCCESS.replace(/:(\d[\d.]*)/g, ':"$1"')],
    ['with success as 1', SUCCESS.replace('true', '1')],
    ['with success as "true"', SUCCESS.replace('true', '"true"')],
    ['with more fields', SUCCESS.replace('{', '{"data":{"success":false,"code":"INVALID_NUMBER"},')],
  ])('%s', (_name, body) => {
    expect(classify(200, body)).toEqual(sent);
  });

  test.each([
    ['no fields at all', '{"success":true}', {}],
    ['a cost that keeps its digits', '{"success":true,"cost":12.50}', { cost: '12.50' }],
    [
      'a log id beyond what a double holds',
      '{"success":true,"log_id":9007199254740993}',
      { logId: '9007199254740993' },
    ],
    ['a log id in words', '{"success":true,"log_id":"none","balance":5}', { balance: '5' }],
    ['a fraction as log id', '{"success":true,"log_id":1.5}', {}],
    ['objects for amounts', '{"success":true,"log_id":[1],"cost":{},"balance":null}', {}],
    ['an amount with a unit', '{"success":true,"cost":"0.35 BDT"}', {}],
    ['a power of ten', '{"success":true,"cost":1e400,"balance":-0.5}', { balance: '-0.5' }],
  ])('%s: the rest of the reply still counts', (_name, body, fields) => {
    expect(classify(200, body)).toEqual({ kind: 'sent', logId: null, cost: null, balance: null, ...fields });
  });
});

describe('a refusal', () => {
  test.each([
    ['a code in small letters', { success: false, code: 'invalid_number' }],
    ['a code within words', { success: false, message: 'Error INVALID_NUMBER: check it' }],
    ['a code in the nested message', { error: { message: 'INVALID_NUMBER' } }],
    ['success as "0"', { success: '0', error: 'INVALID_NUMBER' }],
  ])('is understood with %s', (_name, body) => {
    for (const status of [200, 400]) {
      expect(classify(status, body)).toMatchObject({ kind: 'refused', code: 'INVALID_NUMBER', proven: true });
    }
  });

  test('proves no code if it names several', () => {
    const message = 'INVALID_NUMBER or MISSING_PARAMETERS';
    expect(classify(400, { success: false, message })).toMatchObject({ code: null, proven: false });
  });

  test('isn’t mistaken for another code because of words around a longer one', () => {
    expect(classify(400, { code: 'NOT_INVALID_NUMBER_AT_ALL' })).toMatchObject({ code: null, proven: false });
  });

  test('isn’t overruled by what follows it or is inside it', () => {
    const refused = '{"success":false,"code":"INVALID_NUMBER"}';
    expect(classify(200, `${refused}{"success":true,"log_id":1}`)).toMatchObject({ code: 'INVALID_NUMBER' });
    const cutOff = '{"success":false,"earlier":{"success":true,"log_id":1},"mess';
    expect(classify(200, cutOff)).toMatchObject({ kind: 'uncertain', why: 'unreadable' });
  });
});

describe('any reply at all', () => {
  const saysSent = /"success"\s*:\s*("?)(true|1)\b/;
  const bodies = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.json(),
    fc
      .record(
        { success: fc.oneof(fc.boolean(), fc.string(), fc.nat(2)), code: fc.string(), error: fc.jsonValue() },
        { requiredKeys: [] },
      )
      .map(value => JSON.stringify(value)),
    fc.tuple(fc.string(), fc.json(), fc.string()).map(parts => parts.join('{')),
  );

  test('counts for nothing if it is nested deeper than any real reply', () => {
    const nested = (levels: number) => `{"success":true,"more":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(classify(200, nested(50))).toMatchObject({ kind: 'sent' });
    for (const levels of [101, 1000, 30_000])
      expect(classify(200, nested(levels))).toMatchObject({ kind: 'uncertain', why: 'unreadable' });
  });

  test('is classified, and is a success only if it says that it is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 999 }),
        bodies,
        fc.option(fc.string(), { nil: undefined }),
        (status, body, header) => {
          const outcome = classifyReply(status, body, header, NOW);
          if (outcome.kind === 'sent') {
            expect(body).toMatch(saysSent);
            expect(status).toBeLessThan(300);
          }
          if (outcome.kind === 'refused' && outcome.proven) expect(body).toMatch(/[A-Z_]{10}/i);
          if (outcome.kind === 'refused') expect(outcome.retryAfterMs ?? 0).toBeGreaterThanOrEqual(0);
          expect(outcome.kind).not.toBe('not_sent');
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('over the wire: random bytes as a body, and instead of HTTP', async () => {
    let answer: Buffer = Buffer.alloc(0);
    const server = await startRawServer(socket => socket.end(answer));
    const { send } = gatewayTo(server.url);
    const bytes = fc.uint8Array({ maxLength: 300 }).map(Buffer.from);
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        bytes,
        fc.integer({ min: 200, max: 599 }),
        async (http, body, status) => {
          answer = http ? reply(status, body) : body;
          const before = server.requests.length;
          const outcome = await send();
          expect(['uncertain', 'refused']).toContain(outcome.kind);
          if (!http) expect(outcome.kind).toBe('uncertain');
          expect(server.requests.length - before).toBe(1);
        },
      ),
      { numRuns: 150 },
    );
  });
});
