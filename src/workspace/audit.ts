import { z } from 'zod';

/** A contact, with the number masked; the id tells it from others when its name has to go. */
const ofContact = { contact: z.string(), name: z.string(), number: z.string() };

/**
 * A mute of alerts. `hook`: its name; empty: all hooks. `name`: what the groups are called, or the labels; empty: all of the hook.
 * `fromPhone`: on the page behind the link in a text; `by` is null then if Slack doesn't know whose number that is.
 */
const ofMute = {
  hook: z.string(),
  of: z.enum(['groups', 'labels', 'hook']),
  name: z.string(),
  until: z.number(),
  fromPhone: z.boolean(),
};

const byWhom = {
  at: z.number(),
  /** A Slack user id; null: the app itself, for example when Slack reported that it was removed. */
  by: z.string().nullable(),
};

/** What admins can later read about who changed what. A schema, because entries are stored. Never contains an API key or a whole number. */
export const auditEntrySchema = z.discriminatedUnion('what', [
  /** For a list, only what was removed (`from`) and what was added (`to`), with numbers masked. */
  z.object({ what: z.literal('setting'), field: z.string(), from: z.json(), to: z.json(), ...byWhom }),
  z.object({ what: z.literal('key_linked'), ...byWhom }),
  /** `texts`: how many waiting texts were refused. */
  z.object({ what: z.literal('key_unlinked'), texts: z.int(), ...byWhom }),
  /** `hook`: its name. */
  z.object({ what: z.literal('hook_made'), hook: z.string(), ...byWhom }),
  z.object({ what: z.literal('hook_changed'), hook: z.string(), ...byWhom }),
  z.object({ what: z.literal('hook_revoked'), hook: z.string(), ...byWhom }),
  z.object({ what: z.literal('muted'), ...ofMute, ...byWhom }),
  /** It ended before its time. */
  z.object({ what: z.literal('unmuted'), ...ofMute, ...byWhom }),
  /** `rota`: its name. */
  z.object({ what: z.literal('rota_made'), rota: z.string(), ...byWhom }),
  z.object({ what: z.literal('rota_changed'), rota: z.string(), ...byWhom }),
  z.object({ what: z.literal('rota_removed'), rota: z.string(), ...byWhom }),
  /** Somebody stands in from one time of day to another, or not any more. */
  z.object({
    what: z.literal('rota_override'),
    rota: z.string(),
    did: z.enum(['added', 'removed']),
    from: z.int(),
    to: z.int(),
    ...byWhom,
  }),
  /** A held key was released. */
  z.object({ what: z.literal('tried_again'), ...byWhom }),
  /** A group was made or changed: which numbers were removed and added, masked. */
  z.object({
    what: z.literal('group'),
    name: z.string(),
    left: z.array(z.string()),
    came: z.array(z.string()),
    ...byWhom,
  }),
  /** Somebody's name was kept with their number, which is masked; empty: it was removed. */
  z.object({ what: z.literal('contact'), number: z.string(), name: z.string(), ...byWhom }),
  z.object({ what: z.literal('contact_added'), ...ofContact, ...byWhom }),
  /** `fields`: which of a contact's fields. */
  z.object({
    what: z.literal('contact_changed'),
    fields: z.array(z.enum(['name', 'number', 'language', 'note', 'columns', 'groups'])),
    ...ofContact,
    ...byWhom,
  }),
  /** A number is not to be texted any more; `by` null: whoever has it said so. */
  z.object({ what: z.literal('never_text'), ...ofContact, ...byWhom }),
  z.object({ what: z.literal('text_again'), ...ofContact, ...byWhom }),
  z.object({ what: z.literal('contact_removed'), ...ofContact, ...byWhom }),
  /** `texts`: how many no longer show number and words; `cancelled`: how many of those were waiting. */
  z.object({ what: z.literal('contact_erased'), texts: z.int(), cancelled: z.int(), ...byWhom }),
  /** A template of the workspace was made or changed. */
  z.object({ what: z.literal('template_saved'), name: z.string(), ...byWhom }),
  z.object({ what: z.literal('template_removed'), name: z.string(), ...byWhom }),
  /** `groups`: the names of those that somebody came to. */
  z.object({
    what: z.literal('people_imported'),
    new: z.int(),
    changed: z.int(),
    same: z.int(),
    groups: z.array(z.string()),
    ...byWhom,
  }),
  z.object({
    what: z.literal('import_undone'),
    people: z.int(),
    groups: z.array(z.string()),
    ...byWhom,
  }),
  z.object({ what: z.literal('people_exported'), people: z.int(), ...byWhom }),
  z.object({ what: z.literal('group_removed'), name: z.string(), ...byWhom }),
  /** To how many people. */
  z.object({ what: z.literal('broadcast_started'), people: z.int(), ...byWhom }),
  /** `author`: whose broadcast it is. */
  z.object({ what: z.literal('broadcast_approved'), people: z.int(), author: z.string(), ...byWhom }),
  z.object({ what: z.literal('broadcast_rejected'), people: z.int(), author: z.string(), ...byWhom }),
  /** Who was in it, and what became of each: as a file. */
  z.object({ what: z.literal('broadcast_downloaded'), people: z.int(), author: z.string(), ...byWhom }),
  /** Somebody else's, which was to be sent later. */
  z.object({
    what: z.literal('schedule_changed'),
    did: z.enum(['changed', 'skipped', 'cancelled', 'sent']),
    author: z.string(),
    ...byWhom,
  }),
]);
export type AuditEntry = z.infer<typeof auditEntrySchema>;
export type MuteEntry = Extract<AuditEntry, { what: 'muted' | 'unmuted' }>;

/** What was done, for all but settings: what follows whoever did it. */
export type AuditWords = {
  [W in Exclude<AuditEntry['what'], 'setting'>]: (its: Extract<AuditEntry, { what: W }>) => string;
};
