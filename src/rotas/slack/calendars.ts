import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import { onPress } from '../../kit/slack/buttons.ts';
import { actions, button, section } from '../../kit/slack/elements.ts';
import { backToList, type PagedList, type Skipped, turned } from '../../kit/slack/list.ts';
import { COMMAND, type SlackListener } from '../../kit/slack/listener.ts';
import type { Services } from '../../kit/slack/services.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { reader } from '../../texts/permissions.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { type CalendarAddress, newToken } from '../calendar/addresses.ts';
import { CALENDAR_PATH } from '../calendar/route.ts';
import { MAX_ROTAS, type Rota } from '../rota.ts';

const MAKE = 'make_calendar';
const REVOKE = 'revoke_calendar';
const REVOKE_ALL = 'revoke_calendars';

/** Value of the buttons. `rota`: null for the presser's own turns. */
const aboutSchema = z.object({ rota: z.string().nullable() });

const PAGE = 10;

/** "Calendars" below `/sms oncall`: addresses for calendar programs, one of each rota and one of the person's own turns. */
export const calendarList: PagedList<Skipped> = {
  id: 'calendars',
  title: ({ calendars }) => calendars.title,
  command: `${COMMAND} oncall`,
  permission: reader,
  place: z.object({ skipped: z.int().min(0).max(MAX_ROTAS) }),
  start: () => ({ skipped: 0 }),
  async page(services, words, { workspace, userId }, place) {
    const facts = services.permissionFacts.withCachedOrLiveFacts(services);
    const [rotas, addresses, notManager] = await Promise.all([
      services.rotas.list(workspace),
      services.calendars.list(workspace),
      manager(facts, { workspace, userId }, null),
    ]);
    const { skipped, ...around } = turned(place, PAGE, rotas.length);
    const about = { words, addresses, userId, mayRevokeAll: notManager === null };
    return {
      ...around,
      blocks: [
        section(words.calendars.intro),
        ...subjectBlocks(about, null),
        ...rotas.slice(skipped, skipped + PAGE).flatMap(rota => subjectBlocks(about, rota)),
      ],
    };
  },
};

type CalendarReader = {
  words: Wording;
  addresses: readonly CalendarAddress[];
  userId: string;
  mayRevokeAll: boolean;
};

function subjectBlocks(
  { words, addresses, userId, mayRevokeAll }: CalendarReader,
  rota: Rota | null,
): KnownBlock[] {
  const { calendars } = words;
  const id = rota?.id ?? null;
  const some = addresses.filter(address => address.rota === id);
  const own = some.find(({ by }) => by === userId);
  const otherPeople = rota ? some.filter(({ by }) => by !== userId).length : 0;
  const value = JSON.stringify({ rota: id });
  const buttons: Button[] = [
    button({ action: MAKE, label: own ? calendars.makeAnew : calendars.make, value }),
    ...(own
      ? [button({ action: REVOKE, label: calendars.revoke, value, confirm: calendars.confirmRevoke })]
      : []),
    ...(mayRevokeAll && otherPeople > 0
      ? [
          button({
            action: REVOKE_ALL,
            label: calendars.revokeAll,
            value,
            confirm: calendars.confirmRevokeAll,
          }),
        ]
      : []),
  ];
  const line = calendars.line({
    rota: rota && harmless(rota.name, 60),
    madeAt: own?.at ?? null,
    otherPeople: mayRevokeAll ? otherPeople : 0,
  });
  return [section(line), actions(...buttons)];
}

export const calendarListeners = (services: Services): SlackListener[] => [
  // Makes another address if it runs twice; the one that is shown is the last, which works.
  onPress(services, MAKE, {
    read: value => parseStoredJson(aboutSchema, value),
    permission: reader,
    requiresLiveFacts: true,
    async handle(handlerServices, press, { rota: id }) {
      const { workspace, userId } = press;
      const words = await handlerServices.words.of(workspace, userId);
      const { calendars } = words;
      const shown = (banner: string) => backToList(handlerServices, words, press, calendarList, banner);
      if (!handlerServices.isReached) return { kind: 'shown', view: await shown(calendars.noUrl) };
      if (id !== null && !(await handlerServices.rotas.one(workspace, id)))
        return { kind: 'shown', view: await shown(words.rotas.gone) };
      const token = newToken(workspace);
      const result = await handlerServices.calendars.make(workspace, userId, id, token);
      const url = `${handlerServices.publicUrl()}${CALENDAR_PATH}${token}.ics`;
      return {
        kind: 'shown',
        view: await shown(result === 'made' ? calendars.made(url) : calendars.tooMany),
      };
    },
  }),
  onPress(services, REVOKE, {
    read: value => parseStoredJson(aboutSchema, value),
    permission: async () => null,
    requiresLiveFacts: false,
    async handle(handlerServices, press, { rota }) {
      await handlerServices.calendars.revoke(press.workspace, press.userId, rota);
      const words = await handlerServices.words.of(press.workspace, press.userId);
      const view = await backToList(handlerServices, words, press, calendarList, words.calendars.revoked);
      return { kind: 'shown', view };
    },
  }),
  onPress(services, REVOKE_ALL, {
    read: value => parseStoredJson(aboutSchema, value),
    permission: manager,
    requiresLiveFacts: true,
    async handle(handlerServices, press, { rota }) {
      // People's own turns are nobody else's to end.
      if (rota !== null) await handlerServices.calendars.revoke(press.workspace, null, rota);
      const words = await handlerServices.words.of(press.workspace, press.userId);
      const view = await backToList(handlerServices, words, press, calendarList, words.calendars.revoked);
      return { kind: 'shown', view };
    },
  }),
];
