import { carrierContract, type Manner } from '../support/carrier-contract.ts';
import { startIsms, startSmsNetBd } from '../support/http-carriers.ts';

carrierContract('sms.net.bd', {
  async start() {
    const carrier = await startSmsNetBd();
    const codes: Partial<Record<Manner, number>> = { 'refuses the text': 416, 'refuses us': 417 };
    return {
      route: carrier.route(),
      taken: () => carrier.texts.map(({ to, msg }) => ({ to, text: msg })),
      answers(how) {
        carrier.refuse(codes[how] ?? null);
        if (how === 'breaks off') carrier.trouble('cut-after');
      },
    };
  },
  without: ['asks for patience'],
  knowsRepeats: false,
});

carrierContract('SSL Wireless', {
  async start(now) {
    const carrier = await startIsms(now);
    const codes: Partial<Record<Manner, number>> = {
      'refuses the text': 4025,
      'refuses us': 4001,
      'asks for patience': 4031,
    };
    return {
      route: carrier.route(),
      taken: () => carrier.texts.map(({ msisdn, sms }) => ({ to: msisdn, text: sms })),
      answers(how) {
        carrier.refuse(codes[how] ?? null);
        if (how === 'breaks off') carrier.trouble('cut-after');
      },
    };
  },
  knowsRepeats: true,
});
