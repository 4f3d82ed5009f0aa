import { cut } from '../../kit/slack-text.ts';
import { parseRecipients } from '../../texts/parse/recipient-list.ts';
import { type AlertMatch, type Severity, severityOf } from '../alert.ts';
import { type Fields, fieldsOf } from './fields.ts';
import { guessState, NAMED } from './guess-state.ts';
import { clauseOf, digestOf, subjectOf, unchanging } from './identity.ts';
import {
  type CallAbout,
  type CallReading,
  KEY_MS,
  linksFrom,
  nameFrom,
  nothing,
  placeFrom,
  reading,
  type Sameness,
} from './payload.ts';
import { headAndRest, oneLine, plain, withoutJson } from './plain.ts';
import { unknownBody } from './schema.ts';
import { shownIn } from './shown.ts';
import { isStateWord, type SentState, stateOf, withoutState } from './states.ts';

/*
 * What programs post that we don't know, by the names that most of them give to the same things. A headline or words there
 * must be; anything else is a gain.
 */

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

const TITLE =
  list(`title subject alarmname problemtitle incidenttitle alerttitle eventtitle alertname ruletitle rulename
  alertrule ruledescription triggername trigger servicedescription componentname checkname monitorname monitorfriendlyname
  eventdefinitiontitle headline shortdescription searchname jobname
  taskname name displayname conditionname policyname alert check monitor rule job task servicename service item summary exceptionclass
  problem incident issue datapoint metric`);
const WORDS =
  list(`message text msg description body content output pluginoutput statemessage incidentreason reason statereason
  newstatereason eventmsg eventmessage alertdescription alertdetails alertmessage errormessage failuremessage shortmessage
  longdescription summary info cause details detail error erroroutput note comment statustext statusdescription fallback log culprit`);
const HOST =
  list(`hostname host hosts fqdn entitylabel instance instancename server servername agentname machine machineid device devicename
  node nodename computername vm vmname systemname system resourcename impactedentity impactedentities affectedentity configurationitems
  entityname entitydisplayname entity targetname targets target monitortarget servicename servicesummary service involvedobjectname
  monitorname monitorfriendlyname componentname checkname taskname processname pipelinename applicationname appname application app
  component site sitename projectname project repositoryname repository stack resource resourceid sourceid objectname`);
/** Which of many on one machine, and where that is. */
const DETAIL =
  list(`mountpoint volume disk interface pod podname container containername queue queuename databasename database
  topic`);
const AREA = list('namespace cluster clustername region datacenter zone environment env branch space');
const ADDRESS = list(
  'monitorurl checkurl fullurl targeturl siteurl website ip ipaddress hostaddress address source origin',
);
/** What is watched from outside says where it is by its address. */
const LINKED_PLACE = ['url', 'uri'];
const SEVERITY =
  list(`severity severityname alertseverity priority urgency criticality importance importancelevel
  alertlevel level loglevel alerttype messagetype state status`);
const LINK =
  list(`incidenturl alerturl problemurl issueurl eventurl htmlurl weburl permalink detailsurl resultslink
  url link links clienturl titlelink ticketurl publicurl href externalurl`);
const RUNBOOK = list('runbookurl runbook runbooklink playbook');
const DASHBOARD = list('dashboardurl dashboard dashboardlink graphurl');
/** Names of what stays the same from the alert to its end, and is new for each alert. */
const ALERT_ID =
  list(`dedupkey dedupekey deduplicationkey dedup deduplicationid uniquekey fingerprint aggregationkey aggregateid incidentkey
  incidentid incidentnumber incidentuuid alertuid alertuuid alertid alertkey alertcorrelationid correlationid correlationkey
  correlationuid groupkey groupingkey key alarmid alarmarn problemid problemuid problemkey issueid issuekey alias reference
  referencenumber referenceid ticketid ticketnumber triggerid threadid monitorid checkid`);
/** Some write a new one in each call, or that of what is watched: an end may have the same as what it ends. */
const LOOSE_ID = list(
  'id uuid guid eventid eventuid eventuuid uid incident token checktoken objectid entityid resourceid',
);
const THING_ID = list('involvedobjectuid objectuid componentid serviceid entityid hostid deviceid');

/** The state words that say how severe it is, where nothing else does. */
const SEVERE = /^(critical|crit|warning|warn|error|info)$/i;

