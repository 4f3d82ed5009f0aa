import { endOfDay, MINUTE_MS } from '../../../kit/day.ts';
import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { eachIncident } from '../incidents/each-incident.ts';
import type { Hold, HoldReason, Incident, Notified, UnresolvedRecipients } from '../incidents/state.ts';
import type { WorkingState } from '../incidents/working-state.ts';
import { composeText, type OneText } from './compose-text.ts';
import { createDailyLimits, type DailyLimits } from './daily-limit.ts';
import { withText } from './notified.ts';
import { BUCKETS, CRITICAL_BUCKETS, GATHER_MS, LONGEST_MS, roomAt } from './number-limits.ts';
import { owesEnds, quietUntil, reasonFor, type TextSection, whatToTell } from './what-to-tell.ts';

/** A text this soon after another to the same number says how many more there are. */
const SOON_MS = 2 * MINUTE_MS;
/** Steps' texts that are remembered: enough to tell that none of them arrived. */
const MAX_STEP_TEXTS = 30;
/** Incidents or numbers looked at in one go. */
const SOME = 200;

/** The numbers that recipients stand for; null: they aren't known yet, so they have to be asked for first. */
export type NumbersOf = (to: readonly string[]) => readonly string[] | null;

/** Incidents about which the same people were told, and are to be told, alike. */
type Cohort = {
  incidents: Incident[];
  known: ReadonlyMap<string, Notified>;
  requests: readonly UnresolvedRecipients[];
};

/** An incident whose recipients are known by now, with what holds texts about it back. */
export type Released = {
  incident: Incident;
  requests: readonly UnresolvedRecipients[];
  held: Hold | null;
};

/** Texts what may go now. The rest keeps waiting: it is returned, with until when. */
export function* releaseTexts(work: WorkingState, numbersOf: NumbersOf): CooperativeTask<Released[]> {
  const { used, context } = work;
  const limits = createDailyLimits(used, context.routes, context.pricing, context.wall);
  const cohorts = yield* cohortsOf(work, numbersOf);
  const stories = new Map<string, Story>();
  const nothing: Story = { before: null, sections: [], longer: new Map() };
  for (const cohort of cohorts) {
    yield* continueStories(work, cohort, numbersOf, stories, nothing);
    yield;
  }
  const held = new Map<Incident, Hold>();
  const hold = (sections: readonly TextSection[], until: number, why: HoldReason): void => {
    for (const { incident } of sections) {
      const before = held.get(incident);
      if (!before || before.until > until) held.set(incident, { until, why });
    }
  };
  // People who are told the same are texted together.
  for (const [story, alike] of Map.groupBy(stories, ([, story]) => story)) {
    const numbers = alike.map(([number]) => number);
    yield* textTo(work, numbers, sectionsOf(story), limits, hold);
  }
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

/** What somebody is told, a cohort's sections after the other. Numbers that are told the same have the same story. */
type Story = {
  before: Story | null;
  sections: readonly TextSection[];
  longer: Map<readonly TextSection[], Story>;
};

function sectionsOf(story: Story): TextSection[] {
  const cohorts: (readonly TextSection[])[] = [];
  for (let last: Story | null = story; last; last = last.before) cohorts.push(last.sections);
  return cohorts.reverse().flat();
}

function* cohortsOf(work: WorkingState, numbersOf: NumbersOf): CooperativeTask<Cohort[]> {
  const cohorts = new Map<string, Cohort>();
  const ids = new Map<unknown, number>();
  const idOf = (list: readonly unknown[]): number => {
    const known = ids.get(list);
    if (known !== undefined) return known;
    // Equal lists are one list, once they were stored.
    const text = JSON.stringify(list);
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id).set(list, id);
    return id;
  };
  const resolved = new Map<readonly string[], boolean>();
  const isResolved = ({ to }: UnresolvedRecipients): boolean => {
    const known = resolved.get(to) ?? numbersOf(to) !== null;
    resolved.set(to, known);
    return known;
  };
  yield* eachIncident(work, incident => {
    if (incident.unresolved.length === 0 && incident.notified.length === 0) return;
    const requests =
      incident.unresolved.length > 0 && quietUntil(work, incident) === null
        ? incident.unresolved.filter(isResolved)
        : [];
    if (requests.length === 0 && !owesEnds(incident)) return;
    const asked = requests.map(
      request => `${idOf(request.to)} ${reasonFor(request)} ${request.remind ? request.since : ''}`,
    );
    const key = `${idOf(incident.notified)} ${asked.join()} ${requests.map(({ reason }) => reason).join()}`;
    const cohort = cohorts.get(key);
    const first = cohort?.incidents[0];
    if (cohort && first) {
      incident.notified = first.notified;
      cohort.incidents.push(incident);
    } else {
      const known = new Map(
        incident.notified.flatMap(entry => entry.numbers.map(number => [number, entry] as const)),
      );
      cohorts.set(key, { incidents: [incident], known, requests });
    }
  });
  return [...cohorts.values()];
}

