import { endOfDay, MINUTE_MS } from '../../../kit/day.ts';
import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { isUserId } from '../../calling/called-person.ts';
import type { Hold, HoldReason, Incident, Notified, UnresolvedRecipients } from '../incidents/state.ts';
import type { WorkingState } from '../incidents/working-state.ts';
import { composeText, type OneText } from './compose-text.ts';
import { createDailyLimits, type DailyLimits } from './daily-limit.ts';
import { withText } from './notified.ts';
import { GATHER_MS, LONGEST_BUCKET_MS, nextTextAt } from './number-limits.ts';
import { sectionQuietUntil } from './quiet-hours.ts';
import { type AddressesOf, cohortsOf, type Readers, readersOf } from './readers.ts';
import type { TextSection } from './what-to-tell.ts';

/*
 * Decides which texts may go now:
 *
 *   readers with the same to hear → without what quiet hours hold back → without hooks at their daily limit → each number's own limits →
 *   one text for all of them that may go
 *
 * The rest waits, and the earliest time at which something of an incident may go is returned with it.
 */

/** A text this soon after another to the same number says how many more alerts there are. */
const FOLLOWS_MS = 2 * MINUTE_MS;
/** The most texts of a step that are remembered, enough to tell that none of them arrived. */
const MAX_STEP_TEXTS = 30;
/** Incidents or numbers looked at between two yields. */
const PER_SLICE = 200;

/** An incident whose recipients are looked up, with what holds back texts about it. */
type Released = {
  incident: Incident;
  requests: readonly UnresolvedRecipients[];
  held: Hold | null;
};

/** Notes that these sections have to wait. */
type HoldBack = (sections: readonly TextSection[], until: number, why: HoldReason) => void;

/** Texts what may go now, and returns for each incident until when the rest waits. */
export function* releaseTexts(work: WorkingState, addressesOf: AddressesOf): CooperativeTask<Released[]> {
  const { used, context } = work;
  const limits = createDailyLimits(used, context.routes, context.pricing, context.wall);
  const cohorts = yield* cohortsOf(work, addressesOf);
  const held = new Map<Incident, Hold>();
  const holdBack: HoldBack = (sections, until, why) => {
    for (const { incident } of sections) {
      const before = held.get(incident);
      if (!before || before.until > until) held.set(incident, { until, why });
    }
  };
  for (const readers of yield* readersOf(work, cohorts, addressesOf))
    yield* textReaders(work, readers, limits, holdBack);
  for (const hook of context.routes.keys()) {
    if (limits.hasJustReached(hook)) work.update({ hook }).limitReached = 1;
  }
  return cohorts.flatMap(({ incidents, requests }) => {
    const reasons = new Set(requests.map(({ reason }) => reason));
    return incidents.map(incident => ({
      incident,
      requests: incident.unresolved.filter(({ reason }) => reasons.has(reason)),
      held: held.get(incident) ?? null,
    }));
  });
}

/** The text for readers while some hooks are at their daily limit. */
type Variant = {
  sections: readonly TextSection[];
  isUrgent: boolean;
  /** The composed texts, by whether they follow another text. */
  texts: Map<boolean, OneText>;
  untils: Map<number, HoldReason>;
};

