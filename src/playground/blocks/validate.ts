import type { z } from 'zod';
import { asObjects, isObject, type JsonObject } from '../json.ts';
import { problemsAcross } from './across.ts';
import { CONTENT, type DataBlocks, NOT_SUPPORTED } from './blocks.ts';
import { OFFERED } from './elements.ts';

/**
 * Slack's objections to a message's blocks, in the words of `response_metadata.messages` (without the `[ERROR]`);
 * empty if Slack would accept them.
 */
export function problemsOfMessageBlocks(blocks: unknown, dataBlocks: DataBlocks = 'documented'): string[] {
  const parsed = CONTENT[dataBlocks].message.safeParse(blocks);
  const problems = parsed.success ? [] : inSlacksWords(parsed.error, blocks, '/blocks', true);
  return [...problems, ...problemsAcross(asObjects(blocks), '/blocks')];
}

/** Slack's objections to a view; empty if Slack would accept it. `type`: the view type that the method requires. */
export function problemsOfView(
  view: unknown,
  type: 'modal' | 'home',
  dataBlocks: DataBlocks = 'documented',
): string[] {
  const problems: string[] = [];
  if (!isObject(view)) return ['must provide an object [json-pointer:/view]'];
  if (view.type !== type) return [`unsupported type: ${String(view.type)} [json-pointer:/view/type]`];
  const parsed = CONTENT[dataBlocks][type].safeParse(view);
  if (!parsed.success) problems.push(...inSlacksWords(parsed.error, view, '/view', false));
  const blocks = asObjects(view.blocks);
  problems.push(...problemsAcross(blocks, '/view/blocks'));
  if (type === 'modal' && !view.submit && blocks.some(block => block.type === 'input')) {
    problems.push('missing required field: submit [json-pointer:/view]');
  }
  return problems.length > 0 ? ['failed to match all allowed schemas [json-pointer:/view]', ...problems] : [];
}

/** Slack's objections to an app's options for an external select; empty if Slack would show them. */
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

/** All options in an answer, whether or not they are in groups. */
export function offeredOptions(answer: JsonObject): JsonObject[] {
  const groups = asObjects(answer.option_groups).flatMap(group => asObjects(group.options));
  return [...asObjects(answer.options), ...groups];
}

function inSlacksWords(error: z.ZodError, root: unknown, base: string, withParent: boolean): string[] {
  const lines: string[] = [];
  for (const issue of error.issues) {
    const pointer = [base, ...issue.path].join('/');
    const parent = [base, ...issue.path.slice(0, -1)].join('/');
    const value = issue.path.reduce<unknown>(
      (inner, key) => (inner as JsonObject | undefined)?.[String(key)],
      root,
    );
    if (withParent && issue.path.at(-1) === 'text' && issue.code !== 'invalid_union') {
      lines.push(`failed to match all allowed schemas [json-pointer:${parent}]`);
    }
    lines.push(...sentence(issue, value, pointer, parent));
  }
  return [...new Set(lines)];
}

function sentence(issue: z.core.$ZodIssue, value: unknown, pointer: string, parent: string): string[] {
  const here = (problem: string) => [`${problem} [json-pointer:${pointer}]`];
  const missing = (name: string) => [`missing required field: ${name} [json-pointer:${parent}]`];
  switch (issue.code) {
    case 'too_big':
      if (issue.origin === 'array') return here(`no more than ${issue.maximum} items allowed`);
      if (issue.origin === 'string') return here(`must be less than ${Number(issue.maximum) + 1} characters`);
      return here(`must be less than or equal to ${issue.maximum}`);
    case 'too_small':
      if (issue.origin === 'array') return here(`no fewer than ${issue.minimum} items allowed`);
      if (issue.origin === 'string') return here(`must be more than ${Number(issue.minimum) - 1} characters`);
      return here(`must be greater than or equal to ${issue.minimum}`);
    case 'invalid_type':
      if (value === undefined) return missing(String(issue.path.at(-1)));
      return here(`must provide ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`);
    case 'unrecognized_keys':
      return issue.keys.flatMap(key => here(`invalid additional property: ${key}`));
    case 'invalid_union':
      if (value === undefined) return missing('type');
      return NOT_SUPPORTED.has(String(value))
        ? here(`the playground has no \`${String(value)}\`, though Slack has`)
        : here(`unsupported type: ${String(value)}`);
    case 'invalid_value':
      return here('must be a valid enum value');
    default:
      return here(issue.message);
  }
}
