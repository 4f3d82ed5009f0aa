import { z } from 'zod';
import { type ErasedPerson, isOf } from '../contacts/store/erasure-model.ts';
import type { HolidayNames } from '../holidays/holiday.ts';
import type { Clock } from '../kit/clock.ts';
import { byName, fold } from '../kit/name-matching.ts';
import type { Documents, Revisions } from '../kit/store/documents.ts';
import { ifUnreadable } from '../kit/store/errors.ts';
import { tidyName } from '../texts/parse/name.ts';
import { type RecipientUses, useOf } from '../texts/recipient-uses.ts';
import type { AuditEntry } from '../workspace/audit.ts';
import type { Audit } from '../workspace/audit-log.ts';
import { changedTo, isSameOverride, rotaOf, withOverride, withoutOverride, withoutPeople } from './change.ts';
import {
  MAX_ROTAS,
  type Override,
  peopleOf,
  type Rota,
  type RotaDraft,
  rotaSchema,
  type Span,
} from './rota.ts';
import { type SwapProblem, type SwapRequest, takerOf, withSwap } from './swap.ts';

const DOCUMENT = 'rotas';
/** Unreadable rotas stay in the document unchanged, and affect no other. */
const stored = z.array(z.unknown());
const readable = (all: readonly unknown[]): Rota[] =>
  all.flatMap(entry => rotaSchema.safeParse(entry).data ?? []);

/**
 * A change, or why nothing changed:
 * - `gone`: another user deleted the rota
 * - `taken`: another rota has this name
 * - `too_many`: there is no room for another rota, or for another override of this one
 */
export type RotaChange = { rota: Rota } | 'gone' | 'taken' | 'too_many';

/** What came of a yes to a request for a swap. `channel`: the rota's. */
export type SwapResult =
  | { kind: 'taken'; by: string; channel: string | null }
  | { kind: 'stays'; why: SwapProblem };

/** A workspace's rotas. The caller checks the permission of `by`. */
export type Rotas = {
  /** All readable rotas, sorted by name. */
  list(workspace: string): Promise<Rota[]>;
  /** The rotas for display and look-ups: none if the document can't be read, so that the rest still works. */
  shown(workspace: string): Promise<Rota[]>;
  /** The workspace's holidays, to read a rota's plan with. */
  holidays(workspace: string): Promise<HolidayNames>;
  /** Null if there is none. */
  one(workspace: string, id: string): Promise<Rota | null>;
  /** @param origin the form that asks; a second request with the same origin creates nothing */
  create(workspace: string, by: string, draft: RotaDraft, origin: string): Promise<RotaChange>;
  change(workspace: string, by: string, id: string, draft: RotaDraft): Promise<RotaChange>;
  /** Deletes a rota and returns it; null if there was none. */
  remove(workspace: string, by: string, id: string): Promise<Rota | null>;
  /** Adds an override, once even if asked twice. */
  standIn(workspace: string, by: string, id: string, span: Span): Promise<RotaChange>;
  endStandIn(workspace: string, by: string, id: string, overrideId: string): Promise<RotaChange>;
  /** Requests a check of the rotas in which holidays count, because the workspace's holidays change. */
  holidaysChanged(workspace: string): Promise<void>;
  /** Moves the turns of a request to the candidate who said yes, once even if asked twice. `id`: the request's. */
  swap(workspace: string, id: string, request: SwapRequest, candidate: string): Promise<SwapResult>;
  /** The rotas in which a person whom `isIt` accepts takes turns or stands in. */
  uses: RecipientUses;
  /** Removes an erased person from all rotas. Returns the names of the rotas that contained the person. */
  leaveOut(workspace: string, by: string, erased: ErasedPerson): Promise<string[]>;
};

/**
 * @param requestCheck durably requests a check for a hand-over. Called before the change is written, so that none
 *   is missed if the process dies right after, and again afterwards.
 */
