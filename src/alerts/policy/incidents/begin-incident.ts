import { HOUR_MS } from '../../../kit/day.ts';
import { type Incident, type IncidentKind, isShared, isShown } from './state.ts';
import type { HookPosts, WorkingState } from './working-state.ts';

/** The most open incidents of a hook that have a post of their own. Further incidents share a post. */
const OWN_POSTS = 5;
/** For how long a shared post takes further incidents. Later it is too far up in the channel. */
const SHARED_MS = HOUR_MS;

/** Begins an incident, in place of the group's last one. @param endedAt set if none of its alerts fires */
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
    post: isShown(kind) ? postFor(work, hook, id) : id,
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
    calls: [],
    endsHeld: null,
    trouble: null,
  };
  work.add(incident);
  if (isShown(kind)) postsOf(work, hook).open.add(incident);
  return incident;
}

/** The post for an incident: its own has the incident's id, a shared one an id that no incident has. */
function postFor(work: WorkingState, hook: string, id: number): number {
  const posts = postsOf(work, hook);
  let open = 0;
  for (const incident of posts.open) {
    if (incident.endedAt !== null || work.byId(incident.id) !== incident) posts.open.delete(incident);
    else open += 1;
    if (open === OWN_POSTS) {
      if (!posts.shared || work.now - posts.shared.since >= SHARED_MS)
        posts.shared = { post: work.nextChange(), since: work.now };
      return posts.shared.post;
    }
  }
  return id;
}

function postsOf(work: WorkingState, hook: string): HookPosts {
  work.posts ??= collectPosts(work);
  const posts = work.posts.get(hook) ?? { open: new Set(), shared: null };
  work.posts.set(hook, posts);
  return posts;
}

function collectPosts(work: WorkingState): Map<string, HookPosts> {
  const byHook = new Map<string, HookPosts>();
  for (const incident of work.incidents.values()) {
    const { hook, post, since, kind, endedAt } = incident;
    if (!isShown(kind)) continue;
    const posts = byHook.get(hook) ?? { open: new Set(), shared: null };
    byHook.set(hook, posts);
    if (endedAt === null) posts.open.add(incident);
    if (!isShared(incident)) continue;
    const { shared } = posts;
    if (!shared || post > shared.post) posts.shared = { post, since };
    else if (post === shared.post) shared.since = Math.min(shared.since, since);
  }
  return byHook;
}
