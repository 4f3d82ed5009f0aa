import { HOUR_MS } from '../../../kit/day.ts';
import { context, section } from '../../../kit/slack/elements.ts';
import { type Form, fieldId } from '../../../kit/slack/form.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import { parseStoredJson } from '../../../kit/slack/view-state.ts';
import { harmless, inMrkdwn } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { manager } from '../../../workspace/slack/permissions.ts';
import { labelsAsTyped } from '../../label-matchers.ts';
import {
  calledAfter,
  coveredBy,
  type FiringNow,
  MAX_MUTED_GROUPS,
  MUTE_HOURS,
  type MutesNow,
  type NewMute,
} from '../../mutes.ts';
import { mentionOf, tallyOf } from '../../policy/channel/alert-summary.ts';
import { MAX_MUTES } from '../../policy/incidents/mutes.ts';
import type { Mute } from '../../policy/incidents/state.ts';
import { countedNames } from '../../posts/lines.ts';
import { userOf } from '../../posts/text-lines.ts';
import { type AlertsPost, postSchema } from '../notices.ts';
import {
  ALL_HOOKS,
  hookBlock,
  type MuteChoices,
  type MuteDraft,
  muteFields,
  onlyOf,
  timeError,
} from './fields.ts';
import { type MuteContext, muteBlock } from './lines.ts';
import { mayEnd, muter, mutesThat } from './permissions.ts';

const MAX_KNOWN = 8;
/** How many mutes of a post's alerts are shown above the fields: those that end first. */
const MAX_SHOWN = 10;
const MAX_LABEL_SHOWN = 60;

/** What there is to mute. `own`: alerts of the post that it was opened from, which fire. */
type ToMute = MuteContext & { now: MutesNow; own: readonly FiringNow[] };

/** The form that mutes alerts: from their post, or from the list of mutes. */
export const muteForm: Form<{
  subject: AlertsPost | null;
  current: ToMute;
  draft: MuteDraft;
  extras: MuteChoices & { userId: string; mayAll: boolean };
}> = {
  id: 'mute',
  openers: { new: () => null, post: value => parseStoredJson(postSchema, value) },
  subject: postSchema.nullable(),
  permission: muter,
  savePermission: mutesThat,
  // It stops something, and can be changed back.
  requiresLiveFacts: false,
  command: `${COMMAND} mute`,
  title: words => words.mutes.form.title,
  submit: words => words.mutes.form.submit,
  cancel: words => words.link.cancel,
  async load(services, { workspace }, subject, words) {
    const { mutes, hooks: all, teammates, clock } = services;
    const [now, hooks] = await Promise.all([mutes.look(workspace), all.list(workspace)]);
    const own = subject ? now.firing.filter(({ incident }) => isIn(subject, incident)) : [];
    if (subject && own.length === 0) return { deleted: words.mutes.over };
    if (hooks.length === 0) return { deleted: words.hooks.none };
    const who = userOf(await teammates.numbers(workspace));
    return { current: { hooks, now, own, who, wall: clock.wall } };
  },
  draft: ({ own, hooks }, subject) => ({
    what: {
      kind: own.length > 0 ? 'groups' : 'hook',
      hook: subject?.hook ?? onlyOf(hooks),
      typed: '',
      labels: [],
    },
    time: { hours: MUTE_HOURS[0], until: null },
    reason: '',
  }),
  async extras(services, who, { subject, current: { hooks, own } }) {
    const facts = services.permissionFacts.withCachedOrLiveFacts(services);
    const mayAll = (await manager(facts, who, null)) === null;
    return {
      userId: who.userId,
      mayAll,
      kinds: [
        ...(own.length > 0 ? (['groups'] as const) : []),
        ...(mayAll ? (['hook', 'labels'] as const) : []),
      ],
      hooks: hooksFor(subject, hooks),
      mayChooseTime: mayAll,
    };
  },
  head(words, { current, extras: { userId, mayAll } }) {
    const { own, now } = current;
    const ids = new Set(own.flatMap(({ alert }) => alert.mutedBy ?? []));
    const its = now.mutes.filter(({ id }) => ids.has(id)).slice(0, MAX_SHOWN);
    const { already } = words.mutes.form;
    return its.length === 0
      ? []
      : [context(already), ...its.map(mute => muteBlock(words, mute, current, mayEnd(mute, userId, mayAll)))];
  },
  fields: muteFields,
  async preview({ clock }, _who, words, { subject, current, draft, wrong }) {
    const { form } = words.mutes;
    const scope = scopeOf(draft, subject, current);
    const known = draft.what.kind === 'labels' ? labelsOf(current, draft) : '';
    const covered = scope && !wrong.what ? coveredBy(current.now, scope) : null;
    const until = untilOf(draft, clock.wall());
    return [
      ...(known === '' ? [] : [context(form.known(known))]),
      ...(covered ? [section(form.covers({ ...countOf(words, covered), until }))] : []),
    ];
  },
  check({ clock }, _who, words, { subject, draft, current }) {
    return {
      what: whatError(words, scopeOf(draft, subject, current), draft.what),
      time: timeError(words, fieldId(muteForm, 'time'), draft.time, clock.wall()),
    };
  },
  async save({ mutes, clock }, { workspace, userId, origin, at }, words, { subject, current, draft }) {
    const scope = scopeOf(draft, subject, current);
    const [asked, now] = [clock.wall(at), clock.now()];
    const until = untilOf(draft, asked);
    if (!scope || until === null) return { retry: words.mutes.wrong.hook };
    const request: NewMute = {
      ...scope,
      by: { kind: 'person', userId },
      reason: draft.reason,
      // On the app's own time line.
      until: at + (until - asked),
    };
    if (request.until <= now) return { retry: words.mutes.wrong.past };
    const done = await mutes.begin(workspace, request, origin);
    if (done === 'too_many') return { retry: words.mutes.tooMany(MAX_MUTES) };
    return { message: done === 'muted' ? words.mutes.muted({ until }) : words.mutes[done] };
  },
};

