// Runs on the pages of tracking links, which React does not: it keeps them up to date and sends their forms.

import { replaceParts, showErrors } from '#ui/plain-page.ts'
import { listenLive } from './listen-live.ts'
import { sendForm } from './send-form.ts'

const [, , token = ''] = location.pathname.split('/')
/** How long a read of the page may take, ms: the next one waits for it. */
const readMs = 20_000

/** Reads the page again; says whether that changed anything. */
async function read(): Promise<boolean> {
  const response = await fetch(location.href, {
    cache: 'no-store',
    signal: AbortSignal.timeout(readMs),
  })
  // The link does not work any more: its page says so.
  if (response.status === 404) location.reload()
  if (!response.ok) return false
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return replaceParts(document, page)
}

let reading = Promise.resolve(false)

/** One read after the other: a slow one would undo what a later one says. Without a line the page stays as it is. */
function refresh(): Promise<boolean> {
  reading = reading.then(read).catch(() => false)
  return reading
}

/** What the shop said last is over once something else has happened. */
async function follow() {
  if (await refresh()) say('')
}

function say(sentence: string) {
  const said = document.getElementById('said')
  if (said) said.textContent = sentence
}

async function send(event: SubmitEvent) {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.dataset.call) return
  event.preventDefault()
  if (form.getAttribute('aria-busy') === 'true') return
  form.setAttribute('aria-busy', 'true')
  showErrors(form, {})
  const { isDone, sentence, errors } = await sendForm(form, token)
  form.removeAttribute('aria-busy')
  if (isDone) {
    form.closest('details')?.removeAttribute('open')
    form.reset()
    // What has the focus would not be brought up to date.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await refresh()
  }
  const areFieldsWrong = showErrors(form, errors)
  say(areFieldsWrong ? '' : sentence)
  if (!areFieldsWrong) document.getElementById('said')?.focus()
}

async function copy({ target }: MouseEvent) {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null
  if (!button) return
  await navigator.clipboard.writeText(button.dataset.copy ?? '')
  say('Link copied.')
}

document.addEventListener('submit', send)
document.addEventListener('click', copy)
listenLive(token, follow)
