import type { HookCall } from '../../domain/hook-call.ts';

/** Who called a hook, and how that was answered. What the sender wrote comes in harmless. */
export type CallsWording = {
  title: string;
  none: string;
  /** One call. `agoMs`: how long ago. */
  call(call: Omit<HookCall, 'at'> & { agoMs: number }): string;
  /** The same for the list of hooks. */
  lastCall(call: string): string;
  /** Calls with a wrong token or signature. */
  refused(calls: { count: number; agoMs: number }): string;
};
