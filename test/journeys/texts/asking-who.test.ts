import { expect, test } from 'vitest';
import { asked } from '../../support/asked.ts';
import { decide } from '../../support/settings.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';

/* A workspace's data is visible to everyone whom its rules allow to send. */

const WHOLE = /99\.65/;

async function withBalance(): Promise<Stage> {
  const stage = await createLinkedStage();
  await stage.sms('01712345678 hello');
  await stage.post(/texted/);
  return stage;
}

async function home({ slack }: Stage, user: string): Promise<string> {
  await slack.openApp(user);
  return JSON.stringify((await slack.waitFor(() => slack.home(user))).content);
}

test.each([
  ['a guest', 'imran', 'guests'],
  ['somebody of another workspace', 'arif', 'otherTeams'],
] as const)(
  '%s reads no balance, neither by the command nor in the Home tab, unless they may send',
  async (_, user, setting) => {
    const stage = await withBalance();
    for (let attempt = 0; attempt < 2; attempt++) {
      const reply = await asked(stage, 'balance', user);
      expect(reply).toContain('Guests and people from other workspaces');
      expect(reply).not.toMatch(WHOLE);
      expect(reply).not.toContain('linked by');
    }
    expect(await home(stage, user)).not.toMatch(/99\.65|Balance/);
    await decide(stage, { [setting]: true });
    expect(await asked(stage, 'balance', user)).toMatch(WHOLE);
  },
);
