import type { Clock } from '../../kit/clock.ts';
import { createLru } from '../../kit/lru.ts';
import type { LocalNumber } from '../../kit/number.ts';
import { StorageError, UnreadableError } from '../../kit/store/errors.ts';
import type { Tx } from '../../kit/store/store.ts';
import type { Log } from '../../log.ts';
import type { KnownKey, LinkedKeys } from '../../workspace/linked-keys.ts';
import type { FactsAnswer, People } from '../../workspace/people.ts';
import { settingsAt, settingsIn } from '../../workspace/settings.ts';
import { expiryOf, type Intent, intentIdOf, isUnattended, sharesReport } from '../intent.ts';
import { fieldsIn } from '../parse/typed-placeholders.ts';
import { MAX_RECIPIENTS, type Omitted } from '../recipient.ts';
import type { DoNotTextInStep } from '../recipient-directory.ts';
import type { Intents, OwnPlan } from '../store/accept.ts';
import { KEYS } from '../store/key.ts';
import type { Plan } from '../store/model.ts';
import type { Dispatcher } from './dispatcher.ts';
import { plainMessages } from './messages.ts';
import type { Resolver } from './resolver.ts';
import {
  areNumbers,
  checkSenderLocally,
  isErased,
  logRefusal,
  numberProblem,
  planOf,
  refusalPlan,
  sendProblem,
} from './send-policy.ts';
import { capOf, isFromHere, mayBeExempt, type SourceOf } from './sources.ts';

/** The process that wrote an intent resolves it; another one takes over only after this long. */
const OWN_LEASE_MS = 30_000;

/** What a surface asks for. */
export type NewIntent = Omit<Intent, 'id' | 'acceptedAt'> & {
  /** The same for deliveries that are the same, and for no others of its workspace. */
  idempotencyKey: string;
};

export type Submit = (ask: NewIntent) => Promise<'added' | 'duplicate'>;

/**
 * The only way in: writes the intent, durably and once, using no network except our own store. Once the promise resolves,
 * Slack may have its answer. It rejects if nothing could be written.
 *
 * If the store knows everything that decides, the intent is written together with what becomes of it, and a text that may go at
 * once is claimed in the same step. Otherwise it is resolved afterwards.
 */
export function createSubmit(deps: {
  intents: Pick<Intents, 'accept'>;
  own: OwnPlans;
  clock: Clock;
  resolver: Pick<Resolver, 'startNow' | 'takeIfThere'>;
  dispatcher: Pick<Dispatcher, 'openFastPath'>;
  /** Called when something was planned: there may be texts to send and reports to post. */
  wake: () => void;
  log: Log;
}): Submit {
  const { intents, own, clock, resolver, dispatcher, wake, log } = deps;
  return async ask => {
    const now = clock.now();
    const { idempotencyKey: _key, ...asked } = ask;
    const intent: Intent = { ...asked, id: intentIdOf(ask), acceptedAt: now };
    const take = dispatcher.openFastPath(intent.workspace, own.keyBefore(intent.workspace));
    const at = { now, leaseUntil: now + OWN_LEASE_MS, mayStart: take !== null };
    const { said, plan, claim } = await intents.accept(intent, own.of(intent), at).catch(error => {
      // It may be there all the same: open, or with a claim that has to be given back.
      if (error instanceof StorageError && error.unsure) resolver.takeIfThere(intent);
      wake();
      throw error;
    });
    if (said === 'duplicate') return 'duplicate';
    if (said === 'open') resolver.startNow(intent);
    if (claim) take?.(claim);
    // With a text that goes at once there may be something to tell of another, or of all of them.
    const tells = intent.resendOf !== null || sharesReport(intent);
    if (said !== 'open' && (!claim || tells)) wake();
    if (plan) logRefusal(log, intent, plan);
    return 'added';
  };
}

const MOST_HINTS = 10_000;
const NOTHING: OwnPlan = { needs: [], about: undefined, plan: () => null };

/**
 * What the store itself knows of a plain message to numbers, read at once: the workspace's rules and key, who sends, and who must
 * not be texted. Anything else (names, templates, somebody of whom Slack hasn't told) is asked for after it was written down.
 */
