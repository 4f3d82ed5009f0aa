import { DEFAULT_ZONE } from '../../kit/time-zone.ts';
import { mention, when } from '../../kit/words/english.ts';
import type { LogSource, LogState } from '../filter.ts';
import { en as textLogAudit } from './audit/en.ts';

const date = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: DEFAULT_ZONE,
});

/** The list of all texts. */
const textLog = {
  title: 'Texts',
  /** The button that opens it. */
  open: 'Search all texts',
  submit: 'Search',
  search: {
    label: 'Search',
    placeholder: 'Ranu, or 5678',
    hint: 'Part of a name, the end of a number (four digits or more), or words of your own texts.',
  },
  mine: 'My texts',
  everybodys: 'Everyone’s texts',
  sentBy: 'Sent by',
  anybody: 'Anyone',
  source: 'From',
  sources: {
    any: 'From anywhere',
    people: 'By people',
    broadcast: 'Broadcasts',
    workflow: 'Workflows',
    hook: 'Alerts',
    rota: 'Rotas',
  } satisfies Record<LogSource | 'any', string>,
  state: 'Result',
  states: {
    any: 'Any result',
    waiting: 'Waiting',
    sent: 'Sent',
    by_word: 'Marked as sent',
    uncertain: 'Uncertain',
    refused: 'Not sent',
    cancelled: 'Cancelled',
  } satisfies Record<LogState | 'any', string>,
  day: 'Day',
  days: {
    any: 'Any day',
    today: 'Today',
    yesterday: 'Yesterday',
    /** A day, by a moment in it. */
    on: (at: number) => date.format(at),
  },
  /** A line about another person's text. */
  bySender: ({ actor, line }: { actor: string; line: string }) => `${mention(actor)} · ${line}`,
  none: 'No texts yet.',
  noneFound: 'There are none. Try less of the name or number, or another day or result.',
  noMore: 'There are no more.',
  /** The search stopped before its end. `at`: the time of the last text that it looked at. */
  soFar: (at: number) => `Looked back to ${when(at)} so far.`,
  further: 'Go on searching',
  file: {
    button: 'Download CSV',
    title: 'Download texts',
    sentence: 'Your file is ready on a page that only you can open, once, in the next 15 minutes.',
    intro: (everybodys: boolean): string =>
      everybodys
        ? 'The file has everyone’s texts that fit your search, with the words of your own only.'
        : 'The file has your own texts that fit your search.',
    download: 'Download CSV',
    notAllowed: 'Only managers and admins can download everyone’s texts. Ask one of them.',
    heading: {
      time: 'Time',
      sender: 'Sent by',
      to: 'To',
      state: 'Result',
      reason: 'Reason',
      parts: 'Parts',
      cost: 'Cost',
      logId: 'Log ID',
      text: 'Text',
    },
  },
};

export const en = { textLog, textLogAudit };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
