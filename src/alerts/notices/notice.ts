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
 * Notices are for people who have to know or can mend something, beside the posts of a hook: no text can go, the state is full, a
 * recipient gets no texts, a hook has nobody left. A workspace has one inbox of them. They are stored with the decision that they
 * follow from, so a crash loses none; one may come twice.
 */

/** Why somebody who should be texted can't be: each has other people who can mend it. */
export const CAUSES = ['rota_empty', 'unknown_name', 'unreachable'] as const;
export type Cause = (typeof CAUSES)[number];

const undeliveredSchema = z.object({ recipient: z.string(), problem: problemSchema });

const noticeSchema = z.discriminatedUnion('kind', [
  /** For those whose turn it is, by their keys. `since`: when texts stopped, which tells one time from another. */
  z.object({
    kind: z.literal('blocked'),
    hook: z.string(),
    why: z.enum(BLOCKS),
    since: z.number(),
    recipients: z.array(z.string()),
    alerts: tallySchema,
  }),
  /** Texts can go again since then: what those people read is changed. */
  z.object({ kind: z.literal('mended'), at: z.number() }),
  z.object({ kind: z.literal('full'), untracked: countSchema }),
  z.object({
    kind: z.literal('undelivered'),
    hook: z.string(),
    cause: z.enum(CAUSES),
    to: z.array(undeliveredSchema),
  }),
  /** `rotas`: those of its recipients, and who made each. */
  z.object({
    kind: z.literal('emptied'),
    hook: z.string(),
    rotas: z.array(z.object({ name: z.string(), by: z.string() })),
  }),
]);
export type AlertNotice = z.infer<typeof noticeSchema>;
export const noticeEventSchema = noticeSchema;

/**
 * Where a notice goes: to a channel, with a mention of these people; `channel` null: to each of them. `hasLeft`: they hear because
 * whoever made the hook or rota has left.
 */
const addressSchema = z.object({
  channel: z.string().nullable(),
  people: z.array(z.string()),
  hasLeft: z.boolean(),
});
export type NoticeAddress = z.infer<typeof addressSchema>;

/** A direct message that texts can't go, until it says that this is mended. `named`: the alerts it is about. */
const blockedPostSchema = z.object({
  userId: z.string(),
  channel: z.string(),
  ts: z.string(),
  named: z.string(),
});
export type BlockedPost = z.infer<typeof blockedPostSchema>;

export const noticesSchema = z.object({
  /** Those that aren't posted yet, oldest first. */
  waiting: z.array(noticeSchema),
  /** Where the first of them still has to go; null: not found out yet. */
  addresses: z.array(addressSchema).nullable(),
  /** When each person heard that texts can't go, of the time since which they can't. */
  blocked: z.object({ since: z.number(), heard: z.record(z.string(), z.number()) }).nullable(),
  blockedPosts: z.array(blockedPostSchema),
  /** When what was last said, by hook and cause. */
  said: z.record(z.string(), z.number()),
  /** Failed attempts since the last success. */
  failures: z.int(),
});
export type Notices = z.infer<typeof noticesSchema>;

export const NO_NOTICES: Notices = {
  waiting: [],
  addresses: null,
  blocked: null,
  blockedPosts: [],
  said: {},
  failures: 0,
};

/** How soon the same is said again. */
export const SAY_AGAIN_MS = HOUR_MS;
/** Of more direct messages that texts can't go, the oldest stay as they are. */
const MAX_BLOCKED_POSTS = 100;
/** How many recipients a notice names; the post of the alerts names others. */
const MAX_NAMED = 10;

export const noticesOf = (workspace: string): InboxAddress => ({ kind: 'notices', workspace, name: '' });

/** Why a recipient can't be texted, as far as somebody can mend that; null: it mends itself, or isn't about them. */
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

/** Notices that recipients of a hook can't be texted: one for each cause, and for each rota. */
export function undelivered(hook: string, all: readonly Undeliverable[]): AlertNotice[] {
  const mendable = all.flatMap(({ recipient, problem }) => {
    const cause = causeOf({ problem });
    return cause && problem ? [{ cause, recipient, problem }] : [];
  });
  const byCause = Map.groupBy(mendable, ({ cause, recipient }) =>
    cause === 'rota_empty' ? recipient : cause,
  );
  return [...byCause.values()].flatMap(([first, ...others]) =>
    first
      ? {
          kind: 'undelivered' as const,
          hook,
          cause: first.cause,
          to: [first, ...others]
            .slice(0, MAX_NAMED)
            .map(({ recipient, problem }) => ({ recipient, problem })),
        }
      : [],
  );
}

/** What follows from a decision, for `state` after it. @param wasBlocked whether texts couldn't go before it */
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

/** Adds notices; what was said within the hour isn't said again. */
export function withNotices(before: Notices, events: readonly AlertNotice[], now: number): Notices {
  const said = Object.fromEntries(Object.entries(before.said).filter(([, at]) => now - at < SAY_AGAIN_MS));
  const waiting = [...before.waiting];
  for (const event of events) {
    if (event.kind === 'blocked' || event.kind === 'full' || event.kind === 'mended') {
      // The first one may be on its way to some people already.
      const place = waiting.findLastIndex(
        (one, index) => (index > 0 || !before.addresses) && isAlike(one, event),
      );
      if (place >= 0) waiting[place] = joined(waiting[place] ?? event, event);
      else waiting.push(event);
      continue;
    }
    const key = keyOf(event);
    if (said[key] !== undefined) continue;
    said[key] = now;
    waiting.push(event);
  }
  return { ...before, waiting, said };
}

/** A direct message that texts can't go was posted. */
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

function keyOf(notice: Extract<AlertNotice, { kind: 'undelivered' | 'emptied' }>): string {
  if (notice.kind === 'emptied') return `${notice.hook} emptied`;
  const { hook, cause, to } = notice;
  return `${hook} ${cause === 'rota_empty' ? (to[0]?.recipient ?? '') : cause}`;
}
