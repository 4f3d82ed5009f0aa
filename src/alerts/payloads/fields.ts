import { readJson } from '../../kit/json.ts';
import { readable } from './lengths.ts';
import { oneLine } from './payload.ts';

/*
 * The fields of a body of which we don't know the sender, by their names alone: `alert_url`, `alertURL` and `Alert Url` are
 * one name. What is in an object or a list is found, too, as deep as senders put what matters.
 */

type Field = { name: string; value: string; depth: number };

export type Fields = {
  /** The value of the first of these names that says something; of one name, the least deep one. Empty: none does. */
  first(names: readonly string[]): string;
  /** All of them, in the order of the names. */
  all(names: readonly string[]): string[];
  /** Whether one of these is true, and whether one is false. */
  is(names: readonly string[], value: boolean): boolean;
};

/** Whatever is in these is as if it were in the body itself. */
const CONTAINERS = new Set(
  `data alert incident event payload message detail details essentials alarm problem issue check monitor fault notification
  attributes customdetails labels commonlabels tags resource downtime heartbeat trigger alertcontext result extra metadata
  params checkparams properties embeds attachments sections fields facts content objectattributes alerts events incidents
  items item records record build workflow pipeline snitch output entity eventdefinition outputfields annotations`.split(
    /\s+/,
  ),
);
const MAX_DEPTH = 3;
const MAX_FIELDS = 2000;
/** What programs write where they have nothing to say, or didn't fill in their own template. */
const NOTHING = /^(null|undefined|none|n\/a|nil|-+|unknown|\*unknown\*|\$[A-Z_]+|\{+[^{}]*\}+)$/i;

const normalized = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

export function fieldsOf(body: object): Fields {
  const found: Field[] = [];
  walk(body, '', 0, true, found);
  found.sort((one, other) => one.depth - other.depth);
  const byName = Map.groupBy(found, ({ name }) => name);
  const all = (names: readonly string[]): string[] =>
    names.flatMap(name => byName.get(name)?.find(({ value }) => !NOTHING.test(value))?.value ?? []);
  return {
    all,
    first: names => all(names)[0] ?? '',
    is: (names, wanted) =>
      names.some(name => byName.get(name)?.some(({ value }) => value === String(wanted))),
  };
}

/** The object or list that a text holds as JSON; null: it isn't one. */
export function objectIn(text: string): object | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const value = readJson(text);
  return typeof value === 'object' ? value : null;
}

