import type { Field, Fields } from './fields.ts';
import { colourIn } from './shown.ts';
import { type SaidState, type SentState, stateIn, stateOf, stateOfNumber } from './states.ts';

/* Whether a call says that something fires or is over, by the names of its fields and then by its words. */

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

/** Fields that are there to say the state: what a sender without words says of how it is. */
export const NAMED =
  list(`eventaction notificationtype messagetype alerttransition transition monitorcondition newstatevalue
  newstate newstatus componentstatus currentstate currentstatus alertstate alertstateevent alertstatus incidentstate
  incidentstatus problemstatus problemstate buildstatus monitorstatus checkstatus servicestate healthstatus
  newhealthstatus state status laststatus action resolved triggered startedended conclusion result outcome phase alertevent
  eventtype event eventname alerttypefriendlyname alerttype`);
/** Others that say it in passing; a service may be down on a host that is up. */
const PASSING = list('type kind trigger severity alertlevel level reason hoststate');

const ENDED = list('resolvedat resolvedtime endedat closedat recoveredat clearedat endtime');
const IS_FINE = list(
  'resolved isresolved recovered ok success successful up isup healthy online alive passed reachable',
);
const IS_WRONG = list('down isdown firing triggered failed active alerting');
const NUMBERS = list('status statuscode state code exitcode exitstatus returncode rc stateid servicestateid');
/** An object that says such things is about something that would be wrong, and not about a job. */
const OF_ALERT = /^(?:alert|rule|incident|attack|threshold|problem|alarm|startedended)/;

/** @param headlines what it is called, and its first words; null: nothing says it */
export function guessState(body: object, fields: Fields, headlines: readonly string[]): SentState | null {
  const isOfAlert =
    fields.named(OF_ALERT).length > 0 || /critical|error|warning/i.test(fields.first(['severity']));
  const saidBy = (names: readonly string[]): (SaidState & Field)[] =>
    fields.every(names).flatMap(field => {
      const isSentence = field.name === 'reason' && /\s/.test(field.value);
      const said = isSentence ? null : stateOf(field.value, isOfAlert);
      return said ? [{ ...field, ...said }] : [];
    });
  const named = saidBy(NAMED);
  const passing = saidBy(PASSING);
  const inWords = headlines.map(stateIn).find(state => state !== null);
  const [number] = fields.every(NUMBERS).flatMap(({ name, value }) => stateOfNumber(name, value) ?? []);
  return (
    strongest(named) ??
    flagged(fields) ??
    (inWords === 'resolved' ? inWords : null) ??
    passing.find(({ isSure }) => isSure)?.state ??
    named[0]?.state ??
    inWords ??
    (/\d/.test(fields.first(ENDED)) ? 'resolved' : null) ??
    number ??
    passing[0]?.state ??
    colourIn(body)
  );
}

/**
 * Of what several fields say: what somebody did about it; else what the deepest says, since what is around it is about the call; of
 * those, that it is over outweighs that it fired.
 */
function strongest(said: readonly (SaidState & Field)[]): SentState | null {
  const sure = said.filter(({ isSure }) => isSure);
  const isOver = sure.some(({ state }) => state === 'resolved');
  if (!isOver && sure.some(({ state }) => state === 'nothing')) return 'nothing';
  const states = sure.filter(({ state }) => state !== 'nothing');
  if (states.length === 0) return null;
  const depth = Math.max(...states.map(one => one.depth));
  const deepest = states.filter(one => one.depth === depth);
  return deepest.find(isOverForSure)?.state ?? deepest[0]?.state ?? null;
}

/** That a call itself was a success says nothing of what it is about. */
const isOverForSure = ({ name, value, state }: SaidState & Field): boolean =>
  state === 'resolved' &&
  !(/^(?:status|result|outcome)$/.test(name) && /^(?:ok|okay|success\w*|good|passed)$/i.test(value));

function flagged(fields: Fields): SentState | null {
  if (fields.is(IS_FINE, true)) return 'resolved';
  if (fields.is(IS_WRONG, true)) return 'firing';
  if (fields.is(IS_WRONG, false)) return 'resolved';
  return fields.is(IS_FINE, false) ? 'firing' : null;
}
