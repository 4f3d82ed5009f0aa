import { intoGroups, mention, plural, when } from '../english.ts';
import type { AuditWording } from './types.ts';

/** English. */
export const audit: AuditWording = {
  title: 'Audit log',
  intro: 'Who changed what, newest first. The API key itself never appears here.',
  none: 'Nothing has changed yet.',
  newer: 'Newer',
  older: 'Older',
  line: ({ at, by, what }) => `${when(at)} ${by === null ? 'This app' : mention(by)}: ${what}`,
  keyLinked: 'linked an API key',
  keyUnlinked: texts =>
    `unlinked the API key${texts > 0 ? ` (${plural(texts, 'waiting text')} not sent)` : ''}`,
  hookMade: hook => `created the hook “${hook}”`,
  hookChanged: hook => `changed the hook “${hook}”`,
  hookRevoked: hook => `revoked the hook “${hook}”`,
  rotaMade: rota => `created the rota “${rota}”`,
  rotaChanged: rota => `changed the rota “${rota}”`,
  rotaRemoved: rota => `deleted the rota “${rota}”`,
  rotaOverride: ({ rota, did, from, to }) =>
    `${did === 'added' ? 'put a stand-in into' : 'took a stand-in out of'} the rota “${rota}”, from ${when(from)} to ${when(to)}`,
  triedAgain: 'asked for the texts on hold to be tried again',
  group: name => `Group “${name}”`,
  contactNamed: ({ number, name }) =>
    name === null ? `removed the name of ${number}` : `named ${number} “${name}”`,
  contactAdded: contact => `added ${contact}`,
  contactChanged: ({ contact, fields }) =>
    `changed ${fields.map(field => audit.contactField[field]).join(', ')} of ${contact}`,
  contactField: {
    name: 'the name',
    number: 'the number',
    language: 'the language',
    note: 'the note',
    columns: 'the columns',
    groups: 'the groups',
  },
  neverText: contact => `${contact} is not to be texted any more`,
  stopped: contact => `${contact} asked for no more texts`,
  textAgain: contact => `let ${contact} be texted again`,
  contactForgotten: ({ texts, cancelled }) =>
    `forgot a person: ${plural(texts, 'text')} without number and words${cancelled > 0 ? ` (${cancelled} cancelled while waiting)` : ''}`,
  templateSaved: name => `saved the template “${name}”`,
  templateRemoved: name => `deleted the template “${name}”`,
  imported: ({ new: added, changed, same, groups }) =>
    `imported contacts${intoGroups(groups)}: ${added} new, ${changed} changed, ${same} the same`,
  importUndone: ({ people, groups }) =>
    `undid the import of ${plural(people, 'contact')}${intoGroups(groups)}`,
  exported: people => `exported ${plural(people, 'contact')}`,
  groupRemoved: name => `deleted the group “${name}”`,
  scheduleChanged: ({ did, author }) => {
    const said = {
      changed: 'changed',
      skipped: 'skipped',
      cancelled: 'cancelled',
      sent: 'sent, though late,',
    };
    return `${said[did]} a text that ${mention(author)} had scheduled`;
  },
  broadcastStarted: people => `started a broadcast to ${plural(people, 'person', 'people')}`,
  broadcastApproved: ({ author, people }) =>
    `approved ${mention(author)}’s broadcast to ${plural(people, 'person', 'people')}`,
  broadcastRejected: ({ author, people }) =>
    `rejected ${mention(author)}’s broadcast to ${plural(people, 'person', 'people')}`,
  broadcastDownloaded: ({ author, people }) =>
    `downloaded ${mention(author)}’s broadcast to ${plural(people, 'person', 'people')}`,
};
