import { z } from 'zod';
import { NUMBER_FAULTS } from './number.ts';

/** The eight codes of the SMS service's documentation, section 7. */
export const SERVICE_CODES = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'ACCOUNT_SUSPENDED',
  'MISSING_PARAMETERS',
  'INVALID_NUMBER',
  'MESSAGE_TOO_LONG',
  'INSUFFICIENT_CREDITS',
  'RATE_LIMITED',
] as const;
export type ServiceCode = (typeof SERVICE_CODES)[number];

/**
 * Codes about the key or its account (401, 402, 403). They hold the key, because its waiting texts would be refused, too
 * (see src/texts/store/key.ts).
 */
export const HOLDING_CODES = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'ACCOUNT_SUSPENDED',
  'INSUFFICIENT_CREDITS',
] as const satisfies readonly ServiceCode[];
export type HoldingCode = (typeof HOLDING_CODES)[number];

/** The owners of daily limits. All workflows of a workspace share one. */
const CAPPED = ['person', 'workflows', 'workspace'] as const;

/**
 * The core's expected failures as one closed union: input, permissions, the key, the service, the store, Slack. Each is
 * worded in `src/texts/words/problems`, in every language; otherwise the project doesn't compile.
 */
const coreProblemSchema = z.discriminatedUnion('kind', [
  // Input.
  z.object({ kind: z.literal('NUMBER_MISSING') }),
  z.object({ kind: z.literal('MESSAGE_MISSING'), to: z.string() }),
  z.object({
    kind: z.literal('NUMBER_INVALID'),
    typed: z.string(),
    why: z.enum(NUMBER_FAULTS),
  }),
  /** `signOff`: the characters of the workspace's sign-off among them. */
  z.object({
    kind: z.literal('MESSAGE_TOO_LONG'),
    characters: z.int(),
    limit: z.int(),
    signOff: z.int().optional(),
  }),
  z.object({ kind: z.literal('MESSAGE_EMPTY') }),
  /** `near`: the text that begins with the faulty brace. */
  z.object({
    kind: z.literal('TEMPLATE_BROKEN'),
    fault: z.enum(['unclosed', 'empty', 'name_too_long']),
    near: z.string(),
  }),
  /** `people`: some of those without values for the columns, by name or masked number; `more`: how many others. */
  z.object({
    kind: z.literal('PLACEHOLDER_MISSING'),
    columns: z.array(z.string()),
    people: z.array(z.string()),
    more: z.int(),
  }),
  /** Like `PLACEHOLDER_MISSING`, but none of the people is a contact, and only contacts have values for columns. */
  z.object({
    kind: z.literal('PLACEHOLDER_NO_CONTACT'),
    columns: z.array(z.string()),
    people: z.array(z.string()),
    more: z.int(),
  }),
  /** The app has no address that phones can reach, so a link in a text can't be opened. */
  z.object({ kind: z.literal('STOP_LINK_IMPOSSIBLE') }),
  z.object({ kind: z.literal('GROUP_UNKNOWN'), label: z.string() }),
  z.object({ kind: z.literal('GROUP_EMPTY'), label: z.string() }),
  z.object({ kind: z.literal('GROUP_UNREADABLE'), label: z.string(), slackError: z.string() }),
  /** `nearest`: a similar name; null if there is none. */
  z.object({
    kind: z.literal('NAME_UNKNOWN'),
    label: z.string(),
    nearest: z.string().nullable(),
  }),
  /** The input begins like a command, and matches no name. `command`: the suggestion. */
  z.object({ kind: z.literal('COMMAND_MISTYPED'), command: z.string() }),
  /** Several recipients have this name. */
  z.object({ kind: z.literal('NAME_SHARED'), label: z.string() }),
  // Input for contacts and groups.
  z.object({
    kind: z.literal('NAME_NOT_KEPT'),
    typed: z.string(),
    why: z.enum(['empty', 'too_long', 'command', 'no_letter', 'sign', 'slack_id']),
    limit: z.int(),
  }),
  /** The recipient was erased. */
  z.object({ kind: z.literal('ERASED') }),
  /** The chosen contact, group or rota was deleted. */
  z.object({ kind: z.literal('CHOSEN_GONE'), label: z.string() }),
  z.object({ kind: z.literal('RECIPIENTS_TOO_MANY'), count: z.int(), limit: z.int() }),
  z.object({ kind: z.literal('TEAMMATE_UNKNOWN'), label: z.string() }),
  z.object({ kind: z.literal('TEAMMATE_WITHOUT_NUMBER'), userId: z.string() }),
  z.object({ kind: z.literal('TEAMMATE_NUMBER_INVALID'), userId: z.string() }),
  z.object({ kind: z.literal('TEAMMATE_DEACTIVATED'), userId: z.string() }),
  // Permissions.
  z.object({ kind: z.literal('DEACTIVATED') }),
  z.object({ kind: z.literal('GUEST_REFUSED') }),
  z.object({ kind: z.literal('OTHER_TEAM_REFUSED') }),
  z.object({ kind: z.literal('NOT_A_SENDER') }),
  /** `channels`: the channels in which texts may be sent. */
  z.object({ kind: z.literal('CHANNEL_REFUSED'), channels: z.array(z.string()) }),
  /** `number`: masked. */
  z.object({ kind: z.literal('NUMBER_BLOCKED'), number: z.string() }),
  /** `number`: masked. */
  z.object({ kind: z.literal('NEVER_TEXT'), number: z.string() }),
  z.object({ kind: z.literal('ADMINS_ONLY'), admins: z.array(z.string()) }),
  z.object({ kind: z.literal('MANAGERS_ONLY'), admins: z.array(z.string()), managers: z.array(z.string()) }),
  z.object({ kind: z.literal('PERSON_UNKNOWN'), slackError: z.string() }),
  z.object({ kind: z.literal('NOT_YOURS') }),
  z.object({ kind: z.literal('NOT_SHOWN') }),
  /** `used`: in the limit's unit; `endsAt`: the end of the day. */
  z.object({
    kind: z.literal('CAP_REACHED'),
    of: z.enum(CAPPED),
    unit: z.enum(['texts', 'credits']),
    cap: z.string(),
    used: z.string(),
    endsAt: z.number(),
  }),
  z.object({ kind: z.literal('CAP_UNJUDGED'), of: z.enum(CAPPED), cap: z.string() }),
  // The workspace's key.
  z.object({ kind: z.literal('NO_KEY'), admin: z.boolean() }),
  z.object({ kind: z.literal('KEY_MALFORMED') }),
  z.object({ kind: z.literal('KEY_UNREADABLE') }),
  z.object({ kind: z.literal('UNLINKED') }),
  // The app's installation in Slack. `url`: the page that installs it.
  z.object({ kind: z.literal('APP_UNINSTALLED') }),
  z.object({ kind: z.literal('NOT_INSTALLED'), url: z.string() }),
  z.object({ kind: z.literal('INSTALLATION_UNREADABLE'), url: z.string() }),
  // The SMS service's answers.
  z.object({
    kind: z.literal('SERVICE_REFUSED'),
    code: z.enum(SERVICE_CODES).nullable(),
    status: z.int(),
    /** True if the body had the code; false if it was inferred from the HTTP status. */
    proven: z.boolean(),
  }),
  z.object({ kind: z.literal('SERVICE_UNREACHABLE') }),
  z.object({ kind: z.literal('SERVICE_BUSY') }),
  // Time and state.
  z.object({ kind: z.literal('EXPIRED') }),
  /** An answer to a question that was asked too long ago. */
  z.object({ kind: z.literal('QUESTION_OLD') }),
  z.object({ kind: z.literal('CANCELLED') }),
  /** It waited when the backup was made from which the app was restored. */
  z.object({ kind: z.literal('RESTORED') }),
  z.object({ kind: z.literal('TOO_LATE') }),
  /** A promotional text outside of its hours in Bangladesh. */
  z.object({ kind: z.literal('OUT_OF_HOURS'), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('ALREADY_SENT_AGAIN') }),
  z.object({ kind: z.literal('NO_LONGER_UNCERTAIN'), state: z.enum(['sent', 'refused', 'marked']) }),
  z.object({ kind: z.literal('GONE') }),
  // The app itself.
  z.object({ kind: z.literal('STORE_AWAY') }),
  z.object({ kind: z.literal('STORE_UNSURE') }),
  /** `id`: of the quarantined record, for the operator. */
  z.object({ kind: z.literal('TEXT_UNREADABLE'), id: z.string() }),
  z.object({ kind: z.literal('RESULT_UNREADABLE'), id: z.string() }),
  z.object({ kind: z.literal('WORKSPACE_UNREADABLE') }),
  z.object({ kind: z.literal('SLACK_AWAY') }),
  /** A press waits because Slack doesn't answer about the person; `PRESS_NOT_DONE`: the app gave up. `button`: its text, if known. */
  z.object({ kind: z.literal('PRESS_WAITS') }),
  z.object({ kind: z.literal('PRESS_NOT_DONE'), button: z.string().nullable() }),
  /** The app stalled twice on a press. `id`: of the quarantined press. */
  z.object({ kind: z.literal('PRESS_STALLED'), id: z.string() }),
  /** A form or a button from another version of this app. */
  z.object({ kind: z.literal('OUTDATED') }),
  /** A problem of a feature that this app no longer has. */
  z.object({ kind: z.literal('PART_REMOVED') }),
  z.object({ kind: z.literal('UNEXPECTED') }),
]);

