import { cut } from '../../kit/slack-text.ts';
import { parseRecipients } from '../../texts/parse/recipient-list.ts';
import { type AlertMatch, type Severity, severityOf } from '../alert.ts';
import { chatWordsIn } from './chat-message.ts';
import { dedupeByHeader } from './dedupe.ts';
import { type Fields, fieldsOf, list } from './fields.ts';
import { guessState, NAMED } from './guess-state.ts';
import { clauseOf, digestOf, subjectOf, unchanging } from './identity.ts';
import {
  type CallContext,
  type CallReading,
  linksFrom,
  nameFrom,
  nothing,
  placeFrom,
  reading,
  type SentLinks,
} from './payload.ts';
import { headAndTail, oneLine, plain, withoutJson } from './plain.ts';
import { unknownBody } from './schema.ts';
import { isStateWord, type SentState, stateOf, withoutState } from './states.ts';
import { isTestCall } from './test-button.ts';

/*
 * Reads the calls of unknown programs, by the names that most programs give to the same things. A call that fires needs a headline or
 * other words; the end of an alert needs words or an id. All else is optional.
 */

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
/** Fields that tell apart several things on one machine. */
const DETAIL =
  list(`mountpoint volume disk interface pod podname container containername queue queuename databasename database
  topic`);
const AREA = list('namespace cluster clustername region datacenter zone environment env branch space');
const ADDRESS = list(
  'monitorurl checkurl fullurl targeturl siteurl website ip ipaddress hostaddress address source origin',
);
/** The address of a page that is watched from outside, which is its place. */
const LINKED_PLACE = ['url', 'uri'];
const SEVERITY =
  list(`severity severityname alertseverity priority urgency criticality importance importancelevel
  alertlevel level loglevel alerttype messagetype state status`);
const LINK =
  list(`incidenturl alerturl problemurl issueurl eventurl htmlurl weburl permalink detailsurl resultslink
  url link links clienturl titlelink ticketurl publicurl href externalurl`);
const RUNBOOK = list('runbookurl runbook runbooklink playbook');
const DASHBOARD = list('dashboardurl dashboard dashboardlink graphurl');
/** Ids that an alert and its end share. Some are new for each alert, others belong to the rule or the monitor. */
const ALERT_ID =
  list(`dedupkey dedupekey deduplicationkey dedup deduplicationid uniquekey fingerprint aggregationkey aggregateid incidentkey
  incidentid incidentnumber incidentuuid alertuid alertuuid alertid alertkey alertcorrelationid correlationid correlationkey
  correlationuid groupkey groupingkey key alarmid alarmarn problemid problemuid problemkey issueid issuekey alias reference
  referencenumber referenceid ticketid ticketnumber triggerid threadid monitorid checkid`);
/** An end may have the id of its alert here, but some senders write a new id in each call, and others the id of the watched thing. */
const LOOSE_ID = list(
  'id uuid guid eventid eventuid eventuuid uid incident token checktoken objectid entityid resourceid',
);
const THING_ID = list('involvedobjectuid objectuid componentid serviceid entityid hostid deviceid');

/** State words that also name a severity. */
const SEVERE = /^(critical|crit|warning|warn|error|info)$/i;

/** Facts about a known sender's call that the names of its fields don't tell. */
export type KnownFacts = {
  title?: string;
  words?: string;
  place?: string;
  state?: SentState | null;
  severity?: Severity | null;
  links?: SentLinks;
  /** An id that the alert and its end share; null if they share none. */
  id?: string | null;
  test?: boolean;
};

