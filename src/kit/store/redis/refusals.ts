/** What Redis answers when it refuses, and what that means for an operator. A script may wrap it in words of its own. */
const REFUSALS: [answer: RegExp, sentence: string][] = [
  [/\bOOM\b/, 'Redis takes no writes: it is out of memory (maxmemory).'],
  [/\bNOREPLICAS\b/, 'Redis takes no writes: too few replicas are connected (min-replicas-to-write).'],
  [/\bMISCONF\b/, 'Redis takes no writes: it can’t save to its disk.'],
  [/\bREADONLY\b/, 'Redis takes no writes: it is a replica.'],
  [/\bLOADING\b/, 'Redis can’t be used yet: it is reading its file.'],
];

/** As Redis 7.0 and later say it, for a command and for one in a script. */
const RIGHTS = /\bNOPERM\b|user executing the script can't|ACL failure in script/;

/** Why Redis refused, as a sentence. */
export function refusalOf(answer: string): string {
  const known = REFUSALS.find(([pattern]) => pattern.test(answer));
  if (known) return known[1];
  // Only the first word: the others may be what was to be written.
  if (!RIGHTS.test(answer)) return `Redis refused a command: ${answer.split(' ')[0]}.`;
  const [what] = answer.split(' script: ');
  return `Redis does not let its user do what the app needs: ${what}.`;
}
