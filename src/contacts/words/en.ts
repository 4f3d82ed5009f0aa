import {
  changedMeanwhile,
  deleted,
  gone,
  people as howMany,
  mention,
  n,
  nameTaken,
  plural,
  saved,
  tooMany,
  when,
} from '../../kit/words/english.ts';
import type { ProblemWords } from '../../kit/words/wording.ts';
import type { ErasureJob } from '../store/erasure-model.ts';
import { en as contactAudit } from './audit/en.ts';
import { en as pages } from './pages/en.ts';

type ErasureDone = Pick<ErasureJob, 'texts' | 'cancelled' | 'groups' | 'hooks'>;

/** A contact. `number`: as this reader may see it; `name`: null if the contact has none. */
type ShownContact = {
  name: string | null;
  number: string;
  groups: string[];
  more: number;
  doNotText: boolean;
};

/** Lists and forms of contacts and groups. Callers pass names through `harmless`. */
const people = {
  title: 'People',
  search: {
    label: 'Search',
    hint: 'Any part of a name, in Bangla or English letters, a village or another column, or the end of a number.',
    placeholder: 'Ranu, or 5678',
    submit: 'Search',
  },
  counts: ({ contacts, groups }: { contacts: number; groups: number }) =>
    `${howMany(contacts)}, ${plural(groups, 'group')}`,
  found: ({ total, from, to }: { total: number; from: number; to: number }) =>
    `${n(from)}–${n(to)} of ${n(total)} people and groups`,
  none: 'There’s nobody here yet. Add people once, then text them by name.',
  noneFound: (typed: string) => `No matches for “${typed}”.`,
  add: 'Add a person',
  /** The button below the notice that a person was added. */
  another: 'Add another',
  /** A warning. `name`: empty if the contact has none. */
  failing: ({ name, number, times }: { name: string; number: string; times: number }) =>
    `The SMS service refused ${name === '' ? `*${number}*` : `the number of *${name}* (${number})`} ${n(times)} times in a row. Correct it, or delete the contact.`,
  change: 'Change',
  line: ({ name, number, groups, more, doNotText }: ShownContact) =>
    [
      `${name === null ? '_No name_' : `*${name}*`} ${number}`,
      ...(groups.length > 0 ? [`In ${groups.join(', ')}${more > 0 ? ` and ${n(more)} more` : ''}`] : []),
      ...(doNotText ? [':no_bell: Never text'] : []),
    ].join('\n'),
  groupLine: ({ name, count }: { name: string; count: number }) =>
    `:busts_in_silhouette: *${name}*\nGroup of ${howMany(count)}`,
  addTitle: 'Add a person',
  changeTitle: 'Change a person',
  field: {
    name: { label: 'Name', hint: 'You can text them by this name: /sms Ranu Begum …' },
    number: { label: 'Number', hint: 'A mobile number in Bangladesh, in any format.' },
    language: { label: 'Language', none: 'Not known' },
    note: { label: 'Note', hint: 'Up to 500 characters, for your workspace only.' },
    columns: { label: 'More about them', hint: 'One per line, like Village: Char Kukri.' },
    groups: { label: 'Groups' },
    doNotText: { label: 'Texts', yes: 'Never text this person' },
  },
  /** `by`: null if the number's owner opted out. */
  doNotTextSince: ({ at, by }: { at: number; by: string | null }) =>
    by === null
      ? `:no_bell: They opted out, ${when(at)}.`
      : `:no_bell: “Never text”: set by ${mention(by)}, ${when(at)}.`,
  /** Removes a contact from the list; everything about their texts stays. */
  delete: {
    button: 'Delete this person',
    confirm: {
      title: 'Delete this person?',
      text: ({ name, doNotText }: { name: string; doNotText: boolean }) =>
        `${name} leaves People and all groups. The texts they got stay in the log.${doNotText ? ' The number stays marked “never text”.' : ''}`,
      confirm: 'Delete',
      deny: 'Keep them',
    },
    done: (name: string) => `${deleted(name)} The texts they got stay in the log.`,
    changedSince:
      ':warning: Not deleted: someone changed this person while you had them open. Open them again to see the latest version.',
  },
  erase: {
    button: 'Erase this person…',
    title: 'Erase a person',
    submit: 'Erase',
    /** The first line of the form, which lists everything that the erasure does. */
    intro: ({ name, number }: { name: string | null; number: string }) =>
      `You’re about to erase *${name ?? number}*. This can’t be undone.`,
    /**
     * `used`: the hooks, rotas and schedules that text the person now. `emptied`: those that will have no recipient
     * left.
     */
    used: (uses: string) => `*They’re used by:* ${uses}. These no longer text them.`,
    emptied: (uses: string) =>
      `:warning: Nobody is left in ${uses}. Choose someone else there first, or nobody gets those texts.`,
    gone: '*What goes:* their name, number, note and everything else about them here, including in groups; and the number and message of every text this workspace has ever sent them, for everyone.',
    kept: '*What stays:* how many texts there were, when, who sent them and what they cost, without the number and the message.',
    waiting:
      'Texts waiting for them are cancelled, and we tell whoever sent them. One that’s being sent right now can’t be stopped; its number and message go as soon as it’s done.',
    doNotText:
      ':no_bell: They’re marked “never text”, and stay so: we keep only a fingerprint of the number, which nobody can turn back into the number.',
    slack:
      'Messages already in Slack, such as receipts, stay there, and so does the SMS service’s own log. Delete them there.',
    done: ':white_check_mark: Erased. We’re clearing their texts now, and will message you when that’s done.',
    /** The message to the manager who asked, once the erasure is done. It has no name, because Slack would keep it. */
    report: ({ requestedAt, texts, cancelled, groups, hooks }: { requestedAt: number } & ErasureDone) =>
      [
        `:white_check_mark: The person you erased ${when(requestedAt)} is gone from this app: name, number and everything else about them${groups > 0 ? `, including in ${plural(groups, 'group')}` : ''}.`,
        texts === 0
          ? 'There were no texts to them.'
          : `${plural(texts, 'text')} to them no longer ${texts === 1 ? 'shows' : 'show'} the number and the message; counts and costs are kept.`,
        ...(cancelled > 0
          ? [`${n(cancelled)} of those ${cancelled === 1 ? 'was' : 'were'} still waiting and got cancelled.`]
          : []),
        ...(hooks.length > 0
          ? [
              `They were a recipient of ${hooks.map(name => `“${name}”`).join(', ')}, and no longer are: check who gets those texts now.`,
            ]
          : []),
      ].join(' '),
  },
  /** The reason for the mark of a new contact, which the user didn't set. */
  stoppedBefore:
    ':no_bell: This number is marked “never text”. That was set before it was deleted or erased here, and still applies. A manager can change it.',
  added: (name: string) => `:white_check_mark: Added ${name}.`,
  /** Another contact has the name, too. */
  sameName: (name: string) =>
    `Someone else is called ${name} too. We’ll ask who’s meant when anyone texts that name.`,
  saved,
  unchanged: 'Nothing to save: nothing has changed.',
  /** Another user changed the contact while its form was open. */
  changedMeanwhile: changedMeanwhile('person'),
};

