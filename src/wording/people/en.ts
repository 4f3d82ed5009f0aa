import { mention, plural, when } from '../english.ts';
import type { PeopleWording } from './types.ts';

/** English. */
export const people: PeopleWording = {
  title: 'People',
  search: {
    label: 'Search',
    hint: 'Any part of a name, in Bangla or English, or the end of a number.',
    placeholder: 'Ranu, or 5678',
    submit: 'Search',
  },
  counts: ({ contacts, groups }) => `${plural(contacts, 'person', 'people')}, ${plural(groups, 'group')}`,
  found: ({ total, from, to }) => `${from}–${to} of ${total} people and groups`,
  none: 'Nobody is here yet. Add people once, then text them by their names.',
  noneFound: typed => `No matches for “${typed}”.`,
  previous: 'Previous',
  next: 'More',
  add: 'Add a person',
  another: 'Add another',
  change: 'Change',
  line: ({ name, number, groups, more, never }) =>
    [
      `${name === null ? '_No name_' : `*${name}*`} ${number}`,
      ...(groups.length > 0 ? [`In ${groups.join(', ')}${more > 0 ? ` and ${more} more` : ''}`] : []),
      ...(never ? [':no_bell: Never text'] : []),
    ].join('\n'),
  groupLine: ({ name, count }) =>
    `:busts_in_silhouette: *${name}*\nGroup of ${plural(count, 'person', 'people')}`,
  addTitle: 'Add a person',
  changeTitle: 'Change a person',
  field: {
    name: { label: 'Name', hint: 'You can text them by this name: /sms Ranu Begum …' },
    number: { label: 'Number', hint: 'A mobile number in Bangladesh, written any way you like.' },
    language: { label: 'Language', none: 'Not known' },
    note: { label: 'Note', hint: 'Up to 500 characters, for your workspace only.' },
    columns: { label: 'More about them', hint: 'One per line, like Village: Char Kukri.' },
    groups: { label: 'Groups' },
    never: { label: 'Texts', never: 'Never text this person' },
  },
  neverSince: ({ at, by }) =>
    by === null
      ? `:no_bell: They asked for no more texts: ${when(at)}.`
      : `:no_bell: Never text this person: ${mention(by)} set this ${when(at)}.`,
  forget: {
    button: 'Forget this person…',
    title: 'Forget a person',
    submit: 'Forget',
    intro: ({ name, number }) => `You’re about to forget *${name ?? number}*. This can’t be undone.`,
    gone: '*What goes:* the name, the number, the note and everything else about them here, also from all groups; and the number and the words of every text that was ever sent to them from this workspace, for everyone.',
    kept: '*What stays:* how many texts there were, when, by whom and what they cost, without number and words.',
    waiting:
      'Texts to them that are waiting are cancelled, and whoever sent them is told. One that is being sent right now can’t be stopped; its number and words go as soon as it’s done.',
    never:
      ':no_bell: They must not be texted, and that still applies afterwards: we keep only a fingerprint of the number, from which nobody can work it out.',
    slack:
      'Messages already in Slack, such as receipts, stay there, and so does the SMS service’s own log. Delete those there.',
    done: ':white_check_mark: Forgotten. Their texts are being cleared now. You get a message when that’s done.',
    report: ({ asked, texts, cancelled, groups, hooks }) =>
      [
        `:white_check_mark: The person you forgot ${when(asked)} is gone from this app: the name, the number and everything else about them${groups > 0 ? `, also from ${plural(groups, 'group')}` : ''}.`,
        texts === 0
          ? 'There were no texts to them.'
          : `${plural(texts, 'text')} to them no longer ${texts === 1 ? 'shows' : 'show'} the number and the words; counts and costs are kept.`,
        ...(cancelled > 0
          ? [`${cancelled} of those ${cancelled === 1 ? 'was' : 'were'} still waiting and got cancelled.`]
          : []),
        ...(hooks.length > 0
          ? [
              `They were a recipient of ${hooks.map(name => `“${name}”`).join(', ')}, and no longer are: check who is texted there now.`,
            ]
          : []),
      ].join(' '),
  },
  stoppedBefore:
    ':no_bell: This number must not be texted. That was decided before it was forgotten here, and it still applies. A manager can change it.',
  added: name => `:white_check_mark: Added ${name}.`,
  sameName: name => `Somebody else is called ${name} too. Whoever texts that name is asked whom they mean.`,
  saved: name => `:white_check_mark: Saved ${name}.`,
  unchanged: 'Nothing to save: nothing has changed.',
  changedMeanwhile:
    ':warning: Not saved yet: somebody changed this person while you had the form open. If you save again, your version replaces theirs.',
};