export function createRotas(deps: {
  documents: Documents;
  revisions: Revisions;
  audit: Audit;
  clock: Clock;
  newId: () => string;
  requestCheck: (workspace: string, id: string) => Promise<void>;
  holidays: (workspace: string) => Promise<HolidayNames>;
}): Rotas {
  const { documents, revisions, audit, clock, newId, requestCheck, holidays: holidaysOf } = deps;

  const list = async (workspace: string): Promise<Rota[]> =>
    readable((await documents.get(workspace, DOCUMENT, stored)) ?? []).toSorted(byName);

  type Written = { all: unknown[]; result: RotaChange };

  async function write(
    workspace: string,
    id: string,
    change: (all: unknown[], readable: Rota[], at: number) => Written,
  ): Promise<RotaChange> {
    let result: RotaChange = 'gone';
    await requestCheck(workspace, id);
    await revisions.update(workspace, DOCUMENT, stored, (all = []) => {
      const written = change(all, readable(all), clock.wall());
      result = written.result;
      return written.all;
    });
    await requestCheck(workspace, id);
    return result;
  }

  /** Changes an existing rota. */
  function alter(
    workspace: string,
    id: string,
    change: (rota: Rota, all: Rota[], at: number) => RotaChange,
  ): Promise<RotaChange> {
    return write(workspace, id, (all, rotas, at) => {
      const before = rotas.find(rota => rota.id === id);
      const result = before ? change(before, rotas, at) : 'gone';
      if (typeof result === 'string') return { all, result };
      const after = rotaSchema.parse(result.rota);
      return { all: all.map(entry => (readable([entry])[0]?.id === id ? after : entry)), result };
    });
  }

  const isNameTaken = (all: readonly Rota[], { name }: RotaDraft, id: string): boolean =>
    all.some(rota => rota.id !== id && fold(rota.name) === fold(name));

  type Noted =
    | { what: 'rota_made' | 'rota_changed' | 'rota_removed' }
    | (Pick<Override, 'from' | 'to'> & { what: 'rota_override'; did: 'added' | 'removed' })
    | (Pick<Override, 'from' | 'to'> & { what: 'rota_swap'; of: string });
  const record = (workspace: string, by: string, { name: rota }: Rota, noted: Noted): Promise<void> =>
    audit.record(workspace, { ...noted, rota, at: clock.wall(), by } satisfies AuditEntry);

  const shown = (workspace: string): Promise<Rota[]> => list(workspace).catch(ifUnreadable<Rota[]>([]));

  return {
    list,
    shown,
    holidays: holidaysOf,
    one: async (workspace, id) => (await list(workspace)).find(rota => rota.id === id) ?? null,
    async create(workspace, by, input, origin) {
      const id = newId();
      const holidays = await holidaysOf(workspace);
      const draft = { ...input, name: tidyName(input.name) };
      let isNew = false;
      const created = await write(workspace, id, (all, rotas, at) => {
        const before = rotas.find(rota => rota.origin === origin);
        isNew = before === undefined;
        if (before) return { all, result: { rota: before } };
        if (isNameTaken(rotas, draft, id)) return { all, result: 'taken' };
        if (all.length >= MAX_ROTAS) return { all, result: 'too_many' };
        const rota = rotaOf(draft, { id, origin, createdBy: by }, holidays, at);
        return { all: [...all, rotaSchema.parse(rota)], result: { rota } };
      });
      if (isNew && typeof created !== 'string')
        await record(workspace, by, created.rota, { what: 'rota_made' });
      return created;
    },
    async change(workspace, by, id, input) {
      const draft = { ...input, name: tidyName(input.name) };
      const holidays = await holidaysOf(workspace);
      const changed = await alter(workspace, id, (rota, all, at) =>
        isNameTaken(all, draft, id) ? 'taken' : { rota: changedTo(rota, draft, holidays, at) },
      );
      if (typeof changed !== 'string') await record(workspace, by, changed.rota, { what: 'rota_changed' });
      return changed;
    },
    async remove(workspace, by, id) {
      const removed = await write(workspace, id, (all, rotas) => {
        const rota = rotas.find(candidate => candidate.id === id);
        if (!rota) return { all, result: 'gone' };
        return { all: all.filter(entry => readable([entry])[0]?.id !== id), result: { rota } };
      });
      if (typeof removed === 'string') return null;
      await record(workspace, by, removed.rota, { what: 'rota_removed' });
      return removed.rota;
    },
    async standIn(workspace, by, id, span) {
      let isNew = false;
      const changed = await alter(workspace, id, (rota, _all, at) => {
        isNew = !rota.overrides.some(override => isSameOverride(override, span));
        const after = withOverride(rota, { ...span, id: newId(), by }, at);
        return after ? { rota: after } : 'too_many';
      });
      const { from, to } = span;
      if (isNew && typeof changed !== 'string')
        await record(workspace, by, changed.rota, { what: 'rota_override', did: 'added', from, to });
      return changed;
    },
    async endStandIn(workspace, by, id, overrideId) {
      const gone: Override[] = [];
      const changed = await alter(workspace, id, (rota, _all, at) => {
        gone.splice(0, gone.length, ...rota.overrides.filter(override => override.id === overrideId));
        return { rota: withoutOverride(rota, overrideId, at) };
      });
      if (typeof changed !== 'string') {
        for (const { from, to } of gone)
          await record(workspace, by, changed.rota, { what: 'rota_override', did: 'removed', from, to });
      }
      return changed;
    },
    async holidaysChanged(workspace) {
      const counting = (await shown(workspace)).filter(rota => rota.holidays !== null);
      await Promise.all(counting.map(({ id }) => requestCheck(workspace, id)));
    },
    async swap(workspace, id, request, candidate) {
      const holidays = await holidaysOf(workspace);
      let problem: SwapProblem = 'rota_gone';
      let isNew = false;
      const changed = await alter(workspace, request.rota.id, (rota, _all, at) => {
        isNew = takerOf(rota, id) === null;
        if (!isNew) return { rota };
        const after = withSwap(rota, holidays, { id, request, candidate, at });
        if (typeof after !== 'string') return { rota: after };
        problem = after;
        return 'gone';
      });
      if (typeof changed === 'string') return { kind: 'stays', why: problem };
      const { by: of, turn, inReturn } = request;
      for (const [taker, owner, { from, to }] of [
        [candidate, of, turn] as const,
        ...(inReturn ? [[of, candidate, inReturn] as const] : []),
      ]) {
        if (isNew) await record(workspace, taker, changed.rota, { what: 'rota_swap', from, to, of: owner });
      }
      return { kind: 'taken', by: takerOf(changed.rota, id) ?? candidate, channel: changed.rota.channel };
    },
    async uses(workspace, isIt) {
      return (await list(workspace)).flatMap(rota => {
        const { name, createdBy: by } = rota;
        return useOf({ kind: 'rota', name, by }, peopleOf(rota), isIt) ?? [];
      });
    },
    async leaveOut(workspace, by, erased) {
      const theirs = (await list(workspace)).filter(rota => isOf(erased, [peopleOf(rota), rota.overrides]));
      const holidays = await holidaysOf(workspace);
      for (const { id } of theirs) {
        const changed = await alter(workspace, id, (rota, _all, at) => {
          const overrides = rota.overrides.filter(override => !isOf(erased, override));
          const without = { ...rota, overrides };
          return { rota: withoutPeople(without, person => isOf(erased, person), holidays, at) };
        });
        if (typeof changed !== 'string') await record(workspace, by, changed.rota, { what: 'rota_changed' });
      }
      return theirs.map(({ name }) => name);
    },
  };
}
