import type { TrafficLog } from '../wire/traffic.ts';
import type { World } from '../world/world.ts';

export interface Waiting {
  /** Resolves with the first truthy value of `look`, which is called again at every change of the world. */
  waitFor<T>(look: () => T | undefined | null | false, what?: string): Promise<T>;
}

/** Waits without polling; a wait that takes too long rejects with a dump of the current state. */
export function createWaiting(world: World, limitMs: number, dump: () => string): Waiting {
  return {
    waitFor<T>(look: () => T | undefined | null | false, what = look.toString()) {
      const now = look();
      if (now) return Promise.resolve(now);
      return new Promise<T>((resolve, reject) => {
        const finish = (end: () => void) => {
          clearTimeout(timer);
          world.changes.off('change', check);
          end();
        };
        const check = () => {
          try {
            const value = look();
            if (value) finish(() => resolve(value));
          } catch (error) {
            finish(() => reject(error));
          }
        };
        // The machine's clock on purpose: this limits the test, not the world in it.
        const timer = setTimeout(
          () => finish(() => reject(new Error(`Waited ${limitMs} ms in vain for: ${what}\n${dump()}`))),
          limitMs,
        );
        world.changes.on('change', check);
      });
    },
  };
}

/** The current state in a few lines, for the message of a test that waited in vain. */
export function dumpWorld(world: World, traffic: TrafficLog): string {
  const lines: string[] = [];
  for (const workspace of world.workspaces.values()) {
    const nameOf = (id: string) => workspace.people.get(id)?.name ?? id;
    lines.push(`Posts in ${workspace.name}:`);
    for (const post of workspace.posts.slice(-12)) {
      const where = workspace.channels.get(post.channel)?.name ?? post.channel;
      const whom = post.visibleTo ? ` (only ${nameOf(post.visibleTo)})` : '';
      lines.push(`  #${where} ${post.author.name}${whom}: ${JSON.stringify(post.text).slice(0, 200)}`);
    }
    for (const [user, stack] of workspace.modals) {
      for (const view of stack) {
        lines.push(
          `Modal of ${nameOf(user)}: ${JSON.stringify(view.content.title)} ${view.problem ?? ''} ${JSON.stringify(view.errors)}`,
        );
      }
    }
  }
  lines.push('Last traffic:');
  for (const one of traffic.all.slice(-12)) {
    const end = one.failure ?? `${one.response?.status ?? '…'} ${(one.response?.body ?? '').slice(0, 120)}`;
    lines.push(`  ${one.direction} ${one.what} → ${end}`);
  }
  for (const notice of world.notices.slice(-3)) lines.push(`Notice to ${notice.user}: ${notice.text}`);
  return lines.join('\n');
}