/** Adds what each number is to be told of a cohort. */
function* continueStories(
  work: WorkingState,
  { known, requests, incidents }: Cohort,
  numbersOf: NumbersOf,
  stories: Map<string, Story>,
  nothing: Story,
): CooperativeTask<void> {
  const people = new Map<string, { reason: 'open' | 'all' | null; remindedAt: number }>();
  for (const request of requests) {
    for (const number of numbersOf(request.to) ?? []) {
      const before = people.get(number);
      people.set(number, {
        reason: before?.reason === 'all' ? 'all' : reasonFor(request),
        remindedAt: Math.max(before?.remindedAt ?? 0, request.remind ? request.since : 0),
      });
    }
  }
  if (incidents.some(owesEnds)) {
    for (const number of known.keys())
      if (!people.has(number)) people.set(number, { reason: null, remindedAt: 0 });
  }
  /** By what somebody knows. */
  const byKnowledge = new Map<string, readonly TextSection[]>();
  let looked = 0;
  for (const [number, { reason, remindedAt }] of people) {
    looked += 1;
    if (looked % SOME === 0) yield;
    const entry = known.get(number);
    const firingUpTo = entry?.firingUpTo ?? 0;
    const endedUpTo = entry?.endedUpTo ?? 0;
    const isPending = work.texts.get(entry?.text ?? 0)?.pending.includes(number) ?? false;
    const isReminded = remindedAt > 0 && remindedAt > (entry?.at ?? -1);
    const key = `${firingUpTo} ${endedUpTo} ${reason} ${isReminded} ${isPending}`;
    let sections = byKnowledge.get(key);
    if (!sections) {
      const knowledge = { firingUpTo, endedUpTo, reason, isReminded, isPending };
      const found: TextSection[] = [];
      for (const [place, incident] of incidents.entries()) {
        const section = whatToTell(incident, knowledge);
        if (section) found.push(section);
        if (place % SOME === SOME - 1) yield;
      }
      sections = found;
      byKnowledge.set(key, sections);
    }
    if (sections.length === 0) continue;
    const before = stories.get(number) ?? nothing;
    const story = before.longer.get(sections) ?? { before, sections, longer: new Map() };
    before.longer.set(sections, story);
    stories.set(number, story);
  }
}

/** What these numbers get while some hooks may text no more today. */
type Variant = {
  sections: readonly TextSection[];
  isUrgent: boolean;
  texts: Map<boolean, OneText>;
  untils: Map<number, HoldReason>;
};

