import { type ShownBlock, type TableCell, table } from '../../kit/slack/charts.ts';
import { linesAsBlocks, richText } from '../../kit/slack/elements.ts';
import type { PinnedMessage } from '../../kit/slack/message.ts';
import { onePost, type Pinned, type Poster } from '../../kit/slack/posting.ts';
import { bringUpToDate, newPost, type Place } from '../../kit/slack/standing-post.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording, WordsFor } from '../../kit/words/wording.ts';
import type { Log } from '../../log.ts';
import type { KnownNumbers } from '../../workspace/people.ts';
import type { Hook, Hooks } from '../hooks.ts';
import { MAX_NAME } from '../policy/channel/alert-summary.ts';
import type { InsteadOf } from '../posts/post-places.ts';
import { type NameNumber, responder, userOf } from '../posts/text-lines.ts';
import type { Month, MonthOfPerson, Week } from './sums.ts';
import type { DueSums, SaySums } from './worker.ts';

/* Monday's post in a hook's channel: its last week and, on the first Monday of a month, how the last month fell on people. */

/** The most people that are named; they are those with the most texts. */
const MAX_PEOPLE = 20;

/** Makes the posts. Where the app can't post in the channel, the hook's maker gets it, or an admin. */
export function createSaySums(deps: {
  hooks: Pick<Hooks, 'list'>;
  insteadOf: InsteadOf;
  teammates: KnownNumbers;
  poster: Pick<Poster, 'pin' | 'update'>;
  words: Pick<WordsFor, 'of' | 'in'>;
  log: Log;
}): SaySums {
  const { hooks, insteadOf, teammates, poster, log } = deps;
  return async (workspace, id, sums) => {
    const hook = (await hooks.list(workspace)).find(each => each.id === id);
    if (!hook) return 'done'; // Revoked: nobody is to be told any more.
    const words = hook.language ? deps.words.in(hook.language) : await deps.words.of(workspace, null);
    const nameNumber = userOf(await teammates.numbers(workspace));
    const message = sumsMessage(sums, hook, words, nameNumber);
    const elsewhere = (await insteadOf(workspace, hook)).map((channel): Place => ({ channel, message }));
    const shown: Pinned = await bringUpToDate(poster, workspace, newPost(), {
      to: [{ channel: hook.channel, message }, ...elsewhere],
      isOver: true,
    });
    if (shown.kind === 'refused') log.warn({ error: shown.error }, 'Slack refused the sums of a hook’s week');
    return shown.kind === 'away' ? shown : 'done';
  };
}

function sumsMessage(
  { week, month }: DueSums,
  { name }: Pick<Hook, 'name'>,
  words: Wording,
  nameNumber: NameNumber,
): PinnedMessage {
  const hook = harmless(name, 60);
  const lines = week ? weekLines(week, hook, words) : [];
  const people = month ? monthOf(month, hook, words, nameNumber) : { lines: [], blocks: [] };
  return onePost({
    text: [...lines, ...people.lines].join('\n'),
    blocks: [...linesAsBlocks(lines), ...people.blocks],
  });
}

function weekLines(week: Week, hook: string, { timeline }: Wording): string[] {
  const { acknowledged, acknowledgedMs, longestMs, unanswered, nights, muted } = week;
  const sentences = timeline.week;
  return [
    sentences.title(hook),
    sentences.counts(week),
    ...(acknowledged > 0
      ? [
          sentences.acknowledged({
            count: acknowledged,
            averageMs: acknowledgedMs / acknowledged,
            longestMs,
          }),
        ]
      : []),
    ...(unanswered > 0 ? [sentences.unanswered(unanswered)] : []),
    ...(nights.length > 0 ? [sentences.nights(nights.length)] : []),
    ...(muted.alerts > 0
      ? [
          sentences.muted({
            count: muted.alerts,
            named: muted.names.map(each => harmless(each, MAX_NAME)).join(', '),
          }),
        ]
      : []),
  ];
}

/** A month as a table, and as lines for notifications. A person who was texted at a number and pressed in Slack has one row. */
function monthOf(
  { people, otherTexts }: Month,
  hook: string,
  { timeline: { week } }: Wording,
  nameNumber: NameNumber,
): { lines: string[]; blocks: ShownBlock[] } {
  const keyOf = ({ person }: MonthOfPerson): string => {
    const name = responder(person, nameNumber);
    return name.startsWith('<@') ? name : JSON.stringify(person);
  };
  const sums = [...Map.groupBy(people, keyOf).values()].map(alike => ({
    name: alike[0] ? responder(alike[0].person, nameNumber) : '',
    texts: alike.reduce((sum, { texts }) => sum + texts, 0),
    nights: new Set(alike.flatMap(({ nights }) => nights)).size,
    acknowledged: alike.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
  }));
  const sorted = sums.toSorted((one, other) => other.texts - one.texts);
  const shown = sorted.slice(0, MAX_PEOPLE);
  const unnamed = sorted.slice(MAX_PEOPLE).reduce((sum, { texts }) => sum + texts, otherTexts);
  const title = week.month(hook);
  const ending = unnamed > 0 ? [week.otherTexts(unnamed)] : [];
  const cell = (value: number): TableCell => ({ value, text: week.number(value) });
  const { blocks } = table({
    caption: week.byPerson,
    header: [week.heading.name, week.heading.texts, week.heading.nights, week.heading.acknowledged],
    rows: shown.map(({ name, texts, nights, acknowledged }) => [
      richText(name),
      ...[texts, nights, acknowledged].map(cell),
    ]),
  });
  return {
    lines: [title, ...shown.map(week.person), ...ending],
    blocks: [...linesAsBlocks([title]), ...blocks, ...linesAsBlocks(ending)],
  };
}
