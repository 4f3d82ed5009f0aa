import type { App } from '@slack/bolt';
import type { PlainTextOption } from '@slack/types';
import type { Contact } from '../../domain/contact.ts';
import { fold } from '../../domain/folded.ts';
import { type ShowNumber, showingNumbers } from '../../domain/number.ts';
import { onCall, type Rota } from '../../domain/rota.ts';
import { toAscii } from '../../domain/written-number.ts';
import { judgeReader } from '../../sending/policy.ts';
import { type Wording, wordLeftOut } from '../../wording/index.ts';
import type { FactsAnswer } from '../../workspaces/people.ts';
import { ALERTS, BROADCAST, HOOK, INPUT, ROTA, STAND_IN } from '../ids.ts';
import { suggestionSchema } from '../payloads/interactions.ts';
import { option, optionOf, plainName, typedNumber } from '../recipient-option.ts';
import type { Services } from '../services.ts';
import { INPUT_ACTION } from '../views/forms/fields.ts';
import { stepField } from '../views/hooks/escalation.ts';
import { type Who, whoOf } from '../who.ts';

/** How many of each kind are offered; Slack accepts a hundred in all. */
const EACH = 20;
const ROTAS = 10;
/** How much is quoted of something that isn't a number. */
const MAX_TYPED = 40;
/** How long Slack has to say who somebody is; after that they are shown only what everybody may see. */
const FACTS_MS = 1000;

/** What a field offers besides people. */
type Also = readonly ('groups' | 'userGroups' | 'rotas')[];
type Section = { heading: string; options: PlainTextOption[] };

/** Offers options while somebody types into a field for recipients. */
export function registerRecipientOptions(app: App, services: Services): void {
  const on = (field: { action_id: string; block_id?: string | RegExp }, also: Also): void => {
    app.options<'block_suggestion'>({ type: 'block_suggestion', ...field }, async ({ ack, body }) => {
      const { value } = suggestionSchema.parse(body);
      const typed = value.trim().replace(/^@/u, '');
      const sections = await sectionsFor(services, whoOf(body), typed, also);
      if (sections.length === 0) return ack({ options: [] });
      await ack({
        option_groups: sections.map(({ heading, options }) => ({
          label: { type: 'plain_text', text: heading },
          options,
        })),
      });
    });
  };
  on({ action_id: INPUT.recipient.action }, ['groups', 'rotas']);
  on({ action_id: INPUT_ACTION, block_id: HOOK.recipients }, ['groups', 'userGroups', 'rotas']);
  on({ action_id: INPUT_ACTION, block_id: stepField }, ['groups', 'userGroups', 'rotas']);
  on({ action_id: INPUT_ACTION, block_id: BROADCAST.to }, ['groups', 'userGroups']);
  on({ action_id: INPUT_ACTION, block_id: ROTA.people }, []);
  on({ action_id: INPUT_ACTION, block_id: STAND_IN.who }, []);
  on({ action_id: INPUT_ACTION, block_id: ALERTS.to }, ['groups', 'userGroups', 'rotas']);
}

async function sectionsFor(services: Services, who: Who, typed: string, also: Also): Promise<Section[]> {
  const { workspace, userId } = who;
  const { settings, contactGroups, teammates, people, rotas } = services;
  const [words, rules, facts, kept, slack, duty] = await Promise.all([
    services.words.of(workspace, userId),
    settings.of(workspace),
    inTime(services, people.facts(workspace, userId)),
    contactGroups.offered(workspace, typed, EACH),
    teammates.offered(workspace, typed, EACH),
    also.includes('rotas') ? rotas.shown(workspace) : [],
  ]);
  const { heading } = words.search;
  const mayRead = judgeReader(facts, rules) === null;
  const show = showingNumbers(rules.maskNumbers);
  const found: Section[] = mayRead
    ? [
        {
          heading: heading.teammates,
          options: slack.people.map(({ id, name }) =>
            optionOf({ kind: 'teammate', userId: id, label: name }),
          ),
        },
        { heading: heading.contacts, options: kept.contacts.map(one => contactOption(words, one, show)) },
        {
          heading: heading.groups,
          options: also.includes('groups')
            ? kept.groups.map(({ id, name, size }) =>
                optionOf({ kind: 'group', id, label: name }, words.search.people(size)),
              )
            : [],
        },
        {
          heading: heading.rotas,
          options: rotaOptions(words, duty, typed, { at: services.clock.wall(), show }),
        },
        {
          heading: heading.userGroups,
          options: also.includes('userGroups')
            ? slack.groups.map(({ id, name, handle }) =>
                optionOf({ kind: 'usergroup', id, label: name }, `@${handle}`),
              )
            : [],
        },
      ].filter(({ options }) => options.length > 0)
    : [];
  const number = numberOption(words, typed, found.length === 0);
  return number ? [{ heading: heading.number, options: [number] }, ...found] : found;
}

/** Rotas whose name has what was typed, with who is on call. */
function rotaOptions(
  words: Wording,
  all: readonly Rota[],
  typed: string,
  { at, show }: { at: number; show: ShowNumber },
): PlainTextOption[] {
  return all
    .filter(({ name }) => fold(name).includes(fold(typed)))
    .slice(0, ROTAS)
    .map(rota => {
      const { who } = onCall(rota, at);
      const option = { kind: 'rota', id: rota.id, label: rota.name } as const;
      return optionOf(option, words.search.onCall(who && plainName(who, show)));
    });
}

/** Somebody without a name is shown by their number. */
function contactOption(
  words: Wording,
  { id, name, number, never }: Contact,
  show: ShowNumber,
): PlainTextOption {
  const details = [...(name === '' ? [] : [show(number)]), ...(never ? [words.search.neverText] : [])];
  return optionOf({ kind: 'contact', id, label: name || show(number) }, details.join(' · '));
}

/**
 * What was typed, if we can text it. If it looks like a number that we can't text, and nothing else is found, what is
 * wrong with it: Slack would only say that there are no results.
 */
function numberOption(words: Wording, typed: string, isAlone: boolean): PlainTextOption | null {
  const who = typedNumber(typed);
  if (who.kind === 'number') return optionOf(who, words.search.textNumber);
  const looksLikeOne = /^[+(]?[0-9]/.test(toAscii(typed));
  if (who.kind !== 'unreadable' || !isAlone || !looksLikeOne) return null;
  return option(`typed ${typed.slice(0, MAX_TYPED)}`, typed, wordLeftOut(words, who.problem));
}

/** What we find out in time about the person who types. */
async function inTime({ clock }: Services, asked: Promise<FactsAnswer>): Promise<FactsAnswer> {
  const late = Promise.withResolvers<FactsAnswer>();
  const callOff = clock.after(FACTS_MS, () => late.resolve({ kind: 'silent', again: clock.now() }));
  return Promise.race([asked, late.promise]).finally(callOff);
}
