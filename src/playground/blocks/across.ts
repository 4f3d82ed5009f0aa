import { asObjects, isObject, type JsonObject } from '../json.ts';
import { LIMITS } from './limits.ts';
import { problemsOfTables } from './tables.ts';

/** Rules that span blocks: what must be unique, and what excludes what. */
export function problemsAcross(blocks: JsonObject[], pointer: string): string[] {
  const problems: string[] = [];
  const blockIds = new Set<unknown>();
  let focused = 0;
  for (const [index, block] of blocks.entries()) {
    const at = `${pointer}/${index}`;
    const blockId = block.block_id;
    if (blockId !== undefined && blockId !== '' && blockIds.has(blockId)) {
      problems.push(`\`block_id\` "${String(blockId)}" already exists [json-pointer:${at}/block_id]`);
    }
    blockIds.add(blockId);
    if (block.type === 'section' && !block.text && !block.fields) {
      problems.push(`must define either \`text\` or \`fields\` [json-pointer:${at}/type]`);
    }
    if (block.type === 'image' && Boolean(block.image_url) === Boolean(block.slack_file)) {
      problems.push(`must define either \`image_url\` or \`slack_file\` [json-pointer:${at}]`);
    }
    problems.push(...problemsAcross(asObjects(block.child_blocks), `${at}/child_blocks`));
    const actionIds = new Set<unknown>();
    // The blocks in a container are handled above.
    for (const [element, where] of block.type === 'container' ? [] : elementsOf(block, at)) {
      const actionId = element.action_id;
      if (actionId !== undefined && actionIds.has(actionId)) {
        problems.push(`\`action_id\` "${String(actionId)}" already exists [json-pointer:${where}/action_id]`);
      }
      actionIds.add(actionId);
      if (element.focus_on_load === true) focused += 1;
      problems.push(...choiceProblems(element, where));
    }
  }
  problems.push(...problemsOfTables(blocks, pointer));
  const markdown = blocks.reduce((sum, one) => sum + (one.type === 'markdown' ? textLength(one) : 0), 0);
  if (markdown > LIMITS.markdownTotal.max) {
    const most = LIMITS.markdownTotal.max + 1;
    problems.push(`markdown must be less than ${most} characters in all [json-pointer:${pointer}]`);
  }
  if (focused > 1) problems.push(`only one element may have \`focus_on_load\` [json-pointer:${pointer}]`);
  return problems;
}

function textLength(block: JsonObject): number {
  return typeof block.text === 'string' ? block.text.length : 0;
}

/** The elements of a block that may be interactive, each with its pointer; also those of blocks inside it. */
export function elementsOf(block: JsonObject, at: string): [JsonObject, string][] {
  const found: [JsonObject, string][] = [];
  if (block.type === 'rich_text') return found;
  const inner = block.type === 'carousel' ? 'elements' : 'child_blocks';
  if (block.type === 'carousel' || block.type === 'container') {
    return asObjects(block[inner]).flatMap((one, index) => elementsOf(one, `${at}/${inner}/${index}`));
  }
  for (const key of ['element', 'accessory']) {
    const element = block[key];
    if (isObject(element)) found.push([element, `${at}/${key}`]);
  }
  for (const key of ['elements', 'actions']) {
    for (const [index, element] of asObjects(block[key]).entries())
      found.push([element, `${at}/${key}/${index}`]);
  }
  return found;
}

function choiceProblems(element: JsonObject, at: string): string[] {
  const type = String(element.type);
  const problems: string[] = [];
  const options = asObjects(element.options);
  const groups = asObjects(element.option_groups);
  if (type === 'static_select' || type === 'multi_static_select') {
    if (options.length > 0 === groups.length > 0) {
      problems.push(`must define either \`options\` or \`option_groups\` [json-pointer:${at}]`);
    }
  }
  const all = [...options, ...groups.flatMap(group => asObjects(group.options))];
  const values = all.map(option => option.value);
  for (const [index, value] of values.entries()) {
    if (value !== undefined && values.indexOf(value) !== index) {
      problems.push(`option values must be unique: "${String(value)}" [json-pointer:${at}/options]`);
      break;
    }
  }
  // A chosen option must be one of those offered, exactly as offered.
  if (type.endsWith('static_select') || type === 'checkboxes' || type === 'radio_buttons') {
    const initial = [...asObjects(element.initial_options), ...asObjects([element.initial_option])];
    for (const option of initial) {
      if (!all.some(offered => JSON.stringify(offered) === JSON.stringify(option))) {
        problems.push(`initial option not found in \`options\` [json-pointer:${at}]`);
      }
    }
  }
  return problems;
}
