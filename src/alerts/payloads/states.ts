/* The states that words, signs and numbers stand for, in the languages that senders write. */

/** `nothing`: the alert was acknowledged or the like, or a job begins or goes on. */
export type SentState = 'firing' | 'resolved' | 'nothing';

/**
 * The meaning of a word. `begun` and `done` depend on the subject: an alert that starts fires, a job that starts doesn't, and a job that
 * is done may have failed, if another field says so. `seen`: a person did something about the alert, or a job waits, goes on or was
 * skipped.
 */
type WordState = 'firing' | 'resolved' | 'begun' | 'done' | 'seen';

const WORDS: Readonly<Record<WordState, string>> = {
  resolved: `up ok okay resolved resolve recovered recovery recover closed close cleared clear normal healthy passing passed
    success successful successfully succeeded fixed restored online inactive solved green good unlocked deleted fine
    deactivated returned autoclosed operational reachable mitigated remediated revived alive available connected stable
    normalised normalized responding repaired cured allclear
    resuelto resuelta recuperado recuperada restablecido solucionado restaurado exitoso resolvido resolvida restabelecido
    normalizado restaurado résolu résolue rétabli rétablie réussi réussie disponible behoben wiederhergestellt gelöst entwarnung
    erreichbar erfolgreich risolto ripristinato opgelost hersteld rozwiązano rozwiązany przywrócono naprawiono
    решено решена восстановлен восстановлено восстановлена норма работает доступен успешно вирішено відновлено çözüldü düzeldi
    pulih teratasi berhasil
    চালু সচল সফল ঠিক সমাধান স্বাভাবিক সেরেছে ठीक चालू सफल समाधान بحال`,
  firing: `down firing alerting alert alarm triggered trigger retriggered open opened reopen reopened critical
    crit warning warn error err errors failed failure fail failing fails problem active activated activate fired raised raise occurred
    new breached violated unhealthy offline unreachable degraded major minor emergency fatal disaster
    nodata insufficient overdue missed missing lost late red outage exceeded broken unstable crashed crash timeout dead died
    disconnected expired expiring investigating identified abnormal unavailable stopped trouble incident attack panic backoff crashloopbackoff oomkilled evicted
    caído caída fallo falla fallado crítico crítica alerta alarma caiu falha falhou parado inacessível erro panne échec échoué
    indisponible alerte critique erreur ausgefallen störung fehlgeschlagen kritisch warnung gestört fehler alarm guasto fallito
    errore storing mislukt awaria błąd недоступен недоступна авария сбой ошибка проблема критично збій arıza hata çöktü gagal mati
    বন্ধ ডাউন ব্যর্থ ত্রুটি অচল বিকল সতর্কতা জরুরি বিচ্ছিন্ন बंद विफल त्रुटि خراب بند`,
  begun: `started start starting begin began beginning created create creation initiated`,
  done: `ended end ending finished finish finalized finalised completed complete completion done stop finalizado terminado terminé
    beendet selesai завершено শেষ`,
  seen: `acknowledge acknowledged acknowledgement ack acked unacknowledge unacknowledged snoozed snooze assigned assign
    reassigned unassigned commented comment note addnote annotated updated update updates edited paused maintenance suppressed muted
    silenced scheduled downtimestart downtimeend downtimecancelled flappingstart flappingstop flappingdisabled escalated
    delegated viewed seen archived ping postmortem monitoring running inprogress progress processing queued building pending skipped cancelled canceled aborted undefined`,
};
const BY_WORD: ReadonlyMap<string, WordState> = new Map(
  Object.entries(WORDS).flatMap(([state, words]) =>
    words.split(/\s+/).map(word => [word, state as WordState] as const),
  ),
);

