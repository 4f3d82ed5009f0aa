import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sentBody } from '../src/alerts/payloads/body.ts';
import type { ReadPayload } from '../src/alerts/payloads/payload.ts';
import { readPayload } from '../src/alerts/payloads/read.ts';
import { placed } from '../src/domain/alert.ts';
import { atOnce } from '../src/domain/in-turns.ts';
import { countParts } from '../src/domain/parts.ts';
import { textAbout } from '../test/support/alert-texts.ts';

/*
 * Counts what becomes of webhooks in a folder, against its truth.json: `node tools/alert-samples.ts <folder>`, with `-v` for
 * each text, too. What a post says is taken from what the alerts carry for it.
 */

const words = z.array(z.array(z.string()));
const truthSchema = z.array(
  z.object({
    file: z.string(),
    state: z.string(),
    text: z.enum(['text', 'silent', 'either']),
    severity: z.string().nullish(),
    what: words,
    where: words,
    after: z.string().optional(),
    contentType: z.string().default('application/json'),
    answer: z.string().optional(),
  }),
);
type Truth = z.infer<typeof truthSchema>[number];

const [folder = '.', verbose] = process.argv.slice(2);
const truths = truthSchema.parse(JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')));

function call(file: string, contentType: string): ReadPayload {
  const body = atOnce(sentBody(readFileSync(join(folder, file)), contentType));
  if (body === undefined) throw new Error(`${file} can’t be read as ${contentType}`);
  return atOnce(readPayload(body, { idempotencyKey: null, callId: file }));
}

const says = (text: string, wanted: readonly (readonly string[])[], counts = 0): boolean =>
  wanted.every(some =>
    some.some(word =>
      word === '#count'
        ? new RegExp(`\\+${counts - 1} more|x${counts}\\b`).test(text)
        : text.toLowerCase().includes(word.toLowerCase()),
    ),
  );

function judge(truth: Truth) {
  const before = truth.after && call(truth.after, truth.contentType);
  const read = call(truth.file, truth.contentType);
  const payload = read.kind === 'read' ? read.payload : null;
  const [first] = payload?.alerts ?? [];
  const state = payload?.test
    ? 'test'
    : payload?.alerts.some(({ status }) => status === 'firing')
      ? 'firing'
      : payload
        ? 'resolved'
        : read.kind;
  const known =
    before && before.kind === 'read'
      ? before.payload.alerts.map(({ fingerprint }) => `${before.payload.group} ${fingerprint}`)
      : [];
  const isOfBefore = first && known.includes(`${payload?.group} ${first.fingerprint}`);
  const isTexted = payload !== null && (state !== 'resolved' || isOfBefore || truth.after === undefined);
  const text = payload && isTexted ? textAbout(payload) : '';
  const post = (payload?.alerts ?? [])
    .map(alert => {
      const { summary, description, message, composed } = alert.facts;
      return [
        placed(alert),
        summary,
        description,
        composed ? message : '',
        alert.severity,
        alert.status,
      ].join('\n');
    })
    .join('\n');
  const alerts = payload?.alerts.length ?? 0;
  const isAsked = truth.text !== 'silent' && (truth.text === 'text' || isTexted);
  const hasState = ['firing', 'resolved', 'test'].includes(truth.state) && isAsked;
  return {
    file: truth.file,
    text,
    answer: read.kind === 'read' ? '' : read.kind === 'wrong' ? read.problem.error : read.why,
    state,
    sender: read.sender,
    columns: {
      what: isAsked && truth.what.length > 0 ? says(text, truth.what) : null,
      where: isAsked && truth.where.length > 0 ? says(text, truth.where, alerts) : null,
      post:
        isAsked && truth.what.length > 0 ? says(post, truth.what) && says(post, truth.where, alerts) : null,
      state: hasState ? state === truth.state : null,
      texted: truth.text === 'either' ? null : isTexted === (truth.text === 'text'),
      'one part': text === '' ? null : countParts(text).parts === 1,
    },
  };
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const judged = truths.map(judge);
for (const { file, text, answer, sender, state, columns } of judged) {
  const wrong = Object.entries(columns).flatMap(([name, right]) => (right === false ? name : []));
  if (verbose || wrong.length > 0) say(`${file} (${sender ?? 'unknown'}, ${state})\n  ${text || answer}`);
  if (wrong.length > 0) say(`  wrong: ${wrong.join(', ')}`);
}
for (const name of ['what', 'where', 'post', 'state', 'texted', 'one part'] as const) {
  const asked = judged.filter(({ columns }) => columns[name] !== null);
  const right = asked.filter(({ columns }) => columns[name]);
  say(`${name}: ${right.length} of ${asked.length} (${percent(right.length / asked.length)})`);
}
