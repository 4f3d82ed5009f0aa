import { plural, when } from '../../../kit/words/english.ts';

/** What fires now: the list and the Home tab. */
const incidents = {
  title: 'Alerts',
  /** The choices of the list, and how many incidents each shows. */
  shows: {
    open: (count: number) => `Open (${count})`,
    mine: (count: number) => `Mine (${count})`,
    muted: (count: number) => `Muted (${count})`,
    over: 'Last week',
  },
  none: {
    open: 'Nothing is firing.',
    mine: 'Nothing that fires is yours: no alert calls you, and you’ve acknowledged none.',
    muted: 'Nothing that fires is muted.',
    over: 'Nothing has ended lately.',
  },
  /** `typed`: the search. */
  noneFound: (typed: string) => `Nothing here fits “${typed}”.`,
  search: {
    label: 'Search',
    hint: 'A part of a name, a place, a summary or the hook’s name.',
    placeholder: 'disk',
  },
  submit: 'Search',
  found: ({ from, to, of }: { from: number; to: number; of: number }) => `${from}–${to} of ${of}`,
  since: ({ hook, at }: { hook: string; at: number }) => `*${hook}*, since ${when(at)}`,
  nobody: 'Nobody has it yet.',
  home: {
    title: 'Firing now',
    more: (count: number) => `${plural(count, 'more incident')} open.`,
    show: 'Show all',
  },
};

export const en = { incidents };

export type Words = typeof en;
