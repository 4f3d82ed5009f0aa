import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { createHooks } from '../src/alerts/hooks.ts';
import type { LocalNumber } from '../src/kit/number.ts';
import { messageText } from '../src/texts/parse/slack-message.ts';
import { createDice } from '../test/sim/dice.ts';
import { install } from '../test/sim/setup.ts';
import { AFTERNOON, createSimWorld, MINUTE, PADMA, SECOND, type World } from '../test/sim/world.ts';

/* Calls that follow each other at their own hook, and the texts and posts after each, on the simulator's clock. */

const words = z.array(z.array(z.string())).default([]);
const stepSchema = z.object({
  file: z.string(),
  contentType: z.string().default('application/json'),
  headers: z.record(z.string(), z.string()).default({}),
  soon: z.boolean().default(false),
  pause: z.number().default(2500),
  repeat: z.int().default(1),
  state: z.enum(['firing', 'resolved', 'test', 'other']),
  text: z.enum(['text', 'silent', 'either', 'told']),
  what: words,
  where: words,
  never: z.array(z.string()).default([]),
  notest: z.boolean().default(false),
  max: z.int().optional(),
});
type Step = z.infer<typeof stepSchema>;
export const casesSchema = z.array(z.object({ id: z.string(), steps: z.array(stepSchema) }));
type Case = z.infer<typeof casesSchema>[number];

/** The result of a step; steps within one wait share it. */
export type SeenStep = {
  step: Step;
  status: number;
  answer: string;
  texts: string[];
  posts: string[];
  wrong: string[];
};

/** Long enough for a text about an alert that came just after another one. */
const WAIT_MS = 76 * SECOND;
const CHANNEL = 'C0ONCALL001';
const KEY = 'key-of-padma-1';

/** Runs all cases in one world; returns the results of their steps. */
export async function seenSteps(
  folder: string,
  cases: readonly Case[],
): Promise<{ id: string; seen: SeenStep[] }[]> {
  const world = createSimWorld({
    dice: createDice(1),
    processes: 1,
    shared: false,
    window: 'sliding',
    start: AFTERNOON,
  });
  world.service.open(PADMA.id, KEY, 100_000);
  await install(world, { [PADMA.id]: KEY });
  const hooks: SimHook[] = [];
  for (const index of cases.keys()) hooks.push(await createHook(world, index));
  await world.start();
  const all: { id: string; seen: SeenStep[] }[] = [];
  for (const [index, { id, steps }] of cases.entries())
    all.push({ id, seen: await runSteps(world, folder, steps, hooks[index] as SimHook) });
  world.end();
  return all;
}

type SimHook = { path: string; token: string; number: string };

/** Creates a hook that texts one number and posts in one channel. */
function createHook(world: World, index: number): Promise<SimHook> {
  const number = `017${String(10_000_000 + index)}`;
  return world.inStore(async (storage, newId) => {
    const { now, wall } = storage;
    const clock = { now, wall, after: () => () => undefined };
    const parts = { ...storage, clock, newId };
    const hook = await createHooks(parts).create(PADMA.id, 'U0NUSRAT001', {
      name: 'Alerts',
      recipients: [{ kind: 'number', number: number as LocalNumber }],
      channel: CHANNEL,
      severities: ['critical', 'error', 'warning', 'none'],
    });
    if (typeof hook === 'string') throw new Error(`No hook: ${hook}`);
    return { path: `/hooks/${hook.hook.id}`, token: hook.token, number };
  });
}

async function runSteps(
  world: World,
  folder: string,
  steps: readonly Step[],
  hook: SimHook,
): Promise<SeenStep[]> {
  const start = world.clock.now() - MINUTE;
  const seen: SeenStep[] = [];
  for (const together of waits(steps)) {
    const texted = world.service.requests.length;
    const before = postsIn(world);
    const answers: (Pick<SeenStep, 'step' | 'status' | 'answer'> & { upTo?: number })[] = [];
    for (const [nth, step] of together.entries()) {
      if (nth > 0) await world.clock.run(step.pause);
      const before = answers[nth - 1];
      if (before) before.upTo = textsTo(world, hook, texted).length;
      for (let again = 0; again < step.repeat; again++)
        answers[nth] = { step, ...(await call(world, hook, folder, step, start)) };
    }
    await world.clock.run(WAIT_MS);
    const all = textsTo(world, hook, texted);
    const posts = postsIn(world).filter(post => !before.includes(post));
    const isQuiet = together.every(({ state }) => state !== 'firing');
    for (const { upTo, ...answer } of answers) {
      // A step that should be silent isn't judged by texts after the next step.
      const texts = answer.step.text === 'silent' ? all.slice(0, upTo) : all;
      seen.push({ ...answer, texts, posts, wrong: faultsOf(answer.step, texts, posts, isQuiet) });
    }
  }
  return seen;
}

