import { describe, expect, test } from 'vitest';
import { createHooks } from '../../../src/alerts/hooks.ts';
import { type Contact, contactAs, contactOf } from '../../../src/contacts/contact.ts';
import { createContactBook } from '../../../src/contacts/service.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { NO_HOLIDAYS } from '../../../src/rotas/plan.ts';
import { NO_SPECIAL_TIMES } from '../../../src/rotas/rota.ts';
import { createRotas } from '../../../src/rotas/service.ts';
import type { Scheduled, When } from '../../../src/schedules/schedule.ts';
import type { Recipient } from '../../../src/texts/recipient.ts';
import { ASK as ANY_ASK } from '../../support/broadcasts.ts';
import { broadcastsOn, rowOf } from './broadcast-rig.ts';
import { type Engine, Rig, WORKFLOW, WORKSPACE } from './rig.ts';

const HOUR = 3_600_000;
const THEIRS = '01712345678' as LocalNumber;
const OTHERS = '01812345678' as LocalNumber;
const KARIM = { id: 'k1', name: 'Karim' };
const NAMESAKE = { id: 'k2', name: 'karim' };
const NUSRAT = { id: 'n', name: 'Nusrat' };

const contact = (fields: { id: string; name: string }, number: LocalNumber): Contact =>
  contactOf({ ...fields, workspace: WORKSPACE, number });

/**
 * The namesake who stays when the first person is erased, and whether the name may then mean the namesake.
 */
const OTHERS_KEPT = [
  { kept: 'nobody else of that name', contacts: [], groups: [], rotas: [], staysAsWord: false },
  {
    kept: 'another contact of that name',
    contacts: [contact(NAMESAKE, OTHERS)],
    groups: [],
    rotas: [],
    staysAsWord: true,
  },
  {
    kept: 'a group of that name',
    contacts: [],
    groups: [{ id: 'g1', workspace: WORKSPACE, name: 'KARIM' }],
    rotas: [],
    staysAsWord: true,
  },
  { kept: 'a rota of that name', contacts: [], groups: [], rotas: ['Karim'], staysAsWord: true },
] as const;

const named = (name: string): Recipient => ({ kind: 'named', name });
const numbered = (number: LocalNumber): Recipient => ({ kind: 'number', number });
/** Every other kind of recipient beside the erased person, with the same name. */
const SPARED: Recipient[] = [
  contactAs(NAMESAKE),
  contactAs(NUSRAT),
  numbered(OTHERS),
  { kind: 'teammate', userId: 'U2', label: 'Karim' },
];
const ALL: Recipient[] = [contactAs(KARIM), numbered(THEIRS), named('KARIM'), ...SPARED];