/** A feature's failures by kind, with the data for their sentences. Kinds are unique in the app, because logs omit the feature. */
export type ProblemKinds = Readonly<Record<string, z.ZodType<Readonly<Record<string, unknown>>>>>;

/** The failures of all features: each adds `typeof` its `ProblemKinds` here (`declare module`, in its `problem.ts`). */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface Problems {}

type ProblemOf<F extends keyof Problems> = {
  [K in keyof Problems[F]]: { feature: F; kind: K; data: z.output<Problems[F][K]> };
}[keyof Problems[F]];

export type CoreProblem = z.output<typeof coreProblemSchema>;
export type Problem = CoreProblem | { [F in keyof Problems]: ProblemOf<F> }[keyof Problems];

/** A feature's failure as it is stored. The feature parses `data` when it words it. */
const featureProblemSchema = z.object({
  feature: z.string(),
  kind: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** A schema, because problems are stored with the texts that they ended. */
export const problemSchema = z.union([coreProblemSchema, featureProblemSchema]) as z.ZodType<Problem>;

/** Returns a factory of a feature's failures, with `data` only for kinds that have any. */
export const failuresOf =
  <F extends string, Kinds extends ProblemKinds>(feature: F, _kinds: Kinds) =>
  <K extends keyof Kinds & string>(
    kind: K,
    ...[data]: Record<string, never> extends z.output<Kinds[K]> ? [] : [z.output<Kinds[K]>]
  ) => ({ feature, kind, data: (data ?? {}) as z.output<Kinds[K]> });

/** The code for which a refusal holds the key, if the service's body had it; null for any other refusal. */
export function holdingCodeOf(problem: Problem): HoldingCode | null {
  if (problem.kind !== 'SERVICE_REFUSED' || !problem.proven) return null;
  return HOLDING_CODES.find(code => code === problem.code) ?? null;
}
