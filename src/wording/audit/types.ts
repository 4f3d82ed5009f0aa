/** The audit log: who changed what, and when. */
export type AuditWording = {
  title: string;
  intro: string;
  none: string;
  newer: string;
  older: string;
  /** @param by a Slack user id; null: the app itself */
  line(entry: { at: number; by: string | null; what: string }): string;
  keyLinked: string;
  keyUnlinked(texts: number): string;
  hookMade(hook: string): string;
  hookChanged(hook: string): string;
  hookRevoked(hook: string): string;
  rotaMade(rota: string): string;
  rotaChanged(rota: string): string;
  rotaRemoved(rota: string): string;
  rotaOverride(change: { rota: string; did: 'added' | 'removed'; from: number; to: number }): string;
  triedAgain: string;
  /** A group, by its name. */
  group(name: string): string;
  templateSaved(name: string): string;
  templateRemoved(name: string): string;
  groupRemoved(name: string): string;
  /** Somebody else's, which was to be sent later. */
  scheduleChanged(change: { did: 'changed' | 'skipped' | 'cancelled' | 'sent'; author: string }): string;
  broadcastStarted(people: number): string;
  broadcastApproved(broadcast: { author: string; people: number }): string;
  broadcastRejected(broadcast: { author: string; people: number }): string;
  broadcastDownloaded(broadcast: { author: string; people: number }): string;
  /** `group` null: into none. */
  imported(counts: { new: number; changed: number; same: number; groups: readonly string[] }): string;
  importUndone(what: { people: number; groups: readonly string[] }): string;
  exported(people: number): string;
  contactAdded(contact: string): string;
  contactChanged(change: { contact: string; fields: (keyof AuditWording['contactField'])[] }): string;
  contactField: Record<'name' | 'number' | 'language' | 'note' | 'columns' | 'groups', string>;
  neverText(contact: string): string;
  /** They asked for it themselves. */
  stopped(contact: string): string;
  textAgain(contact: string): string;
  contactForgotten(texts: { texts: number; cancelled: number }): string;
  /** Whose number it is; `name` null: the name was removed. */
  contactNamed(contact: { number: string; name: string | null }): string;
};
