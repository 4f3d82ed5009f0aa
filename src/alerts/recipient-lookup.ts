import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { DoNotTextList } from '../contacts/do-not-text.ts';
import type { PeopleLookup } from '../contacts/name-lookup.ts';
import type { CooperativeTask, FairScheduler } from '../kit/fair-scheduler.ts';
import { isLocalNumber, type LocalNumber } from '../kit/number.ts';
import { harmless } from '../kit/slack-text.ts';
import { ifUnreadable } from '../kit/store/errors.ts';
import type { Intent } from '../texts/intent.ts';
import { isKept, type Recipient } from '../texts/recipient.ts';
import type { NameMatch } from '../texts/recipient-directory.ts';
import {
  type ExemptNumbers,
  type FindEach,
  type FindPeople,
  NOBODY_EXEMPT,
} from '../texts/sending/find-recipients.ts';
import type { KnownNumbers } from '../workspace/people.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import { fromKey, toKey } from './alert.ts';
import { type Hook, type Hooks, recipientsOf } from './hooks.ts';
import { alertSourceOf } from './plan-texts.ts';
import type { RecipientLookup } from './policy/events.ts';
import { type NameNumber, nameOf } from './posts/text-lines.ts';

/** How many recipients are looked up in one turn of the event loop. */
const TOGETHER = 500;

/** Finds whom recipients, given by their keys, stand for right now. */
export function createLookUp(
  findEach: FindEach,
  runFairly: FairScheduler,
): (workspace: string, recipients: Iterable<string>) => Promise<Map<string, RecipientLookup>> {
  return async (workspace, recipients) => {
    const { known, others } = await runFairly(workspace, withoutNumbers(recipients));
    const some = Array.from({ length: Math.ceil(others.length / TOGETHER) }, (_, index) =>
      others.slice(index * TOGETHER, (index + 1) * TOGETHER),
    );
    const found = await Promise.all(
      some.map(async (asked, before) => {
        for (let turn = 0; turn < before; turn++) await endOfTurn();
        return findEach(
          workspace,
          asked.map(({ who }) => who),
        );
      }),
    );
    await runFairly(workspace, noteFound(known, others, found.flat()));
    return known;
  };
}

/** A recipient that we have to ask somebody about. */
type Other = { key: string; who: Recipient };

/** Numbers need no look-up. One that was erased is nobody's. */
function* withoutNumbers(
  keys: Iterable<string>,
): CooperativeTask<{ known: Map<string, RecipientLookup>; others: Other[] }> {
  const known = new Map<string, RecipientLookup>();
  const others: Other[] = [];
  for (const key of keys) {
    const who = fromKey(key);
    if (who.kind === 'number')
      known.set(key, { numbers: [who.number].filter(isLocalNumber), omitted: [], silent: [] });
    else others.push({ key, who });
    yield;
  }
  return { known, others };
}

/** Adds the results for `others`, in their order. */
function* noteFound(
  known: Map<string, RecipientLookup>,
  others: readonly Other[],
  found: Awaited<ReturnType<FindEach>>,
): CooperativeTask<void> {
  for (const [index, { numbers, omitted, unavailable, tooMany }] of found.entries()) {
    const key = others[index]?.key ?? '';
    const named = omitted.map(({ who, problem }) => ({ recipient: toKey(who), problem }));
    if (tooMany) named.push({ recipient: key, problem: tooMany });
    known.set(key, { numbers, omitted: named, silent: unavailable.map(toKey) });
    yield;
  }
}

/** Who in Slack a hook texts at one of these numbers, right now: by their user ids. */
export type FindPaged = (
  workspace: string,
  hook: Hook,
  numbers: ReadonlySet<LocalNumber>,
) => Promise<string[]>;

export function createFindPaged(findPeople: FindPeople): FindPaged {
  return async (workspace, hook, numbers) => {
    const asked = await Promise.all(recipientsOf(hook).map(who => findPeople(workspace, [who])));
    const people = asked.flatMap(found => found.people);
    const found = people.flatMap(one =>
      one.kind === 'number' && one.who.kind === 'teammate' && numbers.has(one.number) ? one.who.userId : [],
    );
    return [...new Set(found)];
  };
}

/** Who in Slack these recipients, by their keys, stand for right now: by their user ids. */
export type FindOnCall = (workspace: string, recipients: readonly string[]) => Promise<string[]>;

