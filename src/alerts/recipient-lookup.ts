import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { DoNotTextList } from '../contacts/do-not-text.ts';
import type { CooperativeTask, FairScheduler } from '../kit/fair-scheduler.ts';
import { isLocalNumber, type LocalNumber } from '../kit/number.ts';
import { harmless } from '../kit/slack-text.ts';
import { ifUnreadable } from '../kit/store/errors.ts';
import type { Intent } from '../texts/intent.ts';
import { isFeatureRecipient, numbersIn, type Recipient } from '../texts/recipient.ts';
import type { NameLookup, NameMatch } from '../texts/recipient-directory.ts';
import {
  type ExemptNumbers,
  type FindEach,
  type FindPeople,
  NOBODY_EXEMPT,
} from '../texts/sending/find-recipients.ts';
import type { KnownNumbers } from '../workspace/people.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import { fromKey, toKey } from './alert.ts';
import { recipientsOf } from './call-lists.ts';
import type { Callings } from './calling/callings.ts';
import { type WorkspaceCallings, withCallings } from './calling/with-callings.ts';
import type { Hook, Hooks } from './hooks.ts';
import { alertSourceOf } from './plan-texts.ts';
import type { RecipientLookup } from './policy/events.ts';
import { type NameNumber, nameOf } from './posts/text-lines.ts';

/** Recipients looked up in one turn of the event loop. */
const BATCH = 500;

/** Whom recipients, by their keys, stand for right now. */
export type FindCalled = (
  workspace: string,
  recipients: Iterable<string>,
) => Promise<Map<string, RecipientLookup>>;

/** Finds the numbers that recipients stand for, and how the people behind them are called. */
export function createLookUp(deps: {
  findEach: FindEach;
  callings: Pick<Callings, 'all'>;
  teammates: KnownNumbers;
  settings: SettingsOf;
  runFairly: FairScheduler;
}): FindCalled {
  const { findEach, callings, teammates, runFairly } = deps;

  /** If the setting can't be read, what is critical is texted. */
  const isTextRequired = (workspace: string): Promise<boolean> =>
    deps.settings.of(workspace).then(({ alertsTextCritical }) => alertsTextCritical, ifUnreadable(true));

  async function findAll(workspace: string, unresolved: readonly Unresolved[]): ReturnType<FindEach> {
    const batches = Array.from({ length: Math.ceil(unresolved.length / BATCH) }, (_, index) =>
      unresolved.slice(index * BATCH, (index + 1) * BATCH),
    );
    const results = await Promise.all(
      batches.map(async (batch, position) => {
        for (let turn = 0; turn < position; turn++) await endOfTurn();
        return findEach(
          workspace,
          batch.map(({ recipient }) => recipient),
        );
      }),
    );
    return results.flat();
  }

  /** How people are called; nobody chose anything in most workspaces. */
  async function callingsOf(workspace: string): Promise<WorkspaceCallings> {
    const chosen = await callings.all(workspace);
    if (chosen.size === 0) return { chosen, users: new Map(), requiresText: false };
    const [users, requiresText] = await Promise.all([
      teammates.numbers(workspace),
      isTextRequired(workspace),
    ]);
    return { chosen, users, requiresText };
  }

  return async (workspace, recipients) => {
    const { lookups, unresolved } = await runFairly(workspace, withoutNumbers(recipients));
    const [results, chosen] = await Promise.all([findAll(workspace, unresolved), callingsOf(workspace)]);
    await runFairly(workspace, addResults(lookups, unresolved, results));
    // A teammate who was looked up is known, even if Slack doesn't list all teammates now.
    const users = new Map([
      ...chosen.users,
      ...results.flatMap(({ teammates: owners }) => [...(owners ?? [])]),
    ]);
    return runFairly(workspace, withCallings(lookups, { ...chosen, users }));
  };
}

type Unresolved = { key: string; recipient: Recipient };

/** Resolves numbers, which need no look-up. An erased number resolves to none. */
function* withoutNumbers(
  keys: Iterable<string>,
): CooperativeTask<{ lookups: Map<string, RecipientLookup>; unresolved: Unresolved[] }> {
  const lookups = new Map<string, RecipientLookup>();
  const unresolved: Unresolved[] = [];
  for (const key of keys) {
    const recipient = fromKey(key);
    if (recipient.kind === 'number')
      lookups.set(key, {
        numbers: [recipient.number].filter(isLocalNumber),
        called: [],
        omitted: [],
        silent: [],
      });
    else unresolved.push({ key, recipient });
    yield;
  }
  return { lookups, unresolved };
}

/** @param results in the order of `unresolved` */
function* addResults(
  lookups: Map<string, RecipientLookup>,
  unresolved: readonly Unresolved[],
  results: Awaited<ReturnType<FindEach>>,
): CooperativeTask<void> {
  for (const [index, { numbers, omitted, unavailable, tooMany }] of results.entries()) {
    const key = unresolved[index]?.key ?? '';
    const problems = omitted.map(({ recipient, problem }) => ({ recipient: toKey(recipient), problem }));
    if (tooMany) problems.push({ recipient: key, problem: tooMany });
    lookups.set(key, { numbers, called: [], omitted: problems, silent: unavailable.map(toKey) });
    yield;
  }
}

/** The user ids of the teammates whom a hook texts at one of these numbers right now. */
export type FindPaged = (
  workspace: string,
  hook: Hook,
  numbers: ReadonlySet<LocalNumber>,
) => Promise<string[]>;

