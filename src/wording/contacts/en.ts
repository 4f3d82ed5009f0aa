import { mention, plural, when } from '../common/english.ts';
import { en as pages } from './pages/en.ts';

/** People: contacts and groups, as they are looked through and changed. Names come in harmless. */
const people = {
  title: 'People',
  /** Under which somebody types. */
  search: {
    label: 'Search',
    hint: 'Any part of a name, in Bangla or English, or the end of a number.',
    placeholder: 'Ranu, or 5678',
    submit: 'Search',
  },
  /** How many the workspace has. */
  counts: ({ contacts, groups }: { contacts: number; groups: number }) =>
    `${plural(contacts, 'person', 'people')}, ${plural(groups, 'group')}`,
  found: ({ total, from, to }: { total: number; from: number; to: number }) =>
    `${from}–${to} of ${total} people and groups`,
  none: 'Nobody is here yet. Add people once, then text them by their names.',
  noneFound: (typed: string) => `No matches for “${typed}”.`,
  previous: 'Previous',
  next: 'More',
  add: 'Add a person',
  /** The same again, after somebody was added. */
  another: 'Add another',
  change: 'Change',
  /** A contact; `number` as this reader may see it, `name` null: nobody has said whose it is. */
  line: ({
    name,
    number,
    groups,
    more,
    never,
  }: {
    name: string | null;
    number: string;
    groups: string[];
    more: number;
    never: boolean;
  }) =>
    [
      `${name === null ? '_No name_' : `*${name}*`} ${number}`,
      ...(groups.length > 0 ? [`In ${groups.join(', ')}${more > 0 ? ` and ${more} more` : ''}`] : []),
      ...(never ? [':no_bell: Never text'] : []),
    ].join('\n'),
  groupLine: ({ name, count }: { name: string; count: number }) =>
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
  /** Since when somebody is not to be texted, and who said so; `by` null: they themselves. */
  neverSince: ({ at, by }: { at: number; by: string | null }) =>
    by === null
      ? `:no_bell: They asked for no more texts: ${when(at)}.`
      : `:no_bell: Never text this person: ${mention(by)} set this ${when(at)}.`,
  forget: {
    button: 'Forget this person…',
    title: 'Forget a person',
    submit: 'Forget',
    /** All that it will do. */
    intro: ({ name, number }: { name: string | null; number: string }) =>
      `You’re about to forget *${name ?? number}*. This can’t be undone.`,
    gone: '*What goes:* the name, the number, the note and everything else about them here, also from all groups; and the number and the words of every text that was ever sent to them from this workspace, for everyone.',
    kept: '*What stays:* how many texts there were, when, by whom and what they cost, without number and words.',
    waiting:
      'Texts to them that are waiting are cancelled, and whoever sent them is told. One that is being sent right now can’t be stopped; its number and words go as soon as it’s done.',
    /** They are not to be texted. */
    never:
      ':no_bell: They must not be texted, and that still applies afterwards: we keep only a fingerprint of the number, from which nobody can work it out.',
    slack:
      'Messages already in Slack, such as receipts, stay there, and so does the SMS service’s own log. Delete those there.',
    done: ':white_check_mark: Forgotten. Their texts are being cleared now. You get a message when that’s done.',
    /** To whoever asked for it, when it is done; without the name, which Slack would keep. */
    report: ({
      asked,
      texts,
      cancelled,
      groups,
      hooks,
    }: {
      asked: number;
      texts: number;
      cancelled: number;
      groups: number;
      hooks: string[];
    }) =>
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
  /** Why the mark is there though whoever added them did not set it. */
  stoppedBefore:
    ':no_bell: This number must not be texted. That was decided before it was forgotten here, and it still applies. A manager can change it.',
  added: (name: string) => `:white_check_mark: Added ${name}.`,
  /** How many fit what was typed, and which of them stand here. */
  /** Another contact has the name too. */
  sameName: (name: string) =>
    `Somebody else is called ${name} too. Whoever texts that name is asked whom they mean.`,
  saved: (name: string) => `:white_check_mark: Saved ${name}.`,
  unchanged: 'Nothing to save: nothing has changed.',
  /** Somebody else changed the contact while its form was open. */
  changedMeanwhile:
    ':warning: Not saved yet: somebody changed this person while you had the form open. If you save again, your version replaces theirs.',
};

/** Groups, in the settings. Names come in harmless, except in the confirmation. */
const groups = {
  heading: 'Groups',
  intro: 'Hooks and workflows can text everyone in a group by its name.',
  add: 'Add a group',
  /** Buttons that turn pages. */
  previous: 'Previous groups',
  next: 'More groups',
  addTitle: 'New group',
  changeTitle: 'Change group',
  line: ({ name, count }: { name: string; count: number }) => `*${name}*: ${plural(count, 'number')}`,
  field: {
    name: {
      label: 'Name',
      hint: 'Hooks and workflows use this name. Capital letters make no difference.',
    },
    numbers: {
      label: 'Numbers',
      hint: 'One per line: a number, a name and a number, like Ranu Begum 01712345678, or the name of somebody in People.',
    },
  },
  /** The form of a group with more people than it can show. */
  large: {
    intro: (count: number) =>
      `*${plural(count, 'person', 'people')}* are in this group, more than fit here. Everyone stays in it except those you take out.`,
    come: {
      label: 'People to add',
      hint: 'One per line: a number, a name and a number, like Ranu Begum 01712345678, or the name of somebody in People.',
    },
    leave: {
      label: 'People to take out',
      hint: 'One per line: a number, or a name. They stay among People.',
    },
    search: 'Search people',
  },
  delete: 'Delete this group',
  confirm: {
    title: 'Delete this group?',
    text: ({ name, count }: { name: string; count: number }) =>
      `Hooks and workflows that use “${name}” will no longer text anyone in it. ${count === 1 ? 'Its one person loses' : `Its ${count} people lose`} only this group: whoever has a name stays among People.`,
    confirm: 'Delete',
    deny: 'Keep it',
  },
  deleted: (name: string) =>
    `The group “${name}” is deleted. Hooks and workflows that use it no longer text anyone in it.`,
  notDeleted: (because: string) => `:warning: Not deleted: ${because}`,
  /** Why a group wasn't deleted: we delete only what the person saw. */
  changedSince: 'somebody changed this group while you had it open. Open it again to see the latest version.',
  notThere: (name: string) => `There is no group called “${name}” any more: somebody deleted or renamed it.`,
  /** Asked before a group is saved under another name. */
  renaming: ({ from, to }: { from: string; to: string }) =>
    `:warning: Not saved yet. Hooks and workflows that use “${from}” won’t text anyone in this group until you change the name there to “${to}”. To rename it, save again.`,
  /** Somebody else removed or renamed the group while its form was open. */
  gone: ':warning: Not saved yet: somebody deleted or renamed this group while you had it open. Save again to make it a new group.',
  taken: (name: string) =>
    `:warning: Not saved yet: there is already a group called “${name}” (capital letters make no difference). Choose another name, or change that group.`,
  tooMany: (limit: number) =>
    `:warning: A workspace can have ${limit} groups, and yours has that many already. Delete one that you don’t need first.`,
  wrong: {
    noNumber: 'Enter at least one number.',
    noSuchName: (name: string) => `Nobody in People is called “${name}”. Put their number behind the name.`,
    sharedName: (name: string) => `Several people are called “${name}”. Use the number of the one you mean.`,
  },
};

/** The page behind the link in a text by which its reader gets no more. Both languages stand on it, one below the other. */
const stop = {
  title: 'Stop these texts',
  /** What a press of the button below does. `sender`: the workspace's name; null: not known. */
  ask: ({ number, sender }: { number: string; sender: string | null }) =>
    `Press the button, and ${sender ?? 'whoever sent you this link'} won’t text ${number} any more. Nothing happens before you press it.`,
  stop: 'Don’t text me any more',
  done: ({ number, sender }: { number: string; sender: string | null }) =>
    `Done. ${sender ?? 'Whoever sent you this link'} won’t text ${number} any more.`,
  /** Above a button that takes it back. */
  mistake: 'Pressed by mistake? For one day you can take it back here.',
  /** The page behind a link in a text that is only shown as an example. */
  sample:
    'This link is only an example, so nothing happens here. In a text to a customer, the same link lets them stop further texts.',
  undo: 'Text me again',
  gone: 'This link doesn’t work any more, or it’s incomplete. Open it again from the latest text you got.',
  later: 'This page doesn’t work right now. Try again in a minute.',
};

export const en = { ...pages, people, groups, stop };

export type Words = typeof en;
