import { type Evidence, masked, mayHaveGone, when } from '../diary.ts';

/** Judges the app's workflow steps: each step that the app received ends, and its outcome is true. */
export function judgeSteps({ steps, requests, lostCommits, sentAgain }: Evidence): string[] {
  return steps.flatMap(({ text, run, delivery }) => {
    const isTaken = delivery.attempts.some(({ status }) => status === 200);
    const sent = requests.filter(
      request => request.number === text.number && request.message === text.message,
    );
    const accepted = sent.filter(({ came }) => came === 'accepted');
    const state = run.outputs?.state;
    // Runs with the same dedup key share a text, which may belong to another run.
    const isOnly = steps.filter(step => step.text === text).length === 1;
    // A person may have sent it again after reading that it is uncertain.
    const isSentAgain = sentAgain.some(
      press => press.team === text.team && press.masked === masked(text.number),
    );
    const wrong: [boolean, string][] = [
      [isTaken && run.state === 'running' && lostCommits === 0, 'the workflow still waits for it'],
      [
        !isTaken && isOnly && !isSentAgain && sent.length > 0 && run.state === 'running',
        'it was requested, and the workflow still waits',
      ],
      [
        text.mustNot !== null && run.state === 'succeeded',
        `its workflow goes on, and it must not be sent: ${text.mustNot}`,
      ],
      [state === 'sent' && accepted.length === 0, 'its workflow goes on as if it had been sent'],
      [
        run.state === 'failed' && sent.some(mayHaveGone),
        'its workflow was told that it failed, and it may have gone',
      ],
    ];
    return wrong
      .filter(([is]) => is)
      .map(
        ([, words]) =>
          `step of ${when(text.at)} “${text.message}” to ${text.number}: ${words}; ${run.state} ${run.error ?? ''} ${JSON.stringify(run.outputs ?? {})}; requests ${sent.map(request => `${when(request.leftAt)} ${request.came}`).join(', ')}`,
      );
  });
}
