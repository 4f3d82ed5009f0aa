import type { Clock } from '../domain/clock.ts';
import { expiryOf, type Intent, isUnattended, reportsTogether } from '../domain/intent.ts';
import { FORGOTTEN_NUMBER, type LocalNumber } from '../domain/number.ts';
import type { Problem } from '../domain/problem.ts';
import type { Omitted, Recipient } from '../domain/recipient.ts';
import type { Priority } from '../domain/text.ts';
import type { Log } from '../log.ts';
import { ifUnreadable } from '../storage/errors.ts';
import type { History } from '../storage/texts/history.ts';
import type { Plan } from '../storage/texts/model.ts';
import type { LinkedKeys } from '../workspaces/linked-keys.ts';
import type { FactsAnswer, People, Silent, UserGroups } from '../workspaces/people.ts';
import type { Settings, SettingsOf } from '../workspaces/settings.ts';
import { namesFurther } from './further.ts';
import type { Messages, MessagesOf } from './messages.ts';
import { judgeSender, limitsIn } from './policy.ts';
import type { Reach, SparedNumbers } from './reach.ts';
import { areNumbers, type FoundNumbers } from './recipients.ts';

/** If the same text went to the same number within this time, we ask first. */
const SAME_TEXT_MS = 2 * 60_000;
/** A text to more people than this is bulk, unless it is an alert. */
export const MANY = 10;
/** A name that was typed, and several have it, or something like it. */
const ASKED_WHO: readonly Problem['kind'][] = ['NAME_SHARED', 'NAME_UNKNOWN'];
/** The answer for what our own store doesn't know: in that case nobody waits to ask again. */
const NOT_ASKED: Silent = { kind: 'silent', again: 0 };

export type Planner = {
  /** Turns an intent into texts or a refusal. `silent`: Slack doesn't answer what decides; ask again later. */
  plan(intent: Intent): Promise<Plan | Silent>;
  /** The plan if our own store already knows everything that decides, without asking Slack; otherwise null. */
  remembered(intent: Intent): Promise<Plan | null>;
};

/** Where facts come from: Slack, or only our own store. */
type FactSource = Pick<People, 'facts'> & UserGroups;

