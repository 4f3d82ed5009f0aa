import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** A form is updated once the person pauses typing for this long. */
const PAUSE_MS = 300;
/** Beyond this many, the forms that were idle longest are forgotten and miss an update. */
const MAX_FORMS = 2000;
/** Gives up after this many busy answers in a row without new input. */
const MAX_TRIES = 5;
/** How many of a form's earlier versions are recognised. */
const OLD_HASHES = 8;

export type Showing =
  /** `hash`: Slack's id of the new version. */
  | { kind: 'shown'; hash: string }
  /** Slack asks us to wait. */
  | { kind: 'busy'; afterMs: number }
  /** Another process updated the form first. The next input shows the newest version. */
  | { kind: 'overtaken' }
  /** Closed, or refused by Slack. */
  | { kind: 'gone' };

/** An input in an open form. */
export type FormChange = {
  viewId: string;
  workspace: string;
  /** The version with the input. */
  hash: string;
  /** Seconds by Slack's clock, because payloads may arrive in any order. */
  at: number;
  /** Don't wait for a pause in typing. */
  immediate?: boolean;
  /** Shows the form with this input, unless newer input arrived meanwhile. Never rejects. */
  show: (hash: string, isNewest: () => boolean) => Promise<Showing>;
};

export type LiveForms = {
  /** Schedules an update. */
  changed(change: FormChange): void;
  /** The form was submitted: it gets no more updates. */
  closed(viewId: string): void;
  /** Cancels all updates. */
  close(): void;
};

type OpenForm = {
  change: FormChange;
  hash: string;
  old: string[];
  /** `change` isn't shown yet. */
  isPending: boolean;
  tries: number;
  running: boolean;
  cancelTimer: () => void;
};

/**
 * Updates forms while people type: once for each pause, with the newest input, one update at a time for a form, and none
 * in a workspace for which Slack asked us to wait.
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
    form.isPending = false;
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
      form.isPending ||= form.tries < MAX_TRIES;
      busyUntil.set(workspace, clock.now() + showing.afterMs);
    }
    if (form.isPending) schedule(form, pauseOf(form.change));
  }

  return {
    changed(change) {
      const { viewId } = change;
      const current = forms.get(viewId);
      if (current && change.at < current.change.at) return;
      const form: OpenForm = current ?? {
        change,
        hash: change.hash,
        old: [],
        isPending: true,
        tries: 0,
        running: false,
        cancelTimer: () => undefined,
      };
      form.change = change;
      form.isPending = true;
      form.tries = 0;
      // Slack may have sent this payload before it had our last version.
      if (!form.old.includes(change.hash)) form.hash = change.hash;
      forms.set(viewId, form);
      if (!form.running) schedule(form, pauseOf(change));
    },
    closed: viewId => void forms.delete(viewId),
    close: () => forms.clear(),
  };
}

const pauseOf = ({ immediate }: FormChange): number => (immediate ? 0 : PAUSE_MS);
