import { z } from 'zod';
import { HOUR_MS } from '../../kit/day.ts';
import type { InboxAddress, InboxCommit } from '../../kit/inbox/model.ts';
import { addCounts, countSchema } from '../../kit/json.ts';
import { problemSchema } from '../../kit/problem.ts';
import { addTallies, mentionOf, tallyOf, tallySchema } from '../policy/channel/alert-summary.ts';
import type { Undeliverable } from '../policy/channel/channel-update.ts';
import type { Decision } from '../policy/decide.ts';
import { type AlertState, BLOCKS, isFiring } from '../policy/incidents/state.ts';

/*
 * Notices tell the people who can mend a trouble, in addition to the posts of a hook: no text can go, the state is full, a recipient can't
 * be texted, or a hook no longer has a recipient who can be texted. A workspace has one inbox of notices. They are stored in the commit of
 * their decision, so a crash loses none. A notice may be posted twice.
 */

/** Why a recipient can't be texted. Different people can mend each cause. */
export const CAUSES = ['rota_empty', 'unknown_name', 'unreachable'] as const;
export type Cause = (typeof CAUSES)[number];

const undeliveredSchema = z.object({ recipient: z.string(), problem: problemSchema });

export const noticeSchema = z.discriminatedUnion('kind', [
  /** For the recipients whose turn it is, by their keys. `since`: when texts stopped; it identifies the block. */
  z.object({
    kind: z.literal('blocked'),
    hook: z.string(),
    why: z.enum(BLOCKS),
    since: z.number(),
    recipients: z.array(z.string()),
    alerts: tallySchema,
  }),
  /** Texts can go again since `at`, so the messages about the block change. */
  z.object({ kind: z.literal('mended'), at: z.number() }),
  z.object({ kind: z.literal('full'), untracked: countSchema }),
  z.object({
    kind: z.literal('undelivered'),
    hook: z.string(),
    cause: z.enum(CAUSES),
    to: z.array(undeliveredSchema),
  }),
  /** `rotas`: the hook's rotas, and who made each. */
  z.object({
    kind: z.literal('emptied'),
    hook: z.string(),
    rotas: z.array(z.object({ name: z.string(), by: z.string() })),
  }),
]);
export type AlertNotice = z.infer<typeof noticeSchema>;

/**
 * The address of a notice: a channel, where it mentions `people`, or each of `people` if `channel` is null. `hasLeft`: they are admins,
 * because the maker of the hook or rota has left.
 */
const addressSchema = z.object({
  channel: z.string().nullable(),
  people: z.array(z.string()),
  hasLeft: z.boolean(),
});
export type NoticeAddress = z.infer<typeof addressSchema>;

/** A direct message about blocked texts, until it says that they can go again. `named`: the names of its alerts. */
const blockedPostSchema = z.object({
  userId: z.string(),
  channel: z.string(),
  ts: z.string(),
  named: z.string(),
});
export type BlockedPost = z.infer<typeof blockedPostSchema>;

export const noticesSchema = z.object({
  /** Notices that aren't posted yet, oldest first. */
  waiting: z.array(noticeSchema),
  /** The remaining addresses of the first notice; null until they are looked up. */
  addresses: z.array(addressSchema).nullable(),
  /** The current block, and when each person last heard of it. */
  blocked: z.object({ since: z.number(), heard: z.record(z.string(), z.number()) }).nullable(),
  blockedPosts: z.array(blockedPostSchema),
  /** When each notice about recipients was last added, by hook and cause. */
  lastAt: z.record(z.string(), z.number()),
  /** Failed attempts since the last success. */
  failures: z.int(),
});
export type Notices = z.infer<typeof noticesSchema>;

export const NO_NOTICES: Notices = {
  waiting: [],
  addresses: null,
  blocked: null,
  blockedPosts: [],
  lastAt: {},
  failures: 0,
};

/** The shortest time between two notices about the same trouble. */
export const SAY_AGAIN_MS = HOUR_MS;
/** Beyond this number of direct messages about a block, the oldest don't change any more. */
const MAX_BLOCKED_POSTS = 100;
/** The most recipients that a notice names. The posts of their alerts name the remaining ones. */
const MAX_NAMED = 10;

export const noticesOf = (workspace: string): InboxAddress => ({ kind: 'notices', workspace, name: '' });

/** The cause of a problem that a person can mend; null if it ends by itself or isn't about the recipient. */
export function causeOf({ problem }: Pick<Undeliverable, 'problem'>): Cause | null {
  switch (problem?.kind) {
    case 'NOBODY_ON_CALL':
      return 'rota_empty';
    case 'NAME_UNKNOWN':
    case 'NAME_SHARED':
      return 'unknown_name';
    case 'TEAMMATE_UNKNOWN':
    case 'TEAMMATE_WITHOUT_NUMBER':
    case 'TEAMMATE_NUMBER_INVALID':
    case 'TEAMMATE_DEACTIVATED':
    case 'NUMBER_INVALID':
    case 'NUMBER_BLOCKED':
    case 'NEVER_TEXT':
    case 'CHOSEN_GONE':
    case 'GROUP_UNKNOWN':
    case 'GROUP_EMPTY':
    case 'GROUP_UNREADABLE':
    case 'NAMED_GROUP_EMPTY':
    case 'CONTACT_UNREADABLE':
    case 'RECIPIENTS_TOO_MANY':
      return 'unreachable';
    case 'SERVICE_REFUSED':
      return 'code' in problem && problem.code === 'INVALID_NUMBER' ? 'unreachable' : null;
    default:
      return null;
  }
}