const isIn = (
  { hook, post, upTo }: AlertsPost,
  incident: { hook: string; post: number; id: number },
): boolean => incident.hook === hook && incident.post === post && incident.id <= upTo;

const groupsOf = (alerts: readonly FiringNow[]): string[] => [
  ...new Set(alerts.map(({ incident }) => incident.group)),
];

type Scope = Pick<Mute, 'hook' | 'called'> & Pick<NewMute, 'groups' | 'labels'>;

const hooksFor = (subject: AlertsPost | null, hooks: ToMute['hooks']): ToMute['hooks'] =>
  hooks.filter(({ id }) => subject === null || subject.hook === id);

/** What is filled in; null: not all of it yet, or the hook is gone. */
function scopeOf(
  { what: { kind, hook, labels } }: MuteDraft,
  subject: AlertsPost | null,
  { own, hooks }: ToMute,
): Scope | null {
  const [first] = own;
  if (kind === 'groups') {
    if (!first) return null;
    const called = calledAfter(own.map(({ alert }) => alert));
    return { hook: first.incident.hook, groups: groupsOf(own), called, labels: [] };
  }
  if (labels === null || (kind === 'labels' && labels.length === 0)) return null;
  const chosen = hook || onlyOf(hooksFor(subject, hooks));
  const isAll = kind === 'labels' && chosen === ALL_HOOKS;
  if (!isAll && !hooks.some(({ id }) => id === chosen)) return null;
  return { hook: isAll ? null : chosen, groups: null, called: '', labels };
}

/** What is wrong with what is to be muted; of labels, the field says it. */
function whatError(
  { mutes: { wrong } }: Wording,
  scope: Scope | null,
  { kind, labels }: MuteDraft['what'],
): Record<string, string> | null {
  const id = fieldId(muteForm, 'what');
  if ((scope?.groups?.length ?? 0) > MAX_MUTED_GROUPS) return { [id]: wrong.groups(MAX_MUTED_GROUPS) };
  if (scope || kind === 'groups' || labels === null) return null;
  return { [hookBlock(id, kind)]: wrong.hook };
}

/** As a time of day; null: none is chosen. @param from the time of day from which hours count */
const untilOf = ({ time: { hours, until } }: MuteDraft, from: number): number | null =>
  hours === null ? until : from + hours * HOUR_MS;

function countOf(words: Wording, covered: readonly FiringNow[]): { alerts: number; names: string } {
  const tally = tallyOf(covered.map(({ alert }) => ({ ...mentionOf(alert), alerts: alert.count })));
  const alerts = covered.reduce((sum, { alert }) => sum + alert.count, 0);
  return { alerts, names: inMrkdwn(countedNames(tally, words)) };
}

/** Labels that alerts have to which these could apply, the most frequent first. */
function labelsOf({ now, own }: ToMute, { what: { hook } }: MuteDraft): string {
  const among =
    own.length > 0 ? own : now.firing.filter(one => hook === ALL_HOOKS || one.incident.hook === hook);
  const counts = new Map<string, number>();
  for (const { alert } of among) {
    for (const [name, value] of Object.entries(alert.labels)) {
      const label = labelsAsTyped([{ name, isEqual: true, value }]);
      counts.set(label, (counts.get(label) ?? 0) + 1);
    }
  }
  const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_KNOWN);
  return most.map(([label]) => harmless(label, MAX_LABEL_SHOWN)).join(' · ');
}
