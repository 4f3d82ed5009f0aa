import { describe, expect, it } from 'vitest';
import { startLeavingService } from './leaving-service.ts';

/** A carrier's answer to a text: accepts it, refuses it or us, asks us to wait, or accepts it and breaks the connection. */
export type Manner = 'takes' | 'refuses the text' | 'refuses us' | 'asks for patience' | 'breaks off';

/** A carrier that answers as its documentation says, for the contract of all kinds. */
export interface TestedCarrier {
  /** Its entry of the routes file. */
  route: { kind: string; name: string };
  /** The texts it accepted, in order, with numbers as it got them. */
  taken(): { to: string; text: string }[];
  /** Sets its answer from now on; `breaks off` applies to the next text only. */
  answers(how: Manner): void;
}

interface Kind {
  /** Starts a carrier that accepts everything. */
  start(now: () => number): Promise<TestedCarrier>;
  /** Answers that its documentation doesn't have. */
  without?: readonly Manner[];
  /** True if it recognises a repeated text, so a text without an answer is sent to it again. */
  knowsRepeats: boolean;
}

const HOUR_MS = 3_600_000;
const BANGLA = 'আমি & you = 100% +\n';

/** The contract of every kind of carrier: a text leaves once, and its outcome is known or reported. */
export function carrierContract(name: string, { start, without = [], knowsRepeats }: Kind): void {
  /** `it`, unless the carrier's documentation doesn't have this answer. */
  const when = (manner: Manner) => (without.includes(manner) ? () => undefined : it);

  async function stage() {
    let now = () => 0;
    const carrier = await start(() => now());
    const leaving = await startLeavingService([carrier.route as never], { creditBackFailed: true });
    now = leaving.clock.now;
    const health = () => leaving.service().delivery.routes()[0]?.health.healthy;
    const waiting = () => leaving.service().delivery.backlog().waiting;
    await leaving.passing(0, health).toBe(true);
    return { carrier, health, waiting, ...leaving };
  }

  describe(`as every carrier: ${name}`, () => {
    it('brings a text to it as it was sent, with the number in international form', async () => {
      const { carrier, send, becomes, progress } = await stage();
      for (const text of ['hello {you} €', BANGLA]) await becomes(await send(text), 'submitted');
      expect(carrier.taken()).toEqual([
        { to: '8801712345678', text: 'hello {you} €' },
        { to: '8801712345678', text: BANGLA },
      ]);
      expect(progress(1)).toMatchObject({ route: carrier.route.name, reason: null, endedAt: null });
    });

    when('refuses the text')('what it refuses fails, is credited back, and holds up no other', async () => {
      const { carrier, send, becomes, progress, balance, health, waiting } = await stage();
      carrier.answers('refuses the text');
      const refused = await send('no');
      await becomes(refused, 'failed');
      expect(progress(refused).reason).not.toBeNull();
      expect([balance(), health(), waiting()]).toEqual(['100', true, 0]);
      carrier.answers('takes');
      await becomes(await send('yes'), 'submitted');
      expect(carrier.taken().map(it => it.text)).toEqual(['yes']);
    });

    when('refuses us')(
      'while it refuses us, texts wait and the operator is told; then each goes once',
      async () => {
        const { carrier, send, progress, passing, health, waiting } = await stage();
        carrier.answers('refuses us');
        const ids = [await send('one'), await send('two')];
        await expect.poll(health).toBe(false);
        expect([progress(1).state, waiting(), carrier.taken()]).toEqual(['accepted', 2, []]);
        carrier.answers('takes');
        await passing(10_000, () => ids.map(id => progress(id).state)).toEqual(['submitted', 'submitted']);
        expect(
          carrier
            .taken()
            .map(it => it.text)
            .sort(),
        ).toEqual(['one', 'two']);
        expect([health(), waiting()]).toEqual([true, 0]);
      },
    );

    when('asks for patience')(
      'while it asks for patience, texts wait; it is not taken for broken',
      async () => {
        const { carrier, send, progress, passing, health } = await stage();
        carrier.answers('asks for patience');
        const logId = await send();
        await expect.poll(() => progress(logId).reason).not.toBeNull();
        expect([progress(logId).state, health()]).toEqual(['accepted', true]);
        carrier.answers('takes');
        await passing(1_000, () => progress(logId).state).toBe('submitted');
        expect(carrier.taken()).toHaveLength(1);
      },
    );

    when('breaks off')(
      'a text that it took without an answer is in doubt, and never sent twice',
      async () => {
        const { carrier, send, progress, passing, clock, balance } = await stage();
        carrier.answers('breaks off');
        const logId = await send('once');
        await passing(1_000, () => progress(logId).state).toBe(knowsRepeats ? 'submitted' : 'unknown');
        const next = await send('next');
        await passing(1_000, () => progress(next).state).toBe('submitted');
        await clock.advance(48 * HOUR_MS);
        expect(carrier.taken().map(it => it.text)).toEqual(['once', 'next']);
        // A text that may have been sent is not credited back.
        expect(balance()).toBe('99.3');
      },
    );

    it('stops without handing anything over again', async () => {
      const { carrier, send, becomes, close, waiting } = await stage();
      await becomes(await send('before'), 'submitted');
      expect(waiting()).toBe(0);
      await close();
      expect(carrier.taken().map(it => it.text)).toEqual(['before']);
    });
  });
}
