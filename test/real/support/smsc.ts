import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';

/** True if Debian's libnet-smpp-perl is installed. CI must have it. */
export function hasNetSmpp(): boolean {
  const isInstalled = spawnSync('perl', ['-MNet::SMPP', '-e', '1']).status === 0;
  if (!isInstalled && process.env.CI) throw new Error('CI needs libnet-smpp-perl');
  return isInstalled;
}

/** A `submit_sm` as the carrier read it; bytes are in hexadecimal. */
export type Submit = {
  link: number;
  seq: number;
  source_addr: string;
  source_addr_ton: number;
  source_addr_npi: number;
  dest_addr_ton: number;
  dest_addr_npi: number;
  destination_addr: string;
  esm_class: number;
  data_coding: number;
  registered_delivery: number;
  short_message: string;
  message_payload?: string;
};

type Seen = { event: string; what?: string; link?: number; [field: string]: unknown };

/** A carrier on Net::SMPP that the test controls. */
export async function startSmsc() {
  const child = spawn('perl', [join(import.meta.dirname, 'smsc.pl')], { stdio: ['pipe', 'pipe', 'inherit'] });
  let over = false;
  const exited = new Promise<void>((resolve, reject) =>
    child.once('exit', (code, signal) =>
      over ? resolve() : reject(new Error(`The carrier died during the test (${signal ?? code}).`)),
    ),
  );
  const seen: Seen[] = [];
  let onSubmit: (submit: Submit) => void = () => {};
  const listening = Promise.withResolvers<number>();
  createInterface({ input: child.stdout }).on('line', line => {
    const event = JSON.parse(line) as Seen;
    seen.push(event);
    if (event.event === 'listening') listening.resolve(Number(event.port));
    if (event.what === 'submit_sm') onSubmit(event as unknown as Submit);
  });
  onTestFinished(async () => {
    over = true;
    child.kill('SIGKILL');
    await exited;
  });
  const tell = (command: Record<string, unknown>) => void child.stdin.write(`${JSON.stringify(command)}\n`);
  const pdus = (name: string) => seen.filter(it => it.event === 'pdu' && it.what === name);
  const port = await listening.promise;
  let deliveries = 0;

  const smsc = {
    port,
    seen,
    pdus,
    submits: () => pdus('submit_sm') as unknown as Submit[],
    /** Resolves with all submits once there are this many. */
    async submitted(count: number): Promise<Submit[]> {
      await expect.poll(() => smsc.submits().length).toBe(count);
      return smsc.submits();
    },
    /** Called with each submit from now on. */
    onSubmit(listener: (submit: Submit) => void) {
      onSubmit = listener;
    },
    answer({ link, seq }: Submit, messageId: string) {
      tell({ do: 'answer', link, seq, message_id: messageId });
    },
    refuse({ link, seq }: Submit, status: number) {
      tell({ do: 'answer', link, seq, status });
    },
    nack({ link, seq }: Submit, status: number) {
      tell({ do: 'nack', link, seq, status });
    },
    /** A receipt with its content as words in the message. */
    receiptInWords(link: number, messageId: string, stat: string, err = '000') {
      deliveries += 1;
      const dates = 'submit date:2611220915 done date:2611220916';
      const words = `id:${messageId} sub:001 dlvrd:001 ${dates} stat:${stat} err:${err} text:hello`;
      tell({
        do: 'deliver',
        link,
        seq: 1000 + deliveries,
        from: '8801712345678',
        esm_class: 4,
        short_message: words,
      });
    },
    /** A receipt in the two parameters for it. */
    receiptInParameters(link: number, messageId: string, state: number) {
      deliveries += 1;
      const parameters = { receipted_message_id: messageId, message_state: state };
      tell({
        do: 'deliver',
        link,
        seq: 1000 + deliveries,
        from: '8801712345678',
        esm_class: 4,
        ...parameters,
      });
    },
    /** The newest bound connection. */
    async bound(count = 1): Promise<number> {
      await expect.poll(() => pdus('bind_transceiver').length).toBeGreaterThanOrEqual(count);
      return Number(pdus('bind_transceiver').at(-1)?.link);
    },
    cut: (link: number, hard = false) => tell({ do: 'cut', link, hard }),
    tell,
    /** Settings of a route to it. */
    route: (change: Record<string, unknown> = {}) => ({
      kind: 'smpp' as const,
      name: 'gp',
      host: '127.0.0.1',
      port,
      systemId: 'padma',
      password: 'secret',
      source: { type: 'alphanumeric' as const, address: 'PADMA' },
      ...change,
    }),
  };
  return smsc;
}
