import { expect, test } from 'vitest';
import { z } from 'zod';
import { DEFAULT_CALLING } from '../../src/alerts/calling/calling.ts';
import { createBroadcastPages } from '../../src/broadcasts/download-page.ts';
import { draftAuthor } from '../../src/broadcasts/slack/permissions.ts';
import { contactAs } from '../../src/contacts/contact.ts';
import { createExportPages } from '../../src/contacts/pages/export-pages.ts';
import { createImportPages } from '../../src/contacts/pages/import-pages.ts';
import { FEATURES, wordingIn } from '../../src/features.ts';
import { listenersOf } from '../../src/kit/feature.ts';
import type { LocalNumber } from '../../src/kit/number.ts';
import type { SlackListener } from '../../src/kit/slack/listener.ts';
import type { Services } from '../../src/kit/slack/services.ts';
import { rotaOf } from '../../src/rotas/change.ts';
import { DEFAULT_CHOICES } from '../../src/rotas/notice-choices.ts';
import { NO_HOLIDAYS } from '../../src/rotas/plan.ts';
import { teammate } from '../../src/rotas/rota.ts';
import { NEW_ROTA } from '../../src/rotas/slack/form.ts';
import { turnKeyOf, turnsOf } from '../../src/rotas/swap.ts';
import { laterPart } from '../../src/schedules/slack/change.ts';
import { intentIdOf } from '../../src/texts/intent.ts';
import type { PersonFacts } from '../../src/workspace/people.ts';
import { settingsSchema } from '../../src/workspace/settings.ts';
import { PERMISSION_FACTS } from '../../src/workspace/slack/permissions.ts';
import { broadcastWith } from '../support/broadcasts.ts';

/*
 * Every listener, tried with Slack's payload by people without permission. Any call that neither checks
 * permission nor reports counts as done. The same payload gets further with permission.
 */

/**
 * `facts`: Slack's facts a moment ago, null if there are none. `now`: Slack's current facts, if they differ;
 * if Slack hangs, `facts` are an hour old.
 */
type Doer = {
  name: string;
  userId: string;
  workspace: string;
  facts: Partial<PersonFacts> | null;
  now?: Partial<PersonFacts> | 'silent' | 'hangs';
};

const [AUTHOR, ADMIN] = ['UAUTHOR', 'UADMIN'];
const OURS = 'T1';
const doer = (name: string, userId: string, facts: Doer['facts'], workspace = OURS): Doer => ({
  name,
  userId,
  workspace,
  facts,
});
const REFUSED: readonly Doer[] = [
  doer('guest', 'UGUEST', { guest: true }),
  doer('stranger', 'USTRANGER', { otherTeam: true }),
  doer('deactivated author', AUTHOR, { deactivated: true }),
  doer('author who became a guest', AUTHOR, { guest: true }),
  doer('admin who became a guest', ADMIN, { guest: true }),
  doer('admin while Slack is silent', ADMIN, null),
  doer('author while Slack is silent', AUTHOR, null),
  doer('admin of another workspace', 'UOTHER', { admin: true }, 'T2'),
];
const ENTITLED = [doer('admin', ADMIN, { admin: true }), doer('author', AUTHOR, {})];

/** Handlers for a person's own things, or checked as a text when it is planned. */
const OWN = new Set<string>([
  ...['open_calling', 'calling', 'calling_[a-z_0-9]+(?:\\.\\d+)?'],
  ...['choose_language', 'open_approval', 'open_page', 'open_schedules', 'turn_schedules', 'revoke_calendar'],
  'open_text_log',
  ...['cancel_text', 'undo_text', 'cancel_intent', 'cancel_texts', 'dont_send'],
]);
const AS_TEXT = new Set<string>([
  ...['send_again', 'send_anyway', 'send_to_all', 'send_now', 'choose_recipient'],
  ...['compose_text', 'send_sms', 'find_groups', 'find_templates'],
]);
/** Forms that open at once with their own content, and stay unchanged while Slack is unavailable. */
const BEGUN = new Set<string>(['compose', 'text_group', 'text_many', 'text_this']);