/** Notices about recipients of a hook who can't be texted: one for each cause, and for each rota. */
export function undelivered(hook: string, all: readonly Undeliverable[]): AlertNotice[] {
  const mendable = all.flatMap(({ recipient, problem }) => {
    const cause = causeOf({ problem });
    return cause && problem ? [{ cause, recipient, problem }] : [];
  });
  const byCause = Map.groupBy(mendable, ({ cause, recipient }) =>
    cause === 'rota_empty' ? recipient : cause,
  );
  return [...byCause.values()].flatMap(alike =>
    alike[0]
      ? {
          kind: 'undelivered' as const,
          hook,
          cause: alike[0].cause,
          to: alike.slice(0, MAX_NAMED).map(({ recipient, problem }) => ({ recipient, problem })),
        }
      : [],
  );
}

/** The notices of a decision, by the state after it. @param wasBlocked true if texts couldn't go before the decision */
export function noticeEvents(
  workspace: string,
  { notices, updates }: Pick<Decision, 'notices' | 'updates'>,
  { incidents, blocked }: Pick<AlertState, 'incidents' | 'blocked'>,
  { wasBlocked, now }: { wasBlocked: boolean; now: number },
): InboxCommit['events'] {
  const firingIn = (ids: ReadonlySet<number>) =>
    [...incidents.values()].filter(({ id }) => ids.has(id)).flatMap(({ alerts }) => alerts.filter(isFiring));
  const all: AlertNotice[] = [
    ...(wasBlocked && !blocked ? [{ kind: 'mended' as const, at: now }] : []),
    ...notices.flatMap((notice): AlertNotice[] => {
      if (notice.kind === 'full') return [notice];
      if (!blocked) return [];
      const { kind, hook, why, recipients, incidents: ids } = notice;
      const alerts = tallyOf(firingIn(new Set(ids)).map(alert => mentionOf(alert)));
      return [{ kind, hook, why, since: blocked.since, recipients: [...recipients], alerts }];
    }),
    ...updates.flatMap(({ hook, undeliverable }) => undelivered(hook, undeliverable)),
  ];
  return all.map(notice => ({ address: noticesOf(workspace), body: JSON.stringify(notice) }));
}

/** Adds notices. A notice about recipients is added once an hour at most; the others are merged while they wait. */
export function withNotices(before: Notices, events: readonly AlertNotice[], now: number): Notices {
  const lastAt = Object.fromEntries(
    Object.entries(before.lastAt).filter(([, at]) => now - at < SAY_AGAIN_MS),
  );
  const waiting = [...before.waiting];
  for (const event of events) {
    if (event.kind === 'blocked' || event.kind === 'full' || event.kind === 'mended') {
      // Some people may have got the first notice already.
      const place = waiting.findLastIndex(
        (notice, index) => (index > 0 || !before.addresses) && isAlike(notice, event),
      );
      if (place >= 0) waiting[place] = joined(waiting[place] ?? event, event);
      else waiting.push(event);
      continue;
    }
    const key = noticeKeyOf(event);
    if (lastAt[key] !== undefined) continue;
    lastAt[key] = now;
    waiting.push(event);
  }
  return { ...before, waiting, lastAt };
}

/** Remembers a direct message about a block, to change it later. */
export const withBlockedPost = (state: Notices, post: BlockedPost): Notices => ({
  ...state,
  blockedPosts: [...state.blockedPosts.slice(1 - MAX_BLOCKED_POSTS), post],
});

const isAlike = (one: AlertNotice, other: AlertNotice): boolean =>
  one.kind === 'blocked' && other.kind === 'blocked'
    ? one.hook === other.hook && one.since === other.since
    : one.kind === other.kind;

function joined(one: AlertNotice, other: AlertNotice): AlertNotice {
  if (one.kind === 'blocked' && other.kind === 'blocked')
    return {
      ...other,
      recipients: [...new Set([...one.recipients, ...other.recipients])],
      alerts: addTallies(one.alerts, other.alerts),
    };
  if (one.kind === 'full' && other.kind === 'full')
    return { ...other, untracked: addCounts(one.untracked, other.untracked) };
  return other;
}

function noticeKeyOf(notice: Extract<AlertNotice, { kind: 'undelivered' | 'emptied' }>): string {
  if (notice.kind === 'emptied') return `${notice.hook} emptied`;
  const { hook, cause, to } = notice;
  return `${hook} ${cause === 'rota_empty' ? (to[0]?.recipient ?? '') : cause}`;
}
