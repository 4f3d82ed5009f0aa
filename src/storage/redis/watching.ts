import { BasicClientSideCache } from '@redis/client';

/** What a connection is to tell of. */
export type Watch = {
  /** Of keys that begin with this. */
  prefix: string;
  /** A key was written, deleted, or has ended: by whomever, and before the answer to anything asked later. */
  changed(key: string): void;
  /** Changes may have been missed. */
  missed(): void;
};

/** How the client hands commands that its own cache would answer to it. */
type Handled = Parameters<BasicClientSideCache['handleCache']>;

/**
 * Has Redis tell of changes (client-side caching, broadcasting) on the connection that commands use, from before the
 * first of them. It stands where the client has its own cache and keeps nothing: that one would have Redis remember each
 * key that a script reads, and keep answers that are asked for once.
 */
export class Watching extends BasicClientSideCache {
  readonly #watch: Watch;

  constructor(watch: Watch) {
    super();
    this.#watch = watch;
  }

  override async handleCache(...[, parser, ask, transform, types]: Handled): Promise<unknown> {
    const reply = await ask();
    return transform ? transform(reply, parser.preserve, types) : reply;
  }

  override trackingOn(): string[] {
    return ['CLIENT', 'TRACKING', 'ON', 'BCAST', 'PREFIX', this.#watch.prefix];
  }

  override invalidate(key: Buffer | string | null): void {
    // Null: a whole database was emptied.
    if (key === null) this.#watch.missed();
    else this.#watch.changed(key.toString());
  }
}
