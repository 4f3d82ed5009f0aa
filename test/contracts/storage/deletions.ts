import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contactOf } from '../../../src/contacts/contact.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { type Engine, Rig, SENT, WORKSPACE } from './rig.ts';

const anything = z.unknown();
const NOWHERE = { responseUrl: null, channel: 'U1', userId: 'U1', threadTs: null, threadLink: null };

/** Runs every deletion that is due; returns the number of steps. */
async function forgetAll(rig: Rig, limit = 100): Promise<number> {
  let steps = 0;
  while ((await rig.storage.deletions.removeDue(rig.now, limit)) > 0) steps += 1;
  return steps;
}

/** Gives a workspace one of everything; returns the intents of its texts. */
async function furnish(rig: Rig, workspace: string): Promise<string[]> {
  const { history, documents, textLinks, templates } = rig.storage;
  await rig.queue({ workspace, count: 3, key: `key of ${workspace}` });
  await rig.outbox.settle(await rig.claim(), SENT, rig.now);
  await rig.added({ workspace, idempotencyKey: 'a trigger' });
  await documents.set(workspace, 'settings', { language: 'bn' });
  await rig.storage.audit.record(workspace, { what: 'key_linked', at: rig.now, by: 'U1' });
  await documents.set(workspace, 'person U1', 1, 86_400_000);
  const hash = `link of ${workspace}`;
  await textLinks.keep(
    { workspace, intent: null },
    [{ hash, number: rig.number() }],
    rig.now + 86_400_000,
    rig.now,
  );
  const template = {
    id: `template of ${workspace}`,
    workspace,
    owner: 'U1',
    name: 'x',
    text: 'x',
    by: 'U1',
    at: 1,
  };
  await templates.update(workspace, 'U1', null, () => ({ put: template, result: null }));
  await rig.storage.schedules.make(
    {
      id: `schedule of ${workspace}`,
      workspace,
      by: 'U1',
      idempotencyKey: 'a form',
      content: {
        kind: 'text',
        to: [{ kind: 'number', number: rig.number() }],
        message: 'x',
        template: null,
        replyTo: NOWHERE,
      },
      when: {
        start: '2030-01-01T09:00',
        zone: 'Asia/Dhaka',
        repeat: null,
        until: null,
        times: null,
        skipsHolidays: false,
      },
    },
    rig.now,
    rig.now,
  );
  return (await history.history(workspace, null, 99)).map(text => text.intentId);
}

