import { plural, thereAt } from '../english.ts';
import type { AlertPageWording } from './types.ts';

/** English. */
export const alertPage: AlertPageWording = {
  title: firing => (firing > 0 ? `${plural(firing, 'alert')} firing` : 'This is over'),
  times: count => `×${count}`,
  moreNames: count => `and ${count} more`,
  since: at => `Started ${thereAt(at)}.`,
  silent: at => `Not called since ${thereAt(at)}.`,
  standing: {
    nobody: 'Nobody has it yet.',
    you: at => `You have it, since ${thereAt(at)}.`,
    number: ({ number, at }) =>
      number === ''
        ? `A teammate has it, since ${thereAt(at)}. The post in Slack says who.`
        : `${number} has it, since ${thereAt(at)}.`,
    teammate: ({ name, at }) =>
      name === null
        ? `A teammate has it, since ${thereAt(at)}. The post in Slack says who.`
        : `${name} has it, since ${thereAt(at)}.`,
    over: at => `Over since ${thereAt(at)}.`,
  },
  moreIncidents: count => `And ${count} more like these.`,
  ask: 'Press this if you’ll look after it. Nobody else is texted about it then, and Slack shows that you have it. Until you press it, nothing changes.',
  take: 'Acknowledge',
  mistake: 'Pressed by mistake? For one minute you can undo it.',
  undo: 'Undo',
  others: 'Also texted',
  moreOthers: count => `and ${plural(count, 'more number')}`,
  noted: 'What you pressed is written down and will be done in a moment.',
  lookAgain: 'Look again',
  nothing: 'Nothing to see here',
  gone: 'This link doesn’t work any more: what it was about is over, or the link is incomplete.',
  later: 'This page doesn’t work right now. Try again in a minute, or call somebody.',
};
