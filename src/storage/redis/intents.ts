import { z } from 'zod';
import { parseCredits, toMillionths } from '../../domain/credits.ts';
import { type Intent, isUnattended } from '../../domain/intent.ts';
import { type Limit, limitProblem } from '../../domain/limits.ts';
import type { Outbox, Plan } from '../ports.ts';
import { readEach } from '../reading.ts';
import { conclusionOf } from '../report-rows.ts';
import { fromIntent, hasPeople, laneNumber, toIntent } from '../rows.ts';
import { samenessOf } from '../sameness.ts';
import type { Asides } from './aside.ts';
import type { Connection } from './connection.ts';
import { gathering } from './gathering.ts';
import { PREFIX } from './prefix.ts';
import type { Scripts } from './scripts.ts';

type Intents = Pick<
  Outbox,
  'add' | 'accept' | 'leaseOpen' | 'nextOpen' | 'postpone' | 'plan' | 'intent' | 'intentBy'
>;

/** The same-text question looks back two minutes; what it looks at is kept a little longer. */
const SAME_SECONDS = 600;

/** So many plans in one script: more would keep Redis to themselves for too long. */
const TOGETHER = 20;

type PlanGiven = Record<string, unknown>;

const added = z.enum(['added', 'known']);
const planned = z.enum(['planned', 'asked', 'refused', 'stale']);
const accepted = z.enum(['planned', 'asked', 'refused', 'known']);
/** The limit that is gone over, what is used of it, what was to come, and the last cost with its parts. */
const exceeded = z.tuple([
  z.enum(['person', 'workspace']),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.string().nullable(),
  z.int().nullable(),
]);

/** The id of an intent, and its words; null: they are gone. */
const leasedSchema = z.array(z.tuple([z.string(), z.string().nullable()]));

export function createIntents(
  connection: Connection,
  scripts: Scripts,
  asides: Asides,
  { newId, wall }: { newId: () => string; wall: (at: number) => number },
): Intents {
  const write = (plans: PlanGiven[]) =>
    scripts.runEach('plan', 'plans', plans, { sameSeconds: SAME_SECONDS });
  // Somebody waits for each, so no group waits for another; and none waits for one with many texts.
  const writeTogether = gathering({ most: TOGETHER, atOnce: Number.POSITIVE_INFINITY, run: write });
  async function writeAlone(plan: PlanGiven): Promise<unknown> {
    const [answer] = await write([plan]);
    if (answer instanceof Error) throw answer;
    return answer;
  }

  return {
    async add(intent, leaseUntil) {
      const given = { ...toGiven(intent), now: intent.acceptedAt, leaseUntil };
      return added.parse(await scripts.runInTime('add', given));
    },
    async leaseOpen(now, leaseUntil, limit) {
      const leased = leasedSchema.parse(await scripts.runInTime('lease-open', { now, leaseUntil, limit }));
      const rows = leased.map(([id, body]) => ({ id, body }));
      const { values, unreadable } = readEach(rows, toIntent);
      const aside = unreadable.map(
        ({ row, why }) => ({ kind: 'intent', id: row.id, why, tell: hasPeople(row) }) as const,
      );
      await asides.put(aside, now);
      return values;
    },
    nextOpen: () => firstScore(connection, 'open'),
    async postpone(id, till, why, now) {
      const detail = JSON.stringify({ waiting: { why, until: null } });
      await scripts.run('postpone', { id, till, detail, now });
    },
    async plan(id, plan, now) {
      const answer = await writeAlone({ id, ...toPlanGiven(plan, newId, wall(now)), now });
      if (plan.kind === 'refused' || !Array.isArray(answer)) return planned.parse(answer);
      return this.plan(id, refusedOver(plan, answer, wall(now)), now);
    },
    async accept(intent, plan, now) {
      const given = { ...toGiven(intent), ...toPlanGiven(plan, newId, wall(now)), isNew: true, now };
      const hasMany = plan.kind === 'texts' && plan.texts.length > 1;
      const write = hasMany ? writeAlone : writeTogether;
      const answer = await scripts.inTime(deadline => write({ ...given, deadline }));
      if (plan.kind === 'refused' || !Array.isArray(answer)) return accepted.parse(answer);
      return this.accept(intent, refusedOver(plan, answer, wall(now)), now);
    },
    async intentBy(workspace, identity) {
      const id = await connection.ask(client => client.hGet(`${PREFIX}identity:${workspace}`, identity));
      const body = id && (await connection.ask(client => client.hGet(`${PREFIX}intent:${id}`, 'body')));
      return body ? toIntent({ body }) : null;
    },
    async intent(workspace, id) {
      const [owner, body] = await connection.ask(client =>
        client.hmGet(`${PREFIX}intent:${id}`, ['workspace', 'body']),
      );
      return owner === workspace && body ? toIntent({ body }) : null;
    },
  };
}

const toArgument = ({ texts, credits }: Limit) => ({
  texts,
  millionths: credits === null ? null : toMillionths(credits),
});

/** A plan as its script takes it. `madeAt`: when it is written, by the time of day. */
function toPlanGiven(plan: Plan, newId: () => string, madeAt: number) {
  if (plan.kind === 'refused') {
    const { problem } = plan;
    return { conclusion: conclusionOf(plan, problem), refusal: JSON.stringify({ problem }) };
  }
  const { fingerprint, askIfSince, limits, again } = plan;
  return {
    conclusion: plan.omitted.length > 0 ? conclusionOf(plan, null) : null,
    fingerprint,
    madeAt,
    askIfSince,
    limits: limits && { person: toArgument(limits.person), workspace: toArgument(limits.workspace) },
    again,
    texts: plan.texts.map(text => ({
      ...text,
      id: newId(),
      lane: laneNumber(text.lane),
      sameness: samenessOf(text),
    })),
  };
}

/** The script found a limit gone over by the same sums, and wrote nothing; this puts it into words, to be written. */
function refusedOver(plan: Extract<Plan, { kind: 'texts' }>, answer: unknown, at: number): Plan {
  const [of, texts, millionths, open, wantedTexts, wantedParts, cost, costParts] = exceeded.parse(answer);
  const amount = parseCredits(cost ?? '');
  const past = amount === null || costParts === null ? null : { cost: amount, parts: costParts };
  const limit = plan.limits?.[of];
  const wanted = { texts: wantedTexts, parts: wantedParts };
  const problem = limit && limitProblem(of, limit, { texts, millionths, open }, wanted, past, at);
  if (!problem) throw new Error(`A limit is said to be gone over that is not: ${of}`);
  return { kind: 'refused', problem, omitted: plan.omitted };
}

/** An intent as scripts take it. */
export function toGiven(intent: Intent) {
  const { id, workspace, identity, actor, source, of } = intent;
  return {
    id,
    workspace,
    identity,
    actor,
    unattended: isUnattended(source),
    of: source === 'again' ? of : null,
    body: fromIntent(intent),
  };
}

/** The lowest score of a sorted set of ours; null when it is empty. */
export async function firstScore(connection: Connection, name: string): Promise<number | null> {
  const [first] = await connection.ask(client => client.zRangeWithScores(`${PREFIX}${name}`, 0, 0));
  return first?.score ?? null;
}
