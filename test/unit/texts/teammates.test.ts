import type { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import { createTeammates } from '../../../src/texts/slack/teammates.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const MINUTE = 60_000;
const person = (name: string, more: object = {}) => ({ id: `U${name}`, name, real_name: name, ...more });

/** A Slack with these pages of people in each workspace; it counts its calls. */
function createRig(pages: (object[] | Error)[], groups: object[] = []) {
  const clock = createManualClock();
  const calls: string[] = [];
  let hangs = false;
  const webFor = async (workspace: string) =>
    ({
      users: {
        async list({ cursor = '0' }: { cursor?: string }) {
          calls.push(workspace);
          if (hangs) await new Promise(() => undefined);
          const page = pages[Number(cursor)];
          if (page instanceof Error) throw page;
          const next = Number(cursor) + 1;
          return { members: page, response_metadata: { next_cursor: next < pages.length ? `${next}` : '' } };
        },
      },
      usergroups: { list: async () => ({ usergroups: groups }) },
    }) as unknown as WebClient;
  const teammates = createTeammates({ webFor, clock });
  const names = async (typed: string, workspace = 'T1') =>
    (await teammates.offered(workspace, typed, 20)).people.map(({ name }) => name);
  return {
    clock,
    calls,
    names,
    teammates,
    hang() {
      hangs = true;
    },
  };
}

test('people are found by any part of their names and handle, the best match first, without deactivated people, bots and Slackbot', async () => {
  const { names, teammates } = createRig(
    [
      [
        person('kamal', { real_name: 'Kamal Uddin', profile: { display_name: 'Boss' } }),
        person('uddin', { deleted: true }),
        person('udbot', { is_bot: true }),
        { ...person('slackbot'), id: 'USLACKBOT' },
      ],
      [person('rahim', { real_name: 'রহিম উদ্দিন' }), person('udoy'), { no: 'id' }],
    ],
    [{ id: 'S1', name: 'On call', handle: 'oncall' }],
  );
  expect(await names('ud'), 'names with this beginning come first').toEqual(['udoy', 'Boss']);
  expect(await names('KAM')).toEqual(['Boss']);
  expect(await names('উদ্দিন'), 'then names in the other script').toEqual(['রহিম উদ্দিন', 'Boss']);
  expect(await names('slack')).toEqual([]);
  expect((await teammates.offered('T1', 'CALL', 20)).groups).toMatchObject([{ id: 'S1', handle: 'oncall' }]);
});

test('Slack is asked once in ten minutes; then the old list is shown while the new one loads', async () => {
  const { clock, calls, names } = createRig([[person('rahim')]]);
  await Promise.all([names('r'), names('ra'), names('rah')]);
  await names('x');
  expect(calls).toEqual(['T1']);
  await clock.advance(10 * MINUTE);
  expect(await names('r')).toEqual(['rahim']);
  await clock.advance(0);
  expect(calls).toEqual(['T1', 'T1']);
});

test('a person typing doesn’t wait long for a list that doesn’t load', async () => {
  const { clock, names, hang } = createRig([[person('rahim')]]);
  hang();
  const matches = names('r');
  await clock.advance(1200);
  expect(await matches).toEqual([]);
});

test('a list that Slack cuts short is used, and after an empty one Slack isn’t asked for a while', async () => {
  const some = createRig([[person('rahim')], new Error('ratelimited')]);
  expect(await some.names('r')).toEqual(['rahim']);
  const none = createRig([new Error('away')]);
  expect(await none.names('r')).toEqual([]);
  expect(await none.names('ra')).toEqual([]);
  expect(none.calls).toEqual(['T1']);
});

test('memory is bounded: the workspaces unused for longest are dropped', async () => {
  const page = Array.from({ length: 500 }, (_, n) => person(`p${n}`));
  const { calls, names } = createRig(Array.from({ length: 30 }, () => page));
  for (let n = 0; n < 10; n++) await names('p', `T${n}`);
  expect(
    calls.filter(workspace => workspace === 'T0'),
    'twenty pages at most',
  ).toHaveLength(20);
  await names('p', 'T0');
  await names('p', 'T10');
  await names('p', 'T0');
  expect(
    calls.filter(workspace => workspace === 'T0'),
    'kept, since it was asked for',
  ).toHaveLength(20);
  await names('p', 'T1');
  expect(
    calls.filter(workspace => workspace === 'T1'),
    'was forgotten for the eleventh',
  ).toHaveLength(40);
});