/** What a known sender says that the names of its fields don't. */
export type GivenFields = {
  title?: string;
  words?: string;
  place?: string;
  state?: SentState | null;
  severity?: Severity | null;
  links?: Parameters<typeof linksFrom>[0];
  /** What stays the same from the alert to its end; null: nothing does. */
  id?: string | null;
  test?: boolean;
};

/** Reads a body by the names of its fields. */
export function guessFields(body: object, about: CallAbout, known: GivenFields = {}): CallReading {
  const fields = fieldsOf(body);
  const words = plain(known.words ?? wordsIn(body, fields));
  const { head, rest } = headAndRest(words);
  const given = oneLine(plain(known.title ?? titleIn(fields)));
  const state = known.state ?? guessState(body, fields, [given, head]);
  const ids = idsIn(fields, known.id);
  if (state === 'nothing')
    return nothing('It only begins, goes on, or somebody acknowledged it: it neither fires nor is over.');
  const isEnd = state === 'resolved' && ids.any;
  const said = given || head;
  const isTelling = /\p{L}/u.test(said) || (/\p{N}/u.test(said) && state !== null);
  const spoken = isTelling ? said : isEnd ? '' : eventIn(fields) || leftOver(fields);
  const [title, more] = headlineOf(oneLine(withoutState(withoutJson(spoken))));
  if (title === '' && !isEnd) return { kind: 'wrong', problem: unknownBody(body) };
  const place = withoutJson(known.place ?? placeOf(fields, title));
  const others = (known.words === undefined ? fields.all(WORDS) : []).filter(
    text => !words.includes(plain(text)) && !sameAs(text, title),
  );
  const own =
    afterTitle(given === '' ? rest : words || outcomeIn(fields), given || head) ||
    oneLine(plain(others[0] ?? '')) ||
    measuredIn(fields);
  const severity = known.severity ?? severityIn(fields) ?? 'none';
  // A text begins with it already.
  const isSaid = severityOf(own) === severity;
  const summary = withoutClock(withoutState([more, isSaid ? '' : own].filter(Boolean).join(' ')));
  const match = matchOf({ ids, title, place, summary: given === '' ? spoken : summary });
  const alike = digestOf('alike', match.subject, unchanging(place), match.words);
  return reading(
    {
      fingerprint: ids.alert ? digestOf('thing', ids.alert) : alike,
      status: state === 'resolved' ? 'resolved' : 'firing',
      severity,
      name: nameFrom(title),
      place,
      startsAt: null,
      match,
      facts: {
        summary: cut(summary, 1600),
        description: cut(others.map(plain).join('\n'), 1600),
        links: linksFrom(known.links ?? linksOf(fields)),
        title: given,
        message: cut(words, 1600),
        value: cut(oneLine(fields.first(['value', 'currentvalue', 'metricvalue', 'newvalue'])), 200),
      },
    },
    {
      single: state === null && !ids.any,
      test: known.test ?? isTestCall(fields, given || head, state),
      to: recipientsIn(body),
      sameness: about.idempotencyKey === null ? null : samenessOf(body, about.idempotencyKey),
    },
  );
}

const samenessOf = (body: object, key: string): Sameness => ({
  identity: digestOf('idempotency-key', key),
  digest: digestOf(JSON.stringify(body)),
  forMs: KEY_MS,
  ends: [],
});

/** Which alert it is. `alert`: by an id of its own; `any`: there is one of some kind. */
type SentIds = { alert: string; loose: string; thing: string; any: boolean };

function idsIn(fields: Fields, given: string | null | undefined): SentIds {
  if (given !== undefined) return { alert: given ?? '', loose: '', thing: '', any: given !== null };
  const [alert, loose, thing] = [fields.first(ALERT_ID), fields.first(LOOSE_ID), fields.first(THING_ID)];
  return { alert, loose, thing, any: (alert || loose || thing) !== '' };
}

function matchOf(said: { ids: SentIds; title: string; place: string; summary: string }): AlertMatch {
  const { ids, title, place, summary } = said;
  return {
    hasId: ids.alert !== '',
    looseId: ids.loose && shortDigest(ids.loose),
    thingId: ids.thing && shortDigest(ids.thing),
    subject: subjectOf(clauseOf(title)) || subjectOf(title) || subjectOf(place),
    words: cut(unchanging(summary), WORDS_CHARACTERS),
  };
}

