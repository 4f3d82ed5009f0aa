import { expect, test } from 'vitest';
import { createPrecedence } from '../../src/sending/precedence.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createLinkedStage } from '../support/stage.ts';

test('where the processor is short, all that is typed is acked, and texts go in portions; then all go', async () => {
  const time = createManualClock();
  let busy = 0;
  const after = (delayMs: number, run: () => void): void => void time.after(delayMs, run);
  const precedence = createPrecedence({ now: time.now, after, busy: () => busy });
  const stage = await createLinkedStage({ overrides: { precedence } });
  // From now on who types is known, and what is typed is planned as it is written down.
  await stage.sms('01812345678 first');
  await stage.post(/018••••5678/);
  const sent = (): string[] => stage.accepted().slice(1);
  busy = 1;
  await time.advance(100);
  const typed = Array.from({ length: 15 }, (_, i) =>
    stage.sms(`017123456${String(i).padStart(2, '0')} no. ${i}`),
  );
  for (const answer of await Promise.all(typed)) expect([answer.status, answer.body]).toEqual([200, '']);
  await stage.quiet();
  expect(sent()).toHaveLength(5);
  await time.advance(50);
  await stage.quiet();
  expect(sent()).toHaveLength(10);
  // Nobody came for a moment: nothing goes before sending any more, and a little later nothing before telling.
  await time.advance(50);
  await stage.quiet();
  expect(sent()).toHaveLength(15);
  await time.advance(200);
  await stage.quiet();
  expect(stage.posts(/texted \*017••••56/)).toHaveLength(15);
});
