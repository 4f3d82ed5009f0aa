// @ts-check
import { act } from './api.js';
import { byId, closeDialog, h, icon, toast } from './dom.js';
import { store } from './store.js';
import { clock } from './times.js';

let drawn = '';

const KINDS = [
  ['alertmanager', 'Alertmanager'],
  ['grafana', 'Grafana'],
  ['uptime-kuma', 'Uptime Kuma'],
  ['zabbix', 'Zabbix'],
  ['healthchecks', 'Healthchecks'],
  ['github', 'GitHub'],
  ['sentry', 'Sentry'],
  ['json', 'JSON'],
];
const SEVERITIES = ['critical', 'error', 'warning', 'info'].map(name => [name, name]);

/** Opens the dialog that makes up alerts and posts them to a hook. */
export function openBench() {
  const { hook, storms, job } = store.state.bench;
  drawn = '';
  const dialog = byId('bench');
  dialog.setAttribute('aria-labelledby', 'bench-title');
  dialog.replaceChildren(
    h(
      'header',
      { class: 'dialog-head' },
      h('h2', { id: 'bench-title' }, h('span', { class: 'app-name' }, 'Alerts'), 'Alert bench'),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': 'Close', onClick: () => closeDialog(dialog) },
        icon('close'),
      ),
    ),
    h(
      'div',
      { class: 'dialog-body', tabindex: '-1' },
      h(
        'p',
        { class: 'hint' },
        'Sends made-up alerts to a hook, as monitoring tools do. The texts arrive on the phone, and the posts in the hook’s channel.',
      ),
      h(
        'form',
        { class: 'step-form', onSubmit: (/** @type {Event} */ event) => run(event, 'fire') },
        h(
          'div',
          { class: 'bench-row' },
          select('bench-kind', 'Speaks like', KINDS),
          select('bench-severity', 'Severity', SEVERITIES),
          field('bench-group', 'Group', 'web'),
        ),
        whichHook(hook),
        h(
          'div',
          { class: 'bench-buttons' },
          h('button', { type: 'submit', class: 'button primary' }, 'Fire'),
          button('Repeat', 'repeat'),
          button('Resolve', 'resolve'),
          h('span', { class: 'bench-storm' }, storm(storms), button('Storm', 'storm')),
        ),
      ),
      job ? jobSwitch(job) : null,
      h('section', { id: 'rounds', class: 'runs', 'aria-label': 'What the hook answered' }),
    ),
  );
  dialog.showModal();
  byId('bench-kind').focus();
  renderBench();
}

/** Draws what was posted, and the hook's answers. */
export function renderBench() {
  const { bench } = store.state;
  if (!bench || !byId('bench').open) return;
  byId('bench-job')?.setAttribute('aria-checked', String(bench.job.runs));
  const look = JSON.stringify([bench.rounds, bench.firing]);
  if (look === drawn) return;
  drawn = look;
  const open = new Set([...byId('rounds').querySelectorAll('details[open]')].map(one => one.id));
  const focused = byId('rounds').contains(document.activeElement)
    ? document.activeElement?.closest('details')?.id
    : null;
  byId('rounds').replaceChildren(
    h(
      'h3',
      null,
      'What the hook answered',
      h('span', { class: 'hint', role: 'status' }, firing(bench.firing)),
    ),
    ...(bench.rounds.length > 0
      ? bench.rounds.map((/** @type {any} */ round) => card(round, open.has(`posted-${round.id}`)))
      : [h('p', { class: 'hint' }, 'Nothing has been posted yet.')]),
  );
  if (focused) byId(focused)?.querySelector('summary')?.focus();
}

/** @param {number} count */
const firing = count =>
  count === 0 ? 'nothing fires' : count === 1 ? '1 alert fires' : `${count} alerts fire`;

/** @param {Event} event @param {string} what */
function run(event, what) {
  event.preventDefault();
  const pressed = /** @type {any} */ (event).submitter ?? event.currentTarget;
  const value = (/** @type {string} */ id) => byId(id).value;
  return order(pressed, {
    what,
    hook: { url: value('bench-url').trim(), token: value('bench-token').trim() },
    kind: value('bench-kind'),
    severity: value('bench-severity'),
    group: value('bench-group'),
    storm: value('bench-size'),
  });
}

