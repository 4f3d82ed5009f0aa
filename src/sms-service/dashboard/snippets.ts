import { SEND_PATH } from '../decisions.ts';

export type SnippetKind = 'curl' | 'php' | 'python' | 'node';

/** Where callers put their key. */
const KEY_PLACE = 'YOUR_API_KEY';

/**
 * Complete programs that send a text through the service at this address, ready to copy and run. A test runs each of
 * them.
 */
export function snippets(baseUrl: string): Record<SnippetKind, string> {
  const url = baseUrl + SEND_PATH;
  return {
    curl: `curl ${url} \\
  --data-urlencode api_key=${KEY_PLACE} \\
  --data-urlencode number=01712345678 \\
  --data-urlencode 'message=Hello from curl'
`,
    php: `<?php
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => 'Content-Type: application/x-www-form-urlencoded',
    'content' => http_build_query([
        'api_key' => '${KEY_PLACE}',
        'number' => '01712345678',
        'message' => 'Hello from PHP',
    ]),
    'ignore_errors' => true,
]]);
$answer = json_decode(file_get_contents('${url}', false, $context));
echo $answer->success ? "Text $answer->log_id, balance $answer->balance\\n" : "$answer->error\\n";
`,
    python: `import json
import urllib.error
import urllib.parse
import urllib.request

form = urllib.parse.urlencode({
    "api_key": "${KEY_PLACE}",
    "number": "01712345678",
    "message": "Hello from Python",
}).encode()
try:
    reply = urllib.request.urlopen("${url}", form)
except urllib.error.HTTPError as refused:
    reply = refused
answer = json.load(reply)
print(f"Text {answer['log_id']}, balance {answer['balance']}" if answer["success"] else answer["error"])
`,
    node: `const reply = await fetch('${url}', {
  method: 'POST',
  body: new URLSearchParams({
    api_key: '${KEY_PLACE}',
    number: '01712345678',
    message: 'Hello from Node.js',
  }),
});
const answer = await reply.json();
console.log(answer.success ? \`Text \${answer.log_id}, balance \${answer.balance}\` : answer.error);
`,
  };
}
