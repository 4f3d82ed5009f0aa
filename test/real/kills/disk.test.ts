import { renameSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createLinkedStage, SECOND, type Stage } from '../../support/stage.ts';
import { failSyncs, hasStrace } from '../support/failing-syncs.ts';
import { runProgram } from '../support/program.ts';
import { canMount, smallDisk } from '../support/small-disk.ts';

/* Accepted texts when the embedded engine's disk fails, is full, or is removed. */

async function ready({ appUrl }: Stage): Promise<[status: number, store: string]> {
  const response = await fetch(`${appUrl}/readyz`);
  const { store } = (await response.json()) as { store: string };
  return [response.status, store];
}

/** Sends texts until one is refused in words; resolves with the number of accepted ones. */
async function untilRefused(stage: Stage): Promise<number> {
  for (let accepted = 0; ; accepted++) {
    const { body } = await stage.sms(`0171234${String(accepted).padStart(4, '0')} parcel ${accepted}`);
    if (body === '') continue;
    expect(body).toContain('nothing was sent');
    return accepted;
  }
}

test.skipIf(!hasStrace())(
  'a sync that fails ends the program with a sentence and an exit code; the next start has all acked texts',
  async () => {
    const stage = await createLinkedStage({ program: runProgram });
    const { sms, post, accepted, slack } = stage;
    await sms('01712345678 first');
    await post(/log #1/);
    stage.service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { requests: 1 });
    await sms('01712345679 waits');
    await post(/is on hold/);
    const program = stage.program();
    await failSyncs(program.pid);
    const { status, body } = await sms('01712345680 nobody knows');
    // The program may end before the answer arrives.
    if (status !== 0) expect(body).toContain('couldn’t confirm');
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(
      /"level":60.*What was written last to .*sms\.db may be lost: the disk fails/,
    );
    expect(program.output()).toMatch(/^What was written last .* The app has to be started again\.$/m);

    await stage.start();
    await slack.waitFor(() => accepted().includes('waits'), 'the text that waited');
    expect(accepted().filter(message => message === 'first')).toEqual(['first']);
    expect((await sms('01712345681 afterwards')).body).toBe('');
    await slack.waitFor(() => accepted().includes('afterwards'), 'the text of afterwards');
  },
);

describe.skipIf(!canMount())('a full disk', () => {
  test('texts are refused in words and readyz says why; accepted texts are sent, and everything works again once there is room', async () => {
    const disk = smallDisk();
    const stage = await createLinkedStage({ environment: { DATA_DIR: disk.path } });
    expect(await ready(stage)).toEqual([200, 'ok']);
    disk.fill();
    const accepted = await untilRefused(stage);
    expect(await ready(stage)).toEqual([
      503,
      expect.stringMatching(/sms\.db can't be written: the disk is full\.$/),
    ]);
    disk.makeRoom();
    await stage.pass(5 * SECOND);
    expect(await ready(stage)).toEqual([200, 'ok']);
    expect((await stage.sms('01812345678 last')).body).toBe('');
    await stage.post(/018.* texted|texted \*018/);
    expect(stage.accepted().toSorted()).toEqual(
      [...Array.from({ length: accepted }, (_, n) => `parcel ${n}`), 'last'].toSorted(),
    );
  });
});

describe('a data folder that is removed', () => {
  test('no text is accepted meanwhile and readyz says so; everything continues when it is back', async () => {
    const stage = await createLinkedStage();
    const { dataDir, sms, accepted } = stage;
    renameSync(dataDir, `${dataDir}.elsewhere`);
    await stage.pass(SECOND); // The app looks at its files once a second.
    expect(await ready(stage)).toEqual([
      503,
      expect.stringMatching(/sms\.db was deleted, moved or replaced/),
    ]);
    expect((await sms('01712345678 meanwhile')).body).toContain('nothing was sent');
    renameSync(`${dataDir}.elsewhere`, dataDir);
    expect(await ready(stage)).toEqual([200, 'ok']);
    expect((await sms('01712345678 afterwards')).body).toBe('');
    await stage.post(/log #1/);
    expect(accepted()).toEqual(['afterwards']);
  });

  test('deleted: no text is accepted that would be gone at the next start', async () => {
    const stage = await createLinkedStage();
    rmSync(stage.dataDir, { recursive: true });
    await stage.pass(SECOND);
    expect(await ready(stage)).toEqual([503, expect.stringContaining('nothing is written')]);
    expect((await stage.sms('01712345678 too late')).body).toContain('nothing was sent');
    await stage.quiet();
    expect(stage.accepted()).toEqual([]);
  });
});
