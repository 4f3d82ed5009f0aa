import { type Clock, doubled } from '../../kit/clock.ts';
import type { FairScheduler } from '../../kit/fair-scheduler.ts';
import type { LeasedInbox } from '../../kit/inbox/model.ts';
import { pack, readInbox } from '../../kit/inbox/reading.ts';
import type { Inboxes } from '../../kit/inbox/store.ts';
import { createInboxWorker } from '../../kit/inbox/worker.ts';
import type { Pinned, Poster } from '../../kit/slack/posting.ts';
import type { Handling } from '../../kit/stalls/handling.ts';
import type { WordsFor } from '../../kit/words/wording.ts';
import type { Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import type { People } from '../../workspace/people.ts';
import type { Hook, Hooks } from '../hooks.ts';
import type { Block } from '../policy/incidents/state.ts';
import type { FindOnCall } from '../recipient-lookup.ts';
import type { Menders } from './menders.ts';
import { mendedMessage, namedInEnding, noticeMessage, type SaidNotice } from './message.ts';
import {
  type AlertNotice,
  type BlockedPost,
  NO_NOTICES,
  type NoticeAddress,
  type Notices,
  noticeSchema,
  noticesOf,
  noticesSchema,
  SAY_AGAIN_MS,
  withBlockedPost,
  withNotices,
} from './notice.ts';

/** An attempt may take a look-up of some seconds and a request of five. */
const LEASE_MS = 30_000;
/** Slack allows about one message a second. */
const GAP_MS = 1000;
const WAIT_MS = { first: 2000, last: 5 * 60_000 };

const SCHEMAS = { state: noticesSchema, event: noticeSchema };

/** Posts notices, one message at a time, and changes messages about a block once it is mended. */
export function createNotices(deps: {
  inboxes: Inboxes;
  hooks: Pick<Hooks, 'remembered'>;
  menders: Menders;
  findOnCall: FindOnCall;
  people: Pick<People, 'admins'>;
  /** Why no text of a workspace can go now; null if texts can go. */
  blockOf: (workspace: string) => Promise<Block | null>;
  poster: Pick<Poster, 'pin' | 'update'>;
  words: Pick<WordsFor, 'of' | 'in'>;
  runFairly: FairScheduler;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
}): Worker & { tell(workspace: string, notices: readonly AlertNotice[]): Promise<void> } {
  const { inboxes, hooks, menders, findOnCall, people, blockOf, poster, words, clock, log, newId } = deps;

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace } = leased.address;
    const read = await deps.runFairly(workspace, readInbox(leased, SCHEMAS, newId));
    const { state, earlier, events, unreadable, toCommit } = read;
    const [before = NO_NOTICES, ...furtherStates] = [...(state ? [state] : []), ...earlier];
    const quarantined = furtherStates.flatMap(({ waiting }) => waiting);
    const notices = withNotices(before, [...quarantined, ...events], clock.now());
    const [first] = notices.waiting;
    const { next, dueAt } = first ? await handle(workspace, notices, first) : { next: notices, dueAt: null };
    const stored = pack(JSON.stringify(next));
    await inboxes.commit(
      toCommit,
      { state: stored, dueAt, intents: [], events: [], unreadable },
      clock.now(),
    );
  }

  type Handled = { next: Notices; dueAt: number | null };

  const handle = (workspace: string, state: Notices, notice: AlertNotice): Promise<Handled> =>
    notice.kind === 'mended' ? mend(workspace, state, notice.at) : post(workspace, state, notice);

  function done(state: Notices): Handled {
    const waiting = state.waiting.slice(1);
    const next = { ...state, waiting, addresses: null };
    return { next, dueAt: waiting.length > 0 ? clock.now() : null };
  }

  function later(state: Notices, afterMs: number | null): Handled {
    const wait = Math.max(doubled(WAIT_MS, state.failures), afterMs ?? 0);
    return { next: { ...state, failures: state.failures + 1 }, dueAt: clock.now() + wait };
  }

  /** Changes the first direct message about a block. */
  async function mend(workspace: string, state: Notices, at: number): Promise<Handled> {
    const [first, ...blockedPosts] = state.blockedPosts;
    if (!first) return done(state);
    const readerWords = await words.of(workspace, first.userId);
    const message = mendedMessage(readerWords, first.named, clock.wall(at));
    const shown = await poster.update(workspace, first, message);
    if (shown.kind === 'away') return later(state, shown.afterMs);
    return { next: { ...state, blockedPosts, failures: 0 }, dueAt: clock.now() + GAP_MS };
  }

  /** Posts the first notice to its next address. */
  async function post(workspace: string, state: Notices, notice: SaidNotice): Promise<Handled> {
    const hook =
      'hook' in notice
        ? ((await hooks.remembered(workspace)).find(({ id }) => id === notice.hook) ?? null)
        : null;
    const current = state.addresses ? state : await addressed(workspace, state, notice, hook);
    const [address, ...moreAddresses] = current.addresses ?? [];
    if (!address) return done(current);
    const { shown, remaining, blocked } = await postTo(workspace, notice, hook, address);
    if (shown.kind === 'away') return later(current, shown.afterMs);
    const next = { ...current, addresses: [...remaining, ...moreAddresses], failures: 0 };
    return { next: blocked ? withBlockedPost(next, blocked) : next, dueAt: clock.now() + GAP_MS };
  }

  /** Looks up the addresses of a notice. It has none if its hook was revoked, or if texts can go again. */
  async function addressed(
    workspace: string,
    state: Notices,
    notice: SaidNotice,
    hook: Hook | null,
  ): Promise<Notices> {
    if (notice.kind === 'full') {
      const admins = await people.admins(workspace);
      return { ...state, addresses: [{ channel: null, people: admins, hasLeft: false }] };
    }
    if (!hook || hook.revokedAt !== null) return { ...state, addresses: [] };
    if (notice.kind !== 'blocked') return { ...state, addresses: await menders.of(workspace, hook, notice) };
    if (!(await blockOf(workspace))) return { ...state, addresses: [] };
    const { since, recipients } = notice;
    const [now, before] = [clock.now(), state.blocked?.since === since ? state.blocked.heard : {}];
    const onCall = await findOnCall(workspace, recipients);
    const unheard = onCall.filter(
      userId => now - (before[userId] ?? Number.NEGATIVE_INFINITY) >= SAY_AGAIN_MS,
    );
    const heard = { ...before, ...Object.fromEntries(unheard.map(userId => [userId, now])) };
    const addresses = unheard.length > 0 ? [{ channel: null, people: unheard, hasLeft: false }] : [];
    return { ...state, addresses, blocked: { since, heard } };
  }

  /** Posts to a channel, or to the first person. `remaining`: what is left of the address; `blocked`: the message to change later. */
  async function postTo(
    workspace: string,
    notice: SaidNotice,
    hook: Hook | null,
    address: NoticeAddress,
  ): Promise<{ shown: Pinned; remaining: NoticeAddress[]; blocked: BlockedPost | null }> {
    const { channel, people, hasLeft } = address;
    const [first, ...morePeople] = people;
    const toPeople = (users: readonly string[]): NoticeAddress[] =>
      users.length > 0 ? [{ channel: null, people: [...users], hasLeft }] : [];
    const to = channel ?? first;
    if (to === undefined) {
      log.warn({ workspace, notice: notice.kind }, 'nobody is known who could hear of trouble with alerts');
      return { shown: { kind: 'ok', at: null }, remaining: [], blocked: null };
    }
    const language = channel === null ? null : (hook?.language ?? null);
    const readerWords = language
      ? words.in(language)
      : await words.of(workspace, channel === null ? to : null);
    const message = noticeMessage(readerWords, notice, {
      hook,
      mention: channel === null ? [] : people,
      hasLeft,
    });
    const shown = await poster.pin(workspace, to, message);
    if (shown.kind === 'away') return { shown, remaining: [], blocked: null };
    if (shown.kind === 'refused')
      log.warn({ workspace, error: shown.error }, 'Slack refused a notice about alerts');
    if (channel !== null)
      return { shown, remaining: shown.kind === 'refused' ? toPeople(people) : [], blocked: null };
    const named = namedInEnding(readerWords, notice, hook);
    const at = shown.kind === 'ok' ? shown.at : null;
    return {
      shown,
      remaining: toPeople(morePeople),
      blocked: at && named !== null ? { ...at, userId: to, named } : null,
    };
  }

  const worker = createInboxWorker({
    inboxes,
    kind: 'notices',
    leaseMs: LEASE_MS,
    byTimeOfDay: false,
    work,
    failure: 'can’t say what people have to know about alerts; trying again',
    handling: deps.handling,
    clock,
    log,
  });

  return {
    ...worker,
    async tell(workspace, notices) {
      for (const notice of notices) {
        const event = {
          id: newId(),
          address: noticesOf(workspace),
          body: JSON.stringify(notice),
          dedupe: null,
        };
        await inboxes.put(event, clock.now());
      }
      if (notices.length > 0) worker.wake();
    },
  };
}