const json = JSON.stringify;
const numberRecipient = { kind: 'number', number: '01712345678' as LocalNumber } as const;
const ROTA = rotaOf(
  { ...NEW_ROTA, name: 'x', people: [numberRecipient, teammate(ADMIN), teammate(AUTHOR)] },
  { id: 'r1', origin: null, createdBy: ADMIN },
  NO_HOLIDAYS,
  1e12,
);
const [ADMINS_TURN = { place: 'first', from: 0, to: 0 } as const] = turnsOf(ROTA, NO_HOLIDAYS, ADMIN, 1e12);
const place = { typed: '', skipped: 0 };
const everybodysTexts = {
  ...place,
  mine: false,
  person: null,
  source: null,
  state: null,
  day: null,
  after: null,
  earlier: [],
};
const incidentPlace = { ...place, show: 'open' };
const inGroup = { group: 'g1', typed: '', skipped: 0, from: 'groups', out: null };
const namedGroup = { id: 'g1', name: 'secret' };
const post = { hook: 'h1', post: 1, upTo: 1 };
/** Values of buttons that aren't ids. */
const VALUES: Record<string, string> = {
  change_setting: 'limits',
  turn_people: json(place),
  turn_warnings: json({ skipped: 0 }),
  ...Object.fromEntries(
    ['turn_incidents', 'incidents_open', 'incidents_mine', 'incidents_muted', 'incidents_over'].map(
      handler => [handler, json(incidentPlace)],
    ),
  ),
  back_to_people: json(place),
  back_to_groups: json({ skipped: 0 }),
  turn_group_people: json(inGroup),
  show_group: json(inGroup),
  take_out_of_group: json({ group: 'g1', contact: 'c1' }),
  put_back_into_group: json({ group: 'g1', number: '01712345678' }),
  delete_group: json({ ...namedGroup, size: 1 }),
  text_group: json(namedGroup),
  rename_group: json(namedGroup),
  add_members: json(namedGroup),
  delete_contact: json({ id: 'c1', version: 'v' }),
  end_stand_in: json({ rota: 'r1', override: 'o1' }),
  ...Object.fromEntries(
    ['make_calendar', 'revoke_calendar', 'revoke_calendars'].map(handler => [handler, json({ rota: 'r1' })]),
  ),
  filter_broadcast: json({ id: 'b1', filter: 'all', from: 0, earlier: [], again: null }),
  turn_broadcast: json({ id: 'b1', filter: 'all', from: 0, earlier: [], again: null }),
  send_row_again: json({ text: 't1', broadcast: 'b1' }),
  row_arrived: json({ text: 't1', broadcast: 'b1' }),
  ...Object.fromEntries(
    ['turn_text_log', 'text_log_mine', 'text_log_everybodys', 'text_log_further'].map(handler => [
      handler,
      json(everybodysTexts),
    ]),
  ),
  text_log_download: json(everybodysTexts),
  answer_command: 'oncall',
  choose_recipient: json({ intent: 'i1', to: contactAs({ id: 'c1', name: 'Ranu' }) }),
  ...Object.fromEntries(
    ['skip_run', 'send_late_run', 'skip_late_run'].map(handler => [
      handler,
      json({ id: 's1', local: '2026-11-30T09:00' }),
    ]),
  ),
  ...Object.fromEntries(
    [
      'take_alerts',
      'extend_alerts',
      'give_back_alerts',
      'resolve_alerts',
      'open_alerts',
      'open_timeline',
      'text_about_alerts',
      'post_mute',
    ].map(handler => [handler, json(post)]),
  ),
  ...Object.fromEntries(
    ['confirm_subscription', 'ignore_subscription'].map(handler => [
      handler,
      json({ hook: 'h1', topic: 'arn:aws:sns:ap-southeast-1:111122223333:ops' }),
    ]),
  ),
  turn_alerts: json({ ...post, skipped: 0 }),
  turn_timeline: json({ ...post, skipped: 0 }),
  end_mute: 'm1',
};
const answerPlace = { responseUrl: null, channel: 'C1', threadTs: null, threadLink: null };
const composed = json({ ...answerPlace, putIn: null, zone: null, schedule: null });
const chosen = { selected_option: { value: 'number 01712345678', text: { text: 'x' } } };
const recipientField = { compose_recipient: { compose_recipient_input: chosen } };
const setting = (value: object) => ({ setting: value });
const pickedNumber = setting({ selected_options: [chosen.selected_option] });
const formOn = (subject: unknown) =>
  json({ subject, baseVersion: 'b', warnedVersion: null, parentList: null, resetCount: 0 });
