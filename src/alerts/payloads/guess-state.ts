import { colourIn } from './chat-message.ts';
import { type Field, type Fields, list } from './fields.ts';
import { type SentState, type StateWord, stateIn, stateOf, stateOfNumber } from './states.ts';

/* Guesses whether a call's alert fires or is over, by the names of its fields and then by its words. */

/** Fields that name the state. */
export const NAMED =
  list(`eventaction notificationtype messagetype alerttransition transition monitorcondition newstatevalue
  newstate newstatus componentstatus currentstate currentstatus alertstate alertstateevent alertstatus incidentstate
  incidentstatus problemstatus problemstate buildstatus monitorstatus checkstatus servicestate healthstatus
  newhealthstatus state status laststatus action resolved triggered startedended conclusion result outcome phase alertevent
  eventtype event eventname alerttypefriendlyname alerttype`);
/** Fields that may hint at the state. A service may be down on a host that is up. */
const HINTS = list('type kind trigger severity alertlevel level reason hoststate');

const ENDED = list('resolvedat resolvedtime endedat closedat recoveredat clearedat endtime');
const IS_FINE = list(
  'resolved isresolved recovered ok success successful up isup healthy online alive passed reachable',
);
const IS_WRONG = list('down isdown firing triggered failed active alerting');
const NUMBERS = list('status statuscode state code exitcode exitstatus returncode rc stateid servicestateid');
/** A body with a field whose name begins like this is about an alert, not about a job. */
const OF_ALERT = /^(?:alert|rule|incident|attack|threshold|problem|alarm|startedended)/;

/** @param headlines the call's title and first words
 * @returns null if nothing says the state */
export function guessState(body: object, fields: Fields, headlines: readonly string[]): SentState | null {
  const isOfAlert =
    fields.named(OF_ALERT).length > 0 || /critical|error|warning/i.test(fields.first(['severity']));
  const statesIn = (names: readonly string[]): StateField[] =>
    fields.every(names).flatMap(field => {
      const isSentence = field.name === 'reason' && /\s/.test(field.value);
      const state = isSentence ? null : stateOf(field.value, isOfAlert);
      return state ? [{ ...field, ...state }] : [];
    });
  const named = statesIn(NAMED);
  const hints = statesIn(HINTS);
  const inWords = headlines.map(stateIn).find(state => state !== null);
  const [number] = fields.every(NUMBERS).flatMap(({ name, value }) => stateOfNumber(name, value) ?? []);
  return (
    strongest(named) ??
    flagged(fields) ??
    (inWords === 'resolved' ? inWords : null) ??
    hints.find(({ isSure }) => isSure)?.state ??
    named[0]?.state ??
    inWords ??
    (/\d/.test(fields.first(ENDED)) ? 'resolved' : null) ??
    number ??
    hints[0]?.state ??
    colourIn(body)
  );
}

type StateField = StateWord & Field;

/**
 * The state of the fields that say it for sure; null if none does. An acknowledgement or the like counts first, unless another field says
 * that the alert is over. Then the deepest field counts, because outer fields are about the call. Among equally deep fields, an end
 * outweighs a start.
 */
function strongest(candidates: readonly StateField[]): SentState | null {
  const sure = candidates.filter(({ isSure }) => isSure);
  const isOver = sure.some(({ state }) => state === 'resolved');
  if (!isOver && sure.some(({ state }) => state === 'nothing')) return 'nothing';
  const states = sure.filter(({ state }) => state !== 'nothing');
  if (states.length === 0) return null;
  const depth = Math.max(...states.map(state => state.depth));
  const deepest = states.filter(state => state.depth === depth);
  return deepest.find(isOverForSure)?.state ?? deepest[0]?.state ?? null;
}

/** False for a success that may be the call's own, because that says nothing about its alert. */
const isOverForSure = ({ name, value, state }: StateField): boolean =>
  state === 'resolved' &&
  !(/^(?:status|result|outcome)$/.test(name) && /^(?:ok|okay|success\w*|good|passed)$/i.test(value));

function flagged(fields: Fields): SentState | null {
  if (fields.is(IS_FINE, true)) return 'resolved';
  if (fields.is(IS_WRONG, true)) return 'firing';
  if (fields.is(IS_WRONG, false)) return 'resolved';
  return fields.is(IS_FINE, false) ? 'firing' : null;
}