export type OwnPlans = {
  of(intent: Intent): OwnPlan;
  /** Which key a workspace had last: its record is read along. Another one costs a round trip more, never a mistake. */
  keyBefore(workspace: string): string | null;
};

export function createOwnPlans(deps: {
  keys: Pick<LinkedKeys, 'at' | 'knownIn' | 'isLinking'>;
  people: Pick<People, 'at' | 'factsIn'>;
  doNotText: DoNotTextInStep;
  sourceOf: SourceOf;
  clock: Clock;
  log: Log;
}): OwnPlans {
  const { keys, people, doNotText, sourceOf, clock, log } = deps;
  const fingerprints = createLru<string>(MOST_HINTS);

  function isSimple(intent: Intent): boolean {
    const { workspace, to, template, linked, typed, message } = intent;
    if (!isFromHere(intent, sourceOf) || mayBeExempt(intent, sourceOf)) return false;
    const isFilled = typed === true && fieldsIn(message).length > 0;
    // Somebody who types right after linking means the new key.
    return areNumbers(to) && !template && !isFilled && !linked && !keys.isLinking(workspace);
  }

  const numbersOf = ({ to }: Intent): LocalNumber[] => [
    ...new Set(to.flatMap(who => (who.kind === 'number' ? who.number : []))),
  ];

  /** Null: Slack has to say something first. */
  function decide(tx: Tx, intent: Intent, numbers: readonly LocalNumber[]): Plan | null {
    const { workspace, actor } = intent;
    const now = clock.now();
    if (intent.to.some(isErased)) return refusalPlan({ kind: 'ERASED' });
    const facts = isUnattended(intent) ? null : people.factsIn(tx, workspace, actor, now);
    if (now >= expiryOf(intent) || numbers.length > MAX_RECIPIENTS) return null;
    if (!isUnattended(intent) && facts === null) return null;
    const rules = settingsIn(tx, workspace, now);
    const sender: FactsAnswer | null = facts && { kind: 'known', facts };
    const judged = sender && checkSenderLocally(intent, sender, rules);
    if (judged === 'ask groups') return null;
    const key: KnownKey = keys.knownIn(tx, workspace, now);
    const problem = sendProblem(sender, judged, key);
    if (problem) return problem.kind === 'unavailable' ? null : refusalPlan(problem);
    if (typeof key === 'string') return null;
    fingerprints.set(workspace, key.fingerprint);
    const isMarked = doNotText.of(tx, workspace, numbers, now);
    const omitted = numbers.flatMap((number): Omitted[] => {
      const problem = numberProblem(number, isMarked(number), rules);
      return problem ? [{ who: { kind: 'number', number }, problem }] : [];
    });
    const left = new Set(omitted.flatMap(({ who }) => (who.kind === 'number' ? who.number : [])));
    const texted = numbers.filter(number => !left.has(number));
    const found = { numbers: texted, omitted, unavailable: [], retryAt: null };
    const plan = planOf(intent, found, plainMessages(intent.message, texted), {
      rules,
      cap: capOf(intent, sourceOf, rules),
      fingerprint: key.fingerprint,
      exempt: new Set(),
    });
    return plan.kind === 'unavailable' ? null : plan;
  }

  return {
    keyBefore: workspace => fingerprints.get(workspace) ?? null,
    of(intent) {
      const { workspace, actor } = intent;
      if (!isSimple(intent)) return { ...NOTHING, about: workspace };
      const numbers = numbersOf(intent);
      const fingerprint = fingerprints.get(workspace);
      return {
        needs: [
          settingsAt(workspace),
          keys.at(workspace),
          people.at(workspace, actor),
          ...doNotText.at(workspace, numbers),
          ...(fingerprint === undefined ? [] : [[KEYS, fingerprint] as const]),
        ],
        about: fingerprint ?? workspace,
        plan(tx) {
          try {
            return decide(tx, intent, numbers);
          } catch (error) {
            if (!(error instanceof UnreadableError)) throw error;
            log.error({ err: error, intent: intent.id, workspace }, 'a text was refused');
            return refusalPlan({ kind: 'WORKSPACE_UNREADABLE' });
          }
        },
      };
    },
  };
}