/** Each form's metadata and its values. */
const FORMS: Record<string, { metadata?: string; values?: object }> = {
  setting: { metadata: formOn('limits') },
  contact: {
    metadata: formOn('c1'),
    values: { contact_name: setting({ value: 'Ranu' }), contact_number: setting({ value: '01712345678' }) },
  },
  forget: { metadata: formOn('c1') },
  unlink: { metadata: formOn(null) },
  group: {
    metadata: formOn(null),
    values: { group_name: setting({ value: 'night' }) },
  },
  group_people: { metadata: json(inGroup) },
  people: { metadata: json(place) },
  incidents: { metadata: json(incidentPlace) },
  text_log: { metadata: json(everybodysTexts) },
  members: { metadata: formOn(namedGroup), values: { members_people: pickedNumber } },
  hook: {
    metadata: formOn(null),
    values: {
      hook_escalation: setting({ selected_option: { value: 'nothing' } }),
      hook_recipients: pickedNumber,
      hook_name: setting({ value: 'x' }),
      hook_channel: setting({ selected_conversation: 'C1' }),
      hook_severities: setting({ selected_options: [{ value: 'critical' }] }),
      hook_heartbeat: setting({ selected_options: [] }),
    },
  },
  policy: {
    metadata: formOn('p1'),
    values: { policy_name: setting({ value: 'x' }), policy_steps_step_to_0: pickedNumber },
  },
  holidays: {
    metadata: formOn(null),
    values: { holidays_texts1: setting({ value: '2027-03-20' }) },
  },
  rota: {
    metadata: formOn('r1'),
    values: {
      rota_people: pickedNumber,
      rota_name: setting({ value: 'x' }),
      rota_time: setting({ selected_time: '09:00' }),
      rota_hours: setting({ value: '1' }),
    },
  },
  swap: {
    metadata: formOn('r1'),
    values: {
      swap_turn: setting({ selected_option: { value: turnKeyOf(ADMINS_TURN) } }),
      swap_ask: setting({ selected_options: [{ value: AUTHOR }] }),
    },
  },
  on_call_notices: { metadata: formOn(null) },
  stand_in: {
    metadata: formOn('r1'),
    values: {
      stand_in_who: pickedNumber,
      stand_in_from_date: setting({ selected_date: '2001-09-10' }),
      stand_in_from_time: setting({ selected_time: '09:00' }),
      stand_in_to_date: setting({ selected_date: '2001-09-11' }),
      stand_in_to_time: setting({ selected_time: '09:00' }),
    },
  },
  template: {
    metadata: formOn('t1'),
    values: { template_name: setting({ value: 'x' }), template_text: setting({ value: 'hi' }) },
  },
  broadcast: {
    metadata: formOn({ from: null, channel: '', putIn: null }),
    values: {
      broadcast_to: setting({ selected_options: [] }),
      broadcast_pasted: setting({ value: '01712345678' }),
      broadcast_message: setting({ value: 'hi' }),
      broadcast_kind: setting({ selected_option: { value: 'service' } }),
    },
  },
  again: { metadata: formOn('b1') },
  broadcast_review: { metadata: 'b1' },
  sample: { metadata: formOn({ id: 'b1', review: 'V0' }) },
  reject_broadcast: { metadata: formOn('b1') },
  test_of_hook: { metadata: formOn('h1') },
  schedule: {
    metadata: formOn({ broadcast: null, schedule: 's1', zone: null, responseUrl: null }),
    values: { compose_at: { setting: { selected_date_time: 1_900_000_000 } } },
  },
  page_people: {
    metadata: formOn({ channel: 'C1' }),
    values: { page_people_to: pickedNumber, page_people_message: setting({ value: 'disk is full' }) },
  },
  about_alerts: { metadata: formOn(post), values: { about_alerts_to: pickedNumber } },
  calling: {
    metadata: formOn(null),
    values: { calling_first: setting({ selected_option: { value: 'message' } }) },
  },
  mute: {
    metadata: formOn(post),
    values: {
      mute_what: setting({ selected_option: { value: 'groups' } }),
      mute_time: setting({ selected_option: { value: '8' } }),
    },
  },
  compose_text: {
    metadata: composed,
    values: { ...recipientField, compose_message: { compose_message_input: { value: 'hi' } } },
  },
  link_key: { values: { api_key: { api_key_input: { value: 'sk_live_0123456789abcdef' } } } },
};
/** The form of a field, by its block or action. */
const FIELDS: [RegExp, string][] = [
  [/^compose|plain_quotes|text_many/, 'compose_text'],
  [/^hook/, 'hook'],
  [/^policy/, 'policy'],
  [/^holidays/, 'holidays'],
  [/^rota/, 'rota'],
  [/^stand_in/, 'stand_in'],
  [/^on_call_notices/, 'on_call_notices'],
  [/^template/, 'template'],
  [/^broadcast/, 'broadcast'],
  [/^about_alerts/, 'about_alerts'],
  [/^page_people/, 'page_people'],
  [/^mute/, 'mute'],
  [/^calling/, 'calling'],
  [/^people/, 'people'],
  [/^incidents/, 'incidents'],
  [/^\(\?:text_log/, 'text_log'],
  [/^group_people/, 'group_people'],
  [/^members/, 'members'],
];

type Handler = (...args: never[]) => Promise<unknown>;
/** Everything that happens in one try. */
type Happened = { did: string[]; foreign: string[]; replies: string[]; lookUps: string[] };

function harness(person: Doer) {
  const happened: Happened = { did: [], foreign: [], replies: [], lookUps: [] };
  const say = (message: unknown) => void happened.replies.push(json(message));
  const withAllFacts = (some: Partial<PersonFacts>): PersonFacts => ({
    deactivated: false,
    admin: false,
    guest: false,
    otherTeam: false,
    phone: null,
    zone: null,
    name: null,
    ...some,
  });
  const facts = person.facts && withAllFacts(person.facts);
  const hangs = person.now === 'hangs';
  const now =
    person.now === undefined ? facts : typeof person.now === 'string' ? null : withAllFacts(person.now);
  const slackAnswer = (current: PersonFacts | null) =>
    current ? { kind: 'known', facts: current } : { kind: 'unavailable', retryAt: 0 };
  const freshFacts = async (_workspace: string, userId: string) => {
    happened.lookUps.push(userId);
    return hangs ? new Promise(() => undefined) : slackAnswer(now);
  };
  const ours =
    <T>(value: T) =>
    async (workspace: string) =>
      workspace === OURS ? value : null;
  const broadcast = broadcastWith({
    workspace: OURS,
    state: 'review',
    approval: { posts: [] } as never,
    request: { ...broadcastWith().request, by: AUTHOR },
  });
  broadcast.size.samples.push({ number: '01712345678' as LocalNumber, message: 'hi' });
  const rules = settingsSchema.parse({});
  const settings = { of: async () => rules, shown: async () => rules };
  const people = {
    facts: hangs ? freshFacts : async () => slackAnswer(facts ?? now),
    freshFacts,
    remembered: async () => (hangs ? null : facts),
    lastKnown: async () => facts,
    admins: async () => [ADMIN],
    knownName: async () => null,
  };
  const userGroups = { members: async () => ({ kind: 'known', userIds: [] }) };
  const lists = new Map();
  /** The extension with the permission of an author of many texts. */
  const added = {
    drafts: {
      author: draftAuthor,
      one: async () => void happened.did.push('drafts.one'),
      drop: async () => void happened.did.push('drafts.drop'),
      endRuns: async () => void happened.did.push('drafts.endRuns'),
    },
  };
  const served = new Map<string, { check: Handler; handle: Handler }>();
  const noted: { handler: string; isPermitted: boolean }[] = [];
  const words = wordingIn('en');
  const replyTo = { ...answerPlace, userId: AUTHOR };
  const intent = { actor: AUTHOR, replyTo, acceptedAt: 1e12, to: [], message: 'x', source: 'form' };
  const byForm = intentIdOf({ workspace: OURS, idempotencyKey: 'form:V1' });
  const contact = {
    id: 'c1',
    name: 'Ranu',
    number: '01712345678',
    note: '',
    columns: {},
    language: null,
    doNotText: null,
    groups: [],
  };
  const mute = {
    id: 'm1',
    hook: 'h1',
    groups: null,
    called: '',
    labels: [],
    reason: '',
    since: 0,
    until: 2e12,
    by: { kind: 'person', userId: 'UMUTER' },
    covered: {},
  };
  const after = (_ms: number, then: () => void) => {
    if (hangs) setImmediate(then);
    return () => undefined;
  };
  /** The services for checking and reporting; a call to any other counts as done. */
  const fakes: Record<string, Record<string, unknown>> = {
    people,
    userGroups,
    settings,
    words: { of: async () => words, cached: () => words },
    clock: { now: () => 1e12, wall: () => 1e12, after },
    time: { after },
    log: Object.fromEntries(
      ['trace', 'debug', 'info', 'warn', 'error'].map(level => [level, () => undefined]),
    ),
    permissionFacts: PERMISSION_FACTS,
    liveForms: {
      changed: (change: { show: Handler }) =>
        void pending.push(change.show('h' as never, (() => true) as never)),
      closed: () => undefined,
    },
    presses: {
      register: (handler: string, doing: never) => void served.set(handler, doing),
      enqueue: async (press: never) => void noted.push(press),
    },
    poster: {
      respond: async (_u: never, _a: never, it: unknown) => say(it),
      post: async (...all: unknown[]) => say(all[2]),
    },
    home: { publish: async () => undefined },
    stopLinks: { isPossible: () => true, sample: () => '', shown: (text: string) => text },
    broadcasts: {
      one: ours(broadcast),
      unreached: async () => ({ refused: 1, uncertain: 0, cancelled: 0 }),
    },
    // Whoever tries is whose draft it is.
    slackbotDrafts: {
      find: async ({ workspace }: { workspace: string }) =>
        workspace === OURS ? { kind: 'text', to: null, message: 'x' } : null,
    },
    schedules: { one: ours({ by: AUTHOR, id: 's1', when: { zone: 'Asia/Dhaka' } }) },
    holidays: { list: async () => [], days: async () => new Map() },
    rotas: { one: ours(ROTA), holidays: async () => NO_HOLIDAYS },
    swaps: { look: ours({ by: AUTHOR, candidates: [ADMIN], end: null }) },
    noticeChoices: { of: async () => DEFAULT_CHOICES },
    policies: {
      one: ours({
        id: 'p1',
        name: 'Databases',
        steps: [],
        rounds: 1,
        severities: ['critical'],
        mention: false,
      }),
      list: async () => [],
    },
    // The form has not sent anything yet.
    intents: { intent: (workspace: string, id: string) => ours(id === byForm ? null : intent)(workspace) },
    history: {
      waiting: async () => ({ texts: 0 }),
      text: ours({ intentId: 'i1' }),
      outcome: ours(null),
      story: ours({ actor: 'USENDER', text: {} }),
    },
    templates: { usable: ours({ id: 't1', owner: null }) },
    hooks: {
      list: async () => [],
      one: ours({ id: 'h1', name: 'Ops', recipients: [numberRecipient], channel: 'C1', language: null }),
      remembered: async () => [],
    },
    hooksAndPages: { list: async () => [], remembered: async () => [] },
    keys: {
      linked: async () => ({ fingerprint: 'f', linkedBy: ADMIN, linkedAt: 0 }),
      link: async (...args: unknown[]) => {
        const problem = await (args[3] as () => Promise<unknown>)();
        if (!problem) happened.did.push('keys.link');
        return { kind: 'refused', problem: problem ?? { kind: 'UNEXPECTED' } };
      },
    },
    alertLinks: { isPossible: () => false, sample: () => '' },
    responding: { find: async () => [], statement: async () => null },
    callings: { of: async () => DEFAULT_CALLING, choose: async () => 'chosen' },
    mutes: { look: async () => ({ mutes: [mute], firing: [] }) },
    incidentOverview: { of: async () => [] },
    teammates: { numbers: async () => new Map() },
    // A form's subject is read before Slack is asked about the person, but none of it is shown then.
    contactBook: { one: ours({ contact, groups: [] }) },
    contacts: { find: async () => ({ contacts: [], groups: [], sizes: new Map() }) },
    book: { resolveName: async () => ({ kind: 'unknown' }) },
    contactGroups: {
      of: async () => [],
      named: async () => null,
      group: ours({ id: 'g1', name: 'secret', size: 1 }),
    },
  };
  const pending: Promise<unknown>[] = [];
  const recordCall =
    (path: string) =>
    (...args: unknown[]) => {
      happened.did.push(path);
      if (json(args)?.includes(`"${OURS}"`)) happened.foreign.push(path);
      throw new Error(`reached ${path}`);
    };
  const services = new Proxy({} as Record<string, unknown>, {
    // The app copies services with other people in them.
    ownKeys: () => [...Object.keys(fakes), 'submit'],
    getOwnPropertyDescriptor: (_t, name) => ({
      enumerable: true,
      configurable: true,
      value: part(String(name)),
    }),
    get: (_t, name) => part(String(name)),
  });
  function part(name: string): unknown {
    const fake = fakes[name] ?? {};
    if (name === 'hasAddress') return true;
    if (name === 'lists') return lists;
    if (name === 'commandWords') return new Map();
    if (name === 'extensions') return added;
    if (name === 'usesOf') return async () => [];
    if (name === 'serviceUrl') return 'https://sms-service.example.net';
    if (name === 'newId') return () => 'new';
    if (name === 'blockOf') return async () => null;
    if (['wake'].includes(name)) return () => undefined;
    return new Proxy(recordCall(name), {
      get: (_t, method) => fake[String(method)] ?? recordCall(`${name}.${String(method)}`),
      apply: (_t, _this, args) => recordCall(name)(...args),
      ownKeys: () => [...Object.keys(fake), 'prototype'],
      getOwnPropertyDescriptor: (target, method) =>
        method in fake
          ? { enumerable: true, configurable: true, value: fake[String(method)] }
          : Reflect.getOwnPropertyDescriptor(target, method),
    });
  }
  const view = async (opened: { view: object }) => {
    say(opened.view);
    return { view: { id: 'V9', hash: 'h' } };
  };
  const web = { views: { open: view, push: view, update: view, publish: view } };

  const features = listenersOf(FEATURES, services as unknown as Services);
  // Journeys check the command's answers, for example as texts.
  const listeners = features.flatMap(feature => feature.listeners.filter(({ kind }) => kind !== 'command'));

  /** @param returned the metadata of a form that was submitted before and came back */
  async function attempt(
    { kind, id: listenerId, listen }: SlackListener,
    returned?: string,
  ): Promise<Happened> {
    const isField = kind === 'field' || kind === 'options';
    const [id, field] = isField ? ['setting', listenerId] : [listenerId, ''];
    for (const list of Object.values(happened)) list.length = 0;
    const form = kind === 'view' || kind === 'closed' ? id : formOf(field, id);
    const { metadata = '', values = {} } = FORMS[form] ?? {};
    const base = {
      user: { id: person.userId, team_id: person.workspace },
      team: { id: person.workspace },
      trigger_id: '1.2',
      callback_id: id,
      response_url: 'https://hooks.slack.com/x',
      channel: { id: 'C1' },
      message: { ts: '1.2', text: 'text this' },
      action_id: id,
      block_id: field.slice(0, 200),
      value: 'ra',
    };
    const viewPayload = {
      id: 'V1',
      type: 'modal',
      callback_id: form,
      hash: 'h',
      title: { text: 'Form' },
      private_metadata: returned ?? metadata,
      state: { values: inForm(form, values) },
      blocks: [{ type: 'input', block_id: 'last' }],
    };
    const value =
      VALUES[id] ?? (/^turn_/.test(id) ? json({ skipped: 0 }) : id.includes('schedule') ? 's1' : 'b1');
    const actions = [
      { type: 'button', action_id: id, block_id: field.slice(0, 200), value, action_ts: '1.2' },
    ];
    const step = {
      function_execution_id: 'Fx1',
      bot_access_token: 'x',
      inputs: {},
      function: { callback_id: id },
    };
    const { response_url: _u, channel: _c, message: _m, ...inView } = base;
    const body =
      kind === 'function'
        ? { type: 'event_callback', team_id: person.workspace, event: { type: 'function_executed', ...step } }
        : kind === 'shortcut' || kind === 'message_action'
          ? { ...base, type: ['text_this', 'page_on_call'].includes(id) ? 'message_action' : 'shortcut' }
          : kind === 'button' || kind === 'field'
            ? { ...inView, type: 'block_actions', view: viewPayload, actions }
            : kind === 'options'
              ? { ...base, type: 'block_suggestion', view: viewPayload }
              : { ...inView, type: kind === 'closed' ? 'view_closed' : 'view_submission', view: viewPayload };
    const ack = async (answer: unknown) => void (answer && say(answer));
    const context = {
      user: { workspace: person.workspace, userId: person.userId },
      words: async () => words,
      client: web,
    };
    await listen({ body, ack, context, complete: ack, fail: ack } as never).catch(error => {
      if (!/reached/.test(String(error)) && !/reached/.test(String(error?.cause))) say(`threw ${error}`);
    });
    for (const press of noted.splice(0)) {
      const handler = served.get(press.handler);
      const problem = press.isPermitted
        ? null
        : ((await handler?.check(press as never)) as { kind: string } | null);
      if (problem) say(`refused ${problem.kind}`);
      else say(await handler?.handle({ ...press } as never, web as never).catch(() => 'failed'));
    }
    await Promise.allSettled(pending.splice(0));
    await new Promise(resolve => setImmediate(resolve));
    return structuredClone(happened);
  }
  const handlers = (): string[] => [...served.keys()];
  return { listeners, attempt, handlers, services: services as unknown as Services };
}

const formOf = (field: string, id: string): string =>
  FIELDS.find(([fits]) => fits.test(field === '' ? id : field))?.[1] ?? 'notice';

/** Recipient fields of some forms share others' names. */
const inForm = (form: string, values: object): object =>
  form === 'compose_text' ? { ...recipientField, ...values } : values;

/** Sentences that say who may, or that Slack is unavailable. */
const WHY =
  /Guests can’t|your own broadcast|only members of this one|Only a workspace admin|can’t see this|Only the person|is deactivated|Slack (?:isn’t|didn’t) answer|Only the author|only do this if|^"refused|"options":\[\]/;

test('people without permission get nothing done or shown anywhere, and read why; people with permission get further', async () => {
  const wrong: string[] = [];
  const reached = new Map<string, boolean>();
  for (const person of [...REFUSED, ...ENTITLED]) {
    const { listeners, attempt } = harness(person);
    expect(listeners.length).toBeGreaterThan(110);
    const mayAll = ENTITLED.includes(person);
    for (const listener of listeners.filter(({ kind }) => kind !== 'event')) {
      const name = `${listener.kind} ${listener.id}`;
      const { did, foreign, replies } = await attempt(listener);
      const isWhy = replies.some(line => WHY.test(line));
      if (mayAll) {
        const further = did.length > 0 || (replies.length > 0 && !isWhy);
        reached.set(name, (reached.get(name) ?? false) || further);
        continue;
      }
      if (OWN.has(listener.id) || AS_TEXT.has(listener.id)) continue;
      const isSilent = person.facts === null;
      if (person.workspace !== OURS) {
        for (const path of foreign) wrong.push(`${person.name}: ${name} reached ${path} of ours`);
        continue;
      }
      const isBegun = isSilent && BEGUN.has(listener.id);
      // The accepted request is stored; planning checks the person's permission.
      const isOpened = isSilent && ['broadcasts.open', 'submit'].includes(did.join());
      // An author may stop their own things while Slack is unavailable.
      if (isSilent && person.userId === AUTHOR && STOPPING.has(listener.id)) continue;
      if (did.length > 0 && !isOpened) wrong.push(`${person.name}: ${name} did ${did.join(', ')}`);
      const staysAsIs =
        isSilent && (isBegun || isOpened || listener.kind === 'field' || listener.id === 'plain_quotes');
      if (!isWhy && !staysAsIs && listener.kind !== 'closed' && !isBegun)
        wrong.push(`${person.name}: ${name} was told ${replies.join(' | ').slice(0, 200) || 'nothing'}`);
    }
  }
  expect(wrong).toEqual([]);
  // A link's button only opens the browser, and closing a draft is reported only while it is a draft.
  const silent = ['button open_approval', 'button open_page', 'closed broadcast_review'];
  expect([...reached].flatMap(([name, is]) => (is || silent.includes(name) ? [] : name))).toEqual([]);
});

/** Where a person who may send gets further although they are neither an admin nor the author. */
const MEMBERS = [
  // Their own texts and language, and help.
  ...['open_calling', 'calling', 'calling_'],
  ...['choose_language', 'answer_command', 'compose', 'text_this', 'compose_text', 'plain_quotes'],
  ...['compose_message', 'compose_recipient', 'compose_template', 'send_again', 'send_now', 'send_sms'],
  ...['open_page_people', 'page_people', 'page_people_to', 'page_people_', 'page_on_call'],
  ...['find_groups', 'find_templates', 'open_approval', 'open_page', 'open_schedules', 'turn_schedules'],
  ...['open_slackbot_draft', 'open_text_log', 'text_story', 'text_arrived'],
  // Names of recipients, and shared things.
  ...['open_templates', 'turn_templates', 'new_template', 'open_people', 'turn_people', 'people_search'],
  ...['open_groups', 'turn_groups', 'back_to_groups', 'back_to_people', 'show_group', 'members_people'],
  ...['open_group_people', 'turn_group_people', 'group_people', 'group_people_search'],
  ...[
    'people',
    'rota_people',
    'rota_special_',
    'stand_in_who',
    'on_call_notices',
    'on_call_notices_',
    'open_on_call_notices',
    'hook_recipients',
    'hook_escalation_step_to_',
    'hook_template',
    'policy_steps_step_to_',
  ],
  // Their own broadcast, until it is sent.
  ...[
    'new_broadcast',
    'text_group',
    'text_many',
    'broadcast',
    'broadcast_',
    'broadcast_to',
    'broadcast_template',
    'broadcast_review',
  ],
  // Alerts that every member may acknowledge.
  ...[
    'take_alerts',
    'extend_alerts',
    'give_back_alerts',
    'resolve_alerts',
    'open_alerts',
    'turn_alerts',
    'open_timeline',
    'turn_timeline',
    'text_about_alerts',
  ],
  ...['about_alerts_', 'about_alerts', 'about_alerts_to'],
  ...['open_incidents', 'turn_incidents', 'incidents', 'incidents_search'],
  ...['incidents_open', 'incidents_mine', 'incidents_muted', 'incidents_over'],
  ...['open_calendars', 'turn_calendars', 'make_calendar', 'revoke_calendar'],
  ...['open_mutes', 'turn_mutes', 'post_mute', 'mute', 'mute_'],
  // Warnings for them.
  ...['open_warnings', 'turn_warnings'],
];

test('a member who is no admin, or no longer one, gets further only where members may', async () => {
  const { listeners, attempt } = harness(doer('member', 'UMEMBER', {}));
  const further = new Set<string>();
  for (const listener of listeners.filter(({ kind }) => kind !== 'event')) {
    const { did, replies } = await attempt(listener);
    if (did.length > 0 || !replies.some(line => WHY.test(line)))
      further.add(listener.id.replace(/[(|[\\].*$/, ''));
  }
  expect([...further].toSorted()).toEqual(MEMBERS.toSorted());
});

/** Final: deletes for good, lets something in, or sets off more than a text of the person's own. */
const FINAL = new Set<string>([
  ...[
    'revoke_hook',
    'hook',
    'test_of_hook',
    'confirm_subscription',
    'delete_group',
    'delete_contact',
    'take_out_of_group',
    'put_back_into_group',
    'group',
    'members',
    'contact',
    'forget',
  ],
  ...['delete_policy', 'policy'],
  'holidays',
  ...['swap', 'take_turn'],
  ...['make_calendar', 'revoke_calendars'],
  ...['delete_rota', 'rota', 'stand_in', 'end_stand_in', 'delete_template', 'template'],
  ...['setting', 'unlink', 'try_again', 'broadcast_review', 'approve_broadcast', 'resume_broadcast'],
  'send_late_run',
]);
/** Stops something, which never waits for Slack. */
const STOPPING = new Set<string>([
  ...['cancel_text', 'undo_text', 'cancel_intent', 'cancel_texts', 'dont_send'],
  ...['pause_broadcast', 'cancel_broadcast', 'discard_broadcast', 'reject_broadcast'],
  ...['cancel_schedule', 'skip_run', 'skip_late_run', 'take_alerts', 'resolve_alerts'],
  ...['ignore_subscription', 'revoke_calendar'],
]);
/** Sends an ordinary text, or can be undone. */
const OTHERS = new Set<string>([
  ...['send_again', 'send_now', 'send_anyway', 'send_to_all', 'choose_recipient', 'send_row_again'],
  ...['text_arrived', 'row_arrived'],
  // A page mustn't wait for Slack.
  'page_people',
  ...['about_alerts', 'sample', 'again', 'schedule', 'compose_later', 'broadcast'],
  ...['extend_alerts', 'give_back_alerts', 'choose_language', 'mute', 'end_mute', 'calling'],
  ...['decline_turn', 'withdraw_swap', 'on_call_notices'],
]);
/** Only for the author; the others are also for an admin. */
const AUTHORS = new Set<string>([
  ...[
    'broadcast_review',
    'discard_broadcast',
    'sample',
    'schedule',
    'cancel_text',
    'undo_text',
    'cancel_intent',
  ],
  ...['cancel_texts', 'dont_send', 'send_now', 'send_anyway', 'send_to_all', 'choose_recipient'],
]);
const backSchema = z.object({ view: z.object({ submit: z.looseObject({}), private_metadata: z.string() }) });

/** Presses each by a person who was entitled by Slack's facts a moment ago. */
async function pressAll(
  now: NonNullable<Doer['now']>,
  which: ReadonlySet<string>,
): Promise<Map<string, Happened>> {
  const done = new Map<string, Happened>();
  for (const { userId, facts } of ENTITLED) {
    const { listeners, attempt } = harness({ ...doer('who was entitled', userId, facts), now });
    for (const listener of listeners) {
      if (!which.has(listener.id) || !['button', 'view'].includes(listener.kind)) continue;
      if (AUTHORS.has(listener.id) !== (userId === AUTHOR)) continue;
      const first = await attempt(listener);
      // To this form its subject has changed meanwhile: "Save anyway".
      const again = first.replies.flatMap(line => backSchema.safeParse(JSON.parse(line)).data?.view ?? [])[0];
      done.set(listener.id, again ? await attempt(listener, again.private_metadata) : first);
    }
  }
  return done;
}

test('every press and form is listed as final or not', () => {
  const { services, handlers } = harness(doer('admin', ADMIN, { admin: true }));
  // The extension of the form for a text.
  laterPart(services);
  expect(handlers().toSorted()).toEqual([...FINAL, ...STOPPING, ...OTHERS].toSorted());
});

test.each<[string, NonNullable<Doer['now']>]>([
  ['made them a guest', { guest: true }],
  ['deactivated them', { deactivated: true }],
  ['fell silent', 'silent'],
])('half a second after Slack %s, nothing final is done on earlier facts', async (_name, now) => {
  const wrong: string[] = [];
  const done = await pressAll(now, FINAL);
  for (const [handler, { did, replies, lookUps }] of done) {
    if (did.length > 0) wrong.push(`${handler} did ${did.join(', ')}`);
    if (lookUps.length === 0) wrong.push(`${handler} asked nobody`);
    if (!replies.some(line => /^"refused/.test(line)))
      wrong.push(`${handler} was told ${replies.join(' | ')}`);
  }
  expect(wrong).toEqual([]);
  expect([...done.keys()].toSorted()).toEqual([...FINAL].toSorted());
});

test.each(['silent', 'hangs'] as const)(
  'a press that stops something is handled at once while Slack is %s',
  async now => {
    const wrong: string[] = [];
    const done = await pressAll(now, STOPPING);
    for (const [handler, { did, replies, lookUps }] of done) {
      // Slack's facts of the last minutes are enough.
      if (now === 'silent' && lookUps.length > 0) wrong.push(`${handler} waited for Slack`);
      if (did.length === 0 && !replies.some(line => /"(removed|replaced)"/.test(line)))
        wrong.push(`${handler} wasn’t done: ${replies.join(' | ')}`);
    }
    expect(wrong).toEqual([]);
    expect([...done.keys()].toSorted()).toEqual([...STOPPING].toSorted());
  },
);

test('a page behind a link checks the person’s current permission on each visit', async () => {
  const pages = {
    import: createImportPages({} as never),
    export: createExportPages({} as never),
    broadcast: createBroadcastPages({} as never),
  };
  for (const person of [...REFUSED, ...ENTITLED]) {
    const { services } = harness(person);
    const link = { workspace: person.workspace, userId: person.userId, about: 'b1' } as never;
    const problems: Record<string, string | undefined> = {};
    for (const [purpose, { permission }] of Object.entries(pages))
      problems[purpose] = (await permission(services, person, link))?.kind;
    if (person.name === 'admin') expect(problems).toEqual({});
    else if (person.name === 'author')
      expect(problems).toEqual({ import: 'MANAGERS_ONLY', export: 'MANAGERS_ONLY' });
    else if (person.workspace === OURS)
      expect(Object.values(problems).filter(Boolean), person.name).toHaveLength(3);
    else expect(problems.broadcast).toBe('BROADCAST_GONE');
  }
});
