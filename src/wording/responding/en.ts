import { plural, when } from '../english.ts';
import type { RespondingWording } from './types.ts';

export const responding: RespondingWording = {
  button: {
    acknowledge: 'Acknowledge',
    resolve: 'Resolve here',
    textSomebody: 'Text someone else',
    showAll: 'Show all',
    giveBack: 'Give it back',
    previous: 'Previous',
    next: 'Next',
  },
  confirmResolve: {
    title: 'Resolve these alerts here?',
    text: 'Nobody is texted that they fire any more, even if your monitoring keeps repeating them. Whoever was texted is told that they’re over, if the hook does that. If they are resolved there and fire again, that counts as new.',
    confirm: 'Resolve',
    deny: 'Cancel',
  },
  told: {
    yours: ({ cancelled, sending }) =>
      [
        'You have it. Nobody else is texted.',
        ...(cancelled > 0
          ? [`${plural(cancelled, 'text')} that still waited ${cancelled === 1 ? 'was' : 'were'} cancelled.`]
          : []),
        ...(sending > 0
          ? [`${plural(sending, 'text')} ${sending === 1 ? 'is' : 'are'} already being sent.`]
          : []),
      ].join(' '),
    mistake: 'Was it a mistake? You can give it back within a minute.',
    theirs: ({ who, at }) => `${who} already has it, ${when(at)}.`,
    givenBack: 'You gave it back. Whoever should know is texted again.',
    tooLateToGiveBack: 'You can no longer give it back. Use “Text someone else” to bring somebody in.',
    resolved: 'You resolved it here. Nobody is texted that it fires any more.',
    over: 'This is over. Nothing in this post fires any more.',
    soon: 'Noted. The post will show it in a moment.',
  },
  all: {
    title: 'All alerts',
    counts: ({ firing, resolved }) => `${plural(firing, 'alert')} firing, ${resolved} resolved`,
    since: ({ alert, at }) => `${alert}, since ${when(at)}`,
    page: ({ from, to, of }) => `${from}–${to} of ${of}`,
    none: 'The alerts of this post are no longer listed.',
  },
  text: {
    title: 'Text someone else',
    submit: 'Send',
    field: {
      label: 'Who should be texted too',
      hint: 'Whoever hasn’t been texted about it is texted now, even if somebody has already acknowledged it. Limits for each number still apply.',
    },
    says: 'The text will say:',
    nothing: 'There is nothing left in this post to text about.',
    sent: 'Whoever hasn’t been texted about it gets the text now. The post shows what becomes of it.',
  },
};