/** Has the playground do something; what was pressed is busy meanwhile. @param {any} pressed @param {object} what */
async function order(pressed, what) {
  pressed.setAttribute('aria-busy', 'true');
  const answer = await act({ do: 'bench', ...what });
  pressed.removeAttribute('aria-busy');
  if (answer.problem) toast(answer.problem);
}

/** Lets the job that calls a heartbeat hook run, or stops it. @param {any} job */
function jobSwitch(job) {
  const isRunning = () => store.state.bench.job.runs;
  const node = h('button', {
    id: 'bench-job',
    type: 'button',
    class: 'switch',
    role: 'switch',
    'aria-labelledby': 'bench-job-label',
    'aria-describedby': 'bench-job-hint',
    'aria-checked': String(job.runs),
    onClick: () => order(node, isRunning() ? { what: 'stop-job' } : { what: 'start-job', hook: job.hook }),
  });
  return h(
    'div',
    { class: 'knob bench-job' },
    h(
      'div',
      { class: 'knob-words' },
      h('span', { id: 'bench-job-label' }, 'A job calls its heartbeat hook'),
      h(
        'span',
        { class: 'hint', id: 'bench-job-hint' },
        `Every ${job.seconds} seconds. Stop it, and its hook texts that it isn’t called any more; start it again, and it texts that it is back.`,
      ),
    ),
    node,
  );
}

/** @param {string} label @param {string} what */
function button(label, what) {
  return h(
    'button',
    { type: 'button', class: 'button', onClick: (/** @type {Event} */ event) => run(event, what) },
    label,
  );
}

/** @param {string} id @param {string} label @param {string[][]} options */
function select(id, label, options) {
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    h(
      'select',
      { id, class: 'control' },
      options.map(([value, words]) => h('option', { value }, words)),
    ),
  );
}

/** @param {any[]} storms */
function storm(storms) {
  return h(
    'select',
    { id: 'bench-size', class: 'control', 'aria-label': 'Size of the storm' },
    storms.map(({ value, label }) => h('option', { value }, label)),
  );
}

/** @param {string} id @param {string} label @param {string} value */
function field(id, label, value) {
  const box = h('input', { id, class: 'control', autocomplete: 'off', spellcheck: 'false' });
  box.value = value;
  return h('div', { class: 'field' }, h('label', { for: id }, label), box);
}

/** The page's hook, or another one. @param {{ url: string, token: string } | null} hook */
function whichHook(hook) {
  return h(
    'details',
    { class: 'bench-hook', open: hook === null },
    h('summary', null, 'Which hook', icon('chevron')),
    h(
      'div',
      { class: 'bench-fields' },
      field('bench-url', 'Address', hook?.url ?? ''),
      field('bench-token', 'Token', hook?.token ?? ''),
    ),
  );
}

/** @param {any} round @param {boolean} isOpen */
function card(round, isOpen) {
  const { id, at, title, about, calls, answers, posted, answer } = round;
  const answered = Object.entries(answers);
  const count = answered.reduce((all, [, times]) => all + Number(times), 0);
  const good = answered.every(([status]) => status.startsWith('2'));
  const state = count < calls ? 'running' : good ? 'succeeded' : 'failed';
  const said = answered.map(([status, times]) =>
    calls === 1 ? words(status) : `${words(status)} × ${times}`,
  );
  return h(
    'article',
    { class: `run ${state}`, 'aria-label': `${title} ${id}` },
    h(
      'header',
      null,
      h('b', { class: 'run-state' }, count === 0 ? 'Posting' : said.join(', ')),
      h('b', null, title),
      h('span', { class: 'hint' }, `${about}, at ${clock(at, { second: '2-digit' })}`),
    ),
    calls > 1 ? h('p', { class: 'hint' }, `${count} of ${calls} calls answered. The newest answer:`) : null,
    answer ? h('pre', { class: 'bench-answer', tabindex: '0', 'aria-label': 'Answer' }, answer.body) : null,
    posted
      ? h(
          'details',
          { class: 'bench-posted', id: `posted-${id}`, open: isOpen },
          h('summary', null, 'What was posted', icon('chevron')),
          h('pre', { tabindex: '0', 'aria-label': 'What was posted' }, JSON.stringify(posted, null, 2)),
        )
      : null,
  );
}

/** @param {string} status */
const words = status => (status === 'none' ? 'No answer' : status);
