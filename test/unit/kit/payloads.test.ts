import { describe, expect, test } from 'vitest';
import { readPayload } from '../../../src/kit/slack/payloads.ts';

/* Payloads from Slack's documentation, including some fields that the app doesn't read. */

const sender = {
  user: { id: 'U0CA5', username: 'amy', name: 'amy', team_id: 'T3MDE' },
  api_app_id: 'A0CA5',
  token: 'Shh_its_a_seekrit',
  team: { id: 'T0CAG', domain: 'acme-creamery' },
  enterprise: null,
  is_enterprise_install: false,
};
const view = {
  id: 'VHDAT',
  team_id: 'T1ABCD2E12',
  type: 'modal',
  callback_id: 'compose_text',
  title: { type: 'plain_text', text: 'Send a text', emoji: true },
  blocks: [{ type: 'input', block_id: 'number', label: { type: 'plain_text', text: 'Number' } }],
  private_metadata: '{}',
  hash: '1234567890.SAfT',
  state: { values: { number: { typed: { type: 'plain_text_input', value: null } } } },
  previous_view_id: null,
  root_view_id: 'VHDAT',
  app_installed_team_id: 'T1ABCD2E12',
  bot_id: 'B1',
};
const action = {
  action_id: 'WaXA',
  block_id: '=qXel',
  text: { type: 'plain_text', text: 'Cancel' },
  value: 'click_me_123',
  type: 'button',
  action_ts: '1548426417.840180',
};
const envelope = {
  token: 'one-long-verification-token',
  type: 'event_callback',
  api_app_id: 'A0CA5',
  event_id: 'Ev1234567890',
  event_time: 1452667200,
  authorizations: [
    { enterprise_id: null, team_id: 'T1', user_id: 'U1', is_bot: false, is_enterprise_install: false },
  ],
  is_ext_shared_channel: false,
};

const KINDS: Record<string, Record<string, unknown>> = {
  'a command': {
    command: '/sms',
    text: '',
    team_id: 'T0CAG',
    team_domain: 'acme',
    channel_id: 'C2147483705',
    channel_name: 'test',
    user_id: 'U2147483697',
    user_name: 'steve',
    response_url: 'https://hooks.slack.com/commands/1234/5678',
    trigger_id: '13345224609.738474920.8088930838d88f008e0',
    is_enterprise_install: 'false',
  },
  'a button in a message': {
    type: 'block_actions',
    ...sender,
    trigger_id: '12321423423.333649436676.d8c1bb837935619ccad0f624c448ffb3',
    container: {
      type: 'message',
      message_ts: '1548261231.000200',
      channel_id: 'CBR2V3XEX',
      is_ephemeral: false,
    },
    channel: { id: 'CBR2V3XEX', name: 'review-updates' },
    message: {
      bot_id: 'BAH5CA16Z',
      type: 'message',
      text: 'This content can’t be displayed.',
      ts: '1548261231.000200',
    },
    response_url: 'https://hooks.slack.com/actions/AABA1ABCD/1232321423432/D09sSasdasdAS9091209',
    actions: [action],
  },
  'typing into a form': {
    type: 'block_actions',
    ...sender,
    trigger_id: '12321423423.333649436676.d8c1bb837935619ccad0f624c448ffb3',
    container: { type: 'view', view_id: 'VHDAT' },
    view,
    actions: [{ ...action, type: 'plain_text_input', value: null }],
  },
  'a form': { type: 'view_submission', ...sender, team: null, trigger_id: '1.2.x', view, response_urls: [] },
  'a global shortcut': {
    type: 'shortcut',
    ...sender,
    callback_id: 'compose',
    trigger_id: '944799105734.773906753841.38b5',
  },
  'a shortcut of a message': {
    type: 'message_action',
    ...sender,
    callback_id: 'text_this',
    trigger_id: '13345224609.738474920.8088930838d88f008e0',
    response_url: 'https://hooks.slack.com/app-actions/T0MJR11A4/21974584944/yk1S9ndf35Q1flupVG5JbpM6',
    message_ts: '1516229207.000133',
    channel: { id: 'D0LFFBKLZ', name: 'cats' },
    message: {
      type: 'message',
      user: 'U0MJRG1AL',
      ts: '1516229207.000133',
      text: 'World’s smallest big cat!',
    },
  },
  'the Home tab': {
    ...envelope,
    team_id: 'T1',
    event: { type: 'app_home_opened', user: 'U1', channel: 'D1', event_ts: '1515449522000016', tab: 'home' },
  },
  'a workflow’s step': {
    ...envelope,
    team_id: 'T1',
    event: {
      type: 'function_executed',
      function: { id: 'Fn1', callback_id: 'send_sms', title: 'Send an SMS', type: 'app' },
      inputs: { recipients: '01712345678', message: 'hello' },
      function_execution_id: 'Fx1',
      workflow_execution_id: 'Wx1',
      event_ts: '1695775574.116155',
      bot_access_token: 'xwfp-…',
    },
  },
  'an organisation’s removal': {
    ...envelope,
    team_id: null,
    enterprise_id: 'E1',
    event: { type: 'app_uninstalled' },
  },
};

