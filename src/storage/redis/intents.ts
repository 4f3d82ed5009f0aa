import { z } from 'zod';
import { parseCredits, toMillionths } from '../../domain/credits.ts';
import { type Intent, isUnattended } from '../../domain/intent.ts';
import { type Limit, limitProblem } from '../../domain/limits.ts';
import type { Problem } from '../../domain/problem.ts';
import { StorageError } from '../errors.ts';
import type { Outbox, Plan, Planned } from '../ports.ts';
import { conclusionOf, laneNumber, toIntent } from '../rows.ts';
import { samenessOf } from '../sameness.ts';
import type { Connection } from './connection.ts';
import { PREFIX } from './prefix.ts';
import type { Scripts } from './scripts.ts';

type Intents = Pick<Outbox, 'add' | 'leaseOpen' | 'nextOpen' | 'postpone' | 'plan' | 'intent' | 'intentBy'>;

/** The same-text question looks back two minutes; what it looks at is kept a little longer. */
const SAME_SECONDS = 600;

const added = z.enum(['added', 'known']);
const planned = z.enum(['planned', 'asked', 'refused', 'stale']);
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

export function createIntents(connection: Connection, scripts: Scripts, newId: () => string): Intents {
  return {
    async add(intent, leaseUntil) {
      const given = { ...toGiven(intent), now: intent.acceptedAt, leaseUntil };
      const answer = await scripts.runInTime('add', given);
      if (answer === 'late') throw new StorageError('Redis came to it too late: nothing was written.');
      return added.parse(answer);
    },
    async leaseOpen(now, leaseUntil, limit) {
      const bodies = z
        .array(z.string())
        .parse(await scripts.runInTime('lease-open', { now, leaseUntil, limit }));
      return bodies.map(body => toIntent({ body }));
    },
    nextOpen: () => firstScore(connection, 'open'),
    async postpone(id, till, why, now) {
      const detail = JSON.stringify({ waiting: { why, until: null } });
      await scripts.run('postpone', { id, till, detail, now });
    },
    async plan(id, plan, now): Promise<Planned> {
      const what =
        plan.kind === 'refused'
          ? { refusal: JSON.stringify({ problem: plan.problem }) }
          : {
              fingerprint: plan.fingerprint,
              askIfSince: plan.askIfSince,
              limits: plan.limits && {
                person: toArgument(plan.limits.person),
                workspace: toArgument(plan.limits.workspace),
              },
              again: plan.again,
              texts: plan.texts.map(text => ({
                ...text,
                id: newId(),
                lane: laneNumber(text.lane),
                sameness: samenessOf(text),
              })),
            };
      const problem = plan.kind === 'refused' ? plan.problem : null;
      const given = { id, now, sameSeconds: SAME_SECONDS, conclusion: conclusionOf(plan, problem), ...what };
      const answer = await scripts.run('plan', given);
      if (plan.kind === 'refused' || !Array.isArray(answer)) return planned.parse(answer);
      const over = problemOf(plan, exceeded.parse(answer), now);
      return this.plan(id, { kind: 'refused', problem: over, omitted: plan.omitted }, now);
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

/** The script found a limit gone over by the same sums; this puts it into words. */
function problemOf(
  plan: Extract<Plan, { kind: 'texts' }>,
  [of, texts, millionths, open, wantedTexts, wantedParts, cost, costParts]: z.infer<typeof exceeded>,
  now: number,
): Problem {
  const amount = parseCredits(cost ?? '');
  const past = amount === null || costParts === null ? null : { cost: amount, parts: costParts };
  const limit = plan.limits?.[of];
  const wanted = { texts: wantedTexts, parts: wantedParts };
  const problem = limit && limitProblem(of, limit, { texts, millionths, open }, wanted, past, now);
  if (!problem) throw new Error(`A limit is said to be gone over that is not: ${of}`);
  return problem;
}

/** An intent as scripts take it. */
export function toGiven(intent: Intent) {
  const { id, workspace, identity, actor, source, of } = intent;
  return {
    id,
    workspace,
    identity,
    actor,
    unattended: Number(isUnattended(source)),
    of: source === 'again' ? of : null,
    body: JSON.stringify(intent),
  };
}

/** The lowest score of a sorted set of ours; null when it is empty. */
export async function firstScore(connection: Connection, name: string): Promise<number | null> {
  const [first] = await connection.ask(client => client.zRangeWithScores(`${PREFIX}${name}`, 0, 0));
  return first?.score ?? null;
}
