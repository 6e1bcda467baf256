// Runs on the pages of tracking links, which React does not: it keeps them up to date and sends their forms.

const [, , token = ''] = location.pathname.split('/')
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
  let isNew = false
  for (const part of document.querySelectorAll('[data-part]')) {
    const fresh = read.querySelector(`[data-part="${part.dataset.part}"]`)
    if (!isInUse(part) && replace(part, fresh)) isNew = true
  }
  if (isNew) say('')
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
  const fields = [...part.querySelectorAll('input, textarea, select')]
  return (
    part.querySelector('details[open]') !== null ||
    fields.some(isChanged) ||
    part.querySelector('[aria-busy=true]') !== null
  )
}

/** Whether a field differs from what the page was sent with. */
function isChanged(field) {
  if (field instanceof HTMLSelectElement) return !field.selectedOptions[0]?.defaultSelected
  return field.value !== field.defaultValue
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
  const fields = form.dataset.changes ? changesIn(form) : Object.fromEntries(new FormData(form))
  const response = await fetch(`/api/v1${form.dataset.call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...fields }),
  })
  return response.json()
}

/**
 * What was typed anew: another page, or whom it is for, may have changed the rest meanwhile. Names with dots are parts of
 * lists ('items.0.bname'), fields of one name are one line, and a choice may say more than its value (`data-slot`).
 */
function changesIn(form) {
  const changes = {}
  const fields = namedFields(form)
  for (const field of fields) {
    if (field.type !== 'hidden' && !isChanged(field)) continue
    const line = fields.filter(({ name }) => name === field.name).map(({ value }) => value.trim())
    put(changes, field.name.split('.'), line.join(','))
    Object.assign(changes, field.selectedOptions?.[0]?.dataset)
  }
  return changes
}

function put(into, [name, ...rest], value) {
  if (rest.length === 0) into[name] = value
  else {
    into[name] ??= Number.isNaN(Number(rest[0])) ? {} : []
    put(into[name], rest, value)
  }
}

/** @param {HTMLFormElement} form */
function namedFields(form) {
  return [...form.elements].filter(({ name }) => name)
}

/** What the shop said: in the line for that, or under the field that it is about. */
function show(form, { message, detail, errors = {} }) {
  const fields = namedFields(form)
  const wrong = Object.keys(errors).flatMap(
    (name) => fields.find((field) => field.name === name) ?? [],
  )
  for (const field of wrong) {
    const error = document.getElementById(`${field.id}-error`)
    if (error) error.textContent = errors[field.name]
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-describedby', `${field.id}-hint ${field.id}-error`)
  }
  say(wrong.length > 0 ? '' : (message ?? detail))
  const first = fields.find((field) => wrong.includes(field)) ?? document.getElementById('said')
  first?.focus()
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
