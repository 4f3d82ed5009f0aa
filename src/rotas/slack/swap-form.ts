import { z } from 'zod';
import type { ShowNumber } from '../../kit/number.ts';
import { asIs } from '../../kit/slack/buttons.ts';
import { context, section } from '../../kit/slack/elements.ts';
import { select, several } from '../../kit/slack/fields.ts';
import type { Form, FormFields } from '../../kit/slack/form.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { eachOnce, type Recipient } from '../../texts/recipient.ts';
import { plainName } from '../../texts/slack/recipient-options.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import { isSamePerson, LISTS, peopleIn, type Rota, teammate } from '../rota.ts';
import {
  comingTurns,
  MAX_CANDIDATES,
  MAX_RETURN_TURNS,
  type PersonalTurn,
  type RotaTurn,
  turnKeyOf,
  turnOfKey,
  turnsOf,
} from '../swap.ts';
import { namedIn } from './on-call-lines.ts';
import { standInChanger } from './stand-in-permission.ts';

/** Nothing in return. */
const NOTHING = 'nothing';

type SwapOptions = {
  rota: Rota;
  /** The asker's own turns, those of the people who can be asked, and everybody else in the rota. */
  own: PersonalTurn[];
  theirs: PersonalTurn[];
  candidates: RotaTeammate[];
  unreached: Recipient[];
};
type RotaTeammate = Extract<Recipient, { kind: 'teammate' }>;

type SwapDraft = { turn: RotaTurn | null; ask: string[]; inReturn: RotaTurn | null };

const isTeammate = (person: Recipient): person is RotaTeammate => person.kind === 'teammate';

/** "Ask for a swap": which turn, whom to ask, and which of their turns to take in return. */
export const swapForm: Form<{
  subject: string;
  current: SwapOptions;
  draft: SwapDraft;
  extras: { offered: SwapOptions; show: ShowNumber };
}> = {
  id: 'swap',
  openers: { ask_for: asIs },
  subject: z.string(),
  permission: standInChanger,
  requiresLiveFacts: true,
  command: `${COMMAND} oncall`,
  title: words => words.swaps.title,
  submit: words => words.swaps.ask,
  async load({ rotas, clock }, { workspace, userId }, id, words) {
    const [rota, holidays] = await Promise.all([rotas.one(workspace, id), rotas.holidays(workspace)]);
    if (!rota) return { deleted: words.rotas.gone };
    const at = clock.wall();
    const everybody = eachOnce(LISTS.flatMap(list => peopleIn(rota, list)));
    const colleagues = everybody.filter(person => !isSamePerson(person, teammate(userId)));
    const candidates = colleagues.filter(isTeammate);
    const isMeant = (person: Recipient): boolean =>
      candidates.some(candidate => isSamePerson(candidate, person));
    const current = {
      rota,
      own: turnsOf(rota, holidays, userId, at),
      theirs: comingTurns(rota, holidays, at, { isMeant, most: MAX_RETURN_TURNS }),
      candidates,
      unreached: colleagues.filter(person => !isTeammate(person)),
    };
    if (current.own.length === 0) return { current, deleted: words.swaps.noTurns };
    return candidates.length === 0 ? { current, deleted: words.swaps.nobodyToAsk } : { current };
  },
  draft: ({ own }) => ({ turn: own[0] ?? null, ask: [], inReturn: null }),
  async extras({ settings }, { workspace }, { current }) {
    return { offered: current, show: showingNumbers(await settings.shown(workspace)) };
  },
  head: ({ swaps }, { current: { rota, unreached }, extras: { show } }) => [
    section(swaps.intro(harmless(rota.name, 60))),
    ...(unreached.length > 0
      ? [context(swaps.notAsked(unreached.map(person => namedIn(person, show))))]
      : []),
  ],
  fields: words => fields(words),
  async save({ swaps, settings }, { workspace, userId, origin }, words, { draft, current }) {
    const { turn, ask, inReturn } = draft;
    const wrong = wrongIn(words, draft, current);
    if (!turn || wrong) return { retry: wrong?.why ?? words.swaps.wrong.turn, field: wrong?.field ?? 'turn' };
    const { id, name } = current.rota;
    await swaps.ask(workspace, origin, {
      rota: { id, name },
      by: userId,
      candidates: ask,
      turn,
      inReturn,
    });
    const show = showingNumbers(await settings.shown(workspace));
    const names = current.candidates.filter(({ userId: candidate }) => ask.includes(candidate));
    return { message: words.swaps.asked(names.map(person => namedIn(person, show))) };
  },
};

function fields(words: Wording): FormFields<SwapDraft, { offered: SwapOptions; show: ShowNumber }> {
  const { field, nothing, turn: worded, wrong } = words.swaps;
  const withoutPerson = ({ place, from, to }: PersonalTurn) => ({ place, from, to });
  return {
    turn: {
      blocks: (id, turn, { offered: { own } }) =>
        select(
          id,
          field.turn,
          own.map(mine => ({ value: turnKeyOf(mine), label: worded(withoutPerson(mine)) })),
          turn ? turnKeyOf(turn) : '',
        ),
      read(state, id) {
        const turn = turnOfKey(state.choice(id));
        return { value: turn, error: turn ? null : wrong.turn };
      },
    },
    ask: {
      blocks: (id, userIds, { offered: { candidates }, show }) => ({
        ...several(
          id,
          field.ask,
          candidates.map(person => ({ value: person.userId, label: plainName(person, show) })),
          userIds,
        ),
        optional: false,
      }),
      read(state, id) {
        const userIds = state.choices(id) ?? [];
        const many = userIds.length > MAX_CANDIDATES ? wrong.tooMany(MAX_CANDIDATES) : null;
        return { value: userIds.slice(0, MAX_CANDIDATES), error: userIds.length === 0 ? wrong.nobody : many };
      },
    },
    inReturn: {
      blocks: (id, turn, { offered: { theirs }, show }) =>
        select(
          id,
          field.inReturn,
          [
            { value: NOTHING, label: nothing },
            ...theirs.map(({ person, ...time }) => ({
              value: turnKeyOf(time),
              label: words.swaps.theirTurn(plainName(person, show), time),
            })),
          ],
          turn ? turnKeyOf(turn) : NOTHING,
        ),
      read: (state, id) => ({ value: turnOfKey(state.choice(id)) }),
    },
  };
}

/** What the rota doesn't allow any more, because it changed while the form was open; null if nothing. */
function wrongIn(
  { swaps: { wrong } }: Wording,
  { turn, ask, inReturn }: SwapDraft,
  { own, theirs, candidates }: SwapOptions,
): { field: keyof SwapDraft; why: string } | null {
  const isAmong = (turns: readonly PersonalTurn[], sought: RotaTurn): PersonalTurn | undefined =>
    turns.find(candidate => turnKeyOf(candidate) === turnKeyOf(sought));
  if (turn && !isAmong(own, turn)) return { field: 'turn', why: wrong.turn };
  if (!ask.every(userId => candidates.some(candidate => candidate.userId === userId)))
    return { field: 'ask', why: wrong.notInRota };
  if (!inReturn) return null;
  const owner = isAmong(theirs, inReturn)?.person;
  if (!owner) return { field: 'inReturn', why: wrong.turn };
  return ask.every(userId => isSamePerson(teammate(userId), owner))
    ? null
    : { field: 'inReturn', why: wrong.inReturn };
}
