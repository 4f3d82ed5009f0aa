import type { z } from 'zod';
import { asObjects, isObject, type JsonObject } from '../json.ts';
import { problemsAcross } from './across.ts';
import { LEFT_OUT, MESSAGE_BLOCKS, VIEWS } from './blocks.ts';
import { OFFERED } from './elements.ts';

/**
 * What Slack would say against these blocks in a message, as it says it in
 * `response_metadata.messages` (without the `[ERROR]`); empty when it would take them.
 */
export function problemsOfMessageBlocks(blocks: unknown): string[] {
  const parsed = MESSAGE_BLOCKS.safeParse(blocks);
  const problems = parsed.success ? [] : inSlacksWords(parsed.error, blocks, '/blocks', true);
  return [...problems, ...problemsAcross(asObjects(blocks), '/blocks')];
}

/** The same for a view; `type` is what the method demands. */
export function problemsOfView(view: unknown, type: 'modal' | 'home'): string[] {
  const problems: string[] = [];
  if (!isObject(view)) return ['must provide an object [json-pointer:/view]'];
  if (view.type !== type) return [`unsupported type: ${String(view.type)} [json-pointer:/view/type]`];
  const parsed = VIEWS[type].safeParse(view);
  if (!parsed.success) problems.push(...inSlacksWords(parsed.error, view, '/view', false));
  const blocks = asObjects(view.blocks);
  problems.push(...problemsAcross(blocks, '/view/blocks'));
  if (type === 'modal' && !view.submit && blocks.some(block => block.type === 'input')) {
    problems.push('missing required field: submit [json-pointer:/view]');
  }
  return problems.length > 0 ? ['failed to match all allowed schemas [json-pointer:/view]', ...problems] : [];
}

/** The same for the options that an app offers in a select of its own. */
export function problemsOfOptions(answer: unknown): string[] {
  if (!isObject(answer)) return ['must provide an object'];
  const { options, option_groups: groups } = answer;
  if ((options === undefined) === (groups === undefined))
    return ['must define either `options` or `option_groups`'];
  const parsed = OFFERED.safeParse({ options, option_groups: groups });
  const problems = parsed.success ? [] : inSlacksWords(parsed.error, answer, '', false);
  const all = offeredOptions(answer).map(({ value }) => value);
  const twice = all.find((value, index) => all.indexOf(value) !== index);
  return twice === undefined ? problems : [...problems, `option values must be unique: "${String(twice)}"`];
}

/** All options of an answer, in its groups or not. */
export function offeredOptions(answer: JsonObject): JsonObject[] {
  const groups = asObjects(answer.option_groups).flatMap(group => asObjects(group.options));
  return [...asObjects(answer.options), ...groups];
}

function inSlacksWords(error: z.ZodError, root: unknown, base: string, withParent: boolean): string[] {
  const lines: string[] = [];
  for (const issue of error.issues) {
    const pointer = [base, ...issue.path].join('/');
    const parent = [base, ...issue.path.slice(0, -1)].join('/');
    const given = issue.path.reduce<unknown>(
      (value, key) => (value as JsonObject | undefined)?.[String(key)],
      root,
    );
    if (withParent && issue.path.at(-1) === 'text' && issue.code !== 'invalid_union') {
      lines.push(`failed to match all allowed schemas [json-pointer:${parent}]`);
    }
    lines.push(...sentence(issue, given, pointer, parent));
  }
  return [...new Set(lines)];
}

function sentence(issue: z.core.$ZodIssue, given: unknown, pointer: string, parent: string): string[] {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'array'
        ? [`no more than ${issue.maximum} items allowed [json-pointer:${pointer}]`]
        : issue.origin === 'string'
          ? [`must be less than ${Number(issue.maximum) + 1} characters [json-pointer:${pointer}]`]
          : [`must be less than or equal to ${issue.maximum} [json-pointer:${pointer}]`];
    case 'too_small':
      return issue.origin === 'array'
        ? [`no fewer than ${issue.minimum} items allowed [json-pointer:${pointer}]`]
        : issue.origin === 'string'
          ? [`must be more than ${Number(issue.minimum) - 1} characters [json-pointer:${pointer}]`]
          : [`must be greater than or equal to ${issue.minimum} [json-pointer:${pointer}]`];
    case 'invalid_type':
      return given === undefined
        ? [`missing required field: ${String(issue.path.at(-1))} [json-pointer:${parent}]`]
        : [
            `must provide ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected} [json-pointer:${pointer}]`,
          ];
    case 'unrecognized_keys':
      return issue.keys.map(key => `invalid additional property: ${key} [json-pointer:${pointer}]`);
    case 'invalid_union':
      if (LEFT_OUT.has(String(given)))
        return [`the playground has no \`${String(given)}\`, though Slack has [json-pointer:${pointer}]`];
      return given === undefined
        ? [`missing required field: type [json-pointer:${parent}]`]
        : [`unsupported type: ${String(given)} [json-pointer:${pointer}]`];
    case 'invalid_value':
      return [`must be a valid enum value [json-pointer:${pointer}]`];
    default:
      return [`${issue.message} [json-pointer:${pointer}]`];
  }
}
