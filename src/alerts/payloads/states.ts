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
      /\W*\b(?:has |have |is |was |been |now )*(?:recovered|resolved|triggered|closed|down|up)\W*$/iu,
      '',
    )
    .toLowerCase();
}

/** What a sentence says that something has become of, such as `Shop` in “Shop is back up”; null: it isn’t such a sentence. */
export function subjectOf(sentence: string): string | null {
  const [, subject] =
    /^(.{6,}?)\s+(?:has|have|is|are|was|were|went)\b(?:\s+(?:been|now|back|gone|come))*\s+(?:down|up|triggered|resolved|recovered|failing|firing|closed|cleared|fixed|unreachable|reachable|offline|online|unhealthy|healthy|to normal|normal)\b/i.exec(
      sentence,
    ) ?? [];
  return subject?.toLowerCase() ?? null;
}

/** Whether a headline is that of a test button. */
export function isTest(headline: string): boolean {
  return (
    /^(?:\W*\[[^\]]*\])*\W*(?:this is (?:a|just a) )?(?:sample |webhook )?test(?:ing)?[\s_-]*(?:notification|alert|message|event|incident|webhook|run|call|payload)s?\b/i.test(
      headline,
    ) || /\[test\]|\b(?:notification|webhook|integration) test\b|\btest notification\b/i.test(headline)
  );
}
