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
import { tallyOfAlerts } from '../../policy/channel/post-status.ts';
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
import { draftMuter, mayEnd, muter } from './permissions.ts';

const MAX_LABELS = 8;
/** Limit for the current mutes above the fields; those that end first are shown. */
const MAX_CURRENT_MUTES = 10;
const LABEL_CHARACTERS = 60;

/** `own`: the firing alerts of the post from which the form was opened. */
type ToMute = MuteContext & { now: MutesNow; own: readonly FiringNow[] };

/** The form that makes a mute, opened from a post about alerts or from the list of mutes. */
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
  savePermission: draftMuter,
  // Muting sends nothing, and can be undone.
  requiresLiveFacts: false,
  command: `${COMMAND} mute`,
  title: words => words.mutes.form.title,
  submit: words => words.mutes.form.submit,
  cancel: words => words.link.cancel,
  async load(services, { workspace }, subject, words) {
    const { mutes, teammates, clock } = services;
    // Only a page's own post mutes it.
    const { list } = subject ? services.hooksAndPages : services.hooks;
    const [now, hooks] = await Promise.all([mutes.look(workspace), list(workspace)]);
    const own = subject ? now.firing.filter(({ incident }) => isIn(subject, incident)) : [];
    if (subject && own.length === 0) return { deleted: words.mutes.over };
    if (hooks.length === 0) return { deleted: words.hooks.none };
    const nameNumber = userOf(await teammates.numbers(workspace));
    return { current: { hooks, now, own, nameNumber, wall: clock.wall } };
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
  async extras(services, user, { subject, current: { hooks, own } }) {
    const facts = services.permissionFacts.withCachedOrLiveFacts(services);
    const mayAll = (await manager(facts, user, null)) === null;
    return {
      userId: user.userId,
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
    const mutes = now.mutes.filter(({ id }) => ids.has(id)).slice(0, MAX_CURRENT_MUTES);
    const { already } = words.mutes.form;
    return mutes.length === 0
      ? []
      : [
          context(already),
          ...mutes.map(mute => muteBlock(words, mute, current, mayEnd(mute, userId, mayAll))),
        ];
  },
  fields: muteFields,
  async preview({ clock }, _user, words, { subject, current, draft, wrong }) {
    const { form } = words.mutes;
    const scope = scopeOf(draft, subject, current);
    const currentLabels = draft.what.kind === 'labels' ? labelsOf(current, draft) : '';
    const covered = scope && !wrong.what ? coveredBy(current.now, scope) : null;
    const until = untilOf(draft, clock.wall());
    return [
      ...(currentLabels === '' ? [] : [context(form.known(currentLabels))]),
      ...(covered ? [section(form.covers({ ...countOf(words, covered), until }))] : []),
    ];
  },
  check({ clock }, _user, words, { subject, draft, current }) {
    return {
      what: scopeError(words, scopeOf(draft, subject, current), draft.what),
      time: timeError(words, fieldId(muteForm, 'time'), draft.time, clock.wall()),
    };
  },
  async save({ mutes, clock }, { workspace, userId, origin, at }, words, { subject, current, draft }) {
    const scope = scopeOf(draft, subject, current);
    const pressedAt = clock.wall(at);
    const until = untilOf(draft, pressedAt);
    if (!scope || until === null) return { retry: words.mutes.wrong.hook };
    const request: NewMute = {
      ...scope,
      by: { kind: 'person', userId },
      reason: draft.reason,
      // On the app's own time line.
      until: at + (until - pressedAt),
    };
    if (request.until <= clock.now()) return { retry: words.mutes.wrong.past };
    const result = await mutes.begin(workspace, request, origin);
    if (result === 'too_many') return { retry: words.mutes.tooMany(MAX_MUTES) };
    return { message: result === 'muted' ? words.mutes.muted({ until }) : words.mutes[result] };
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

/** The scope that the user chose; null if the input is incomplete, or the hook doesn't exist any more. */
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

/** The error about the scope; null if there is none. Bad labels are reported by their own field. */
function scopeError(
  { mutes: { wrong } }: Wording,
  scope: Scope | null,
  { kind, labels }: MuteDraft['what'],
): Record<string, string> | null {
  const id = fieldId(muteForm, 'what');
  if ((scope?.groups?.length ?? 0) > MAX_MUTED_GROUPS) return { [id]: wrong.groups(MAX_MUTED_GROUPS) };
  if (scope || kind === 'groups' || labels === null) return null;
  return { [hookBlock(id, kind)]: wrong.hook };
}

/** The mute's end, as a time of day; null if no time is chosen. @param from the time of day from which hours count */
const untilOf = ({ time: { hours, until } }: MuteDraft, from: number): number | null =>
  hours === null ? until : from + hours * HOUR_MS;

function countOf(words: Wording, covered: readonly FiringNow[]): { alerts: number; names: string } {
  const tally = tallyOfAlerts(covered.map(({ alert }) => alert));
  const alerts = covered.reduce((sum, { alert }) => sum + alert.count, 0);
  return { alerts, names: inMrkdwn(countedNames(tally, words)) };
}

/** The labels of alerts that the mute could cover, the most frequent first. */
function labelsOf({ now, own }: ToMute, { what: { hook } }: MuteDraft): string {
  const alerts =
    own.length > 0 ? own : now.firing.filter(({ incident }) => hook === ALL_HOOKS || incident.hook === hook);
  const counts = new Map<string, number>();
  for (const { alert } of alerts) {
    for (const [name, value] of Object.entries(alert.labels)) {
      const label = labelsAsTyped([{ name, isEqual: true, value }]);
      counts.set(label, (counts.get(label) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_LABELS)
    .map(([label]) => harmless(label, LABEL_CHARACTERS))
    .join(' · ');
}
