import type { ServerResponse } from 'node:http';
import type { PhoneText } from '../options.ts';
import type { World } from '../world/world.ts';

const PHONE_EVERY_MS = 1000;

export interface Live {
  /** Keeps telling this page about changes, by server-sent events. */
  attach(response: ServerResponse): void;
  phone(): PhoneText[];
  /** Checks the phone's source now. */
  refreshPhone(): Promise<void>;
  close(): void;
}

/** Tells open pages about changes, and checks the phone while somebody is watching. */
export function createLive(world: World, source: (() => Promise<PhoneText[]>) | undefined): Live {
  const pages = new Set<ServerResponse>();
  let texts: PhoneText[] = [];
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
  const refreshPhone = async () => {
    const fresh = (await source?.().catch(() => undefined)) ?? texts;
    if (JSON.stringify(fresh) === JSON.stringify(texts)) return;
    texts = fresh;
    tell();
  };
  world.changes.on('change', tell);
  const timer = setInterval(() => {
    if (pages.size > 0) void refreshPhone();
  }, PHONE_EVERY_MS);
  timer.unref();

  return {
    attach(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write('retry: 500\n\n');
      pages.add(response);
      response.once('close', () => pages.delete(response));
      void refreshPhone();
    },
    phone: () => texts,
    refreshPhone,
    close() {
      clearInterval(timer);
      world.changes.off('change', tell);
      for (const page of pages) page.end();
    },
  };
}
