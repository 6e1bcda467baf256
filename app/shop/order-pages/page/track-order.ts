// Runs on tracking pages: keeps them up to date and sends their forms.

import { fileUrl } from '#platform/http/api-client.ts'
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
import { listenLive } from '../live/live-events.ts'
import type { LiveOrderCall } from '../live/stream-orders.server.ts'
import { sendForm } from './send-form.ts'

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

/** The shop's last message is outdated once something else has changed. */
async function onLiveChange() {
  if (await reload()) showMessage('')
}

/** About a changed address; '' where nothing is doubtful. */
function addressQuestion(form: HTMLFormElement): string {
  const fields = fieldsIn(form).filter(({ name }) => /(?:^|\.)address$|\.pincode$/.test(name))
  const [street, pincode] = fields
  if (!street?.value.trim() || !fields.some(isChanged)) return ''
  const doubt = addressDoubt(street.value, pincode?.value ?? street.dataset.pincode ?? '')
  return doubt ? `${doubt.text} Is it right?` : ''
}

const message = document.getElementById('shop-message')

function showMessage(sentence: string) {
  setText(message, sentence)
}

async function send(form: HTMLFormElement) {
  if (form.getAttribute('aria-busy') === 'true') return
  const question = addressQuestion(form)
  if (question && !confirm(question)) return
  form.setAttribute('aria-busy', 'true')
  showErrors(form, {})
  const { isDone, sentence, errors } = await sendForm(form, token)
  form.removeAttribute('aria-busy')
  if (isDone) {
    form.closest('details')?.removeAttribute('open')
    form.reset()
    // A part that has the focus would not be replaced.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await reload()
  }
  const areFieldsWrong = showErrors(form, errors)
  showMessage(areFieldsWrong ? '' : sentence)
  if (!areFieldsWrong) message?.focus()
}

async function copy({ target }: MouseEvent) {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null
  if (!button) return
  await navigator.clipboard.writeText(button.dataset.copy ?? '')
  showMessage('Link copied.')
}

let stopListening = () => {}

/** Only while the page is seen. */
function listen() {
  stopListening()
  if (document.hidden) return
  stopListening = listenLive(
    fileUrl<LiveOrderCall>('/orders/liveOrder', { query: { token } }),
    { ready: onLiveChange, change: onLiveChange },
    (hasGivenUp) => hasGivenUp && void onLiveChange(),
  )
}

onSubmit('[data-call]', send)
document.addEventListener('click', copy)
document.addEventListener('visibilitychange', listen)
listen()
document.documentElement.dataset.script = 'runs'