/** Teammates count without a number, too; others by the number in a teammate's profile. */
export function createFindOnCall(findPeople: FindPeople, teammates: KnownNumbers): FindOnCall {
  return async (workspace, recipients) => {
    const [users, ...asked] = await Promise.all([
      teammates.numbers(workspace),
      ...recipients.map(key => findPeople(workspace, [fromKey(key)])),
    ]);
    const found = asked.flatMap(({ people }) =>
      people.flatMap(one => {
        if (one.kind === 'number' && one.who.kind !== 'teammate') return users.get(one.number) ?? [];
        if (one.kind === 'problem' && GONE.has(one.problem.kind)) return [];
        return one.who.kind === 'teammate' ? one.who.userId : [];
      }),
    );
    return [...new Set(found)];
  };
}

/** How a recipient, by its key, is called that a step will text: whoever is on call in a rota is named with it. Asks nobody in Slack. */
export type NameNext = (workspace: string, key: string, number: NameNumber) => Promise<string>;

export function createNameNext(whom: Pick<PeopleLookup, 'resolveName' | 'resolveChoice'>): NameNext {
  const called = (who: Recipient, number: NameNumber): string => {
    if (isKept(who)) return harmless(who.data.label, 60);
    if (who.kind === 'number') return number(who.number);
    return who.kind === 'named' ? harmless(who.name, 60) : nameOf(who);
  };
  return async (workspace, key, number) => {
    const who = fromKey(key);
    const meant = await meaningOf(whom, workspace, who).catch(ifUnreadable(null));
    const onCall = meant?.kind === 'rota' ? meant.rota.onCall : null;
    return onCall ? `${called(who, number)} (${called(onCall, number)})` : called(who, number);
  };
}

/** What a name or a choice stands for; null: the recipient is neither. */
async function meaningOf(
  whom: Pick<PeopleLookup, 'resolveName' | 'resolveChoice'>,
  workspace: string,
  who: Recipient,
): Promise<NameMatch | null> {
  if (who.kind === 'named') return whom.resolveName(workspace, who.name);
  return isKept(who) ? whom.resolveChoice(workspace, who) : null;
}
/** Nobody reads what is written to them. */
const GONE: ReadonlySet<string> = new Set(['TEAMMATE_DEACTIVATED', 'TEAMMATE_UNKNOWN']);

/** Numbers that alerts go to although they are marked as never to be texted. */
export type Exempt = {
  /** Those of everybody whom a hook texts, however it names them, if an admin allows it. */
  ofHook(workspace: string, hook: Parameters<typeof recipientsOf>[0]): Promise<ExemptNumbers>;
  /** The same of the hooks whose alerts an intent tells of; none of any other intent, or if nobody whom it texts is marked. */
  ofIntent(intent: Intent): Promise<ExemptNumbers>;
};

/** Whom only a person had texted, or the sender of an alert, is left out as everywhere. */
export function createExempt(deps: {
  settings: SettingsOf;
  hooks: Pick<Hooks, 'remembered'>;
  doNotText: Pick<DoNotTextList, 'of'>;
  whom: Pick<PeopleLookup, 'resolveName' | 'resolveChoice'>;
  findEach: FindEach;
}): Exempt {
  const { settings, hooks, doNotText, whom, findEach } = deps;

  /** Of a rota everybody: by the time that a text goes, somebody else may be on call. */
  async function membersOf(workspace: string, who: Recipient): Promise<Recipient[]> {
    const meant = await meaningOf(whom, workspace, who);
    return meant?.kind === 'rota' ? [...meant.rota.people] : [who];
  }

  async function ofHook(workspace: string, hook: Pick<Hook, 'recipients'>): Promise<ExemptNumbers> {
    if (!(await settings.of(workspace)).alertsIgnoreDoNotText) return NOBODY_EXEMPT;
    const all = await Promise.all(recipientsOf(hook).map(who => membersOf(workspace, who)));
    const found = await findEach(workspace, all.flat());
    const again = found.flatMap(one => one.retryAt ?? []);
    return {
      numbers: new Set(found.flatMap(({ numbers }) => numbers)),
      retryAt: again.length > 0 ? Math.min(...again) : null,
    };
  }

  return {
    ofHook,
    async ofIntent(intent) {
      const { workspace, to } = intent;
      const numbers = to.flatMap((who): LocalNumber[] => (who.kind === 'number' ? [who.number] : []));
      if ((await doNotText.of(workspace, numbers)).size === 0) return NOBODY_EXEMPT;
      // One text may tell of alerts of several hooks, and any of them may name whom it is for.
      const ids = alertSourceOf(intent)?.hooks ?? [];
      const its = (await hooks.remembered(workspace)).filter(({ id }) => ids.includes(id));
      return ofHook(workspace, { recipients: its.flatMap(recipientsOf) });
    },
  };
}
