/** Seeds whose stories once failed: they are always told again. */
export const ONCE_FAILED: readonly number[] = [
  180, // A post of a broadcast said that it goes on, after it had paused: Slack's answer to a change was lost.
  35, // Somebody typed the same within two minutes while Slack didn't say who they were: both went out, and nobody was asked.
  80675786, // Somebody heard that an alert is over whose text had been cancelled: a process died between the two.
  309320591, // Somebody heard that an alert is over whose text was refused, since no key was linked yet.
  203114829, // A text that the app itself refused took a place in its key's minute, and another one waited for it.
  311141357, // Nobody told her that an alert is over: a text that told of another one, too, had been refused.
  216622926, // A late refusal let a text about an alert wait, another went in the same step, and it was lost sight of for five minutes.
  998424938, // Somebody sent a text again to somebody who was just being erased: it kept their number and its words.
  147449927, // A text was called uncertain of which nobody had heard that it was accepted: an operator stopped the app just then.
  203115089, // A key was unlinked for somebody who had been told that they may not: a process died between the two, and by then they might.
];

/** The stories of each check: half of them in each of two files, which run beside each other. */
export const FIXED = Array.from({ length: 200 }, (_, index) => index + 1);

/** Short stories in which a process dies at each commit. */
export const SHORT = [2, 5, 10] as const;