export function describeDeletions(engine: Engine): void {
  describe('a workspace’s data', () => {
    test('is deleted at its time, completely, and nothing of other workspaces', async () => {
      const rig = await Rig.on(engine);
      const { deletions } = rig.storage;
      const intents = await furnish(rig, WORKSPACE);
      await rig.outbox.refuseWaiting(WORKSPACE, { kind: 'UNLINKED' }, rig.now);
      const keptIntents = await furnish(rig, 'T11');
      await deletions.schedule(WORKSPACE, rig.now + 1000);
      expect(await forgetAll(rig)).toBe(0);
      await rig.reopen();
      rig.pass(1000);
      expect(await forgetAll(rig)).toBeGreaterThan(0);

      const now = rig.storage;
      expect(await now.history.history(WORKSPACE, null, 99)).toEqual([]);
      expect(await now.history.history(WORKSPACE, 'U1', 99)).toEqual([]);
      for (const intent of intents) expect(await now.intents.intent(WORKSPACE, intent)).toBeNull();
      expect(await now.documents.keys(WORKSPACE)).toEqual([]);
      expect(await now.history.costPerPart(WORKSPACE)).toBeNull();
      expect(await now.documents.get(WORKSPACE, 'settings', anything)).toBeUndefined();
      expect(await now.audit.list(WORKSPACE, 9)).toEqual([]);
      expect(await now.history.usage(WORKSPACE, null, rig.now)).toMatchObject({ texts: 0 });
      expect(await now.history.usage('T11', 'U1', rig.now)).toMatchObject({ texts: 3 });
      expect(await now.audit.list('T11', 9)).toHaveLength(1);
      expect(await now.templates.list(WORKSPACE, ['U1'])).toEqual([]);
      expect(await now.templates.list('T11', ['U1'])).toHaveLength(1);
      expect(await now.textLinks.find(`link of ${WORKSPACE}`, rig.now)).toBeNull();
      expect(await now.textLinks.find('link of T11', rig.now)).not.toBeNull();
      expect(await now.schedules.of(WORKSPACE)).toEqual([]);
      expect(await now.schedules.of('T11')).toHaveLength(1);
      expect(await now.history.counts()).toEqual({ queued: 2, sending: 0 });
      expect(await now.history.balance(`key of ${WORKSPACE}`)).toMatchObject({ balance: '99.65' });
      // The idempotency keys are deleted with the rest, and no intent or report is left.
      expect(await rig.outbox.add(rig.intent({ idempotencyKey: 'a trigger' }), rig.now)).toBe('added');
      expect((await rig.told()).map(report => report.intent.workspace)).toEqual(['T11']);

      for (const intent of keptIntents) expect(await now.intents.intent('T11', intent)).not.toBeNull();
      expect(await now.history.costPerPart('T11')).not.toBeNull();
      expect((await now.documents.keys('T11')).sort()).toEqual(['person U1', 'settings']);
      expect(await rig.drain()).toHaveLength(2);
    });

    test('stays if the app returns in time', async () => {
      const rig = await Rig.on(engine);
      const { deletions, history } = rig.storage;
      await furnish(rig, WORKSPACE);
      await deletions.schedule(WORKSPACE, rig.now + 1000);
      await deletions.cancel(WORKSPACE);
      await deletions.cancel('T9');
      rig.pass(5000);
      expect(await forgetAll(rig)).toBe(0);
      expect(await history.history(WORKSPACE, null, 99)).toHaveLength(3);
    });

    test('stays from the moment that the app returns, even during the deletion', async () => {
      const rig = await Rig.on(engine);
      const { contacts, deletions, documents } = rig.storage;
      const workspaces = Array.from({ length: 10 }, (_, index) => `T${index}`);
      const remaining: unknown[] = [];
      for (const workspace of workspaces) {
        const before = Array.from({ length: 30 }, (_, index) => `person ${index}`);
        for (const key of ['settings', ...before]) await documents.set(workspace, key, 'of before');
        await deletions.schedule(workspace, rig.now);
        const deleting = deletions.removeDue(rig.now, 100);
        await deletions.cancel(workspace);
        await documents.set(workspace, 'settings', 'of now');
        const number = '01712345678' as LocalNumber;
        await contacts.update(workspace, { numbers: [number] }, () => ({
          change: { contacts: [contactOf({ id: workspace, workspace, number, name: 'Ranu' })] },
          result: null,
        }));
        await deleting;
        const matches = await contacts.find(workspace, { numbers: [number] });
        remaining.push([await documents.get(workspace, 'settings', anything), matches.contacts.length]);
      }
      expect(remaining).toEqual(workspaces.map(() => ['of now', 1]));
    });

    test('is deleted at the earlier time if the uninstall is reported twice', async () => {
      const rig = await Rig.on(engine);
      const { deletions, documents } = rig.storage;
      await documents.set('T1', 'doc', 1);
      await deletions.schedule('T1', rig.now + 1000);
      await deletions.schedule('T1', rig.now + 9000);
      rig.pass(1000);
      await forgetAll(rig);
      expect(await documents.keys('T1')).toEqual([]);
      // The deletion is over, so new data of the workspace stays.
      await documents.set('T1', 'doc', 2);
      rig.pass(9000);
      expect(await forgetAll(rig)).toBe(0);
      expect(await documents.keys('T1')).toEqual(['doc']);
    });

    test('is deleted in small steps, including waiting texts', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 25 });
      await rig.storage.deletions.schedule(WORKSPACE, rig.now);
      await rig.storage.deletions.removeDue(rig.now, 10);
      expect(await rig.outbox.history(WORKSPACE, null, 99)).toHaveLength(15);
      expect(await forgetAll(rig, 10)).toBeLessThan(12);
      expect(await rig.drain()).toEqual([]);
      expect(await rig.outbox.counts()).toEqual({});
    });
  });
}
