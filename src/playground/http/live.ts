import type { ServerResponse } from 'node:http';
import type { World } from '../world/world.ts';

export interface Live {
  /** Keeps telling this page about changes, by server-sent events. */
  attach(response: ServerResponse): void;
  close(): void;
}

/** Tells open pages about changes: once for all that happen together. */
export function createLive(world: World): Live {
  const pages = new Set<ServerResponse>();
  let pending = false;
  let version = 0;
  const tell = () => {
    if (pending) return;
    pending = true;
    setImmediate(() => {
      pending = false;
      version += 1;
      for (const page of pages) page.write(`event: change\ndata: ${version}\n\n`);
    });
  };
  world.changes.on('change', tell);
  return {
    attach(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write('retry: 500\n\n');
      pages.add(response);
      response.once('close', () => pages.delete(response));
    },
    close() {
      world.changes.off('change', tell);
      for (const page of pages) page.end();
    },
  };
}