/** Reads a body by the names of its fields. */
export function guessFields(body: object, context: CallContext, facts: KnownFacts = {}): CallReading {
  const fields = fieldsOf(body);
  const words = plain(facts.words ?? wordsIn(body, fields));
  const { head, tail } = headAndTail(words);
  const headline = oneLine(plain(facts.title ?? titleIn(fields)));
  const state = facts.state ?? guessState(body, fields, [headline, head]);
  const ids = idsIn(fields, facts.id);
  if (state === 'nothing')
    return nothing('It only begins, goes on, or somebody acknowledged it: it neither fires nor is over.');
  const isEnd = state === 'resolved' && ids.any;
  const firstWords = headline || head;
  const isTelling = /\p{L}/u.test(firstWords) || (/\p{N}/u.test(firstWords) && state !== null);
  const subject = isTelling ? firstWords : isEnd ? '' : eventIn(fields) || unnamedValues(fields);
  const [title, more] = splitHeadline(oneLine(withoutState(withoutJson(subject))));
  if (title === '' && !isEnd) return { kind: 'wrong', problem: unknownBody(body) };
  const place = withoutJson(facts.place ?? placeOf(fields, title));
  const moreWords = (facts.words === undefined ? fields.all(WORDS) : []).filter(
    text => !words.includes(plain(text)) && !sameAs(text, title),
  );
  const details =
    afterTitle(headline === '' ? tail : words || outcomeIn(fields), firstWords) ||
    oneLine(plain(moreWords[0] ?? '')) ||
    percentageIn(fields);
  const severity = facts.severity ?? severityIn(fields) ?? 'none';
  // A text begins with the severity, so details that only repeat it are dropped.
  const isSeverity = severityOf(details) === severity;
  const summary = withoutClock(withoutState([more, isSeverity ? '' : details].filter(Boolean).join(' ')));
  const match = matchOf({ ids, title, place, summary: headline === '' ? subject : summary });
  const similar = digestOf('alike', match.subject, unchanging(place), match.words);
  return reading(
    {
      fingerprint: ids.alert ? digestOf('thing', ids.alert) : similar,
      status: state === 'resolved' ? 'resolved' : 'firing',
      severity,
      name: nameFrom(title),
      place,
      startsAt: null,
      match,
      facts: {
        summary: cut(summary, 1600),
        description: cut(moreWords.map(plain).join('\n'), 1600),
        links: linksFrom(facts.links ?? linksOf(fields)),
        title: headline,
        message: cut(words, 1600),
        value: cut(oneLine(fields.first(['value', 'currentvalue', 'metricvalue', 'newvalue'])), 200),
      },
    },
    {
      single: state === null && !ids.any,
      test: facts.test ?? isTestCall(fields, { headline: firstWords, state, severity }),
      to: recipientsIn(body),
      dedupe: context.idempotencyKey === null ? null : dedupeByHeader(context.idempotencyKey, body),
    },
  );
}

/** Ids by how well they identify the alert: see `ALERT_ID`, `LOOSE_ID`, `THING_ID`. Empty if there is none. */
type SentIds = { alert: string; loose: string; thing: string; any: boolean };

function idsIn(fields: Fields, knownId: string | null | undefined): SentIds {
  if (knownId !== undefined) return { alert: knownId ?? '', loose: '', thing: '', any: knownId !== null };
  const [alert, loose, thing] = [fields.first(ALERT_ID), fields.first(LOOSE_ID), fields.first(THING_ID)];
  return { alert, loose, thing, any: (alert || loose || thing) !== '' };
}

function matchOf({
  ids,
  title,
  place,
  summary,
}: {
  ids: SentIds;
  title: string;
  place: string;
  summary: string;
}): AlertMatch {
  return {
    hasId: ids.alert !== '',
    looseId: ids.loose && shortDigest(ids.loose),
    thingId: ids.thing && shortDigest(ids.thing),
    subject: subjectOf(clauseOf(title)) || subjectOf(title) || subjectOf(place),
    words: cut(unchanging(summary), WORDS_CHARACTERS),
  };
}

const shortDigest = (id: string): string => digestOf(id).slice(0, 16);

/** Enough to tell alerts with the same headline apart. */
const WORDS_CHARACTERS = 160;

/** A longer headline is split into a name and the beginning of the summary. */
const MAX_HEADLINE_CHARACTERS = 100;

/** Splits a headline that is too long. The name ends at the end of a clause, or at least of a word. */
function splitHeadline(text: string): [name: string, more: string] {
  if (text.length <= MAX_HEADLINE_CHARACTERS) return [text.replace(/(?<![:\s])[:\s]+$/, ''), ''];
  const start = cut(text, MAX_HEADLINE_CHARACTERS);
  const [name = start] =
    /^.{12,}(?:[.:;!?](?=\s)| [–|-](?=\s))/s.exec(start) ?? /^.{12,}(?=\s)/s.exec(start) ?? [];
  return [name.replace(/(?<![.:;\s–|-])[.:;\s–|-]+$/, ''), text.slice(name.length).trim()];
}

