import { type Incident, type IncidentKind, SECOND_MS } from './state.ts';
import type { Burst, WorkingState } from './working-state.ts';

/** Incidents of a hook that begin within this time of the first of them share a post. */
const BURST_MS = 10 * SECOND_MS;
/** Alerts without a key have nothing to do with each other, so each has a post of its own; of a flood the first do. */
const MAX_OWN_POSTS = 10;

/** Begins an incident, in place of the group's last one. `endedAt`: nothing of it fires. */
export function beginIncident(
  work: WorkingState,
  { hook, group, kind }: { hook: string; group: string; kind: IncidentKind },
  endedAt: number | null = null,
): Incident {
  const id = work.nextChange();
  const incident: Incident = {
    id,
    hook,
    group,
    kind,
    post: kind === 'unseen' || kind === 'test' ? id : postFor(work, hook, kind, id),
    since: work.now,
    endedAt,
    resolvedBy: null,
    alerts: [],
    acknowledged: null,
    overdue: null,
    escalation: null,
    unresolved: [],
    added: [],
    named: null,
    notified: [],
    endsHeld: null,
    trouble: null,
  };
  work.add(incident);
  return incident;
}

function postFor(work: WorkingState, hook: string, kind: IncidentKind, id: number): number {
  work.bursts ??= burstsIn(work);
  const recent = work.bursts;
  const key = burstKeyOf(hook, kind);
  const last = recent.get(key);
  const isInBurst = last !== undefined && work.now - last.since < BURST_MS;
  if (isInBurst && !(kind === 'single' && last.posts < MAX_OWN_POSTS)) return last.post;
  recent.set(key, {
    post: id,
    since: isInBurst ? last.since : work.now,
    posts: isInBurst ? last.posts + 1 : 1,
  });
  return id;
}

const burstKeyOf = (hook: string, kind: IncidentKind): string => `${hook} ${kind}`;

function burstsIn(work: WorkingState): Map<string, Burst> {
  const found = new Map<string, Burst>();
  for (const { hook, kind, post, since } of work.incidents.values()) {
    if (work.now - since >= BURST_MS || kind === 'unseen' || kind === 'test') continue;
    const key = burstKeyOf(hook, kind);
    const last = found.get(key);
    if (!last) found.set(key, { post, since, posts: 1 });
    else if (last.post !== post) found.set(key, { post, since: last.since, posts: last.posts + 1 });
  }
  return found;
}
