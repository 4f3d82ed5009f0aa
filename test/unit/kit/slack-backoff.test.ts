import { ErrorCode } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { createWorkspaceNames } from '../../../src/kit/slack/web-api.ts';
import { StorageError } from '../../../src/kit/store/errors.ts';
import { createPeople } from '../../../src/workspace/slack/people.ts';
import { createUserGroups } from '../../../src/workspace/slack/user-groups.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const SECOND = 1000;
const rateLimited = (retryAfter: number) =>
  Object.assign(new Error(), { code: ErrorCode.RateLimitedError, retryAfter });
const refused = (error: string) =>
  Object.assign(new Error(), { code: ErrorCode.PlatformError, data: { error } });

/** People and user groups from a Slack that answers each call when the test says so, without a cache. */
function createSlack() {
  const clock = createManualClock(0);
  const calls: (PromiseWithResolvers<unknown> & { workspace: string; method: string })[] = [];
  let isStoreAway = false;
  const webFor = async (workspace: string) => {
    if (isStoreAway) throw new StorageError('Redis is not connected.');
    const call = (method: string) => () => {
      const answer = Promise.withResolvers<unknown>();
      calls.push({ ...answer, workspace, method });
      return answer.promise;
    };
    return { users: { info: call('info'), list: call('list') }, usergroups: { users: { list: call('in') } } };
  };
  const documents = { get: async () => undefined, set: async () => undefined };
  const parts = { clock, webFor, documents, temporary: documents } as never;
  return {
    clock,
    calls,
    /** Makes installations unreadable, so Slack isn't called. */
    storeIsAway: (isSo: boolean) => {
      isStoreAway = isSo;
    },
    people: createPeople(parts),
    groups: createUserGroups(parts),
    /** Waits until every call and answer has arrived. */
    settled: () => clock.advance(0),
    /** Answers the calls in flight; returns how many there were. */
    async answer(with_: unknown): Promise<number> {
      await clock.advance(0);
      const inFlight = calls.splice(0);
      for (const call of inFlight) {
        if (with_ instanceof Error) call.reject(with_);
        else call.resolve(with_);
      }
      await clock.advance(0);
      return inFlight.length;
    },
  };
}

const RAFIQ = { user: { id: 'U1' } };
const knownFacts = expect.objectContaining({ kind: 'known' });

test('concurrent requests for the same person share one call, fresh or not', async () => {
  const { people, groups, answer } = createSlack();
  const same = [people.facts('T1', 'U1'), people.facts('T1', 'U1'), people.freshFacts('T1', 'U1')];
  const different = [people.facts('T1', 'U2'), people.facts('T2', 'U1')];
  expect(await answer(RAFIQ)).toBe(3);
  expect(await Promise.all([...same, ...different])).toEqual(Array(5).fill(knownFacts));
  const members = [groups.members('T1', 'S1'), groups.members('T1', 'S1')];
  expect(await answer({ users: ['U1'] })).toBe(1);
  expect(await Promise.all(members)).toEqual(Array(2).fill({ kind: 'known', userIds: ['U1'] }));
});

test('until the time that Slack named, nobody in that workspace calls again, and all know when to', async () => {
  const { people, clock, calls, answer, settled } = createSlack();
  const first = people.facts('T1', 'U1');
  await answer(rateLimited(40));
  expect(await first).toEqual({ kind: 'unavailable', retryAt: 40 * SECOND });
  await clock.advance(40 * SECOND - 1);
  expect([await people.facts('T1', 'U2'), await people.freshFacts('T1', 'U3')]).toEqual(
    Array(2).fill({ kind: 'unavailable', retryAt: 40 * SECOND }),
  );
  const elsewhere = people.facts('T2', 'U2');
  expect(await answer(RAFIQ), 'another workspace is not held back').toBe(1);
  expect(await elsewhere).toEqual(knownFacts);
  await clock.advance(1);
  void people.facts('T1', 'U2');
  await settled();
  expect(calls.map(({ workspace }) => workspace)).toEqual(['T1']);
});

test('if Slack names no time, asks again after 5 s, then later each time up to 30 s, until it answers', async () => {
  const { people, clock, answer } = createSlack();
  const waits: number[] = [];
  for (let failures = 0; failures < 5; failures++) {
    const answered = people.facts('T1', 'U1');
    expect(await answer(new Error('connect ECONNREFUSED'))).toBe(1);
    const { retryAt } = (await answered) as { retryAt: number };
    waits.push((retryAt - clock.now()) / SECOND);
    await clock.advance(retryAt - clock.now());
  }
  expect(waits).toEqual([5, 10, 20, 30, 30]);
  const answered = people.facts('T1', 'U1');
  await answer(refused('user_not_found'));
  expect(await answered, 'a refusal is an answer').toEqual({ kind: 'refused', error: 'user_not_found' });
  const later = people.facts('T1', 'U1');
  await answer(new Error('connect ECONNREFUSED'));
  expect(await later).toEqual({ kind: 'unavailable', retryAt: clock.now() + 5 * SECOND });
});