const shortDigest = (id: string): string => digestOf(id).slice(0, 16);

/** As much as tells alerts under one headline apart. */
const WORDS_CHARACTERS = 160;

/** Longer headlines are a name and more: the name ends with a clause, or at least with a word. */
const LONG_NAME = 100;

function headlineOf(text: string): [name: string, more: string] {
  if (text.length <= LONG_NAME) return [text.replace(/(?<![:\s])[:\s]+$/, ''), ''];
  const start = cut(text, LONG_NAME);
  const [name = start] =
    /^.{12,}(?:[.:;!?](?=\s)| [–|-](?=\s))/s.exec(start) ?? /^.{12,}(?=\s)/s.exec(start) ?? [];
  return [name.replace(/(?<![.:;\s–|-])[.:;\s–|-]+$/, ''), text.slice(name.length).trim()];
}

/** Words without the headline that they repeat. */
function afterTitle(words: string, title: string): string {
  const said = oneLine(words);
  return said.toLowerCase().startsWith(title.toLowerCase())
    ? said.slice(title.length).replace(/^[\s:.,;–-]+/, '')
    : said;
}

const sameAs = (one: string, other: string): boolean => oneLine(one).toLowerCase() === other.toLowerCase();

/** The most telling name; a headline that is only an address, a number or a state is none. */
function titleIn(fields: Fields): string {
  const isTitle = (title: string): boolean =>
    /\p{L}/u.test(title) && title.length <= 600 && !isStateWord(title.toLowerCase()) && !isIdentifier(title);
  return fields.all(TITLE).find(isTitle) ?? fields.first(list('title subject headline searchname'));
}

const isIdentifier = (text: string): boolean =>
  /^[0-9a-f-]{24,}$/i.test(text) || /^https?:\/\/\S+$/i.test(text) || /^\d{4}-\d\d-\d\dT/.test(text);

/** A log's own time: the text has one. */
const withoutClock = (words: string): string => words.replace(/^\d\d:\d\d:\d\d(?:\.\d{1,9})?:?\s+/, '');

/** What kind of thing happened, where nothing has a name. */
const eventIn = (fields: Fields): string =>
  fields
    .all(list('event eventname eventtype alerttype reason type kind'))
    .filter(value => /\p{L}/u.test(value) && value.length <= 80 && !isIdentifier(value))
    .slice(0, 1)
    .join('')
    .replaceAll('_', ' ');

/** What a body says that has none of the names above: its values by their names. */
function leftOver(fields: Fields): string {
  const said = fields
    .spoken()
    .filter(
      ({ name, value, depth }) =>
        depth < 2 &&
        !isIdentifier(value) &&
        !/^(?:true|false)$/.test(value) &&
        !/(?:id|time|timestamp|url|version|token|date)$/.test(name),
    );
  return withoutJson(
    said
      .slice(0, 6)
      .map(({ name, value }) => `${name} ${cut(value, 120)}`)
      .join(', '),
  );
}

/** The sender's words, and those that Slack, Discord, Teams would show. */
function wordsIn(body: object, fields: Fields): string {
  const own = fields.first(WORDS);
  const shown = shownIn(body);
  return shown === '' || own.includes(shown)
    ? own
    : own === '' || shown.includes(own)
      ? shown
      : `${own}\n${shown}`;
}

/** @param title what it is called: the same again says no place */
function placeOf(fields: Fields, title: string): string {
  const places = (names: readonly string[]): string[] =>
    fields.all(names).filter(text => isPlace(text) && !sameAs(text, title));
  const hosts = places([...HOST, ...fields.named(/(?:hostname|servername|instancename)$/)]);
  const main = hosts.find(text => !/^[\d.:]+$/.test(text)) ?? hosts[0];
  const [detail] = places(DETAIL);
  const [area] = places(AREA);
  if (main || detail) return placeFrom(main ?? detail, main && detail !== main ? (detail ?? area) : area);
  return placeFrom(places([...ADDRESS, ...LINKED_PLACE])[0], area);
}

/** Whether it is short enough to say, and no number or identifier. */
const isPlace = (text: string): boolean =>
  text.length <= 100 &&
  /\p{L}|\.\d/u.test(text) &&
  !/^[0-9a-f-]{24,}$/i.test(text) &&
  !/^(true|false|webhook|localhost)$/i.test(text);

