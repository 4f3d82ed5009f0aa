import type { KnownBlock } from '@slack/types';
import type { Clock } from '../../../kit/clock.ts';
import { expectedCost, isLess } from '../../../kit/credits.ts';
import type { LocalNumber } from '../../../kit/number.ts';
import { actions, button, section } from '../../../kit/slack/elements.ts';
import { ACTION } from '../../../kit/slack/ids.ts';
import type { Message } from '../../../kit/slack/message.ts';
import { harmless } from '../../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../../kit/words/wording.ts';
import type { LinkedKeys } from '../../../workspace/linked-keys.ts';
import type { Settings } from '../../../workspace/settings.ts';
import type { Intent } from '../../intent.ts';
import { countParts } from '../../parts.ts';
import type { RecipientBook } from '../../people.ts';
import type { Reach } from '../../sending/reach.ts';
import type { History } from '../../store/history.ts';
import type { Report } from '../../store/model.ts';
import type { Naming } from '../naming.ts';
import { recipientsOf } from '../results.ts';
import { leftOutLines } from './outcome.ts';

/** How many with one name are offered; a post has room for twice as many. */
const OFFERED = 20;
const MAX_NOTE = 60;
/** How many columns of each are shown. */
const COLUMNS = 3;

type Asking = { words: Wording; rules: Settings };

/** Asks before a text goes to several people: what it comes to, or whom a name means. */
export function createQuestions(parts: {
  reach: Reach;
  history: Pick<History, 'costPerPart' | 'balance'>;
  keys: Pick<LinkedKeys, 'linked'>;
  book: Pick<RecipientBook, 'called' | 'near' | 'one'>;
  naming: Naming;
  clock: Clock;
}): (report: Report, asking: Asking) => Promise<Message> {
  const { reach, history, keys, book, naming, clock } = parts;

  async function lastBalance(workspace: string) {
    const key = await keys.linked(workspace);
    return key && history.balance(key.fingerprint);
  }

  async function whatItComesTo({ intent, earlier }: Report, { words, rules }: Asking): Promise<Message> {
    const { workspace, actor, to, message } = intent;
    const [found, past, last] = await Promise.all([
      reach(workspace, to),
      history.costPerPart(workspace),
      lastBalance(workspace),
    ]);
    const recipients = found.numbers.length + found.silent.length;
    const numbers = [...to, ...found.omitted.map(({ who }) => who)].flatMap(who =>
      who.kind === 'number' ? who.number : [],
    );
    const show = await naming(workspace, actor, numbers, rules);
    const parts = countParts(message).parts * recipients;
    const cost = past && expectedCost(past, parts);
    const { several } = words;
    const isMentioned = to.length > 1 && to.every(({ kind }) => kind === 'teammate' || kind === 'usergroup');
    const lines = [
      several.ask({
        to: recipientsOf(words, intent, show),
        recipients,
        parts,
        cost,
        balance: last && { amount: last.balance, ageMs: clock.now() - last.at },
      }),
      ...(isMentioned ? [several.eachGets(harmless(message, MAX_NOTE))] : []),
      ...(cost !== null && last && isLess(last.balance, cost) ? [several.tooFewCredits] : []),
      ...(earlier
        ? [
            several.repeats({
              agoMs: clock.now() - earlier.at,
              byYou: earlier.actor === actor,
              actor: earlier.actor,
            }),
          ]
        : []),
      ...(found.silent.length > 0 ? [several.unknown(found.silent.length)] : []),
      ...leftOutLines(words, show, found),
    ];
    const text = lines.join('\n');
    return {
      text,
      blocks: [
        section(text),
        actions(
          button({
            action: ACTION.sendAnyway,
            label: several.button.send,
            value: intent.id,
            style: 'primary',
          }),
          button({ action: ACTION.dontSend, label: several.button.dontSend, value: intent.id }),
        ),
      ],
    };
  }

  async function whoIsMeant(intent: Intent, name: string, { words, rules }: Asking): Promise<Message> {
    const { workspace, actor } = intent;
    const { several } = words;
    const called = await book.called(workspace, [name]);
    const isAny = called.contacts.length + called.groups.length + called.duties.length > 0;
    const near = isAny ? null : await book.near(workspace, [name]);
    const { contacts, groups, duties } = near === null || near === 'no names' ? called : near.called;
    const all = [...duties, ...groups, ...contacts];
    if (all.length === 0)
      return { text: wordProblem(words, { kind: 'NAME_UNKNOWN', label: name, nearest: null }) };
    const show = await naming(
      workspace,
      actor,
      contacts.map(({ number }) => number),
      rules,
    );
    const offered = all.slice(0, OFFERED);
    const rows = offered.map(async (one): Promise<KnownBlock> => {
      const its = harmless(one.name, MAX_NOTE);
      const { kind, line } =
        'number' in one
          ? { kind: 'contact' as const, line: await lineOf(workspace, one, show, !isAny) }
          : 'size' in one
            ? { kind: 'group' as const, line: several.group({ name: its, size: one.size }) }
            : { kind: 'rota' as const, line: several.rota(its) };
      const value = JSON.stringify({ intent: intent.id, kind, id: one.id });
      return {
        ...section(line),
        accessory: button({ action: ACTION.chooseRecipient, label: several.button.choose, value }),
      };
    });
    const text = several.who({
      name: harmless(name, MAX_NOTE),
      near: isAny ? null : harmless(intent.message, MAX_NOTE),
      more: all.length - offered.length,
    });
    return { text, blocks: [section(text), ...(await Promise.all(rows))] };
  }

  /** What tells somebody apart from others with the same name. */
  async function lineOf(
    workspace: string,
    { id, name, number, note }: { id: string; name: string; number: LocalNumber; note: string },
    show: (number: LocalNumber) => string,
    withName: boolean,
  ): Promise<string> {
    const its = await book.one(workspace, id);
    const columns = Object.entries(its?.contact.columns ?? {}).slice(0, COLUMNS);
    const more = [
      ...(its?.groups ?? []).slice(0, 3),
      ...columns.map(([of, value]) => `${of}: ${value}`),
      note,
    ].filter(one => one !== '');
    const shown = show(number);
    const called = harmless(name, MAX_NOTE);
    return [
      ...(withName && !shown.includes(called) ? [`*${called}*`, shown] : [`*${shown}*`]),
      ...more.map(one => harmless(one, MAX_NOTE)),
    ].join(' · ');
  }

  return (report, asking) => {
    const [only] = report.intent.to;
    const isName = only?.kind === 'named' && report.earlier === null;
    return isName ? whoIsMeant(report.intent, only.name, asking) : whatItComesTo(report, asking);
  };
}
