import type { Clock } from '../../kit/clock.ts';
import { createLru } from '../../kit/lru.ts';
import type { LocalNumber } from '../../kit/number.ts';
import { ifUnreadable } from '../../kit/store/errors.ts';
import type { Tx } from '../../kit/store/store.ts';
import type { Log } from '../../log.ts';
import type { KnownKey, LinkedKeys, OpenedKey } from '../../workspace/linked-keys.ts';
import type { People } from '../../workspace/people.ts';
import { settingsAt, settingsIn } from '../../workspace/settings.ts';
import { type Intent, isUnattended } from '../intent.ts';
import { fieldsIn } from '../parse/typed-placeholders.ts';
import { MAX_RECIPIENTS, numbersIn } from '../recipient.ts';
import type { DoNotTextInStep } from '../recipient-directory.ts';
import { signOffFor } from '../sign-off.ts';
import type { LocalPlan } from '../store/accept.ts';
import { KEYS } from '../store/key.ts';
import { type Account, decide, type Facts, refusalPlan } from './decide.ts';
import { NOBODY_EXEMPT, withoutUntextable } from './find-recipients.ts';
import { plainMessages } from './messages.ts';
import { areNumbers } from './send-policy.ts';
import { capOf, isFromHere, mayBeExempt, type SourceOf } from './sources.ts';

const MAX_CACHED_FINGERPRINTS = 10_000;
const NOTHING_LOCAL = { reads: [], plan: () => null, key: () => null };

/**
 * Plans plain messages to plain numbers from stored data alone, in the transaction that stores the intent. Its plan is null
 * if stored data isn't enough: for other recipients, for templates, or without cached facts about the sender.
 */
export type LocalPlanner = {
  planOf(intent: Intent): LocalPlan & {
    /** The key that the text goes out with, as read when it was planned; null if the intent wasn't planned. */
    key(): OpenedKey | null;
  };
  /** The key this workspace used last, to prefetch its record. A wrong guess costs a round trip, nothing else. */
  cachedFingerprint(workspace: string): string | null;
};

export function createLocalPlanner(deps: {
  keys: Pick<LinkedKeys, 'at' | 'openIn' | 'isLinking'>;
  people: Pick<People, 'at' | 'factsIn'>;
  doNotText: DoNotTextInStep;
  sourceOf: SourceOf;
  clock: Clock;
  log: Log;
}): LocalPlanner {
  const { keys, people, doNotText, sourceOf, clock, log } = deps;
  const fingerprints = createLru<string>(MAX_CACHED_FINGERPRINTS);

  function isPlain(intent: Intent): boolean {
    const { workspace, to, template, linked, typed, message } = intent;
    if (!isFromHere(intent, sourceOf) || mayBeExempt(intent, sourceOf)) return false;
    const isFilled = typed === true && fieldsIn(message).length > 0;
    // A sender who types right after linking means the new key.
    return areNumbers(to) && !template && !isFilled && !linked && !keys.isLinking(workspace);
  }

  /** Null if Slack must be asked about the sender first. */
  function accountIn(tx: Tx, intent: Intent, key: KnownKey, now: number): Account | null {
    const { workspace, actor } = intent;
    const facts = isUnattended(intent) ? null : people.factsIn(tx, workspace, actor, now);
    if (facts === null && !isUnattended(intent)) return null;
    const rules = settingsIn(tx, workspace, now);
    return { sender: facts && { kind: 'known', facts }, rules, key, cap: capOf(intent, sourceOf, rules) };
  }

  function factsIn(tx: Tx, intent: Intent, numbers: LocalNumber[], key: KnownKey, now: number): Facts {
    const account = accountIn(tx, intent, key, now);
    const facts: Facts = {
      now,
      isFromHere: true,
      account,
      senderGroups: null,
      recipients: null,
      messages: null,
      earlier: 'none',
    };
    if (!account || numbers.length > MAX_RECIPIENTS) return facts;
    const isMarked = doNotText.of(tx, intent.workspace, numbers, now);
    const recipients = { numbers, omitted: [], unavailable: [], retryAt: null, tooMany: null };
    const reached = withoutUntextable(recipients, isMarked, NOBODY_EXEMPT, account.rules);
    return {
      ...facts,
      recipients: { ...reached, exempt: NOBODY_EXEMPT.numbers },
      messages: plainMessages(intent.message, reached.numbers, signOffFor(intent, account.rules)),
    };
  }

  /** If the settings or other deciding data can't be read, nothing goes out, and the sender gets a report. */
  function decideIn(
    tx: Tx,
    intent: Intent,
    ...context: [LocalNumber[], KnownKey, number]
  ): ReturnType<typeof decide> {
    try {
      return decide(intent, factsIn(tx, intent, ...context));
    } catch (error) {
      const plan = ifUnreadable(refusalPlan({ kind: 'WORKSPACE_UNREADABLE' }))(error);
      log.error({ err: error, intent: intent.id, workspace: intent.workspace }, 'a text was refused');
      return plan;
    }
  }

  return {
    cachedFingerprint: workspace => fingerprints.get(workspace) ?? null,
    planOf(intent) {
      const { workspace, actor } = intent;
      if (!isPlain(intent)) return { ...NOTHING_LOCAL, serializeBy: workspace };
      const numbers = [...new Set(numbersIn(intent.to))];
      const fingerprint = fingerprints.get(workspace);
      let opened: OpenedKey | null = null;
      return {
        reads: [
          settingsAt(workspace),
          keys.at(workspace),
          people.at(workspace, actor),
          ...doNotText.at(workspace, numbers),
          ...(fingerprint === undefined ? [] : [[KEYS, fingerprint] as const]),
        ],
        serializeBy: fingerprint ?? workspace,
        plan(tx) {
          const now = clock.now();
          const key = keys.openIn(tx, workspace, now);
          opened = typeof key === 'string' ? null : key;
          if (opened) fingerprints.set(workspace, opened.fingerprint);
          const decision = decideIn(tx, intent, numbers, key, now);
          return decision.kind === 'missing' || decision.kind === 'unavailable' ? null : decision;
        },
        key: () => opened,
      };
    },
  };
}
