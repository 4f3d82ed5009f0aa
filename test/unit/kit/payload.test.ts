import { expect, test } from 'vitest';
import { payloadOf } from '../../../src/kit/slack/payloads.ts';
import { userOf } from '../../../src/kit/slack/services.ts';

const user = { id: 'U1', team_id: 'T1' };
const view = (app_installed_team_id: unknown) => ({ id: 'V1', type: 'modal', app_installed_team_id });

test.each([
  ['a command', { command: '/sms', team_id: 'T1', user_id: 'U1' }, 'T1', false],
  ['a button', { team: { id: 'T1' }, user }, 'T1', false],
  ['a button that somebody of another workspace presses', { team: { id: 'T2' }, user }, 'T2', false],
  ['a payload of an organisation’s installation', { team: null, user }, 'T1', false],
  ['a form', { team: { id: 'T1' }, user, view: view('T1') }, 'T1', false],
  ['a form of an organisation’s installation', { team: { id: 'T1' }, user, view: view('E1') }, 'T1', false],
  [
    'a form that somebody of another workspace submits',
    { team: { id: 'T1' }, user, view: view('T2') },
    'T2',
    true,
  ],
  ['a view of an older Slack', { team: { id: 'T1' }, user, view: view(undefined) }, 'T1', false],
])('the workspace that installed the app: %s', (_, body, workspace, isFromElsewhere) => {
  expect(payloadOf(body)).toMatchObject({ workspace, isFromElsewhere, userId: 'U1' });
  expect(userOf(payloadOf(body))).toEqual({ workspace, userId: 'U1' });
});

test.each([[{}], [{ team: { id: 7 }, user: 'U1' }], [{ team: { id: 'T1' } }], [{ user: { id: 'U1' } }]])(
  'a payload without a workspace belongs to none: %j',
  body => {
    expect(() => userOf(payloadOf(body))).toThrow('does not say who');
  },
);