const textsTo = ({ service }: World, hook: SimHook, from: number): string[] =>
  service.requests
    .slice(from)
    .flatMap(({ number, message, came }) => (number === hook.number && came === 'accepted' ? message : []));

/** Groups steps that are sent within one wait. */
function waits(steps: readonly Step[]): Step[][] {
  const all: Step[][] = [];
  for (const step of steps) {
    if (step.soon && all.length > 0) all.at(-1)?.push(step);
    else all.push([step]);
  }
  return all;
}

async function call(
  world: World,
  { path, token }: SimHook,
  folder: string,
  { file, contentType, headers }: Step,
  start: number,
) {
  const now = world.clock.now();
  const stored = readFileSync(join(folder, 'payloads', file));
  const isPacked = file.endsWith('.gz');
  const asTime = (at: number): string => new Date(at).toISOString();
  const filled = (isPacked ? gunzipSync(stored) : stored)
    .toString('latin1')
    .replace(/@NOW/g, asTime(now))
    .replace(/@START(?:\+(\d+))?/g, (_, seconds = '0') => asTime(start + Number(seconds) * SECOND));
  const raw = Buffer.from(filled, 'latin1');
  const sent = world.ask({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(contentType !== 'none' && { 'content-type': contentType }),
      ...headers,
    },
    body: isPacked ? gzipSync(raw) : raw,
  });
  await world.clock.run(2 * SECOND);
  const answer = await sent;
  return { status: answer?.status ?? 0, answer: answer?.body.trim() ?? '' };
}

/** The app's posts in Slack as plain text. */
const postsIn = ({ slack }: World): string[] =>
  slack
    .posts()
    .filter(({ author }) => author.kind === 'app')
    .map(({ text, blocks, channel }) => `${channel} ${messageText({ text, blocks } as never)}`);

const says = (texts: string, some: readonly string[], count: number): boolean =>
  some.some(word =>
    word === '#count' ? /\+\d+ more|\d{2,}/.test(texts) || count > 1 : texts.includes(word.toLowerCase()),
  );

/** @param isQuiet true if nothing fires in the same wait */
function faultsOf(
  step: Step,
  texts: readonly string[],
  posts: readonly string[],
  isQuiet: boolean,
): string[] {
  const { state, text, what: subjects, where, never, notest, max = Number.POSITIVE_INFINITY } = step;
  const allTexts = texts.join('\n').toLowerCase();
  const isOver = (text: string): boolean => /^(?:RESOLVED|\d+ resolved)/i.test(text);
  const wrong = never.filter(word => allTexts.includes(word.toLowerCase())).map(word => `says “${word}”`);
  if (text === 'silent' && texts.length > 0) wrong.push('texted');
  if (text === 'either' && isQuiet && texts.some(sms => !/^(?:RESOLVED|TEST|INFO)/.test(sms)))
    wrong.push('an alarm');
  if (text === 'told' && texts.length + posts.length === 0) wrong.push('told to nobody');
  if (text === 'text' && texts.length === 0) wrong.push('not texted');
  if (texts.length > max) wrong.push('too many texts');
  if (notest && texts.some(sms => sms.startsWith('TEST'))) wrong.push('called a test');
  if (texts.length === 0) return wrong;
  if (text === 'text' && state === 'resolved' && !texts.some(isOver)) wrong.push('not RESOLVED');
  if (text === 'text' && state === 'firing') {
    if (texts.every(isOver)) wrong.push('RESOLVED');
    for (const some of [...subjects, ...where])
      if (!says(allTexts, some, texts.length)) wrong.push(`not ${some.join('/')}`);
  }
  return wrong;
}