/**
 * The same payload with a field that Slack may add one day to every object except blocks, which are passed
 * back unchanged.
 */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, inner]) => [
    key,
    key === 'blocks' || key === 'values' ? inner : withMore(inner),
  ]);
  return { ...Object.fromEntries(fields), added_one_day: { ids: [null, 7] } };
}

const bodyOf = (payload: unknown): Record<string, unknown> => {
  const read = readPayload(payload);
  return read.kind === 'read' ? read.body : {};
};

describe.each(Object.entries(KINDS))('%s', (_name, payload) => {
  test('is read, whatever Slack adds to it', () => {
    const body = bodyOf(payload);
    expect(body).toMatchObject('command' in payload ? { command: '/sms' } : { type: payload.type });
    expect(bodyOf(withMore(payload))).toEqual(body);
  });

  test('has no null fields: in Slack, null means that a field is missing', () => {
    expect(Object.values(bodyOf(payload))).not.toContain(null);
  });

  test('is the same when it is read again', () => {
    expect(bodyOf(bodyOf(payload))).toEqual(bodyOf(payload));
  });
});

/** A payload of a person's action with only its required fields. */
const BARE: [string, object][] = [
  [
    'a press',
    {
      type: 'block_actions',
      user: { id: 'U1', team_id: 'T1' },
      trigger_id: '1.2.x',
      actions: [{ type: 'button', action_id: 'cancel' }],
    },
  ],
  [
    'a form',
    {
      type: 'view_submission',
      user: { id: 'U1', team_id: 'T1' },
      view: { id: 'V1', type: 'modal', hash: '1.x', blocks: [] },
    },
  ],
  [
    'the Home tab',
    { type: 'event_callback', team_id: 'T1', event: { type: 'app_home_opened', user: 'U1', tab: 'home' } },
  ],
  [
    'a workflow’s step without inputs',
    {
      type: 'event_callback',
      team_id: 'T1',
      event: {
        type: 'function_executed',
        function: { callback_id: 'send_sms' },
        function_execution_id: 'Fx1',
        bot_access_token: 'xwfp-…',
        inputs: {},
      },
    },
  ],
];

test.each([...Object.entries(KINDS).filter(([name]) => name !== 'an organisation’s removal'), ...BARE])(
  '%s is refused if it names no workspace, or an organisation in its place',
  (_name, payload) => {
    for (const id of ['E1', '', null]) {
      const team = { team: id && { id }, team_id: id };
      const { user, view } = payload as { user?: unknown; view?: object };
      const person = typeof user === 'object' ? { user: { id: 'U1', team_id: id } } : {};
      const seen = view ? { view: { ...view, app_installed_team_id: id } } : {};
      expect(readPayload({ ...payload, ...team, ...person, ...seen })).toMatchObject({ kind: 'malformed' });
    }
  },
);

test.each(BARE)('%s is read if every optional field is missing or null', (_name, payload) => {
  expect(readPayload(payload)).toMatchObject({ kind: 'read' });
  const optional = {
    team: null,
    enterprise: null,
    channel: null,
    message: null,
    authorizations: null,
    response_url: null,
  };
  expect(bodyOf({ ...payload, ...optional })).toEqual(bodyOf(payload));
});

test.each([
  ['interactive_message', { type: 'interactive_message', actions: [], callback_id: 'x' }],
  ['message', { ...envelope, team_id: null, event: { type: 'message', item: 'strange' } }],
  ['app_rate_limited', { type: 'app_rate_limited', minute_rate_limited: 1518467820 }],
  ['toString', { type: 'toString' }],
])('%s has an unknown kind', (type, payload) => {
  expect(readPayload(payload)).toEqual({ kind: 'unknown', type });
});

test.each([
  ['no object', 'payload', 'type'],
  ['nothing', undefined, 'type'],
  ['an object without a kind', { type: 7 }, 'type'],
  ['an event without a kind', { ...envelope, event: null }, 'type'],
  ['a form whose view has no id', { ...KINDS['a form'], view: { ...view, id: 7 } }, 'view.id'],
  [
    'an id with a colon, which separates the parts of stored names',
    { ...KINDS['a command'], team_id: 'T1:U2' },
    'team_id',
  ],
  ['a time that is none', { ...KINDS['an organisation’s removal'], event_time: 1e300 }, 'event_time'],
  [
    'a time of day that is none',
    {
      ...KINDS['a form'],
      view: { ...view, state: { values: { quiet: { setting: { selected_time: '24:00' } } } } },
    },
    'view.state.values.quiet.setting.selected_time',
  ],
  [
    'an event that names nobody',
    { ...envelope, event: { type: 'tokens_revoked', tokens: { bot: ['U1'] } } },
    '',
  ],
])('%s is refused', (_name, payload, where) => {
  const read = readPayload(payload);
  expect(read.kind === 'malformed' ? new Set(read.where) : read).toEqual(new Set([where]));
});

test.each([
  { type: 'section', text: '.' },
  { type: 'section', text: { text: null } },
  { type: 'context' },
  { type: 'context', elements: [{ text: null }] },
])('a view with a block like %j is refused, because its text would be read on the way back', block => {
  const read = readPayload({ ...KINDS['a form'], view: { ...view, blocks: [block] } });
  expect(read).toEqual({ kind: 'malformed', where: ['view.blocks.0'] });
});
