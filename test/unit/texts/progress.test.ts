import { expect, test } from 'vitest';
import { createProgress } from '../../../src/broadcasts/slack/submit.ts';

test('progress goes to Slack one update at a time, and never after the result', async () => {
  const sent: number[] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const progress = createProgress((how: number) => {
    sent.push(how);
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  });
  progress.tell(1);
  progress.tell(2);
  expect(sent).toEqual([1]);
  answers[0]?.reject(new Error('Slack is away'));
  const tellAgain = () => {
    progress.tell(3);
    return sent;
  };
  await expect.poll(tellAgain).toEqual([1, 3]);

  let isOver = false;
  const ended = progress.ended().then(() => {
    isOver = true;
  });
  progress.tell(4);
  await Promise.resolve();
  expect([sent, isOver]).toEqual([[1, 3], false]);
  answers[1]?.resolve();
  await ended;
  progress.tell(5);
  expect(sent).toEqual([1, 3]);
});
