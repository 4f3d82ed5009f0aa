// The page that imports contacts: sends what is chosen, and shows what comes back. All words come from the server.

const source = document.querySelector('#source');
const status = document.querySelector('#status');
const result = document.querySelector('#result');
const file = document.querySelector('#file');
const paste = document.querySelector('#paste');
const here = location.pathname.replace(/\/$/, '');

/** What was read last: the server may have forgotten it. */
let chosen = null;
/** Only the last answer counts. */
let asked = 0;

async function ask(to, body) {
  const answer = await fetch(`${here}/${to}`, { method: body === undefined ? 'GET' : 'POST', body });
  if (answer.status !== 409 || chosen === null) return answer;
  await fetch(`${here}/file`, { method: 'POST', body: chosen });
  return fetch(`${here}/${to}`, { method: 'POST', body });
}

async function show(to, body, moves) {
  asked += 1;
  const mine = asked;
  if (moves) status.textContent = source.dataset.reading;
  try {
    const answer = await ask(to, body);
    const text = await answer.text();
    if (mine !== asked) return;
    if (answer.status === 403 || answer.status === 410) return location.reload();
    if (!answer.ok) throw new Error(text);
    // Wherever the person is by now.
    const focused = document.activeElement?.id;
    result.innerHTML = text;
    status.textContent = '';
    settle(focused, moves);
  } catch {
    if (mine !== asked) return;
    status.textContent = source.dataset.failed;
    // What is under way goes on without this page, which asks until it hears of it.
    if (body === undefined) setTimeout(() => mine === asked && show(to, body, moves), 2000);
  }
}

/** Goes on from where the person was, or to what is new; and asks again while something is under way. */
function settle(focused, moves) {
  const heading = result.querySelector('h2');
  if (moves && heading) heading.focus();
  else if (focused) document.getElementById(focused)?.focus();
  const again = result.querySelector('[data-again]');
  if (!again) return;
  source.hidden = true;
  status.textContent = again.textContent.trim();
  setTimeout(() => show(again.dataset.again, undefined, false), 1000);
}

function read(what) {
  chosen = what;
  show('file', what, true);
}

source.addEventListener('submit', event => {
  event.preventDefault();
  const [first] = file.files;
  if (paste.value.trim() !== '') read(new Blob([paste.value]));
  else if (first) read(first);
  else file.focus();
});
file.addEventListener('change', () => file.files[0] && read(file.files[0]));
document.addEventListener('dragover', event => event.preventDefault());
document.addEventListener('drop', event => {
  event.preventDefault();
  const [dropped] = event.dataTransfer.files;
  if (dropped) read(dropped);
});

document.addEventListener('submit', event => {
  const form = event.target;
  if (!form.dataset.to) return;
  event.preventDefault();
  const { submitter } = event;
  const fields = new URLSearchParams(new FormData(form));
  if (submitter?.name) fields.set(submitter.name, submitter.value);
  const to = submitter?.dataset.to ?? form.dataset.to;
  // What is being undone can't be undone again.
  if (submitter?.name === 'sure')
    for (const one of document.querySelectorAll('section form'))
      if (one.elements.import?.value === form.elements.import.value) one.remove();
  show(to, fields, to !== 'look');
});
result.addEventListener('change', event => {
  const { form } = event.target;
  if (form && event.target.matches('select')) show('look', new URLSearchParams(new FormData(form)), false);
});

// From here on pressing it does what it says.
document.querySelector('#read').disabled = false;