describe('after the pause', () => {
  /** Slack was unavailable for 5 s until now, and three people are looked up at this moment. */
  async function threeAskAgain() {
    const slack = createSlack();
    const { people, clock, answer } = slack;
    void people.facts('T1', 'U0');
    await answer(new Error('socket hang up'));
    await clock.advance(5 * SECOND);
    return { ...slack, results: Promise.all(['U1', 'U2', 'U3'].map(id => people.facts('T1', id))) };
  }

  test('one request tries; when it succeeds the others call at once', async () => {
    const { results, answer } = await threeAskAgain();
    expect([await answer(RAFIQ), await answer(RAFIQ)]).toEqual([1, 2]);
    expect(await results).toEqual(Array(3).fill(knownFacts));
  });

  test('one request tries; when it fails, the others don’t call', async () => {
    const { results, answer, clock } = await threeAskAgain();
    expect([await answer(rateLimited(30)), await answer(RAFIQ)]).toEqual([1, 0]);
    expect(await results).toEqual(Array(3).fill({ kind: 'unavailable', retryAt: clock.now() + 30 * SECOND }));
  });

  test('a try that fails before Slack is called doesn’t count, and the next request tries', async () => {
    const { results, answer, people, storeIsAway } = await threeAskAgain();
    storeIsAway(true);
    await expect(results).rejects.toThrow('Redis is not connected.');
    storeIsAway(false);
    const secondTry = Promise.all(['U4', 'U5'].map(id => people.facts('T1', id)));
    expect([await answer(RAFIQ), await answer(RAFIQ)]).toEqual([1, 1]);
    expect(await secondTry).toEqual([knownFacts, knownFacts]);
  });
});

test('a workspace name that couldn’t be loaded is loaded again next time', async () => {
  const clock = createManualClock(0);
  const answers = [null, new StorageError('Redis is not connected.'), { team: 'Padma', team_id: 'T1' }];
  const webCalls: unknown[] = [];
  const webFor = async () => {
    const answer = answers[webCalls.push('T1') - 1];
    if (answer instanceof Error) throw answer;
    return answer && { auth: { test: async () => answer } };
  };
  const nameOf = createWorkspaceNames({ webFor: webFor as never, clock });
  expect(await nameOf('T1')).toBeNull();
  await expect(nameOf('T1')).rejects.toThrow('Redis is not connected.');
  expect([await nameOf('T1'), await nameOf('T1')]).toEqual(['Padma', 'Padma']);
  expect(webCalls).toHaveLength(3);
});

test('many calls that fail together count as one failure; the latest time that Slack names counts', async () => {
  const { people, clock, calls, settled } = createSlack();
  const results = ['U1', 'U2', 'U3'].map(id => people.facts('T1', id));
  await settled();
  const [first, second, third] = calls;
  first?.reject(new Error('socket hang up'));
  second?.reject(new Error('socket hang up'));
  await settled();
  expect(await results[1]).toEqual({ kind: 'unavailable', retryAt: clock.now() + 5 * SECOND });
  third?.reject(rateLimited(60));
  await settled();
  expect(await people.facts('T1', 'U4')).toEqual({ kind: 'unavailable', retryAt: clock.now() + 60 * SECOND });
});

test('an answer to a call from before the outage doesn’t end it', async () => {
  const { people, calls, settled } = createSlack();
  const results = ['U1', 'U2'].map(id => people.facts('T1', id));
  await settled();
  calls[0]?.reject(rateLimited(30));
  await settled();
  calls[1]?.resolve(RAFIQ);
  expect(await results[1]).toEqual(knownFacts);
  expect(await people.facts('T1', 'U3')).toEqual({ kind: 'unavailable', retryAt: 30 * SECOND });
});

test('ignores a nonsensical time: zero would hammer, and a day would outlast every text', async () => {
  const { people, answer } = createSlack();
  const none = people.facts('T1', 'U1');
  await answer(rateLimited(0));
  const day = people.facts('T2', 'U1');
  await answer(rateLimited(86_400));
  expect(await Promise.all([none, day])).toEqual([
    { kind: 'unavailable', retryAt: SECOND },
    { kind: 'unavailable', retryAt: 600 * SECOND },
  ]);
});

test('waits separately for each method, as Slack counts them: members of groups, and admins', async () => {
  const { people, groups, answer, calls, settled } = createSlack();
  const members = groups.members('T1', 'S1');
  await answer(rateLimited(30));
  expect([await members, await groups.members('T1', 'S2')]).toEqual(
    Array(2).fill({ kind: 'unavailable', retryAt: 30 * SECOND }),
  );
  const admins = people.admins('T1');
  await answer(rateLimited(30));
  expect([await admins, await people.admins('T1')]).toEqual([[], []]);
  void people.facts('T1', 'U1');
  await settled();
  expect(calls.map(({ method }) => method)).toEqual(['info']);
});
