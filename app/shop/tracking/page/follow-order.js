// Runs on tracking pages, which React does not: it keeps them up to date and sends their forms.

const token = location.pathname.split('/').at(-1) ?? ''
const retryMs = 5000

/**
 * Replaces what may have changed, but for the part that somebody is typing in. What the shop said last is over once
 * something else has happened.
 */
async function refresh() {
  const response = await fetch(location.href, { cache: 'no-store' })
  if (!response.ok && response.status !== 404) return
  const read = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (response.status === 404) {
    close()
    replace(document.querySelector('main'), read.querySelector('main'))
    return
  }
  let isChanged = false
  for (const part of document.querySelectorAll('[data-part]')) {
    const fresh = read.querySelector(`[data-part="${part.dataset.part}"]`)
    if (!isInUse(part) && replace(part, fresh)) isChanged = true
  }
  if (isChanged) say('')
}

/** @param {Element | null} part @param {Element | null} fresh @returns {boolean} whether they differed */
function replace(part, fresh) {
  if (!part || !fresh || part.innerHTML === fresh.innerHTML) return false
  part.innerHTML = fresh.innerHTML
  return true
}

/** @param {string} sentence */
function say(sentence) {
  const said = document.getElementById('said')
  if (said) said.textContent = sentence
}

/** @param {Element} part */
function isInUse(part) {
  const fields = [...part.querySelectorAll('input, textarea')]
  return (
    part.querySelector('details[open]') !== null ||
    fields.some((field) => field.value !== field.defaultValue) ||
    part.querySelector('[aria-busy=true]') !== null
  )
}

/** @type {EventSource | null} */
let source = null

function open() {
  if (document.hidden || source) return
  source = new EventSource(`/api/v1/track/live?token=${encodeURIComponent(token)}`)
  source.addEventListener('ready', refresh)
  source.addEventListener('change', refresh)
  source.addEventListener('error', () => {
    // A browser reconnects by itself, but not after a response that is no stream.
    if (source?.readyState !== EventSource.CLOSED) return
    close()
    setTimeout(open, retryMs)
    void refresh()
  })
}

function close() {
  source?.close()
  source = null
}

/** @param {SubmitEvent} event */
async function send(event) {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.dataset.call) return
  event.preventDefault()
  if (form.getAttribute('aria-busy') === 'true') return
  form.setAttribute('aria-busy', 'true')
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid')
  for (const error of form.querySelectorAll('[id$=-error]')) error.textContent = ''
  const outcome = await callShop(form).catch(() => ({
    detail: 'The shop could not be reached. Check your connection and try again.',
  }))
  form.removeAttribute('aria-busy')
  if (outcome.message) {
    form.closest('details')?.removeAttribute('open')
    form.reset()
    // Said in any case: it is done.
    await refresh().catch(() => {})
  }
  show(form, outcome)
}

/** @param {HTMLFormElement} form */
async function callShop(form) {
  const response = await fetch(`/api/v1${form.dataset.call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...Object.fromEntries(new FormData(form)) }),
  })
  return response.json()
}

/** What the shop said: in the line for that, or under the field that it is about. */
function show(form, { message, detail, errors = {} }) {
  const [wrong] = Object.keys(errors).filter((name) => form.elements.namedItem(name))
  for (const name of Object.keys(errors)) {
    const field = form.elements.namedItem(name)
    const error = document.getElementById(`${field?.id}-error`)
    if (error) error.textContent = errors[name]
    field?.setAttribute('aria-invalid', 'true')
  }
  if (wrong) {
    form.elements.namedItem(wrong).focus()
    return
  }
  say(message ?? detail)
  document.getElementById('said')?.focus()
}

async function copy(event) {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null
  if (!button) return
  await navigator.clipboard.writeText(button.dataset.copy)
  say('Link copied.')
}

document.addEventListener('submit', send)
document.addEventListener('click', copy)
document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()))
open()