/** @param isOpen what is in it counts under its own name, too, and not only under that of whatever it is in */
function walk(value: object, prefix: string, depth: number, isOpen: boolean, found: Field[]): void {
  for (const [key, given] of Object.entries(value).slice(0, MAX_FIELDS)) {
    if (found.length > MAX_FIELDS) return;
    const name = normalized(readable('label', key));
    const add = (text: string): void => {
      const said = readable('words', text).trim();
      if (said === '') return;
      if (isOpen) found.push({ name, value: said, depth });
      if (prefix !== '') found.push({ name: prefix + name, value: said, depth });
    };
    const within = typeof given === 'string' ? objectIn(given) : given;
    if (typeof within === 'object' && within !== null) {
      if (depth < MAX_DEPTH) inside(within, name, depth, isOpen && CONTAINERS.has(name), found, add);
    } else if (typeof given === 'string') {
      // Looks like JSON, and isn't: nobody wants to read that.
      if (!/^\s*[[{]".*/s.test(given)) add(given);
    } else if (typeof given === 'number' || typeof given === 'boolean') add(String(given));
  }
}

function inside(
  value: object,
  name: string,
  depth: number,
  isOpen: boolean,
  found: Field[],
  add: (text: string) => void,
): void {
  if (!Array.isArray(value)) {
    walk(value, name, depth + 1, isOpen, found);
    return;
  }
  const texts = value.filter(one => typeof one === 'string' || typeof one === 'number').map(String);
  // `host:web-1`
  for (const text of isOpen ? texts : []) {
    const [, key, said] = /^([\w.-]{2,30}):\s*(\S.*)$/s.exec(text) ?? [];
    if (key && said) found.push({ name: normalized(key), value: readable('words', said), depth: depth + 1 });
  }
  if (texts.length > 0) add(texts.slice(0, 5).join(', '));
  const objects = value.filter(one => typeof one === 'object' && one !== null).slice(0, 20);
  const names: string[] = [];
  for (const one of objects as Record<string, unknown>[]) {
    const called = [one.name, one.title, one.displayName, one.key].find(text => typeof text === 'string');
    const said = one.value;
    if (called && (typeof said === 'string' || typeof said === 'number')) {
      found.push({
        name: normalized(readable('label', String(called))),
        value: readable('words', String(said)).trim(),
        depth: depth + 1,
      });
    } else {
      if (called) names.push(readable('name', String(called)));
      walk(one, name, depth + 1, isOpen, found);
    }
  }
  if (names.length > 0) add(names.slice(0, 5).join(', '));
}

/** A text without the marks of Markdown, Slack's mrkdwn, HTML and emoji codes; its lines stay. */
export function plain(text: string): string {
  return readable('words', text)
    .replace(/<(?:br|\/p|\/div|\/li|\/h\d)\s*\/?>/gi, '\n')
    .replace(/<(https?:[^<|>\s]+)\|([^<>]+)>/g, '$2')
    .replace(/<(https?:[^<>\s]+)>/g, '$1')
    .replace(/<[!@#][^<>]*>/g, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/\[([^\][]+)\]\((?:https?:)?[^()\s]*\)/g, '$1')
    .replace(/```|%%%|\*\*|__/g, ' ')
    .replace(/(^|\s)\*([^*\n]+)\*(?=\s|[.,:;!?]|$)/g, '$1$2')
    .replace(/`([^`\n]*)`/g, '$1')
    .replace(/(^|\s):[a-z][a-z0-9_+-]*:(?=\s|$)/g, '$1')
    .replace(/^[>#\s]+/gm, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

/** Its first line that says something, and all of it. */
export function headAndRest(text: string): { head: string; rest: string } {
  const [head = '', ...rest] = plain(text).split('\n').map(oneLine).filter(Boolean);
  return { head, rest: rest.join('\n') };
}

/* The states that senders' words and headlines say. */

/** What a sender's word for a state means. `nothing`: somebody acknowledged it, or it is only planned. */
export type SentState = 'firing' | 'resolved' | 'nothing';

const WORDS: Readonly<Record<SentState, string>> = {
  resolved: `up ok okay resolved resolve recovered recovery recover closed close cleared clear normal healthy passing passed
    success successful succeeded fixed restored online inactive solved ended end finished green good back unlocked deleted
    deactivated returned auto_closed`,
  firing: `down firing alerting alert alarm triggered trigger retriggered open opened reopen reopened create created critical
    crit warning warn error err failed failure fail failing problem active activated activate fired raised raise occurred
    new started start begin breached violated unhealthy offline unreachable degraded major minor emergency fatal disaster
    nodata insufficient overdue missed missing lost late red outage exceeded broken unstable crashed crash timeout dead died
    disconnected expired expiring investigating identified`,
  nothing: `acknowledge acknowledged acknowledgement ack unacknowledge unacknowledged snoozed snooze assigned assign
    unassigned commented comment note addnote annotated updated update edited pending paused maintenance suppressed muted
    silenced scheduled downtimestart downtimeend downtimecancelled flappingstart flappingstop flappingdisabled escalated
    delegated viewed seen archived ping postmortem`,
};
const BY_WORD: ReadonlyMap<string, SentState> = new Map(
  Object.entries(WORDS).flatMap(([state, words]) =>
    words.split(/\s+/).map(word => [word, state as SentState] as const),
  ),
);

/** The state that a value like `DOWN`, `check.up` or `Alert_Recovered` stands for; null: none that we know. */
export function stateOf(value: string): SentState | null {
  if (value.length > 60) return null;
  const words = value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  if (words.includes('not') || words.includes('no') || words.includes('un')) return 'firing';
  const known = [words.join(''), ...words.toReversed()].flatMap(word => BY_WORD.get(word) ?? []);
  return known.find(state => state !== 'firing') ?? known[0] ?? null;
}

const OVER =
  /^\W*(?:\[?(?:resolved|recovered|recovery|ok|up|closed|cleared?|fixed|back to normal|normal|solved)\b(?!\s+(?:to|the|a)\b))|(?<!\b(?:not|never|be|can(?:no|')t|un)\s)(?<!could not be )\b(?:resolved|recovered|(?:is|are|was|has been|now) (?:closed|cleared|fixed)|is (?:now |back )?(?:up|ok|online|healthy|normal)|(?:back|return(?:ed|s)?|went) to normal|back (?:up|online)|no longer (?:firing|down|failing|above|below))\b|^\s*(?:✅|🟢|💚|:white_check_mark:|:large_green_circle:)/iu;
const FIRES = /^\W*(?:firing|triggered|down|alarm|alert|critical|problem|failed|failure|error|warning)\b/iu;

/** The state that a headline says; null: it says none. */
export function stateIn(headline: string): SentState | null {
  if (OVER.test(headline)) return 'resolved';
  return FIRES.test(headline) ? 'firing' : null;
}

/** A headline without the state that it begins or ends with, so that an alert and its end have the same. */
export function withoutState(headline: string): string {
  return headline
    .replace(
      /^(?:\W*(?:re-?triggered|triggered|recovered|resolved|firing|warn(?:ing)?|alert|alarm|ok|down|up|critical|closed|opened|problem|recovery)\b\W*)+/iu,
      '',
    )
    .replace(
      /(?<!\W)\W*\b(?:has |have |is |was |been |now ){0,6}(?:recovered|resolved|triggered|closed|down|up)\W*$/iu,
      '',
    )
    .toLowerCase();
}

/** What a sentence says that something has become of, such as `Shop` in “Shop is back up”; null: it isn’t such a sentence. */
export function subjectOf(sentence: string): string | null {
  const [, subject] =
    /^(.{6,}?) (?:has|have|is|are|was|were|went)\b(?: (?:been|now|back|gone|come))* (?:down|up|triggered|resolved|recovered|failing|firing|closed|cleared|fixed|unreachable|reachable|offline|online|unhealthy|healthy|to normal|normal)\b/i.exec(
      sentence,
    ) ?? [];
  return subject?.toLowerCase() ?? null;
}

/** Whether a headline is that of a test button. */
export function isTest(headline: string): boolean {
  return (
    /^(?:[^\w[]*\[[^\]]*\])*(?:[^\w[]*\[){0,3}[^\w[]*(?:this is (?:a|just a) )?(?:sample |webhook )?test(?:ing)?[\s_-]*(?:notification|alert|message|event|incident|webhook|run|call|payload)s?\b/i.test(
      headline,
    ) || /\[test\]|\b(?:notification|webhook|integration) test\b|\btest notification\b/i.test(headline)
  );
}
