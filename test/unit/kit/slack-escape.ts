import fc from 'fast-check';

/** Text that a person types, and its form in Slack's request to an app with `should_escape`. */
export type Piece = { typed: string; delivered: string };

/** Slack's escaping of plain text, written independently of the code that undoes it. */
function slackEscape(typed: string): string {
  return typed.split('&').join('&amp;').split('<').join('&lt;').split('>').join('&gt;');
}

const plain = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '<b>',
      '&amp;',
      '&lt;',
      '<@U123|rahim>',
      '<!channel>',
      '&amp;lt;',
      '\n',
      '\r\n',
      '  ',
      'আমি কাঁ\u200cচা',
      'a|b',
    ),
  )
  .map(typed => ({ typed, delivered: slackEscape(typed) }));

const name = fc.constantFrom('rahim', 'Karim & Sons', 'ফাতেমা', 'x>y', 'o.p-q_r');
const mention = fc
  .tuple(name, fc.constantFrom('@:@U0123ABC', '@:@W9', '#:#C01', '@:!subteam^S7'))
  .map(([name, kind]) => {
    const [sign = '', target = ''] = kind.split(':');
    const label = target.startsWith('!') ? `${sign}${name}` : name;
    return { typed: sign + name, delivered: `<${target}|${slackEscape(label)}>` };
  });

const bare = fc.constantFrom(
  'example.com',
  'www.example.com/a?b=1&c=2#d',
  'Example.COM/Path',
  'sms.example.com/বাংলা',
  'example.com:8080/a(b)',
);
const linked = fc.oneof(
  bare.map(typed => ({ typed, delivered: `<http://${slackEscape(typed)}|${slackEscape(typed)}>` })),
  bare.map(path => `https://${path}`).map(typed => ({ typed, delivered: `<${slackEscape(typed)}>` })),
  fc
    .constantFrom('a@example.com', 'a.b+c@example.com')
    .map(typed => ({ typed, delivered: `<mailto:${typed}|${typed}>` })),
  fc
    .constantFrom('01712345678', '+880 1712-345678')
    .map(typed => ({ typed, delivered: `<tel:+8801712345678|${typed}>` })),
);

const special = fc.oneof(
  fc
    .constantFrom('here', 'channel', 'everyone')
    .map(word => ({ typed: `@${word}`, delivered: `<!${word}>` })),
  fc.constant({ typed: 'Monday', delivered: '<!date^1392734382^{date_long}^https://example.com|Monday>' }),
);

/** A whole message of such pieces. */
export const slackMessage = fc
  .array(fc.oneof(plain, plain, mention, linked, special), { maxLength: 12 })
  .map((pieces: Piece[]) => ({
    typed: pieces.map(piece => piece.typed).join(''),
    delivered: pieces.map(piece => piece.delivered).join(''),
  }));