/** Azure counts from 0, where others count from 1. */
const AZURE: Readonly<Record<string, Severity>> = {
  '0': 'critical',
  '1': 'error',
  '2': 'warning',
  '3': 'info',
  '4': 'info',
};

function severityIn(fields: Fields): Severity | null {
  const isAzure = /^(?:azure|microsoft\.)/i.test(fields.first(['schemaid']));
  const [, counted = ''] = /^(?:sev)?([0-4])$/i.exec(fields.first(['severity'])) ?? [];
  if (isAzure && AZURE[counted]) return AZURE[counted];
  for (const name of SEVERITY) {
    const value = fields.first([name]);
    const isState = name === 'state' || name === 'status' || name === 'alerttype' || name === 'messagetype';
    if (value === '' || (isState && !SEVERE.test(value))) continue;
    // A number may count either way.
    const severity = severityOf(value) ?? severityOf(value.split(/[^\p{L}\p{N}]+/u)[0] ?? '');
    if (severity !== null) return severity;
  }
  return null;
}

/** What a sender without words says of how it is: `Down 503`. */
function outcomeIn(fields: Fields): string {
  const [state = ''] = fields
    .all(NAMED)
    .filter(
      value =>
        stateOf(value, false) !== null &&
        !/open|creat|trigger|fir(?:ing|ed)|activ|alert|new|close|resolve|recover|start|^end|incident|problem/i.test(
          value,
        ),
    );
  return [state, fields.first(['statuscode', 'code', 'value'])].filter(Boolean).join(' ');
}

/** How full or busy it is, where nothing else is said: `93%`. */
function measuredIn(fields: Fields): string {
  const measured = fields.first(fields.named(/(?:usage|percent|percentage|utilization)$/));
  return /^\d{1,3}(?:\.\d+)?%?$/.test(measured) ? `${measured.replace('%', '')}%` : '';
}

function linksOf(fields: Fields): NonNullable<GivenFields['links']> {
  return { page: fields.all(LINK), runbook: fields.all(RUNBOOK), dashboard: fields.all(DASHBOARD) };
}

/** Whom the call names in our own field, if it isn't something else there, such as an address for mail. */
function recipientsIn(body: object): string | null {
  const given: unknown = 'to' in body ? body.to : null;
  const isList = Array.isArray(given) && given.every(one => typeof one === 'string');
  const to = isList ? given.join('\n') : given;
  if (typeof to !== 'string' || to.length > 20_000 || /:\/\/|[^\s@]@[^\s@]+\.\S/.test(to)) return null;
  const named = parseRecipients(to);
  return named.length > 0 && named.every(({ kind }) => kind !== 'unreadable') ? to : null;
}

/** Where a test button says that it is one. */
const MARKS = list(
  'event eventtype type alerttype action actiontype kind trigger notificationtype messagetype state status',
);

/** Whether a test button sent it: by its mark, unless it says how severe it is, or by a headline that says nothing else. */
function isTestCall(fields: Fields, headline: string, state: SentState | null): boolean {
  if (fields.is(list('test istest testing'), true)) return true;
  const isBare = /^\W*test(?:ing)?\W*$/i.test(headline) && state !== 'resolved';
  if (isTest(headline) && !/^\W*test(?:ing)?\W*$/i.test(headline)) return true;
  const isMarked = fields
    .all(MARKS)
    .some(mark =>
      /^(?:web_?hook[_. -]?)?test(?:[_. -]?(?:notification|alert|event|message|webhook))?$/i.test(mark),
    );
  const severity = severityIn(fields);
  return (isMarked || isBare) && (severity === null || severity === 'info');
}

const TEST =
  /^\W*(?:\[[^\]]{1,30}\]\W*)?(?:this is (?:just )?(?:a |an )?)?(?:(?:sample|webhook|integration|example|demo|connection) )?test(?:ing)?(?:[\s_-]*(?:notification|alert|message|event|incident|webhook|call|payload|problem|integration|connection|monitor|sms|text)s?)*(?:\s(?:from|by|of|sent by|sent from|for) [^.!:]{1,60})?\W*$/i;
const NAMED_TEST = /^(?:[\p{L}\d]{1,20} ){1,3}notification test(?: run| message)?\W*$/iu;

/** Whether a headline is that of a test button: all of it, since somebody’s own thing may be called a test. */
export const isTest = (headline: string): boolean => TEST.test(headline) || NAMED_TEST.test(headline);
