import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Clock } from '../domain/clock.ts';
import { expiryOf, type Intent, isUnattended } from '../domain/intent.ts';
import type { LocalNumber } from '../domain/number.ts';
import { countParts, MAX_CHARACTERS } from '../domain/parts.ts';
import type { Problem } from '../domain/problem.ts';
import type { Omitted, Recipient } from '../domain/recipient.ts';
import type { Priority } from '../domain/text.ts';
import { createTurns } from '../domain/turns.ts';
import type { Log } from '../log.ts';
import { ifUnreadable } from '../storage/errors.ts';
import type { History, Intents, Plan } from '../storage/ports.ts';
import type { LinkedKeys } from '../workspaces/linked-keys.ts';
import type { FactsAnswer, People, Silent, UserGroups } from '../workspaces/people.ts';
import type { Settings, SettingsOf } from '../workspaces/settings.ts';
import { createAgain } from './again.ts';
import { createCrew } from './crew.ts';
import { judgeNumber, judgeSender, limitsIn } from './policy.ts';
import type { FindRecipients, FoundNumbers } from './recipients.ts';
import { createWorker, type Worker } from './worker.ts';

/** The same text to the same number within this time is asked about first. */
const SAME_TEXT_MS = 2 * 60_000;
/** A workflow's text to more than so many is a broadcast. */
const MANY = 10;
const LEASE_MS = 30_000;
/** What our own store says of whom it does not know: there, nobody waits to ask again. */
const NOT_ASKED: Silent = { kind: 'silent', again: 0 };
/** So many are resolved at once, beside those that were just written down here. */
const AT_ONCE = 50;
/** So many are read at once: each may name 200 people. */
const TOGETHER = 5;

export type Resolver = Worker & {
  /** Resolves an intent that was just written down, without waiting for the next pass. */
  take(intent: Intent): void;
  /** The same of one that may have been written down, though nobody knows: as soon as the store answers. */
  takeIfThere(intent: Intent): void;
  /** The plan as far as our own store knows all that decides, without asking Slack; null when something is missing. */
  remembered(intent: Intent): Promise<Plan | null>;
};

/** Whom to ask for facts: Slack, or only our own store. */
type FactSource = Pick<People, 'facts'> & UserGroups;