/** Removes the headline from words that begin with it. */
function afterTitle(words: string, title: string): string {
  const line = oneLine(words);
  return line.toLowerCase().startsWith(title.toLowerCase())
    ? line.slice(title.length).replace(/^[\s:.,;–-]+/, '')
    : line;
}

const sameAs = (one: string, other: string): boolean => oneLine(one).toLowerCase() === other.toLowerCase();

/** The most telling name that isn't only an address, a number or a state. */
function titleIn(fields: Fields): string {
  const isTitle = (title: string): boolean =>
    /\p{L}/u.test(title) && title.length <= 600 && !isStateWord(title.toLowerCase()) && !isIdentifier(title);
  return fields.all(TITLE).find(isTitle) ?? fields.first(list('title subject headline searchname'));
}

const isIdentifier = (text: string): boolean =>
  /^[0-9a-f-]{24,}$/i.test(text) || /^https?:\/\/\S+$/i.test(text) || /^\d{4}-\d\d-\d\dT/.test(text);

/** Removes the time of day at which a log line begins, because the text has a time itself. */
const withoutClock = (words: string): string => words.replace(/^\d\d:\d\d:\d\d(?:\.\d{1,9})?:?\s+/, '');

/** The kind of event, for a call in which nothing has a name. */
const eventIn = (fields: Fields): string =>
  fields
    .all(list('event eventname eventtype alerttype reason type kind'))
    .filter(value => /\p{L}/u.test(value) && value.length <= 80 && !isIdentifier(value))
    .slice(0, 1)
    .join('')
    .replaceAll('_', ' ');

/** Names and values in one line, for a body with none of the names above. */
function unnamedValues(fields: Fields): string {
  const values = fields
    .spoken()
    .filter(
      ({ name, value, depth }) =>
        depth < 2 &&
        !isIdentifier(value) &&
        !/^(?:true|false)$/.test(value) &&
        !/(?:id|time|timestamp|url|version|token|date)$/.test(name),
    );
  return withoutJson(
    values
      .slice(0, 6)
      .map(({ name, value }) => `${name} ${cut(value, 120)}`)
      .join(', '),
  );
}

/** The sender's words, and the words that Slack, Discord or Teams would show. */
function wordsIn(body: object, fields: Fields): string {
  const words = fields.first(WORDS);
  const chatWords = chatWordsIn(body);
  return chatWords === '' || words.includes(chatWords)
    ? words
    : words === '' || chatWords.includes(words)
      ? chatWords
      : `${words}\n${chatWords}`;
}

/** @param title is no place, even if a field for places repeats it */
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

/** True if a text is short enough for a place, and is neither a number nor an identifier. */
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
    // Bare numbers name no severity, because some senders count up and others down.
    const severity = severityOf(value) ?? severityOf(value.split(/[^\p{L}\p{N}]+/u)[0] ?? '');
    if (severity !== null) return severity;
  }
  return null;
}

/** The state and a code, such as `Down 503`, for a call without words. */
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

/** A percentage, such as `93%`, for a call without other details; empty if it has none. */
function percentageIn(fields: Fields): string {
  const value = fields.first(fields.named(/(?:usage|percent|percentage|utilization)$/));
  return /^\d{1,3}(?:\.\d+)?%?$/.test(value) ? `${value.replace('%', '')}%` : '';
}

const linksOf = (fields: Fields): SentLinks => ({
  page: fields.all(LINK),
  runbook: fields.all(RUNBOOK),
  dashboard: fields.all(DASHBOARD),
});

/** The recipients in our own field `to`; null if it holds something else, such as a mail address. */
function recipientsIn(body: object): string | null {
  const value: unknown = 'to' in body ? body.to : null;
  const isList = Array.isArray(value) && value.every(item => typeof item === 'string');
  const to = isList ? value.join('\n') : value;
  if (typeof to !== 'string' || to.length > 20_000 || /:\/\/|[^\s@]@[^\s@]+\.\S/.test(to)) return null;
  const recipients = parseRecipients(to);
  return recipients.length > 0 && recipients.every(({ kind }) => kind !== 'unreadable') ? to : null;
}
