import { withoutGrouping } from '../../kit/number.ts';
import { leadingMention, type Mention, shortened, unescapeSlack } from '../../kit/slack-text.ts';
import { type Recipient, recipientKeyOf } from '../recipient.ts';
import { leadingNumber } from './leading-number.ts';

/**
 * Separates recipients: commas and semicolons of any script, line breaks, and the danda that ends a Bangla sentence. White
 * space separates numbers and mentions, but not the words of a name.
 */
const BETWEEN = /[,;،؛、，；।\r\n\u2028\u2029]/;
/** A comma in a mention's label doesn't separate, nor does the end of `&amp;`. */
const PARTS = new RegExp(`(?:<[^<>]*>|&(?:amp|lt|gt);|(?!${BETWEEN.source}).)+`, 'gu');
/** The "and" between the last two recipients, as people write it and as Slack joins several people. */
const AND = /^(?:(?:and|&amp;|&|এবং|আর|ও)(?=\s|<)|&amp;|&)\s*/iu;
/** A user id without a mention, as some workflow variables contain it. */
const BARE_USER = /^@?([UW][A-Z0-9]{7,})$/;
/** Code points of an unreadable recipient that an error quotes. */
const MAX_QUOTED = 60;

/**
 * The recipients in a text of a workflow or hook, each once: numbers in any spelling, mentions of teammates and user groups
 * (`<@U…>`, `<!subteam^S…>`), and names of contacts and groups. A mistyped number comes back as `unreadable`, so that an
 * error can name it.
 *
 * @param max stops after one more than this, which shows that there are too many
 */
export function parseRecipients(text: string, max = Number.POSITIVE_INFINITY): Recipient[] {
  const recipients = new Map<string, Recipient>();
  for (const recipient of recipientsIn(text)) {
    recipients.set(recipientKeyOf(recipient), recipient);
    if (recipients.size > max) break;
  }
  return [...recipients.values()];
}

function* recipientsIn(text: string): Generator<Recipient> {
  for (const [part] of withoutGrouping(text).matchAll(PARTS)) yield* recipientsInPart(part.trim());
}

/** Numbers and mentions one after the other, otherwise a name. */
function* recipientsInPart(part: string): Generator<Recipient> {
  let remaining = part;
  while (remaining !== '') {
    const behindAnd = remaining.replace(AND, '');
    const next = leadingRecipient(behindAnd);
    if (behindAnd === '') return;
    if (!next) {
      // A group may be called "And so on".
      yield named(remaining === part ? remaining : behindAnd);
      return;
    }
    yield next.recipient;
    remaining = behindAnd.slice(next.end).trim();
  }
}

export function mentionedIn({ kind, id, label }: Mention): Recipient {
  return kind === 'user' ? { kind: 'teammate', userId: id, label } : { kind: 'usergroup', id, label };
}

function leadingRecipient(text: string): { recipient: Recipient; end: number } | null {
  const addressed = leadingMention(text);
  if (addressed) {
    const { mention, end } = addressed;
    return { recipient: mentionedIn(mention), end };
  }
  const linked = /^<tel:[^<>]*>/i.exec(text)?.[0];
  if (linked) return { recipient: named(linked), end: linked.length };
  const start = leadingNumber(text);
  return start.kind === 'number'
    ? { recipient: { kind: 'number', number: start.number }, end: start.end }
    : null;
}

/** The recipient that the whole text names: a user id, a number, a mistyped number, or a name. */
function named(written: string): Recipient {
  const name = unescapeSlack(written).trim();
  const [, userId] = BARE_USER.exec(name) ?? [];
  if (userId) return { kind: 'teammate', userId, label: userId };
  const start = leadingNumber(name);
  if (start.kind === 'number' && start.end === name.length) return { kind: 'number', number: start.number };
  if (start.kind === 'none') return { kind: 'named', name: shortened(name, MAX_QUOTED) };
  const why = start.kind === 'invalid' ? start.why : 'not_a_number';
  const typed = shortened(name, MAX_QUOTED);
  return { kind: 'unreadable', typed, problem: { kind: 'NUMBER_INVALID', typed, why } };
}
