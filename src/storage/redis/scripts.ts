import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { wellFormedJson } from '../../domain/json.ts';
import { PACE } from '../../domain/pace.ts';
import type { Log } from '../../log.ts';
import { StorageError } from '../errors.ts';
import { sayAside } from '../reading.ts';
import { ANSWER_MS, type Connection } from './connection.ts';
import { PREFIX } from './prefix.ts';
import { refusalOf } from './refusals.ts';
import type { Server } from './server.ts';

/** The pace's numbers, as scripts have them. */
const PACE_IN_LUA = `local PACE = { ${Object.entries(PACE)
  .map(([name, value]) => `${name} = ${value}`)
  .join(', ')} }`;

/** What a script is given: numbers, texts, flags; undefined and null are "not given". */
type Arguments = Record<string, unknown>;

export type Scripts = {
  /** Runs `lua/<name>.lua` as one atomic step; what it returns is for the caller to read. */
  run(name: string, given: Arguments): Promise<unknown>;
  /** As `run`, but void when Redis only comes to it after we have stopped waiting. */
  runInTime(name: string, given: Arguments): Promise<unknown>;
  /**
   * Asks for a step with a deadline (by Redis' clock), after which the step is void and its answer is `late`.
   *
   * @throws StorageError when it was: nothing was written
   */
  inTime<Answer>(ask: (deadline: number) => Promise<Answer | 'late'>): Promise<Answer>;
  /** Runs a script that takes several steps, each of which succeeds or fails on its own: `named` is what it calls them. */
  runEach(name: string, named: string, steps: Arguments[], more?: Arguments): Promise<(unknown | Error)[]>;
};

/** For each step an answer, or what went wrong. */
const answersSchema = z.array(z.union([z.tuple([z.string()]), z.tuple([z.null()]).rest(z.unknown())]));

/** Behind each script: what it found that can't be read goes back with its answer. */
const ANSWER = 'local answer = run() if answer == nil then answer = false end return { answer, asides }';
const answerSchema = z.tuple([z.unknown(), z.array(z.tuple([z.string(), z.string(), z.string()]))]);

/** The operations of the outbox, each one script: sent once, then called by its digest. */
export function loadScripts(connection: Connection, server: Server, owner: string, log: Log): Scripts {
  const sources = new Map<string, { text: string; digest: string }>();
  const fileOf = (name: string): string => readFileSync(new URL(`lua/${name}.lua`, import.meta.url), 'utf8');
  const sourceOf = (name: string): { text: string; digest: string } => {
    let source = sources.get(name);
    if (!source) {
      const own = fileOf(name);
      const needs = /^-- needs: (.+)$/m.exec(own)?.[1]?.split(' ') ?? [];
      const parts = ['base', ...needs].map(part => fileOf(`lib/${part}`));
      const text = [PACE_IN_LUA, ...parts, 'local function run()', own, 'end', ANSWER].join('\n');
      source = { text, digest: createHash('sha1').update(text).digest('hex') };
      sources.set(name, source);
    }
    return source;
  };
  async function run(name: string, given: Arguments): Promise<unknown> {
    // Deadlines are by its clock, and due times by a time line that begins with it.
    if (!server.hasTime()) throw new StorageError(server.whyNot());
    const { text, digest } = sourceOf(name);
    // Lua's JSON takes no half of a character: what was stored before all that comes in was made well-formed may have one.
    const json = wellFormedJson(JSON.stringify({ ...given, owner }));
    const how = { keys: [PREFIX], arguments: [json] };
    const reply = await connection.ask(client =>
      client.evalSha(digest, how).catch(error => {
        if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return client.eval(text, how);
        throw error;
      }),
    );
    const [answer, asides] = answerSchema.parse(reply);
    for (const [kind, id, why] of asides) {
      sayAside(log, { kind, id, why });
    }
    return answer;
  }

  async function inTime<Answer>(ask: (deadline: number) => Promise<Answer | 'late'>): Promise<Answer> {
    const asked = server.now();
    let answer = await ask(server.redisClock() + ANSWER_MS);
    if (answer === 'late' && server.now() - asked < ANSWER_MS) {
      // Too soon for that: its clock was set.
      await server.look();
      answer = await ask(server.redisClock() + ANSWER_MS);
    }
    if (answer === 'late') throw new StorageError('Redis came to it too late: nothing was written.');
    return answer;
  }

  return {
    run,
    inTime,
    runInTime: (name, given) => inTime(deadline => run(name, { ...given, deadline })),
    async runEach(name, named, steps, more = {}) {
      const answers = answersSchema.parse(await run(name, { ...more, [named]: steps }));
      return answers.map(([failure, answer]) =>
        failure === null ? answer : new StorageError(refusalOf(failure), { cause: new Error(failure) }),
      );
    },
  };
}
