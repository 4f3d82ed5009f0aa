import { cut } from '../../kit/slack-text.ts';
import { parseRecipients } from '../../texts/parse/recipient-list.ts';
import { type Severity, severityOf } from '../alert.ts';
import {
  type Fields,
  fieldsOf,
  headAndRest,
  plain,
  type SentState,
  stateIn,
  stateOf,
  subjectOf,
  withoutState,
} from './fields.ts';
import {
  type CallAbout,
  type CallReading,
  digestOf,
  KEY_MS,
  linksFrom,
  nameFrom,
  nothing,
  oneLine,
  placeFrom,
  reading,
  type Sameness,
} from './payload.ts';
import { unknownBody } from './schema.ts';

/*
 * What programs post that we don't know, by the names that most of them give to the same things. A headline or words there
 * must be; anything else is a gain.
 */

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

const TITLE =
  list(`title subject alarmname problemtitle incidenttitle alerttitle eventtitle alertname ruletitle rulename
  alertrule servicedescription checkname monitorname monitorfriendlyname eventdefinitiontitle headline searchname jobname
  taskname name displayname conditionname policyname alert check monitor rule job task servicename service summary exceptionclass
  problem incident issue datapoint metric`);
const WORDS =
  list(`message text msg description body content output pluginoutput statemessage reason statereason
  newstatereason eventmsg eventmessage alertdescription alertdetails alertmessage errormessage failuremessage shortmessage
  longdescription summary info cause details detail error note comment statustext statusdescription fallback log culprit`);
const STATE =
  list(`eventaction notificationtype messagetype alerttransition transition monitorcondition newstatevalue
  newstate currentstate currentstatus alertstate alertstateevent alertevent alertstatus incidentstate incidentstatus
  problemstatus problemstate buildstatus monitorstatus checkstatus servicestate hoststate state status laststatus action eventtype alerttypefriendlyname alerttype event
  eventname type kind trigger phase conclusion result severity alertlevel level`);
const ENDED = list('resolvedat resolvedtime endedat closedat recoveredat clearedat endtime');
const HOST =
  list(`hostname host hosts fqdn entitylabel instance instancename server servername machine device devicename node nodename
  computername vm vmname systemname system resourcename impactedentity impactedentities affectedentity configurationitems
  entityname entitydisplayname entity targetname targets target monitortarget servicename servicesummary service involvedobjectname
  monitorname monitorfriendlyname checkname applicationname appname application app component site sitename projectname
  project repositoryname repository pipelinename stack resource resourceid sourceid objectname`);
const AREA =
  list(`mountpoint volume disk interface pod container queue database namespace cluster region datacenter zone
  environment env branch space`);
const ADDRESS = list(
  'monitorurl checkurl fullurl targeturl siteurl website ip ipaddress hostaddress address source origin',
);
const SEVERITY =
  list(`severity severityname alertseverity priority urgency criticality importance importancelevel
  alertlevel level loglevel alerttype messagetype state status`);
const LINK =
  list(`incidenturl alerturl problemurl issueurl eventurl htmlurl weburl permalink detailsurl resultslink
  url link links clienturl titlelink ticketurl publicurl href externalurl`);
const RUNBOOK = list('runbookurl runbook runbooklink playbook');
const DASHBOARD = list('dashboardurl dashboard dashboardlink graphurl');
const ID =
  list(`dedupkey dedupekey deduplicationkey uniquekey fingerprint aggregationkey incidentkey incidentid
  alarmid alarmarn problemid problemuid issueid alertid monitorid checkid serviceid alias entityid id uid uuid pid token`);

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
export function readGeneral(body: object, about: CallAbout, known: GivenFields = {}): CallReading {
  const fields = fieldsOf(body);
  const words = plain(known.words ?? wordsIn(body, fields));
  const { head, rest } = headAndRest(words);
  const given = oneLine(plain(known.title ?? titleIn(fields)));
  const [title, more] = headlineOf(given || head);
  if (title === '') return { kind: 'wrong', problem: unknownBody(body) };
  const said = known.state === undefined ? saidState(fields) : known.state;
  const state = said ?? stateIn(title) ?? stateIn(head) ?? (ended(fields) ? 'resolved' : colour(body));
  if (state === 'nothing')
    return nothing('Somebody acknowledged or planned it: it neither fires nor is over.');
  const place = known.place ?? placeOf(fields, title);
  const id = known.id === undefined ? fields.first(ID) : (known.id ?? '');
  const others = (known.words === undefined ? fields.all(WORDS) : []).filter(
    text => !words.includes(plain(text)) && !sameAs(text, title),
  );
  const own =
    afterTitle(given === '' ? rest : words || outcomeIn(fields), given || head) || oneLine(others[0] ?? '');
  const summary = [more, own].filter(Boolean).join(' ');
  const named = said !== null || stateIn(title) !== null ? withoutState(title) : subjectOf(summary || title);
  // Without an id only what says its state has an end, and its headline tells which.
  const thing = id || (named === null ? null : `${withoutState(title)} ${named} ${place}`);
  return reading(
    {
      fingerprint: digestOf('thing', thing ?? about.callId),
      status: state === 'resolved' ? 'resolved' : 'firing',
      severity: known.severity ?? severityIn(fields) ?? 'none',
      ...{ name: nameFrom(title), place, startsAt: null },
      facts: {
        summary: cut(summary, 1600),
        description: cut(others.join('\n'), 1600),
        links: linksFrom(known.links ?? linksOf(fields)),
        title: given,
        message: cut(words, 1600),
      },
    },
    {
      ...{ single: thing === null, test: known.test ?? false, to: recipientsIn(body) },
      sameness: about.idempotencyKey === null ? null : samenessOf(body, about.idempotencyKey),
    },
  );
}