/** Words of languages written without spaces, the longer ones first, because they contain the shorter ones. */
const WITHIN: readonly (readonly [RegExp, WordState])[] = [
  [/(?:不|未|非|没有?)(?:正常|恢复|恢復|解决|解決|可用|在线)|未復旧|미복구|비정상/u, 'firing'],
  [
    /正常|恢复|恢復|解决|解決|已关闭|已關閉|成功|在线|在線|復旧|回復|復帰|정상|복구|해결|성공|通过/u,
    'resolved',
  ],
  [
    /异常|異常|故障|告警|警报|警報|宕机|失败|失敗|离线|離線|超时|严重|中断|断开|障害|停止|ダウン|警告|エラー|장애|다운|오류|경고|실패|중단/u,
    'firing',
  ],
];

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];

/** Words that negate a state before or after them. */
const NOT = new Set(
  'not no un isn isnt non never cannot nicht kein no não ne pas niet nie не нет নেই না হয়নি হয়নি নয় नहीं'.split(
    ' ',
  ),
);

function wordStatesOf(value: string): WordState[] {
  for (const [pattern, state] of WITHIN) if (pattern.test(value)) return [state];
  const words = wordsOf(value.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  if (words.some(word => NOT.has(word))) return [/no longer/i.test(value) ? 'resolved' : 'firing'];
  return [words.join(''), ...words.toReversed()].flatMap(word => BY_WORD.get(word) ?? []);
}

/** `isSure`: false if the word may be about something other than the alert. */
export type StateWord = { state: SentState; isSure: boolean };

/** The state that a value like `DOWN`, `check.up`, `正常` or `Alert_Recovered` stands for; null if it is unknown. */
export function stateOf(value: string, isOfAlert: boolean): StateWord | null {
  if (value.length > 60) return null;
  const bySign = signOf(value);
  if (bySign) return { state: bySign, isSure: true };
  // The last word counts: “recovery failed” isn't a recovery.
  const [word] = wordStatesOf(value);
  const isAboutAlert = isOfAlert || /alert|alarm|attack|incident|outage|fault|downtime|problem/i.test(value);
  if (word === 'begun') return { state: isAboutAlert ? 'firing' : 'nothing', isSure: isAboutAlert };
  if (word === 'seen') return { state: 'nothing', isSure: /ack|snooz|assign/i.test(value) };
  if (word === 'resolved') return { state: 'resolved', isSure: true };
  if (word === 'done') return { state: 'resolved', isSure: isAboutAlert };
  return word === 'firing' ? { state: 'firing', isSure: true } : null;
}

const GOOD = /✅|🟢|💚|✔|☑|🆗|👍|:white_check_mark:|:large_green_circle:|:heavy_check_mark:/u;
const BAD = /🔴|🔥|🚨|❌|⛔|🛑|⚠|🟠|🟡|💥|☠|🆘|❗|‼|:rotating_light:|:red_circle:|:fire:|:warning:|:x:/u;

/** The state of the first sign in a text; null if it has none. */
function signOf(text: string): SentState | null {
  const [good, bad] = [text.search(GOOD), text.search(BAD)];
  if (good < 0 && bad < 0) return null;
  return bad < 0 || (good >= 0 && good < bad) ? 'resolved' : 'firing';
}

const OVER =
  /^\W*(?:\[?(?:resolved|recovered|recovery|ok|up|closed|cleared?|fixed|back to normal|normal|solved)\b(?!\s+(?:to|the|a)\b))|(?<!\b(?:not|never|be|can(?:no|')t|un)\s)(?<!could not be )\b(?:resolved|recovered|revived|(?:is|are|was|has been|now) (?:closed|cleared|fixed)|(?:is|are) (?:now |back )?(?:up|ok|fine|online|healthy|normal|reachable|operational)|(?:back|return(?:ed|s)?|went) to normal|back (?:up|online)|up again|no longer (?:firing|down|failing|above|below)|(?:completed|finished|succeeded) successfully|success(?:ful(?:ly)?)?[\s.!]*$)/iu;
const FIRES = /^\W*(?:firing|triggered|down|alarm|alert|critical|problem|failed|failure|error|warning)\b/iu;
/** Words in brackets, anywhere in a headline. */
const MARKED = /[[(【]([^\][()【】\n]{1,40})[\])】]/gu;
/** Sentences of other languages. */
const OVER_ELSEWHERE =
  /(?:চালু|সচল|স্বাভাবিক|ঠিক|সমাধান)\s*(?:আছে|হয়েছে|হয়েছে|হয়ে গেছে|করা হয়েছে)|ঠিক হয়েছে|^\W*(?:resuelt[oa]|recuperad[oa]|resolvid[oa]|résolu|rétabli|behoben|wiederhergestellt|risolto|opgelost|решено|восстановлено?)(?!\p{L})|(?:wieder (?:erreichbar|online|da)|снова (?:работает|доступен)|de nouveau (?:disponible|en ligne)|de nuevo (?:en línea|disponible))/iu;
const FIRES_ELSEWHERE = /(?:বন্ধ|ডাউন|অচল|বিকল|ব্যর্থ)\s*(?:আছে|হয়েছে|হয়েছে|হয়ে গেছে)/u;

/** The state that a headline says; null if it says none. */
export function stateIn(headline: string): SentState | null {
  const sign = signOf(headline);
  if (sign) return sign;
  for (const [, mark = ''] of headline.matchAll(MARKED)) {
    const states = mark.trim().split(/\s+/).length > 2 ? [] : wordStatesOf(mark);
    if (states.includes('resolved')) return 'resolved';
    if (states.includes('firing')) return 'firing';
  }
  if (OVER.test(headline) || OVER_ELSEWHERE.test(headline)) return 'resolved';
  if (FIRES_ELSEWHERE.test(headline)) return 'firing';
  const [, state] = WITHIN.find(([pattern]) => pattern.test(headline)) ?? [];
  if (state) return state === 'resolved' ? 'resolved' : 'firing';
  return FIRES.test(headline) ? 'firing' : null;
}

/** The state of an HTTP status, an exit code or a probe's result (1: up); null for anything but a number of up to three digits. */
export function stateOfNumber(name: string, value: string): SentState | null {
  if (!/^\d{1,3}$/.test(value)) return null;
  const number = Number(value);
  if (number >= 100) return number >= 400 ? 'firing' : 'resolved';
  if (/exit|return|stateid|^rc$/.test(name)) return number === 0 ? 'resolved' : 'firing';
  return number === 1 ? 'resolved' : 'firing';
}

/** True for a word that names the state of an alert or a job. Words for what people did about it, such as `assigned`, don't count. */
export const isStateWord = (word: string): boolean => {
  const state = BY_WORD.get(word);
  return state === 'firing' || state === 'resolved' || state === 'done' || state === 'begun';
};

/** A headline without the state that it begins with, and without signs, because a text says the state in its own words. */
export function withoutState(headline: string): string {
  const bare = unsigned(headline).replace(
    /^((?:\[[^\]]{1,30}\]\s*)*)(?:[[(]?(?:re-?triggered|triggered|recovered|resolved|firing|ok|closed|recovery|alarm|alert|problem)[\])]?\s*[:–|-]+\s+|[[(](?:re-?triggered|triggered|recovered|resolved|firing|ok|closed|recovery)(?::\d+)?[\])]\s*)(?=[\p{L}\p{N}[("'])/iu,
    '$1',
  );
  return /[\p{L}\p{N}]/u.test(bare) ? bare.trim() : headline;
}

/** Removes emoji, because a single one makes a text Unicode, and then only half as many characters fit in a part. */
export const unsigned = (text: string): string =>
  text
    .replace(/(?![©®™])\p{Extended_Pictographic}(?:\u{FE0F}|\u{200D}|[\u{1F3FB}-\u{1F3FF}])*/gu, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/([[(]) /g, '$1')
    .trim();
