import { plural, when } from '../../../kit/words/english.ts';

/** Calendars of rotas and of people's own turns, for calendar programs. */
const calendars = {
  button: 'Calendars',
  title: 'Calendars',
  intro:
    'Make an address, and paste it where your calendar program subscribes to a calendar (“From URL”). It has the next twelve weeks, with stand-ins and gaps, and keeps itself up to date. Whoever has the address sees who is on call, so keep it to yourself.',
  /** `rota`: null for the reader's own turns. `otherPeople`: how many other people have one. */
  line: ({
    rota,
    madeAt,
    otherPeople,
  }: {
    rota: string | null;
    madeAt: number | null;
    otherPeople: number;
  }) =>
    [
      rota === null ? '*My turns* in all rotas' : `*${rota}*`,
      madeAt === null ? 'You have no address for it.' : `Your address was made ${when(madeAt)}.`,
      ...(otherPeople > 0
        ? [
            `${plural(otherPeople, 'other person', 'other people')} ${otherPeople === 1 ? 'has' : 'have'} one.`,
          ]
        : []),
    ].join('\n'),
  make: 'Make an address',
  makeAnew: 'Make a new one',
  revoke: 'Revoke',
  confirmRevoke: {
    title: 'Revoke this address?',
    text: 'Calendars that use it get nothing new from now on.',
    confirm: 'Revoke',
    deny: 'Cancel',
  },
  revokeAll: 'Revoke everyone’s',
  confirmRevokeAll: {
    title: 'Revoke everyone’s addresses?',
    text: 'Everyone’s calendars of this rota get nothing new from now on. They can make new addresses.',
    confirm: 'Revoke',
    deny: 'Cancel',
  },
  /** The only time that the address is shown. */
  made: (url: string) =>
    `:calendar: Your address, shown only this once: \`${url}\`\nIf you had one for the same calendar, it no longer works.`,
  revoked: 'Revoked. Calendars that used it get nothing new.',
  noUrl:
    ':warning: This app doesn’t know the address under which calendar programs reach it. Whoever runs it has to set PUBLIC_URL.',
  tooMany: ':warning: There’s no room for another address. A manager can revoke some of them here.',
  /** The calendar's name, in plain text. */
  name: (rota: string | null) => (rota === null ? 'My turns on call' : `On call: ${rota}`),
  /** An event, in plain text. `person`: null for nobody. */
  event: ({ rota, isSecond, person }: { rota: string; isSecond: boolean; person: string | null }) =>
    `${rota}${isSecond ? ' (second in line)' : ''}: ${person ?? 'nobody on call'}`,
};

export const en = { calendars };

export type Words = typeof en;
