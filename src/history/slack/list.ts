import type { Button, KnownBlock, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { linkModal } from '../../contacts/slack/import.ts';
import { searchField, searchListeners } from '../../contacts/slack/search.ts';
import { timeOn } from '../../kit/day.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { opensList, type PagedList } from '../../kit/slack/list.ts';
import { COMMAND, type Permission, type SlackListener } from '../../kit/slack/listener.ts';
import type { PayloadView } from '../../kit/slack/payloads.ts';
import type { Services, UserRef } from '../../kit/slack/services.ts';
import { onView } from '../../kit/slack/view-buttons.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { lineBlocks } from '../../texts/slack/own-log.ts';
import { anybody, manager } from '../../workspace/slack/permissions.ts';
import { TEXTS_FILE } from '../download.ts';
import { ALL_OF_MINE, filterSchema, type LogFilter, MAX_SOUGHT, SOURCES, STATES } from '../filter.ts';
import { lastDays, type TextMatch } from '../search.ts';

const PAGE = 10;
/** Of a text. */
const MAX_FIRST_WORDS = 40;
/** Earlier pages whose start is remembered; more don't fit into a button. */
const MAX_EARLIER = 15;
/** Days to choose from: as many options as Slack takes, with "Any day". */
const MAX_DAYS = 99;

const ACTION = {
  /** "My texts", "Everybody's texts": the value is a place. */
  mine: 'text_log_mine',
  everybodys: 'text_log_everybodys',
  /** "Go on searching": the value is a place. */
  further: 'text_log_further',
  /** Opens a modal with a link to the file. The value is a filter. */
  download: 'text_log_download',
} as const;

/** Blocks that narrow the list, and their elements. */
const FIELDS = {
  person: { block: 'text_log_person', action: 'text_log_person_choice' },
  choices: { block: 'text_log_choices' },
  source: 'text_log_source',
  state: 'text_log_state',
  day: 'text_log_day',
} as const;
const ANY = 'any';

const entrySchema = z.object({ id: z.string(), score: z.number() });

/** The texts shown. `after`: the last one before the page; `earlier`: those of the previous pages; `skipped`: always 0. */
const placeSchema = filterSchema.extend({
  after: entrySchema.nullable(),
  earlier: z.array(entrySchema.nullable()),
  skipped: z.int().min(0),
});
type LogPlace = z.infer<typeof placeSchema>;

const START = { after: null, earlier: [], skipped: 0 };

/** Everybody sees their own texts; those of others, managers and admins. */
export const logReader: Permission<Pick<LogFilter, 'mine'>> = (services, user, { mine }) =>
  mine ? anybody(services, user, null) : manager(services, user, null);

/** "Search all texts" below a person's own texts. */
const textLog: PagedList<LogPlace> = {
  id: 'text_log',
  title: words => words.textLog.title,
  command: `${COMMAND} log`,
  permission: logReader,
  place: placeSchema,
  start: () => ({ ...ALL_OF_MINE, ...START }),
  also: [ACTION.mine, ACTION.everybodys, ACTION.further],
  submit: words => words.textLog.submit,
  async page(services, words, user, place) {
    const { textSearch, clock, permissionFacts } = services;
    const { after, earlier, skipped: _skipped, ...filter } = place;
    const facts = permissionFacts.withCachedOrLiveFacts(services);
    const [{ texts, next, isUnfinished }, notManager, rules] = await Promise.all([
      textSearch.page(user, filter, after, PAGE),
      manager(facts, user, null),
      services.settings.of(user.workspace),
    ]);
    const { textLog: labels } = words;
    const at = next && { ...place, after: next, earlier: [...earlier, after].slice(-MAX_EARLIER) };
    const [last = null] = earlier.slice(-1);
    const none = after ? labels.noMore : isAll(filter) ? labels.none : labels.noneFound;
    return {
      blocks: [
        searchField(textLog, labels.search),
        ...(notManager === null ? [actions(...whoseButtons(words, place))] : []),
        ...(filter.mine ? [] : [personBlock(words)]),
        choicesBlock(words, clock.wall(), Math.min(MAX_DAYS, rules.retentionDays + 1)),
        ...(texts.length === 0 && !isUnfinished ? [section(none)] : []),
        ...texts.flatMap(text => textBlocks(words, user, filter, text)),
        ...(isUnfinished && next ? [context(labels.soFar(clock.wall(next.score)))] : []),
      ],
      previous: after === null ? null : { ...place, after: last, earlier: earlier.slice(0, -1) },
      next: isUnfinished ? null : at,
      foot: [
        ...(isUnfinished && at
          ? [actions(button({ action: ACTION.further, label: labels.further, value: JSON.stringify(at) }))]
          : []),
        actions(
          button({ action: ACTION.download, label: labels.file.button, value: JSON.stringify(filter) }),
        ),
      ],
    };
  },
};

/** The button that opens the list. */
export const openLogButton = ({ textLog: { open } }: Wording): Button =>
  button({ action: opensList(textLog), label: open });

const isAll = ({ mine: _mine, typed, ...chosen }: LogFilter): boolean =>
  typed.trim() === '' && Object.values(chosen).every(value => value === null);

function whoseButtons({ textLog: { mine, everybodys } }: Wording, place: LogPlace): Button[] {
  const { typed, source, state, day } = place;
  const to = (isMine: boolean): string =>
    JSON.stringify({ typed, source, state, day, mine: isMine, person: null, ...START } satisfies LogPlace);
  const style = { style: 'primary' as const };
  return [
    button({ action: ACTION.mine, label: mine, value: to(true), ...(place.mine && style) }),
    button({ action: ACTION.everybodys, label: everybodys, value: to(false), ...(!place.mine && style) }),
  ];
}

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const option = (value: string, label: string): PlainTextOption => ({ value, text: plain(label) });

function personBlock({ textLog: { sentBy, anybody: placeholder } }: Wording): KnownBlock {
  return {
    ...section(sentBy),
    block_id: FIELDS.person.block,
    accessory: {
      type: 'multi_users_select',
      action_id: FIELDS.person.action,
      placeholder: plain(placeholder),
      max_selected_items: 1,
    },
  };
}

function choicesBlock({ textLog: words }: Wording, now: number, days: number): KnownBlock {
  const { sources, states, days: named } = words;
  const select = (action: string, placeholder: string, options: PlainTextOption[]) => ({
    type: 'static_select' as const,
    action_id: action,
    placeholder: plain(placeholder),
    options,
  });
  const nameOf = (day: number, index: number): string =>
    index === 0 ? named.today : index === 1 ? named.yesterday : named.on(timeOn(day, '12:00'));
  return {
    type: 'actions',
    block_id: FIELDS.choices.block,
    elements: [
      select(
        FIELDS.source,
        words.source,
        [ANY, ...SOURCES].map(each => option(each, sources[each as keyof typeof sources])),
      ),
      select(
        FIELDS.state,
        words.state,
        [ANY, ...STATES].map(each => option(each, states[each as keyof typeof states])),
      ),
      select(FIELDS.day, words.day, [
        option(ANY, named.any),
        ...lastDays(now, days).map((day, index) => option(String(day), nameOf(day, index))),
      ]),
    ],
  };
}

/** A text in a line; with its sender if that isn't the viewer. */
function textBlocks(
  words: Wording,
  { userId }: UserRef,
  { mine }: LogFilter,
  { text, shown, message }: TextMatch,
): KnownBlock[] {
  const { teammate, actor } = text;
  const line = words.commands.logLine({
    ...text,
    at: text.madeAt,
    number: teammate === undefined ? shown : `<@${teammate}> (${shown})`,
    begins: message === null ? null : harmless(message, MAX_FIRST_WORDS),
  });
  const isOthers = !mine && actor !== userId;
  return lineBlocks(words, isOthers ? words.textLog.bySender({ actor, line }) : line, text);
}

/** The place for the fields as they are filled in. */
function narrowed(place: LogPlace, { state }: PayloadView): LogPlace {
  const choices = state.values[FIELDS.choices.block];
  const chosen = (action: string): string | null => {
    const value = choices?.[action]?.selected_option?.value;
    return value === undefined || value === ANY ? null : value;
  };
  const [person = null] = state.values[FIELDS.person.block]?.[FIELDS.person.action]?.selected_users ?? [];
  const day = chosen(FIELDS.day);
  const filter = {
    ...place,
    ...START,
    person: place.mine ? null : person,
    source: chosen(FIELDS.source),
    state: chosen(FIELDS.state),
    day: day === null ? null : Number(day),
  };
  return placeSchema.parse({ ...filter, typed: filter.typed.slice(0, MAX_SOUGHT) });
}

export const textLogListeners = (services: Services): SlackListener[] => [
  ...searchListeners(services, textLog, {
    blocks: `${FIELDS.person.block}|${FIELDS.choices.block}`,
    narrowed,
  }),
  downloadButton(services),
];

/** "Download CSV": a link to the page that has the file. */
const downloadButton = (services: Services): SlackListener =>
  onView(services, ACTION.download, {
    read: value => parseStoredJson(filterSchema, value),
    permission: logReader,
    opens: {
      title: words => words.textLog.file.title,
      command: null,
      async fill(words, user, filter) {
        const { title, sentence } = words.textLog.file;
        const url = await services.pageLink(user, TEXTS_FILE, JSON.stringify(filter));
        return linkModal(services, words, { title, sentence, url });
      },
    },
  });