/** These numbers are to be told the same; when a text may go differs for each. */
function* textTo(
  work: WorkingState,
  numbers: readonly string[],
  all: readonly TextSection[],
  limits: DailyLimits<OneText>,
  hold: (sections: readonly TextSection[], until: number, why: HoldReason) => void,
): CooperativeTask<void> {
  const { now } = work;
  const awake: TextSection[] = [];
  for (const section of all) {
    const quiet = section.isCritical ? null : work.quietUntil(section.incident.hook);
    if (quiet === null) awake.push(section);
    else hold([section], quiet, 'quiet');
  }
  if (awake.length === 0) return;
  const hooks = [...new Set(awake.map(({ incident }) => incident.hook))];
  const variants = new Map<string, Variant>();
  const variantOf = (closed: readonly string[]): Variant => {
    const key = closed.join();
    const known = variants.get(key);
    if (known) return known;
    const mayGo = ({ isUrgent, incident }: TextSection): boolean =>
      isUrgent || !closed.includes(incident.hook);
    const sections = awake.filter(mayGo);
    const { wall } = work.context;
    const held = awake.filter(section => !mayGo(section));
    if (held.length > 0) hold(held, now + endOfDay(wall) - wall, 'daily');
    const isUrgent = sections.some(section => section.isUrgent);
    const variant: Variant = { sections, isUrgent, texts: new Map(), untils: new Map() };
    variants.set(key, variant);
    return variant;
  };
  const batches = new Map<string, { to: string[]; variant: Variant; text: OneText }>();
  for (const [place, number] of numbers.entries()) {
    if (place % SOME === SOME - 1) yield;
    for (;;) {
      const closed = hooks.filter(hook => !limits.isOpen(hook));
      const variant = variantOf(closed);
      const { sections, isUrgent, texts, untils } = variant;
      if (sections.length === 0) break;
      const { sent, urgentAt } = work.numbers.get(number) ?? { sent: [], urgentAt: null };
      const at = turnOf(sent, urgentAt, isUrgent, now);
      if (at > now) {
        untils.set(at, isUrgent && at - now <= GATHER_MS ? 'together' : 'pace');
        break;
      }
      const follows = (sent.at(-1) ?? Number.NEGATIVE_INFINITY) > now - SOON_MS;
      let text = texts.get(follows);
      if (!text) {
        text = composeText(
          sections.flatMap(({ items }) => items),
          follows,
        );
        texts.set(follows, text);
      }
      // Otherwise its hook has just reached its limit, so the number gets what other hooks may still text.
      if (!limits.take(text, isUrgent)) continue;
      const recent = sent.filter(at => at > now - LONGEST_MS);
      work.numbers.set(number, { sent: [...recent, now], urgentAt: isUrgent ? now : urgentAt });
      const batch = batches.get(`${follows} ${closed.join()}`);
      if (batch) batch.to.push(number);
      else batches.set(`${follows} ${closed.join()}`, { to: [number], variant, text });
      break;
    }
  }
  for (const { sections, untils } of variants.values()) {
    const [first] = [...untils].sort(([a], [b]) => a - b);
    if (first) hold(sections, ...first);
  }
  for (const { to, variant, text } of batches.values()) yield* send(work, to, variant, text);
}

/** When a number may get its next text. */
function turnOf(sent: readonly number[], urgentAt: number | null, isUrgent: boolean, now: number): number {
  if (!isUrgent) return roomAt(BUCKETS, sent, now);
  return Math.max(roomAt(CRITICAL_BUCKETS, sent, now), (urgentAt ?? Number.NEGATIVE_INFINITY) + GATHER_MS);
}

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
  // Incidents share their lists, before and after.
  const after = new Map<string, Map<readonly Notified[], readonly Notified[]>>();
  for (const [place, { incident, isNews, keepsEnds }] of sections.entries()) {
    if (place % SOME === SOME - 1) yield;
    const key = `${isNews} ${keepsEnds}`;
    const lists = after.get(key) ?? new Map<readonly Notified[], readonly Notified[]>();
    after.set(key, lists);
    const told = { firingUpTo: isNews ? id : null, endedUpTo: keepsEnds ? null : id, at: work.now, text: id };
    const list = lists.get(incident.notified) ?? withText(incident.notified, numbers, told);
    lists.set(incident.notified, list);
    incident.notified = list;
    if (!isNews) continue;
    incident.trouble = null;
    const { escalation } = incident;
    if (escalation) {
      const texts = [...escalation.texts.slice(1 - MAX_STEP_TEXTS), id];
      incident.escalation = { ...escalation, texts };
    }
  }
}