/** Texts readers who are told the same. When a text may go differs for each number. */
function* textReaders(
  work: WorkingState,
  { numbers, sections: all }: Readers,
  limits: DailyLimits<OneText>,
  holdBack: HoldBack,
): CooperativeTask<void> {
  const { now } = work;
  const awake: TextSection[] = [];
  for (const section of all) {
    const until = sectionQuietUntil(work, section);
    if (until === null) awake.push(section);
    else holdBack([section], until, 'quiet');
  }
  if (awake.length === 0) return;
  const hooks = [...new Set(awake.map(({ incident }) => incident.hook))];
  const variants = new Map<string, Variant>();
  const variantOf = (closed: readonly string[]): Variant => {
    const key = closed.join();
    const variant = variants.get(key) ?? variantWithout(closed, awake, work, holdBack);
    variants.set(key, variant);
    return variant;
  };
  const batches = new Map<string, { to: string[]; variant: Variant; text: OneText }>();
  for (const [place, number] of numbers.entries()) {
    if (place % PER_SLICE === PER_SLICE - 1) yield;
    for (;;) {
      // A message costs nothing, so the daily limit doesn't count it.
      const isFree = isUserId(number);
      const closed = isFree ? [] : hooks.filter(hook => !limits.isOpen(hook));
      const variant = variantOf(closed);
      const { sections, isUrgent, texts, untils } = variant;
      if (sections.length === 0) break;
      const { sent, urgentAt } = work.numbers.get(number) ?? { sent: [], urgentAt: null };
      const at = nextTextAt(sent, urgentAt, { isUrgent, now });
      if (at > now) {
        untils.set(at, isUrgent && at - now <= GATHER_MS ? 'together' : 'pace');
        break;
      }
      const follows = (sent.at(-1) ?? Number.NEGATIVE_INFINITY) > now - FOLLOWS_MS;
      const text =
        texts.get(follows) ??
        composeText(
          sections.flatMap(({ items }) => items),
          follows,
        );
      texts.set(follows, text);
      // If its hook has just reached its limit, the number gets what other hooks may still text.
      if (!isFree && !limits.take(text, isUrgent)) continue;
      const recent = sent.filter(sentAt => sentAt > now - LONGEST_BUCKET_MS);
      work.numbers.set(number, { sent: [...recent, now], urgentAt: isUrgent ? now : urgentAt });
      const key = `${follows} ${closed.join()}`;
      const batch = batches.get(key);
      if (batch) batch.to.push(number);
      else batches.set(key, { to: [number], variant, text });
      break;
    }
  }
  for (const { sections, untils } of variants.values()) {
    const [first] = [...untils].sort(([a], [b]) => a - b);
    if (first) holdBack(sections, ...first);
  }
  for (const { to, variant, text } of batches.values()) yield* send(work, to, variant, text);
}

/** The variant without these hooks, which are at their daily limit. An urgent alert goes in any case. */
function variantWithout(
  closed: readonly string[],
  awake: readonly TextSection[],
  { now, context: { wall } }: WorkingState,
  holdBack: HoldBack,
): Variant {
  const mayGo = ({ isUrgent, incident }: TextSection): boolean => isUrgent || !closed.includes(incident.hook);
  const sections = awake.filter(mayGo);
  const waiting = awake.filter(section => !mayGo(section));
  if (waiting.length > 0) holdBack(waiting, now + endOfDay(wall) - wall, 'daily');
  return {
    sections,
    isUrgent: sections.some(section => section.isUrgent),
    texts: new Map(),
    untils: new Map(),
  };
}

/** Hands over a text, and notes in each incident what its readers were told. */
function* send(
  work: WorkingState,
  to: readonly string[],
  { sections, isUrgent }: Variant,
  text: OneText,
): CooperativeTask<void> {
  const id = work.nextChange();
  const isOnlyFiring = text.statement.kinds.every(({ occasion }) => occasion !== 'resolved');
  work.textsToSend.push({ ...text, id, to, isUrgent });
  work.texts.set(id, {
    at: work.now,
    incidents: text.incidents,
    intents: [],
    isOnlyFiring,
    isForAll: sections.some(section => section.isForAll),
    isCancelled: false,
    pending: to,
    sent: 0,
  });
  const numbers = new Set(to);
  const texted = to.filter(address => !isUserId(address));
  // Incidents that shared a list before the text share the list after it.
  const listsAfter = new Map<string, Map<readonly Notified[], readonly Notified[]>>();
  for (const [place, { incident, isNews, keepsEnds }] of sections.entries()) {
    if (place % PER_SLICE === PER_SLICE - 1) yield;
    const key = `${isNews} ${keepsEnds}`;
    const lists = listsAfter.get(key) ?? new Map<readonly Notified[], readonly Notified[]>();
    listsAfter.set(key, lists);
    const upTo = { firingUpTo: isNews ? id : null, endedUpTo: keepsEnds ? null : id };
    const list =
      lists.get(incident.notified) ??
      withText(incident.notified, numbers, { ...upTo, at: work.now, text: id });
    lists.set(incident.notified, list);
    incident.notified = list;
    if (texted.length > 0)
      work.timeline.add(incident, 'texted', { to: texted, isShared: incident.id !== text.incidents[0] });
    if (!isNews) continue;
    incident.trouble = null;
    const { escalation } = incident;
    if (escalation) {
      const texts = [...escalation.texts.slice(1 - MAX_STEP_TEXTS), id];
      incident.escalation = { ...escalation, texts };
    }
  }
}
