import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** While somebody types, the form is updated once they pause for this long. */
const PAUSE_MS = 300;
/**
 * How many forms are remembered; beyond that, the ones that were quiet longest are forgotten and only miss an update.
 */
const MAX_FORMS = 2000;
/** After this many busy answers in a row, a form that nobody touches meanwhile is given up. */
const TRIES = 5;
/** How many of a form's earlier versions are recognised as old. */
const OLD_HASHES = 8;

/** The result of updating a form. */
export type Showing =
  /** `hash`: Slack's name for this version. */
  | { kind: 'shown'; hash: string }
  /** Slack asks us to wait. */
  | { kind: 'busy'; afterMs: number }
  /** Another version came first (from another process): the next thing typed shows the newest. */
  | { kind: 'overtaken' }
  /** Closed, or refused by Slack. */
  | { kind: 'gone' };

/** An open form as in one of Slack's payloads. */
export type FormChange = {
  viewId: string;
  workspace: string;
  /** The version that was typed into. */
  hash: string;
  /** When, by Slack's clock, in seconds: payloads may come in any order. */
  at: number;
  /** Don't wait for a pause: a button was pressed. */
  atOnce?: boolean;
  /** Shows the form with this change, unless a newer one came meanwhile. Never rejects. */
  show: (hash: string, isNewest: () => boolean) => Promise<Showing>;
};

export type LiveForms = {
  /** Something was typed, chosen or pressed. */
  changed(change: FormChange): void;
  /** It was submitted: it gets no more updates. */
  closed(viewId: string): void;
  /** Starts nothing more. */
  close(): void;
};

type OpenForm = {
  change: FormChange;
  hash: string;
  old: string[];
  /** The change hasn't been shown yet. */
  fresh: boolean;
  tries: number;
  running: boolean;
  cancelTimer: () => void;
};

/**
 * Updates forms while people type into them: once a pause, always with the newest input, one at a time for each form,
 * and none in a workspace for which Slack asked us to wait.
 */
export function createLiveForms({ clock }: { clock: Clock }): LiveForms {
  const forms = new LRUCache<string, OpenForm>({ max: MAX_FORMS, dispose: form => form.cancelTimer() });
  const busyUntil = new Map<string, number>();

  function schedule(form: OpenForm, delayMs: number): void {
    form.cancelTimer();
    const { workspace } = form.change;
    const busyFor = (busyUntil.get(workspace) ?? 0) - clock.now();
    if (busyFor <= 0) busyUntil.delete(workspace);
    const wait = Math.max(delayMs, busyFor);
    if (wait <= 0) void show(form);
    else form.cancelTimer = clock.after(wait, () => void show(form));
  }

  async function show(form: OpenForm): Promise<void> {
    const { change, hash } = form;
    const { viewId, workspace } = change;
    form.running = true;
    form.fresh = false;
    const showing = await change.show(hash, () => form.change === change);
    form.running = false;
    if (forms.peek(viewId) !== form) return;
    if (showing.kind === 'gone') return void forms.delete(viewId);
    if (showing.kind === 'shown') {
      form.old = [...form.old, hash].slice(-OLD_HASHES);
      form.hash = showing.hash;
    }
    if (showing.kind === 'busy') {
      form.tries += 1;
      form.fresh ||= form.tries < TRIES;
      busyUntil.set(workspace, clock.now() + showing.afterMs);
    }
    if (form.fresh) schedule(form, pauseOf(form.change));
  }

  return {
    changed(change) {
      const { viewId } = change;
      const known = forms.get(viewId);
      if (known && change.at < known.change.at) return;
      const form: OpenForm = known ?? {
        change,
        hash: change.hash,
        old: [],
        fresh: true,
        tries: 0,
        running: false,
        cancelTimer: () => undefined,
      };
      form.change = change;
      form.fresh = true;
      form.tries = 0;
      // Slack may have made this payload before it had our last version.
      if (!form.old.includes(change.hash)) form.hash = change.hash;
      forms.set(viewId, form);
      if (!form.running) schedule(form, pauseOf(change));
    },
    closed: viewId => void forms.delete(viewId),
    close: () => forms.clear(),
  };
}

const pauseOf = ({ atOnce }: FormChange): number => (atOnce ? 0 : PAUSE_MS);
