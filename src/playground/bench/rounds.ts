import type { Clock } from '../clock.ts';
import { type Answer, callHook, type Hook } from './call.ts';

const SHOWN_ROUNDS = 30;

/** One press of a button, and the hook's answers to the calls it made. */
export interface Round {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  title: string;
  about: string;
  calls: number;
  /** How many calls got which answer; `none`: no answer. */
  answers: Record<string, number>;
  /** The latest call and its answer. */
  posted: object | null;
  answer: Answer | null;
}

/** What was pressed on the bench, and what came of it. */
export interface Rounds {
  /** The latest, newest first. */
  all(): Round[];
  begin(title: string, about: string, calls: number): Round;
  /** Calls the hook, and keeps what it answered. */
  call(round: Round, hook: Hook, payload: object): Promise<void>;
}

/** @param changed is called whenever there is something new to show */
export function createRounds(clock: Clock, changed: () => void): Rounds {
  const rounds: Round[] = [];
  return {
    all: () => rounds,
    begin(title, about, calls) {
      const id = (rounds[0]?.id ?? 0) + 1;
      const round = { id, at: clock.now(), title, about, calls, answers: {}, posted: null, answer: null };
      rounds.unshift(round);
      rounds.length = Math.min(rounds.length, SHOWN_ROUNDS);
      changed();
      return round;
    },
    async call(round, hook, payload) {
      round.posted ??= payload;
      const answer = await callHook(hook, payload);
      const name = String(answer.status ?? 'none');
      round.answers[name] = (round.answers[name] ?? 0) + 1;
      Object.assign(round, { posted: payload, answer });
      changed();
    },
  };
}
