/** Seeds whose stories once failed. Each check runs them again. */
export const ONCE_FAILED: readonly number[] = [
  180, // A broadcast's post said "running" after it had paused, because Slack's answer to an edit was lost.
  35, // A sender typed the same text within two minutes while Slack didn't confirm who they were: both went out without a
  // question.
  80675786, // A person heard that an alert is over although its text had been cancelled: a process died between the two.
  309320591, // A person heard that an alert is over although its text was refused because no key was linked yet.
  203114829, // A text that the app itself refused took a slot in its key's minute, so another one waited.
  311141357, // A person never heard that an alert is over, because a text about it and another alert had been refused.
  216622926, // After a late refusal, a text about an alert waited while another went in the same step, and the app lost sight of it for
  // five minutes.
  998424938, // A sender sent a text again to a person who was being erased: the text kept their number and its words.
  147449927, // A text was reported as uncertain although its sender had never heard that it was accepted: an operator stopped the app
  // just then.
  203115089, // A key was unlinked for a person who had been refused: a process died in between, and by then they had permission.
];

/** The stories of each check: half in each of two files, which run in parallel. */
export const FIXED = Array.from({ length: 200 }, (_, index) => index + 1);

/** Short stories that are repeated with a process dying at each commit. */
export const SHORT = [2, 5, 10] as const;