/** Groups. Callers pass names through `harmless`, except in the confirmation. */
const groups = {
  title: 'Groups',
  intro: 'You can text everyone in a group at once by its name. Hooks and workflows can, too.',
  none: 'There are no groups yet.',
  add: 'Add a group',
  addTitle: 'New group',
  line: ({ name, count }: { name: string; count: number }) => `*${name}*: ${howMany(count)}`,
  oneTitle: 'Group',
  open: 'Open',
  backTo: { groups: 'All groups', people: 'All people' },
  nobody: 'Nobody is in this group yet. Press “Add people…”, or import a file.',
  found: ({ total, from, to }: { total: number; from: number; to: number }) =>
    `${n(from)}–${n(to)} of ${howMany(total)}`,
  addPeople: 'Add people…',
  addPeopleTitle: 'Add people',
  addPeopleSubmit: 'Add',
  /** `were`: the number of people who were in the group already. */
  added: ({ came, were }: { came: number; were: number }) =>
    `:white_check_mark: ${came === 0 ? 'Nobody was added' : `Added ${howMany(came)}`}${were > 0 ? `: ${n(were)} ${were === 1 ? 'was' : 'were'} in the group already` : ''}.`,
  rename: 'Rename',
  renameTitle: 'Rename group',
  takeOut: 'Remove',
  /** `staysContact`: the person is still a contact. */
  takenOut: ({ name, staysContact }: { name: string; staysContact: boolean }) =>
    staysContact
      ? `*${name}* is no longer in this group, and stays in People.`
      : `*${name}* is no longer in this group. The number had no name and was in no other group, so it’s gone from People too.`,
  undo: 'Undo',
  notIn: ':warning: They’re no longer in this group: someone removed them.',
  field: {
    name: {
      label: 'Name',
      hint: 'Hooks and workflows use this name. Capital letters make no difference.',
    },
    people: { label: 'People', hint: 'Contacts, teammates, or a number that you type. Up to 200 at a time.' },
    peoplePlaceholder: 'Ranu, or 01712345678',
  },
  text: 'Text this group',
  delete: 'Delete this group',
  confirm: {
    title: 'Delete this group?',
    text: ({ name, count }: { name: string; count: number }) =>
      `Workflows that use “${name}” will no longer text anyone in it. ${count === 1 ? 'Its one person only leaves' : `Its ${n(count)} people only leave`} this group: everyone with a name stays in People.`,
    confirm: 'Delete',
    deny: 'Keep it',
  },
  deleted: (name: string) => `${deleted(name)} Workflows that use this group no longer text anyone in it.`,
  notDeleted: (because: string) => `:warning: Not deleted: ${because}`,
  /** The reason for `notDeleted`: only the version that the user saw is deleted. */
  changedSince: 'someone changed this group while you had it open. Open it again to see the latest version.',
  /** Another user deleted the group while it was open. */
  deletedMeanwhile: gone('group'),
  /** Shown before a group is renamed. */
  renaming: ({ from, to }: { from: string; to: string }) =>
    `:warning: Not saved yet. Hooks and workflows that use “${from}” won’t text anyone in this group until you change the name there to “${to}”. To rename it, save again.`,
  changedMeanwhile: changedMeanwhile('group'),
  taken: nameTaken('group'),
  tooMany: tooMany('group'),
  wrong: {
    nobody: 'Choose at least one person.',
    notPeople: 'Choose people only: a group’s people can’t be added here.',
  },
};