const samenessOf = (body: object, key: string): Sameness => ({
  ...{ identity: digestOf('idempotency-key', key), digest: digestOf(JSON.stringify(body)) },
  ...{ forMs: KEY_MS, ends: null },
});

/** Longer headlines are a name and more: the name ends with a clause, or at least with a word. */
const LONG_NAME = 100;

function headlineOf(text: string): [name: string, more: string] {
  if (text.length <= LONG_NAME) return [text, ''];
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

/** The most telling name; a headline that is only an address or a number is none. */
function titleIn(fields: Fields): string {
  return fields.all(TITLE).find(title => /\p{L}/u.test(title) && title.length <= 600) ?? '';
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

const SHOWN = ['attachments', 'embeds', 'blocks', 'sections', 'body', 'items', 'elements'] as const;
const SAID = [
  'pretext',
  'title',
  'activityTitle',
  'activitySubtitle',
  'text',
  'description',
  'content',
] as const;

/** What a chat message for Slack, Discord or Teams shows beside its own text. */
function shownIn(body: object, depth = 0): string {
  const texts: string[] = [];
  for (const name of SHOWN) {
    const within: unknown = Reflect.get(body, name);
    for (const one of Array.isArray(within) ? within.slice(0, 20) : []) {
      if (typeof one !== 'object' || one === null || depth > 4) continue;
      for (const field of SAID) {
        const said: unknown = Reflect.get(one, field);
        if (typeof said === 'string') texts.push(said);
        else if (typeof said === 'object' && said !== null && 'text' in said && typeof said.text === 'string')
          texts.push(said.text);
        else if (typeof said === 'object' && said !== null) texts.push(shownIn(said, depth + 1));
      }
      texts.push(shownIn(one, depth + 1));
    }
  }
  return texts.filter(text => text.trim() !== '').join('\n');
}

/** Green and red, where a chat message says its state by its colour alone; null: it doesn't. */
function colour(body: object): SentState | null {
  for (const name of ['attachments', 'embeds'] as const) {
    const within: unknown = Reflect.get(body, name);
    const [first]: unknown[] = Array.isArray(within) ? within : [];
    const said = typeof first === 'object' && first !== null && 'color' in first ? first.color : null;
    if (said === 'good') return 'resolved';
    if (said === 'danger' || said === 'warning') return 'firing';
    const [, hex] = /^#?([0-9a-f]{6})$/i.exec(String(said)) ?? [];
    const rgb = typeof said === 'number' ? said : hex ? Number.parseInt(hex, 16) : null;
    if (rgb === null) continue;
    const [red, green, blue] = [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
    if (green > 1.4 * red && green > blue) return 'resolved';
    if (red > 1.4 * green && red > blue) return 'firing';
  }
  return null;
}

function saidState(fields: Fields): SentState | null {
  for (const value of fields.all(STATE)) {
    const state = stateOf(value);
    if (state !== null) return state;
  }
  if (fields.is(list('resolved isresolved recovered ok success up isup'), true)) return 'resolved';
  if (fields.is(list('down isdown firing triggered failed active alerting'), true)) return 'firing';
  return fields.is(list('down isdown firing triggered failed active alerting'), false) ? 'resolved' : null;
}

/** @param title what it is called: the same again says no place */
function placeOf(fields: Fields, title: string): string {
  const [main] = fields.all(HOST).filter(text => isPlace(text) && !sameAs(text, title));
  const [within] = fields.all(AREA).filter(isPlace);
  return placeFrom(main ?? fields.all([...ADDRESS, ...LINKED_PLACE]).find(isPlace), within);
}

/** What is watched from outside says where it is by its address. */
const LINKED_PLACE = ['url', 'uri'];

/** Whether it is short enough to say, and no number or identifier. */
const isPlace = (text: string): boolean =>
  text.length <= 100 &&
  !/^\d+$/.test(text) &&
  !/^[0-9a-f-]{24,}$/i.test(text) &&
  !/^(true|false)$/i.test(text);

function severityIn(fields: Fields): Severity | null {
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

const ended = (fields: Fields): boolean => /\d/.test(fields.first(ENDED));

/** What a sender without words says of how it is: `Down 503`. */
function outcomeIn(fields: Fields): string {
  const [state = ''] = fields
    .all(STATE)
    .filter(
      value =>
        stateOf(value) !== null && !/open|creat|trigger|firing|activ|alert|new|closed|resolved/i.test(value),
    );
  return [state, fields.first(['statuscode', 'code', 'value'])].filter(Boolean).join(' ');
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