/** Gets the facts an intent needs, applies the policy, and makes a plan. */
export function createPlanner(parts: {
  history: Pick<History, 'outcome'>;
  keys: LinkedKeys;
  people: People;
  groups: UserGroups;
  settings: SettingsOf;
  reach: Reach;
  /** The numbers that an intent's texts go to although they are marked as never to be texted. */
  spared: (intent: Intent) => Promise<SparedNumbers>;
  messagesOf: MessagesOf;
  clock: Clock;
  log: Log;
}): Planner {
  const { history, keys, people, groups, settings, reach, spared, messagesOf, clock, log } = parts;
  const slack: FactSource = { facts: people.facts, members: groups.members };
  const ourOwn: FactSource = {
    async facts(workspace, userId) {
      const facts = await people.remembered(workspace, userId);
      return facts ? { kind: 'known', facts } : NOT_ASKED;
    },
    members: async () => NOT_ASKED,
  };

  /** If a workspace's settings or other deciding data can't be read, nothing goes out there, and people are told. */
  async function planFor(intent: Intent, from: FactSource): Promise<Plan | Silent> {
    return judge(intent, from).catch(error => {
      const plan = ifUnreadable(refused({ kind: 'WORKSPACE_UNREADABLE' }))(error);
      log.error({ err: error, intent: intent.id, workspace: intent.workspace }, 'a text was refused');
      return plan;
    });
  }

  async function judge(intent: Intent, from: FactSource): Promise<Plan | Silent> {
    if (intent.to.some(isForgotten)) return refused({ kind: 'FORGOTTEN' });
    if (clock.now() >= expiryOf(intent)) return ended(intent, { kind: 'EXPIRED' });
    const { workspace } = intent;
    const reading = settings.of(workspace);
    const found = async () => {
      const despiteNever = await spared(intent);
      return { despiteNever, ...(await reach(workspace, intent.to, despiteNever, reading)) };
    };
    const [sender, key, rules, foundAtOnce] = await Promise.all([
      senderOf(intent, from),
      keys.settled(workspace).then(() => keys.linked(workspace)),
      reading,
      // Nobody else has to be asked.
      areNumbers(intent.to) ? found() : null,
    ]);
    const judged = sender && (await judgeSender(intent, sender, rules, id => from.members(workspace, id)));
    if (judged && judged.kind !== 'silent') return refused(judged);
    // To tell an admin that no key is linked, we may have to ask Slack.
    if (judged && from === ourOwn) return judged;
    if (!key) {
      const isUnreadable = (await keys.open(workspace)) === 'unreadable';
      if (isUnreadable) return refused({ kind: 'KEY_UNREADABLE' });
      return refused({ kind: 'NO_KEY', admin: sender?.kind === 'known' && sender.facts.admin });
    }
    if (judged) return judged;
    const reached = foundAtOnce ?? (await found());
    if (reached.tooMany) return ended(intent, reached.tooMany);
    const messages = await messagesOf(intent, reached.numbers);
    return planOf(intent, reached, messages, {
      rules,
      fingerprint: key.fingerprint,
      spared: reached.despiteNever.numbers,
    });
  }

  /** What Slack knows about the sender; null if no person sends. */
  async function senderOf(
    { workspace, actor, source }: Intent,
    from: FactSource,
  ): Promise<FactsAnswer | null> {
    return isUnattended(source) ? null : from.facts(workspace, actor);
  }

  /**
   * A text to one person goes or is refused. One to several people goes to everyone whose number is known now: one missing answer must
   * not delay the others, so we ask for it again.
   */
  function planOf(
    intent: Intent,
    { numbers, omitted, silent, again }: FoundNumbers,
    messages: Messages,
    by: { rules: Settings; fingerprint: string; spared: ReadonlySet<LocalNumber> },
  ): Plan | Silent {
    const { rules, fingerprint } = by;
    const priority = priorityOf(intent, numbers.length + silent.length);
    if (!messages.ok) return refused(messages.problem, messages.omitted);
    const [first] = omitted;
    const isTogether = reportsTogether(intent);
    const isUnclear = isTogether || namesFurther(intent);
    const asksFirst = isUnclear && intent.source === 'command' && !intent.confirmed;
    const asksWho = asksFirst && first !== undefined && ASKED_WHO.includes(first.problem.kind);
    if (first && !asksWho && (!isTogether || numbers.length + silent.length === 0)) {
      return refused(first.problem, omitted);
    }
    // If Slack doesn't say who is in a group, there may be more people in it than one intent may reach.
    const isUncounted = silent.some(({ kind }) => kind === 'usergroup');
    // A template that says something unknown of one of them is refused before anything goes to the others.
    const mustWait = !isTogether || isUncounted || !messages.suitsAll;
    if (again !== null && (mustWait || numbers.length === 0)) {
      return { kind: 'silent', again };
    }
    const expiresAt = expiryOf({ ...intent, priority });
    return {
      kind: 'texts',
      fingerprint,
      texts: messages.texts.map(text => ({
        ...{ ...text, priority, expiresAt },
        ...(by.spared.has(text.number) ? { despiteNever: true } : {}),
      })),
      // However long it waited: what counts is what had been asked for when it was.
      askIfSince: intent.confirmed ? null : intent.acceptedAt - SAME_TEXT_MS,
      limits: limitsIn(rules, intent.source),
      hours: rules.promotionalHours,
      omitted,
      again: again === null ? null : Math.min(again, expiryOf(intent)),
      ...(asksFirst ? { asksFirst } : {}),
    };
  }

  /** Ends an intent that is too late, or reaches too many people: whoever has no text by now gets none, because of `problem`. */
  async function ended(intent: Intent, problem: Problem): Promise<Plan> {
    const before = await history.outcome(intent.workspace, intent.id);
    const [text] = before?.texts ?? [];
    if (!before || !text) return refused(problem);
    const { numbers, omitted, silent, tooMany } = await reach(intent.workspace, intent.to);
    const texted = new Set(before.texts.map(({ number }) => number));
    const late: Recipient[] = numbers
      .filter(number => !texted.has(number))
      .map(number => ({ kind: 'number', number }));
    // Since then only groups can have become too many.
    const isGroup = ({ kind }: Recipient): boolean => ['usergroup', 'named', 'group'].includes(kind);
    const grown = tooMany ? intent.to.filter(isGroup) : [];
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
    // Somebody who types right after linking means the new key. Slack says who a name stands for.
    if (!areNumbers(intent.to) || keys.isLinking(intent.workspace)) return null;
    const plan = await planFor(intent, ourOwn);
    return plan.kind === 'silent' ? null : plan;
  }

  return { plan: intent => planFor(intent, slack), remembered };
}

/** It repeats a text to somebody about whom nothing is stored any more. */
function isForgotten(who: Recipient): boolean {
  return who.kind === 'number' && who.number === FORGOTTEN_NUMBER;
}

/** A text to many that isn't urgent lets those to one person go first. */
function priorityOf({ priority }: Intent, recipients: number): Priority {
  return priority === 'people' && recipients > MANY ? 'bulk' : priority;
}

function refused(problem: Problem, omitted: Omitted[] = []): Plan {
  return { kind: 'refused', problem, omitted };
}

/** Writes down that nothing was sent: by ids, without numbers and words. */
export function logRefusal(log: Log, { workspace, id: intent, source }: Intent, plan: Plan): void {
  if (plan.kind !== 'refused') return;
  log.info({ workspace, intent, source, code: plan.problem.kind }, 'nothing was sent of an intent');
}