export function createFindPaged(findPeople: FindPeople): FindPaged {
  return async (workspace, hook, numbers) => {
    const results = await Promise.all(recipientsOf(hook).map(to => findPeople(workspace, [to])));
    const userIds = results
      .flatMap(({ people }) => people)
      .flatMap(person =>
        person.kind === 'number' && person.recipient.kind === 'teammate' && numbers.has(person.number)
          ? person.recipient.userId
          : [],
      );
    return [...new Set(userIds)];
  };
}

/** The user ids of the teammates behind these recipients, by their keys, right now. */
export type FindOnCall = (workspace: string, recipients: readonly string[]) => Promise<string[]>;

/** A teammate counts with or without a number, another recipient by the number in a teammate's profile. */
export function createFindOnCall(findPeople: FindPeople, teammates: KnownNumbers): FindOnCall {
  return async (workspace, recipients) => {
    const [users, ...results] = await Promise.all([
      teammates.numbers(workspace),
      ...recipients.map(key => findPeople(workspace, [fromKey(key)])),
    ]);
    const userIds = results.flatMap(({ people }) =>
      people.flatMap(person => {
        if (person.kind === 'number' && person.recipient.kind !== 'teammate')
          return users.get(person.number) ?? [];
        if (person.kind === 'problem' && UNREACHABLE.has(person.problem.kind)) return [];
        return person.recipient.kind === 'teammate' ? person.recipient.userId : [];
      }),
    );
    return [...new Set(userIds)];
  };
}

/** The name of a recipient that a step will text; a rota's includes the person on call. Doesn't call Slack. */
export type NameNext = (workspace: string, key: string, number: NameNumber) => Promise<string>;

export function createNameNext(book: NameLookup): NameNext {
  const labelOf = (recipient: Recipient, number: NameNumber): string => {
    if (isFeatureRecipient(recipient)) return harmless(recipient.data.label, 60);
    if (recipient.kind === 'number') return number(recipient.number);
    return recipient.kind === 'named' ? harmless(recipient.name, 60) : nameOf(recipient);
  };
  return async (workspace, key, number) => {
    const recipient = fromKey(key);
    const match = await matchOf(book, workspace, recipient).catch(ifUnreadable(null));
    const onCall = match?.kind === 'rota' ? match.rota.onCall : null;
    const label = labelOf(recipient, number);
    return onCall ? `${label} (${labelOf(onCall, number)})` : label;
  };
}

/** The match of a recipient's name or choice; null for numbers and for people and groups of Slack. */
export async function matchOf(
  book: NameLookup,
  workspace: string,
  recipient: Recipient,
): Promise<NameMatch | null> {
  if (recipient.kind === 'named') return book.resolveName(workspace, recipient.name);
  return isFeatureRecipient(recipient) ? book.resolveChoice(workspace, recipient) : null;
}

/** Problems of teammates who read no messages. */
const UNREACHABLE: ReadonlySet<string> = new Set(['TEAMMATE_DEACTIVATED', 'TEAMMATE_UNKNOWN']);

/** Numbers that get alerts although they are marked "never text". */
export type Exempt = {
  /** The numbers of all recipients of a hook, if an admin allows it. */
  ofHook(workspace: string, hook: Parameters<typeof recipientsOf>[0]): Promise<ExemptNumbers>;
  /** The exempt numbers of all hooks whose alerts an intent is about. None for any other intent, or if none of its numbers is marked. */
  ofIntent(intent: Intent): Promise<ExemptNumbers>;
};

/** Exempts only a hook's own recipients, not those whom a teammate or an alert's sender adds. */
export function createExempt(deps: {
  settings: SettingsOf;
  hooks: Pick<Hooks, 'remembered'>;
  doNotText: Pick<DoNotTextList, 'of'>;
  book: NameLookup;
  findEach: FindEach;
}): Exempt {
  const { settings, hooks, doNotText, book, findEach } = deps;

  /** All people of a rota, because another person may be on call when the text goes out. */
  async function membersOf(workspace: string, recipient: Recipient): Promise<Recipient[]> {
    const match = await matchOf(book, workspace, recipient);
    return match?.kind === 'rota' ? [...match.rota.people] : [recipient];
  }

  async function ofHook(workspace: string, hook: Pick<Hook, 'recipients'>): Promise<ExemptNumbers> {
    if (!(await settings.of(workspace)).alertsIgnoreDoNotText) return NOBODY_EXEMPT;
    const members = await Promise.all(recipientsOf(hook).map(to => membersOf(workspace, to)));
    const results = await findEach(workspace, members.flat());
    const retryTimes = results.flatMap(({ retryAt }) => retryAt ?? []);
    return {
      numbers: new Set(results.flatMap(({ numbers }) => numbers)),
      retryAt: retryTimes.length > 0 ? Math.min(...retryTimes) : null,
    };
  }

  return {
    ofHook,
    async ofIntent(intent) {
      const { workspace, to } = intent;
      if ((await doNotText.of(workspace, numbersIn(to))).size === 0) return NOBODY_EXEMPT;
      // A text may be about alerts of several hooks, and its recipient may be named by any of them.
      const ids = alertSourceOf(intent)?.hooks ?? [];
      const alertHooks = (await hooks.remembered(workspace)).filter(({ id }) => ids.includes(id));
      return ofHook(workspace, { recipients: alertHooks.flatMap(recipientsOf) });
    },
  };
}