/** Gets the facts an intent needs, judges it by policy, and turns it into texts or a refusal: one atomic plan. */
export function createResolver(parts: {
  intents: Intents;
  history: History;
  keys: LinkedKeys;
  people: People;
  groups: UserGroups;
  settings: SettingsOf;
  find: FindRecipients;
  clock: Clock;
  log: Log;
  /** Called when something was planned: there may be texts to send and reports to post. */
  wake: () => void;
}): Resolver {
  const { intents, history, keys, people, groups, settings, find, clock, log, wake } = parts;
  const taken = new Set<Promise<void>>();
  const again = createAgain<Intent>(clock);
  const oneByOne = createTurns(1);
  const slack: FactSource = { facts: people.facts, members: groups.members };
  const ourOwn: FactSource = {
    async facts(workspace, userId) {
      const facts = await people.remembered(workspace, userId);
      return facts ? { kind: 'known', facts } : NOT_ASKED;
    },
    members: async () => NOT_ASKED,
  };

  /** What decides may be unreadable in a workspace: then nothing goes there, and it is said. */
  async function planFor(intent: Intent, from: FactSource): Promise<Plan | Silent> {
    return judge(intent, from).catch(error => {
      const plan = ifUnreadable(refused({ kind: 'WORKSPACE_UNREADABLE' }))(error);
      log.error({ err: error, intent: intent.id, workspace: intent.workspace }, 'a text was refused');
      return plan;
    });
  }

  async function judge(intent: Intent, from: FactSource): Promise<Plan | Silent> {
    if (clock.now() >= expiryOf(intent)) return ended(intent, { kind: 'EXPIRED' });
    const { workspace } = intent;
    const [sender, key, rules] = await Promise.all([
      senderOf(intent, from),
      keys.settled(workspace).then(() => keys.linked(workspace)),
      settings.of(workspace),
    ]);
    const judged = sender && (await judgeSender(intent, sender, rules, id => from.members(workspace, id)));
    if (judged && judged.kind !== 'silent') return refused(judged);
    // What is said to an admin without a key, Slack may have to be asked for.
    if (judged && from === ourOwn) return judged;
    if (!key) {
      const isUnreadable = (await keys.open(workspace)) === 'unreadable';
      if (isUnreadable) return refused({ kind: 'KEY_UNREADABLE' });
      return refused({ kind: 'NO_KEY', admin: sender?.kind === 'known' && sender.facts.admin });
    }
    if (judged) return judged;
    const found = await find(workspace, intent.to);
    if (found.tooMany) return ended(intent, found.tooMany);
    return planOf(intent, allowed(found, rules), rules, key.fingerprint);
  }

  /** What Slack knows of the person who sends; null: no person does. */
  async function senderOf(
    { workspace, actor, source }: Intent,
    from: FactSource,
  ): Promise<FactsAnswer | null> {
    return isUnattended(source) ? null : from.facts(workspace, actor);
  }

  /**
   * A person's texts go together or not at all. A workflow's and an alert's go to everyone whose number is known now:
   * one silent answer must not delay the others, and is asked for again.
   */
  function planOf(
    intent: Intent,
    { numbers, omitted, silent, again }: FoundNumbers,
    rules: Settings,
    fingerprint: string,
  ): Plan | Silent {
    const { message } = intent;
    const priority = priorityOf(intent, numbers.length + silent.length);
    const { parts, characters } = countParts(message);
    if (characters === 0) return refused({ kind: 'MESSAGE_EMPTY' });
    if (characters > MAX_CHARACTERS) {
      return refused({ kind: 'MESSAGE_TOO_LONG', characters, limit: MAX_CHARACTERS });
    }
    const [first] = omitted;
    if (first && (!isUnattended(intent.source) || numbers.length + silent.length === 0)) {
      return refused(first.problem, omitted);
    }
    // Whoever is in a group that Slack does not speak of may be more than one intent may reach.
    const isUncounted = silent.some(({ kind }) => kind === 'usergroup');
    if (again !== null && (!isUnattended(intent.source) || numbers.length === 0 || isUncounted)) {
      return { kind: 'silent', again };
    }
    const expiresAt = expiryOf({ ...intent, priority });
    return {
      kind: 'texts',
      fingerprint,
      texts: numbers.map(number => ({ number, message, parts, priority, expiresAt })),
      askIfSince: intent.confirmed ? null : clock.now() - SAME_TEXT_MS,
      limits: limitsIn(rules, intent.source),
      omitted,
      again: again === null ? null : Math.min(again, expiryOf(intent)),
    };
  }

  /** Nobody is texted late, or beyond what one intent may reach: who has no text by now gets none, because of `problem`. */
  async function ended(intent: Intent, problem: Problem): Promise<Plan> {
    const before = await history.outcome(intent.workspace, intent.id);
    const [text] = before?.texts ?? [];
    if (!before || !text) return refused(problem);
    const { numbers, omitted, silent, tooMany } = await find(intent.workspace, intent.to);
    const texted = new Set(before.texts.map(({ number }) => number));
    const late: Recipient[] = numbers
      .filter(number => !texted.has(number))
      .map(number => ({ kind: 'number', number }));
    // Since then only groups and lists can have become too many.
    const grown = tooMany ? intent.to.filter(({ kind }) => kind === 'usergroup' || kind === 'list') : [];
    return {
      kind: 'texts',
      fingerprint: text.fingerprint,
      texts: [],
      askIfSince: null,
      limits: null,
      omitted: [...omitted, ...[...silent, ...late, ...grown].map(who => ({ who, problem }))],
      again: null,
    };
  }

  async function remembered(intent: Intent): Promise<Plan | null> {
    // Who types right behind a linking means the new key; who is behind a name, Slack says.
    const isPlain = intent.to.every(({ kind }) => kind === 'number');
    if (!isPlain || keys.isLinking(intent.workspace)) return null;
    const plan = await planFor(intent, ourOwn);
    return plan.kind === 'silent' ? null : plan;
  }

  /** Plans of many texts one by one: the store does in one go what it is asked for at once, and others wait for it. */
  async function write(intent: Intent, plan: Plan): Promise<void> {
    const isLong = plan.kind === 'texts' && plan.texts.length > MANY;
    const written = (): Promise<unknown> => intents.plan(intent.id, plan, clock.now());
    await (isLong ? oneByOne('', written) : written());
  }

  async function resolve(intent: Intent): Promise<void> {
    const plan = await planFor(intent, slack);
    if (plan.kind !== 'silent') await write(intent, plan);
    // An intent that is out of date by then is told so in time.
    else
      await intents.postpone(intent.id, Math.min(plan.again, expiryOf(intent)), 'SLACK_SILENT', clock.now());
    wake();
    if (plan.kind === 'silent' || (plan.kind === 'texts' && plan.again !== null)) worker.wake();
  }

  async function tryToResolve(intent: Intent): Promise<void> {
    try {
      await resolve(intent);
      again.forget(intent);
    } catch (error) {
      log.error({ err: error, intent: intent.id }, 'resolving failed; it is tried again');
      again.put(intent, null);
      worker.wake();
    }
  }

  function take(intent: Intent): void {
    const work = tryToResolve(intent).finally(() => taken.delete(work));
    taken.add(work);
  }

  const worker = createWorker({
    name: 'resolver',
    clock,
    log,
    async pass() {
      // Woken when one of them ends.
      if (crew.room() === 0) return null;
      const now = clock.now();
      const due = await intents.leaseOpen(now, now + LEASE_MS, Math.min(TOGETHER, crew.room()));
      for (const intent of due) {
        crew.start(tryToResolve(intent));
        // Whatever else came goes before the next one.
        await endOfTurn();
      }
      if (due.length === TOGETHER) worker.wake();
      // Behind it: as long as the store is away, leasing fails, and with it the pass.
      for (const intent of again.take(now)) take(intent);
      return again.orNext(await intents.nextOpen());
    },
  });
  const crew = createCrew(AT_ONCE, worker.wake);

  return {
    wake: worker.wake,
    take,
    takeIfThere(intent) {
      again.put(intent, clock.now());
      worker.wake();
    },
    remembered,
    async stop() {
      await worker.stop();
      await Promise.all([crew.ended(), ...taken]);
    },
  };
}

/** What goes to many without a person who waits for it, and is not urgent, lets people go first. */
function priorityOf({ priority, source }: Intent, recipients: number): Priority {
  return priority === 'people' && isUnattended(source) && recipients > MANY ? 'bulk' : priority;
}

/** Without the numbers that the workspace's rules have something against. */
function allowed(found: FoundNumbers, rules: Settings): FoundNumbers {
  const numbers: LocalNumber[] = [];
  const omitted = [...found.omitted];
  for (const number of found.numbers) {
    const problem = judgeNumber(number, rules);
    if (problem) omitted.push({ who: { kind: 'number', number }, problem });
    else numbers.push(number);
  }
  return { ...found, numbers, omitted };
}

function refused(problem: Problem, omitted: Omitted[] = []): Plan {
  return { kind: 'refused', problem, omitted };
}
