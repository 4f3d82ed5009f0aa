import type { StopWording } from './types.ts';

/** English. */
export const stop: StopWording = {
  title: 'Stop these texts',
  ask: ({ number, sender }) =>
    `Press the button, and ${sender ?? 'whoever sent you this link'} won’t text ${number} any more. Nothing happens before you press it.`,
  stop: 'Don’t text me any more',
  done: ({ number, sender }) =>
    `Done. ${sender ?? 'Whoever sent you this link'} won’t text ${number} any more.`,
  mistake: 'Pressed by mistake? For one day you can take it back here.',
  sample:
    'This link is only an example, so nothing happens here. In a text to a customer, the same link lets them stop further texts.',
  undo: 'Text me again',
  gone: 'This link doesn’t work any more, or it’s incomplete. Open it again from the latest text you got.',
  later: 'This page doesn’t work right now. Try again in a minute.',
};
