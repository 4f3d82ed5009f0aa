import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Alert } from '../src/alerts/alert.ts';
import { matchOpenAlert } from '../src/alerts/match.ts';
import { readForm } from '../src/alerts/payloads/form.ts';
import type { ReadCall } from '../src/alerts/payloads/payload.ts';
import { readCall } from '../src/alerts/payloads/read.ts';
import { runToEnd } from '../src/kit/fair-scheduler.ts';
import { countParts } from '../src/texts/parts.ts';
import { shownAfter } from '../test/support/alert-shown.ts';
import { casesSchema, type SeenStep, seenSteps } from './call-steps.ts';

/*
 * Rates the app's reading of webhooks in a folder against its truth.json (and truth-variants.json, which has steps): `node
 * tools/alert-samples.ts <folder>`, with `-v` for each text and post. It reads texts and posts as people would.
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
function call(file: string, type: string): ReadCall {
  const body = readFileSync(join(folder, file));
  const sent = runToEnd(readForm(body, { type, encoding: '' }, body.length));
  if (sent.kind === 'unreadable') throw new Error(`${file}: ${sent.error}`);
  return runToEnd(readCall(sent.values, { idempotencyKey: null, callId: file }));
}

const says = (text: string, alternatives: readonly (readonly string[])[], counts = 0): boolean =>
  alternatives.every(some =>
    some.some(word =>
      word === '#count'
        ? new RegExp(`\\+${counts - 1} more|x${counts}\\b`).test(text)
        : text.toLowerCase().includes(word.toLowerCase()),
    ),
  );

const firingAgain = (alert: Alert): Alert => ({ ...alert, status: 'firing' });

/** Keeps a link's words, because readers don't see its address. */
const withoutAddresses = (text: string): string => text.replace(/ \(https?:\S*\)/g, '');

function rate(truth: Truth) {
  const before = truth.after && call(truth.after, truth.contentType);
  const read = call(truth.file, truth.contentType);
  const payload = read.kind === 'read' ? (read.payloads[0] ?? null) : null;
  const [first] = payload?.alerts ?? [];
  const state = payload?.test
    ? 'test'
    : payload?.alerts.some(({ status }) => status === 'firing')
      ? 'firing'
      : payload
        ? 'resolved'
        : read.kind;
  const earlier = before && before.kind === 'read' ? before.payloads.flatMap(({ alerts }) => alerts) : [];
  const isOfBefore =
    first &&
    (earlier.some(alert => alert.fingerprint === first.fingerprint) ||
      matchOpenAlert(first, earlier) !== null);
  const isTexted = payload !== null && (state !== 'resolved' || isOfBefore || truth.after === undefined);
  const calls = [before, read].flatMap(result => (result && result.kind === 'read' ? result.payloads : []));
  const fires = payload && { ...payload, alerts: payload.alerts.map(firingAgain) };
  // A recovery without an earlier call stands for an alert that was texted before.
  const shown = shownAfter(state === 'resolved' && fires && !before ? [fires, ...calls] : calls);
  const text = isTexted ? shown.text : '';
  const post = isTexted ? withoutAddresses(shown.post) : '';
  const alerts = payload?.alerts.length ?? 0;
  const isAsked = truth.text !== 'silent' && (truth.text === 'text' || isTexted);
  const hasState = ['firing', 'resolved', 'test'].includes(truth.state) && isAsked;
  return {
    file: truth.file,
    text,
    post: shown.post,
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

function rateAlerts(truths: readonly Truth[]): void {
  const results = truths.map(rate);
  for (const { file, text, post, answer, sender, state, columns } of results) {
    const wrong = Object.entries(columns).flatMap(([name, right]) => (right === false ? name : []));
    if (verbose || wrong.length > 0)
      say(`${file} (${sender ?? 'unknown'}, ${state})\n  ${text || answer}\n${post}`);
    if (wrong.length > 0) say(`  wrong: ${wrong.join(', ')}`);
  }
  for (const name of ['what', 'where', 'post', 'state', 'texted', 'one part'] as const) {
    const rated = results.filter(({ columns }) => columns[name] !== null);
    const right = rated.filter(({ columns }) => columns[name]);
    say(`${name}: ${right.length} of ${rated.length} (${percent(right.length / rated.length)})`);
  }
}

function sayStep({ step, status, answer, texts, posts, wrong }: SeenStep): void {
  say(
    `  ${wrong.length > 0 ? `WRONG (${wrong.join(', ')})` : 'right'}: ${step.file}, ${step.state}, ${step.text}`,
  );
  say(`    ${status} ${answer.slice(0, 300)}`);
  for (const text of texts) say(`    text ${text}`);
  for (const post of posts) say(`    post ${post.replaceAll('\n', ' ¦ ').slice(0, 300)}`);
}

async function rateSteps(truth: unknown, name: string): Promise<void> {
  const seen = await seenSteps(folder, casesSchema.parse(truth));
  for (const { id, seen: steps } of seen) {
    if (!verbose && steps.every(({ wrong }) => wrong.length === 0)) continue;
    say(id);
    for (const step of steps) sayStep(step);
  }
  const steps = seen.flatMap(result => result.seen);
  const right = steps.filter(({ wrong }) => wrong.length === 0);
  say(`${name}: ${right.length} of ${steps.length} steps (${percent(right.length / steps.length)})`);
}

for (const name of ['truth.json', 'truth-variants.json']) {
  const path = join(folder, name);
  if (!existsSync(path)) continue;
  const truth: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (casesSchema.safeParse(truth).success) await rateSteps(truth, name);
  else rateAlerts(truthSchema.parse(truth));
}
