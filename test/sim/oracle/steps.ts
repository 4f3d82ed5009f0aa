import { type Evidence, masked, mayHaveGone, when } from '../diary.ts';

/** How the app's steps in workflows ended: each that the app has had ends, and tells the workflow what is so. */
export function judgeSteps({ steps, requests, lostCommits, sentAgain }: Evidence): string[] {
  return steps.flatMap(({ asked, run, delivery }) => {
    const isTaken = delivery.attempts.some(({ status }) => status === 200);
    const its = requests.filter(one => one.number === asked.number && one.message === asked.message);
    const accepted = its.filter(({ came }) => came === 'accepted');
    const state = run.outputs?.state;
    // With one dedup key, another run may be the one that it was requested for.
    const isOnly = steps.filter(one => one.asked === asked).length === 1;
    // Somebody who read that its text may have gone sends it again by themselves.
    const isSentAgain = sentAgain.some(one => one.team === asked.team && one.masked === masked(asked.number));
    const wrong: [boolean, string][] = [
      [isTaken && run.state === 'running' && lostCommits === 0, 'the workflow still waits for it'],
      [
        !isTaken && isOnly && !isSentAgain && its.length > 0 && run.state === 'running',
        'it was requested, and the workflow still waits',
      ],
      [
        asked.mustNot !== null && run.state === 'succeeded',
        `its workflow goes on, and it must not be sent: ${asked.mustNot}`,
      ],
      [state === 'sent' && accepted.length === 0, 'its workflow goes on as if it had been sent'],
      [
        run.state === 'failed' && its.some(mayHaveGone),
        'its workflow was told that it failed, and it may have gone',
      ],
    ];
    return wrong
      .filter(([is]) => is)
      .map(
        ([, words]) =>
          `step of ${when(asked.at)} “${asked.message}” to ${asked.number}: ${words}; ${run.state} ${run.error ?? ''} ${JSON.stringify(run.outputs ?? {})}; requests ${its.map(one => `${when(one.leftAt)} ${one.came}`).join(', ')}`,
      );
  });
}
