// Runs on the recipient's page: keeps it up to date and sends its form.

import { ApiError, call } from '#platform/http/api-client.ts'
import type { ChangeWhereTo } from '#shop/changes/change-order.server.ts'
import { addressDoubt } from '#shop/values/address-doubt.ts'
import {
  fieldsIn,
  hasLinkEnded,
  isChanged,
  onSubmit,
  readPage,
  replaceParts,
  setText,
  showErrors,
} from '#ui/plain-page.ts'
import { followOrder } from './live-events.ts'

const [, , token = ''] = location.pathname.split('/')
/** How long reading the page may take, ms: the next read waits for it. */
const readTimeoutMs = 20_000

/** Reads the page again. @returns whether anything on it changed */
async function read(): Promise<boolean> {
  const response = await fetch(location.href, {
    cache: 'no-store',
    signal: AbortSignal.timeout(readTimeoutMs),
  })
  // Then the page says so.
  if (hasLinkEnded(response)) location.reload()
  return response.ok && replaceParts(document, await readPage(response))
}

let reading = Promise.resolve(false)

/** Reads one after the other, so that a slow read cannot undo a later one. Offline the page stays as it is. */
function reload(): Promise<boolean> {
  reading = reading.then(read).catch(() => false)
  return reading
}

/** About a changed address; '' where nothing is doubtful. */
function addressQuestion(form: HTMLFormElement): string {
  const street = fieldsIn(form).find(({ name }) => name === 'address')
  if (!street?.value.trim() || !isChanged(street)) return ''
  const doubt = addressDoubt(street.value, street.dataset.pincode ?? '')
  return doubt ? `${doubt.text} Is it right?` : ''
}

const message = document.getElementById('shop-message')

/** Sends only what was changed: the sender may have changed the rest meanwhile. */
async function send(form: HTMLFormElement) {
  if (form.getAttribute('aria-busy') === 'true') return
  const question = addressQuestion(form)
  if (question && !confirm(question)) return
  form.setAttribute('aria-busy', 'true')
  showErrors(form, {})
  const changed = fieldsIn(form).filter(isChanged)
  const whereTo = Object.fromEntries(changed.map(({ name, value }) => [name, value.trim()]))
  try {
    const reply = await call<ChangeWhereTo>('POST /orders/whereTo', { body: { token, ...whereTo } })
    form.removeAttribute('aria-busy')
    form.reset()
    // A part that has the focus would not be replaced.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await reload()
    say(reply.message)
  } catch (error) {
    form.removeAttribute('aria-busy')
    if (!(error instanceof ApiError)) throw error
    const { detail, errors = {} } = error.problem
    if (showErrors(form, errors)) setText(message, '')
    else say(detail)
  }
}

function say(sentence: string) {
  setText(message, sentence)
  message?.focus()
}

/** The shop's last message is outdated once something else has changed. */
async function onLiveChange() {
  if (await reload()) setText(message, '')
}

onSubmit('#where-to', send)
followOrder(token, onLiveChange)
document.documentElement.dataset.script = 'runs'