/** The page behind the link in a text by which its reader opts out. It shows both languages, one below the other. */
const stop = {
  title: 'Stop these texts',
  /** Above the button. `sender`: the workspace's name; null if unknown. */
  ask: ({ number, sender }: { number: string; sender: string | null }) =>
    `Press the button, and ${sender ?? 'whoever sent you this link'} won’t text ${number} again. Nothing happens until you press it.`,
  stop: 'Stop texting me',
  done: ({ number, sender }: { number: string; sender: string | null }) =>
    `Done. ${sender ?? 'Whoever sent you this link'} won’t text ${number} again.`,
  /** Above the undo button. */
  mistake: 'Pressed by mistake? For one day you can take it back here.',
  /** The page behind the link of a sample text. */
  sample:
    'This link is only an example, so nothing happens here. In a text to a customer, the same link lets them stop further texts.',
  undo: 'Text me again',
  gone: 'This link no longer works, or part of it is missing. Open it again from the latest text you got.',
  later: 'This page doesn’t work right now. Try again in a minute.',
};

export const problems: ProblemWords<'contacts'> = {
  problem: {
    NUMBER_TAKEN: ({ label }) =>
      label === ''
        ? 'Someone here already has this number. Check the number.'
        : `This number is already ${label}’s. Check the number, or change ${label} instead.`,
    COLUMN_NOT_READ: ({ typed, why }) => {
      switch (why) {
        case 'no_colon':
          return `“${typed}” has no colon. Put each thing about them on its own line, like Village: Char Kukri.`;
        case 'too_long':
          return `“${typed}” is too long. Use up to 40 characters before the colon and 200 after it.`;
        case 'twice':
          return `“${typed}” is there twice. Use each word before a colon once.`;
        case 'too_many':
          return `“${typed}” is one too many. Use up to 20 lines.`;
      }
    },
    CONTACTS_TOO_MANY: ({ limit }) =>
      `:warning: Not saved: a workspace can have ${howMany(limit)}, and yours has that many already. Ask an admin to delete some you don’t need.`,
    CONTACT_GONE: () =>
      'This person is no longer here: someone deleted or erased them. Add them again if you still need them.',
    NAMED_GROUP_EMPTY: ({ label }) =>
      `The group “${label}” is empty. Ask an admin to add people to it. Nothing was sent.`,
    CONTACT_UNREADABLE: ({ label, id }) =>
      `This app can no longer read a contact that “${label}” stands for. Nothing was sent. Ask whoever runs this app to look into it, and give them this ID: \`${id}\`.`,
  },
  leftOut: {
    NAMED_GROUP_EMPTY: () => 'the group is empty',
    CONTACT_UNREADABLE: ({ id }) => `a contact that can’t be read (ID \`${id}\`)`,
  },
};

export const en = { ...pages, people, groups, stop, contactAudit };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