export function describeNamesakes(engine: Engine): void {
  describe('erasing a person whose name others have too', () => {
    async function setUp({ contacts, groups, rotas: called }: (typeof OTHERS_KEPT)[number]) {
      const rig = await Rig.on(engine);
      const { documents, revisions, audit } = rig.storage;
      const clock = { now: () => rig.now, wall: () => rig.now, after: () => () => undefined };
      const hooks = createHooks({ documents, revisions, audit, clock });
      const newId = () => rig.id('id');
      const requestCheck = async () => undefined;
      const rotas = createRotas({
        documents,
        revisions,
        audit,
        clock,
        newId,
        requestCheck,
        holidays: async () => NO_HOLIDAYS,
      });
      const book = createContactBook({
        contacts: rig.storage.contacts,
        doNotTextHash: { known: async () => null } as never,
        settings: { of: async () => ({ blocklist: [] }) } as never,
        onCallRotas: async () => called.map(name => ({ name })) as never,
        audit,
        clock,
        newId,
      });
      await rig.storage.contacts.update(WORKSPACE, {}, () => ({
        change: { contacts: [contact(KARIM, THEIRS), ...contacts], groups },
        result: null,
      }));
      return { rig, hooks, rotas, book };
    }

    /** Runs the whole erasure, and returns the hooks and rotas that it reports. */
    async function forget({ rig, hooks, rotas, book }: Awaited<ReturnType<typeof setUp>>) {
      expect(await book.erase(WORKSPACE, 'U1', KARIM.id)).toBe(true);
      const { erasure, schedules } = rig.storage;
      for (;;) {
        const step = await erasure.step(rig.now);
        if (step.kind === 'tell') return step.job.hooks;
        if (step.kind === 'settings') {
          const hooksLeft = [
            ...(await hooks.leaveOut(WORKSPACE, 'U1', step.job)),
            ...(await rotas.leaveOut(WORKSPACE, 'U1', step.job)),
          ];
          await schedules.erase(WORKSPACE, step.job);
          await erasure.settingsDone(step.job.id, { hooks: hooksLeft }, rig.now);
        }
        if (step.kind === 'waits') rig.moveTo(step.until);
      }
    }

    for (const namesake of OTHERS_KEPT) {
      const remaining = namesake.staysAsWord ? [named('KARIM'), ...SPARED] : SPARED;

      test(`takes nobody else off hooks, with ${namesake.kept}`, async () => {
        const all = await setUp(namesake);
        const hook = await all.hooks.create(WORKSPACE, 'U1', {
          name: 'Servers',
          recipients: ALL,
          channel: 'C1',
          escalation: {
            firstMinutes: 5,
            steps: [{ to: ALL, minutes: 5 }],
            rounds: 1,
            severities: ['critical'],
          },
        });
        expect(typeof hook).toBe('object');
        const only = { recipients: [contactAs(NAMESAKE)], channel: 'C1' };
        await all.hooks.create(WORKSPACE, 'U1', { name: 'Pumps', ...only });
        expect(await forget(all)).toEqual(['Servers']);
        const hooks = await all.hooks.remembered(WORKSPACE);
        const [servers, pumps] = ['Servers', 'Pumps'].map(hookName =>
          hooks.find(({ name }) => name === hookName),
        );
        expect(servers?.recipients).toEqual(remaining);
        expect(servers?.escalation?.steps).toEqual([{ to: remaining, minutes: 5 }]);
        expect(pumps?.recipients).toEqual([contactAs(NAMESAKE)]);
      });

      test(`takes nobody else off rotas, with ${namesake.kept}`, async () => {
        const all = await setUp(namesake);
        const draft = {
          hours: 24,
          time: '09:00',
          weekday: 0,
          ...NO_SPECIAL_TIMES,
          channel: null,
          texts: true,
        } as const;
        const people = ALL.filter(({ kind }) => kind !== 'named');
        const both = await all.rotas.create(WORKSPACE, 'U1', { name: 'Both', people, ...draft }, 'a');
        const theirs = { name: 'Theirs', people: [contactAs(NAMESAKE)], ...draft };
        await all.rotas.create(WORKSPACE, 'U1', theirs, 'b');
        if (typeof both === 'string') throw new Error(both);
        const span = { place: 'first' as const, from: all.rig.now + HOUR, to: all.rig.now + 2 * HOUR };
        await all.rotas.standIn(WORKSPACE, 'U1', both.rota.id, { ...span, person: contactAs(KARIM) });
        const later = {
          place: 'first' as const,
          from: span.to,
          to: span.to + HOUR,
          person: contactAs(NAMESAKE),
        };
        await all.rotas.standIn(WORKSPACE, 'U1', both.rota.id, later);
        expect(await forget(all)).toEqual(['Both']);
        const [first, second] = await all.rotas.list(WORKSPACE);
        expect(first?.people).toEqual(SPARED);
        expect(first?.overrides).toMatchObject([later]);
        expect(second?.people).toEqual([contactAs(NAMESAKE)]);
      });

      test(`takes nobody else off schedules, with ${namesake.kept}`, async () => {
        const all = await setUp(namesake);
        const { schedules } = all.rig.storage;
        const replyTo = { responseUrl: null, channel: 'C1', userId: 'U1', threadTs: null, threadLink: null };
        const text = (...to: Recipient[]): Scheduled => ({
          kind: 'text',
          to,
          message: 'Good morning',
          template: null,
          replyTo,
        });
        const when: When = {
          start: '2026-11-21T09:00',
          zone: 'Asia/Dhaka',
          repeat: 'daily',
          until: null,
          times: null,
          skipsHolidays: false,
        };
        const contents: Record<string, Scheduled> = {
          both: text(...ALL),
          theirs: text(contactAs(NAMESAKE)),
          broadcast: { kind: 'broadcast', texts: 1, request: { ...ANY_ASK, to: ALL } },
        };
        for (const [id, content] of Object.entries(contents)) {
          const schedule = {
            id,
            workspace: WORKSPACE,
            by: 'U1',
            idempotencyKey: `form of ${id}`,
            content,
            when,
          };
          await schedules.make(schedule, Date.UTC(2026, 10, 21), all.rig.now);
        }
        await forget(all);
        const toOf = async (id: string): Promise<unknown> => {
          const content = (await schedules.one(WORKSPACE, id))?.content;
          return content?.kind === 'text' ? content.to : content?.request.to;
        };
        expect(await toOf('both')).toEqual(remaining);
        expect(await toOf('theirs')).toEqual([contactAs(NAMESAKE)]);
        expect(await toOf('broadcast')).toEqual(remaining);
        expect(await schedules.withNews(9)).toEqual([]);
      });

      test(`leaves others their place in broadcasts and unsent texts, with ${namesake.kept}`, async () => {
        const all = await setUp(namesake);
        const { rig } = all;
        const broadcast = broadcastsOn(rig, 'b1', { ...ANY_ASK, to: ALL });
        const missing = {
          kind: 'PLACEHOLDER_MISSING' as const,
          columns: ['acres'],
          people: ['Nusrat'],
          more: 0,
        };
        await broadcast.start([
          rowOf(1, { recipient: contactAs(KARIM), name: 'Karim', number: THEIRS }),
          rowOf(2, { recipient: contactAs(NAMESAKE), name: 'karim', number: OTHERS }),
          rowOf(3, { name: 'Nusrat', message: null, parts: 0, problem: missing }),
        ]);
        const open = await rig.added({ source: WORKFLOW, to: ALL, message: 'for all' });
        const theirs = await rig.added({ to: [contactAs(NAMESAKE)], message: 'for the other' });
        await forget(all);
        const { rows } = await rig.storage.broadcasts.rows(WORKSPACE, 'b1', {
          filter: 'all',
          from: 0,
          limit: 9,
        });
        expect(rows.map(({ name, number }) => [name, number])).toEqual([
          ['', null],
          ['karim', OTHERS],
          ['Nusrat', rowOf(3).number],
        ]);
        expect(rows[1]?.recipient).toEqual(contactAs(NAMESAKE));
        expect((await rig.outbox.intent(WORKSPACE, open.id))?.to).toEqual(remaining);
        expect(await rig.outbox.intent(WORKSPACE, theirs.id)).toMatchObject({
          to: [contactAs(NAMESAKE)],
          message: 'for the other',
        });
      });
    }
  });
}
