import { withoutGrouping } from '../../kit/number.ts';
import { leadingMention, type Mention, shortened, unescapeSlack } from '../../kit/slack-text.ts';
import { type Recipient, recipientKeyOf } from '../recipient.ts';
import { leadingNumber } from './leading-number.ts';

/**
 * What separates recipients: commas and semicolons of any script, line breaks, and the danda that ends a Bangla sentence.
 * White space alone separates numbers and mentions, but not the words of a name.
 */
const BETWEEN = /[,;،؛、，；।\r\n\u2028\u2029]/;
/** A comma inside a mention's label doesn't separate, nor does the end of `&amp;`. */
const PARTS = new RegExp(`(?:<[^<>]*>|&(?:amp|lt|gt);|(?!${BETWEEN.source}).)+`, 'gu');
/** Between the last two recipients, as people write it and as Slack may join several people. */
const AND = /^(?:(?:and|&amp;|&|এবং|আর|ও)(?=\s|<)|&amp;|&)\s*/iu;
/** A Slack user id without a mention around it, as some variables contain it. */
const BARE_USER = /^@?([UW][A-Z0-9]{7,})$/;
/** How much of something unreadable an error quotes, in code points. */
const QUOTED = 60;

/**
 * The recipients in a text, as workflows and hooks write them: numbers in any spelling, mentions of teammates and user groups
 * as Slack delivers them (`<@U…>`, `<!subteam^S…>`), and the names of contacts and groups; each once. Anything that looks like a number but
 * isn't one comes back as `unreadable`, so that an error can name it.
 *
 * @param most stops after finding one more than this, which shows that there are too many
 */
export function parseRecipients(text: string, most = Number.POSITIVE_INFINITY): Recipient[] {
  const found = new Map<string, Recipient>();
  for (const who of recipientsIn(text)) {
    found.set(recipientKeyOf(who), who);
    if (found.size > most) break;
  }
  return [...found.values()];
}

function* recipientsIn(text: string): Generator<Recipient> {
  for (const [part] of withoutGrouping(text).matchAll(PARTS)) yield* recipientsInPart(part.trim());
}

/** Numbers and mentions one after the other, or otherwise a name. */
function* recipientsInPart(part: string): Generator<Recipient> {
  let rest = part;
  while (rest !== '') {
    const behindAnd = rest.replace(AND, '');
    const next = leadingRecipient(behindAnd);
    if (behindAnd === '') return;
    if (!next) {
      // A group may be called "And so on".
      yield named(rest === part ? rest : behindAnd);
      return;
    }
    yield next.who;
    rest = behindAnd.slice(next.end).trim();
  }
}

export function mentionedIn({ kind, id, label }: Mention): Recipient {
  return kind === 'user' ? { kind: 'teammate', userId: id, label } : { kind: 'usergroup', id, label };
}

function leadingRecipient(text: string): { who: Recipient; end: number } | null {
  const addressed = leadingMention(text);
  if (addressed) {
    const { mention, end } = addressed;
    return { who: mentionedIn(mention), end };
  }
  const linked = /^<tel:[^<>]*>/i.exec(text)?.[0];
  if (linked) return { who: named(linked), end: linked.length };
  const start = leadingNumber(text);
  return start.kind === 'number' ? { who: { kind: 'number', number: start.number }, end: start.end } : null;
}

/** Neither a mention nor something that starts with a number: a mistyped number, somebody's id, or a name. */
function named(written: string): Recipient {
  const name = unescapeSlack(written).trim();
  const [, userId] = BARE_USER.exec(name) ?? [];
  if (userId) return { kind: 'teammate', userId, label: userId };
  const start = leadingNumber(name);
  if (start.kind === 'number' && start.end === name.length) return { kind: 'number', number: start.number };
  if (start.kind === 'none') return { kind: 'named', name: shortened(name, QUOTED) };
  const why = start.kind === 'invalid' ? start.why : 'not_a_number';
  const typed = shortened(name, QUOTED);
  return { kind: 'unreadable', typed, problem: { kind: 'NUMBER_INVALID', typed, why } };
}
