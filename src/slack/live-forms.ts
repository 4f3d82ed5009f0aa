import type { Clock } from '../domain/clock.ts';

/** Somebody types: the form is shown anew once they pause for so long. */
const PAUSE_MS = 300;
/** So many forms are remembered; of more, those that were quiet longest are forgotten and only miss an update. */
const MAX_FORMS = 2000;
/** A form that nobody touches meanwhile is given up after so many busy answers in a row. */
const TRIES = 5;
/** So many of a form's last looks are known as old. */
const OLD_HASHES = 8;

/** What became of showing a form anew. */
export type Showing =
  /** `hash`: how Slack calls this look. */
  | { kind: 'shown'; hash: string }
  /** Slack has no room for a while. */
  | { kind: 'busy'; afterMs: number }
  /** Another look came first (another process): what is typed next shows the newest. */
  | { kind: 'overtaken' }
  /** Closed, or Slack won't have it. */
  | { kind: 'gone' };

/** An open form as one of Slack's payloads had it. */
export type FormChange = {
  viewId: string;
  workspace: string;
  /** The look it was typed into. */
  hash: string;
  /** When, by Slack's clock, in seconds: payloads may come in any order. */
  at: number;
  /** Do not wait for a pause: a button was pressed. */
  atOnce?: boolean;
  /** Shows the form as it stands with this change, unless a newer one came meanwhile. Never rejects. */
  show: (hash: string, isNewest: () => boolean) => Promise<Showing>;
};

export type LiveForms = {
  /** Something was typed, chosen or pressed. */
  changed(change: FormChange): void;
  /** It was submitted: nothing is shown in it any more. */
  forget(viewId: string): void;
  /** Nothing more is begun. */
  close(): void;
};

type Form = {
  change: FormChange;
  hash: string;
  old: string[];
  /** Nobody was shown the change yet. */
  fresh: boolean;
  tries: number;
  running: boolean;
  callOff: () => void;
};

/**
 * Shows forms anew while people type into them: one update a pause, only ever of the newest that was typed, one at a
 * time for each form, and none in a workspace that Slack asked to be left alone for.
 */
export function createLiveForms({ clock }: { clock: Clock }): LiveForms {
  const forms = new Map<string, Form>();
  const busyUntil = new Map<string, number>();

  function forget(viewId: string): void {
    forms.get(viewId)?.callOff();
    forms.delete(viewId);
  }

  function schedule(form: Form, delayMs: number): void {
    form.callOff();
    const { workspace } = form.change;
    const busyFor = (busyUntil.get(workspace) ?? 0) - clock.now();
    if (busyFor <= 0) busyUntil.delete(workspace);
    const wait = Math.max(delayMs, busyFor);
    if (wait <= 0) void show(form);
    else form.callOff = clock.after(wait, () => void show(form));
  }

  async function show(form: Form): Promise<void> {
    const { change, hash } = form;
    const { viewId, workspace } = change;
    form.running = true;
    form.fresh = false;
    const showing = await change.show(hash, () => form.change === change);
    form.running = false;
    if (forms.get(viewId) !== form) return;
    if (showing.kind === 'gone') return forget(viewId);
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
      const form: Form = known ?? {
        change,
        hash: change.hash,
        old: [],
        fresh: true,
        tries: 0,
        running: false,
        callOff: () => undefined,
      };
      form.change = change;
      form.fresh = true;
      form.tries = 0;
      // Slack may have made this payload before it had our last look.
      if (!form.old.includes(change.hash)) form.hash = change.hash;
      forms.delete(viewId);
      forms.set(viewId, form);
      const [longestQuiet] = forms.keys();
      if (forms.size > MAX_FORMS && longestQuiet !== undefined) forget(longestQuiet);
      if (!form.running) schedule(form, pauseOf(change));
    },
    forget,
    close() {
      for (const viewId of [...forms.keys()]) forget(viewId);
    },
  };
}

const pauseOf = ({ atOnce }: FormChange): number => (atOnce ? 0 : PAUSE_MS);
