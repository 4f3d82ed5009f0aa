import type { KnownBlock } from '@slack/types';
import type { Clock } from '../../kit/clock.ts';
import { expectedCost, isLess } from '../../kit/credits.ts';
import type { LocalNumber } from '../../kit/number.ts';
import { actions, button, section } from '../../kit/slack/elements.ts';
import type { Message } from '../../kit/slack/message.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import type { LinkedKeys } from '../../workspace/linked-keys.ts';
import type { Settings } from '../../workspace/settings.ts';
import { lastBalance } from '../draft.ts';
import type { Intent } from '../intent.ts';
import { type CheckMessage, sumOfTexts } from '../message.ts';
import { countParts } from '../parts.ts';
import { numbersIn } from '../recipient.ts';
import type { RecipientDirectory } from '../recipient-directory.ts';
import type { Reach } from '../sending/find-recipients.ts';
import type { History } from '../store/history.ts';
import type { Report } from '../store/model.ts';
import { ACTION } from './ids.ts';
import { leftOutLines } from './outcome-message.ts';
import { recipientsOf } from './receipt-messages.ts';
import type { Naming } from './recipient-names.ts';

/** Matches for a name that are offered; a post has room for twice as many. */
const MAX_OFFERED = 20;
const MAX_NOTE = 60;
const MAX_LONGEST = 200;
/** The most columns of a contact that are shown. */
const MAX_COLUMNS = 3;

type Asking = { words: Wording; rules: Settings };

/** Asks before a text goes to several people, with its cost; or asks which match for a name is meant. */
export function createQuestions(deps: {
  reach: Reach;
  checkMessage: CheckMessage;
  history: Pick<History, 'costPerPart' | 'balance'>;
  keys: Pick<LinkedKeys, 'linked'>;
  book: Pick<RecipientDirectory, 'findByName' | 'suggest' | 'one'>;
  naming: Naming;
  clock: Clock;
}): (report: Report, asking: Asking) => Promise<Message> {
  const { reach, checkMessage, history, book, naming, clock } = deps;

  async function whatItComesTo({ intent, earlier }: Report, { words, rules }: Asking): Promise<Message> {
    const { workspace, actor, to, message } = intent;
    const [people, past, last] = await Promise.all([
      reach(workspace, to),
      history.costPerPart(workspace),
      lastBalance(deps, workspace),
    ]);
    const recipients = people.numbers.length + people.unavailable.length;
    const numbers = numbersIn([...to, ...people.omitted.map(({ recipient }) => recipient)]);
    const show = await naming(workspace, actor, numbers, rules);
    const { texts } = await checkMessage(workspace, intent, people.numbers, 'sample');
    const sum = sumOfTexts(texts.values());
    const longest = sum?.longest ?? message;
    const inAll = (sum?.parts ?? 0) + countParts(longest).parts * people.unavailable.length;
    const cost = past && expectedCost(past, inAll);
    const { several } = words;
    const isMentioned = to.length > 1 && to.every(({ kind }) => kind === 'teammate' || kind === 'usergroup');
    const lines = [
      several.ask({
        to: recipientsOf(words, intent, show),
        recipients,
        parts: inAll,
        cost,
        balance: last,
      }),
      ...(isMentioned ? [several.eachGets(harmless(message, MAX_NOTE))] : []),
      ...(longest === message ? [] : [several.longest(harmless(longest, MAX_LONGEST))]),
      ...(cost !== null && last && isLess(last.amount, cost) ? [several.tooFewCredits] : []),
      ...(earlier
        ? [
            several.repeats({
              agoMs: clock.now() - earlier.at,
              byYou: earlier.actor === actor,
              actor: earlier.actor,
            }),
          ]
        : []),
      ...(people.unavailable.length > 0 ? [several.unknown(people.unavailable.length)] : []),
      ...leftOutLines(words, show, people),
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
    const called = await book.findByName(workspace, [name]);
    const isAny = called.contacts.length + called.groups.length + called.onCallRotas.length > 0;
    const near = isAny ? null : await book.suggest(workspace, [name]);
    const { contacts, groups, onCallRotas } = near === null || near === 'no names' ? called : near.called;
    const all = [...onCallRotas, ...groups, ...contacts];
    if (all.length === 0)
      return { text: wordProblem(words, { kind: 'NAME_UNKNOWN', label: name, nearest: null }) };
    const show = await naming(
      workspace,
      actor,
      contacts.map(({ number }) => number),
      rules,
    );
    const offered = all.slice(0, MAX_OFFERED);
    const rows = offered.map(async (match): Promise<KnownBlock> => {
      const shownName = harmless(match.name, MAX_NOTE);
      const line =
        'number' in match
          ? await lineOf(workspace, match, show, !isAny)
          : 'size' in match
            ? several.group({ name: shownName, size: match.size })
            : several.rota(shownName);
      const value = JSON.stringify({ intent: intent.id, to: match.as });
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

  /** A contact with what distinguishes them from others of the same name. */
  async function lineOf(
    workspace: string,
    { id, name, number, note }: { id: string; name: string; number: LocalNumber; note: string },
    show: (number: LocalNumber) => string,
    withName: boolean,
  ): Promise<string> {
    const contact = await book.one(workspace, id);
    const columns = Object.entries(contact?.contact.columns ?? {}).slice(0, MAX_COLUMNS);
    const more = [
      ...(contact?.groups ?? []).slice(0, 3),
      ...columns.map(([of, value]) => `${of}: ${value}`),
      note,
    ].filter(part => part !== '');
    const shown = show(number);
    const called = harmless(name, MAX_NOTE);
    return [
      ...(withName && !shown.includes(called) ? [`*${called}*`, shown] : [`*${shown}*`]),
      ...more.map(part => harmless(part, MAX_NOTE)),
    ].join(' · ');
  }

  return (report, asking) => {
    const [only] = report.intent.to;
    const isName = only?.kind === 'named' && report.earlier === null;
    return isName ? whoIsMeant(report.intent, only.name, asking) : whatItComesTo(report, asking);
  };
}
