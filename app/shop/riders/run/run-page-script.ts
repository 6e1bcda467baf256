// Runs on the rider's page: keeps the list up to date, and each move until the shop has it.

import {
  type FulfilmentStatus,
  fulfilmentStatuses,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { pictureFileError, unusablePictureText } from '#shop/pictures/picture-file.ts'
import { onSubmit, setText, showErrors } from '#ui/plain-page.ts'
import {
  type AtDoor,
  type ReadForm,
  readDelivery,
  readFailure,
  showDeliverForm,
} from './read-door-form.ts'
import {
  createPageSaver,
  type RunLink,
  removeEndedRuns,
  runKey,
  storedByOrder,
} from './run-storage.ts'
import {
  asideText,
  createMoveQueue,
  missingStopsText,
  problemInHindi,
  shownStop,
  stateInHindi,
  stateText,
} from './stop-moves.ts'
import { createReader, factsIn, scalePhoto, sendMove, stopItems } from './sync-run.ts'

/** How often a page that is seen reads its run and sends what waits, ms. */
const pollMs = 1500

const token = location.pathname.split('/').at(-1) ?? ''
const { worker, ...run } = JSON.parse(
  document.querySelector<HTMLElement>('[data-run]')?.dataset.run ?? '',
) as RunLink & { worker: string }

removeEndedRuns(run, new Date())

const isStatus = (stored: unknown): stored is FulfilmentStatus =>
  fulfilmentStatuses.some((status) => status === stored)
/** The statuses since the run was read: line and page may be lost before it is read again. */
const newStatuses = storedByOrder(`${runKey(run)}-taken`, isStatus)
/** Why the last moves of orders were rejected. */
const problems = new Map<string, { number: number; text: string }>()
/** The photos that were taken at doors, as data URLs. */
const photos = new Map<string, string>()
let isOffline = false
let isStored = true

const reader = createReader({
  saveCopy: createPageSaver(run, worker),
  onRead() {
    newStatuses.clear()
    show()
  },
})

const queue = createMoveQueue({
  key: runKey(run),
  async send(move, replace) {
    const sent = await sendMove(token, move, replace)
    isOffline = sent === 'again'
    show()
    return sent
  },
  onChange(areStored) {
    isStored = areStored
    show()
  },
  onResponse({ order, number, move }, response) {
    reader.outdate()
    if ('status' in response) {
      newStatuses.set(order, response.status)
      if (move === 'deliver') clearForms(order)
    } else problems.set(order, { number, text: response.rejected })
    void reader.read()
  },
})

/** The state of a stop, as far as the phone knows it. */
function stateOf(item: HTMLElement) {
  const facts = factsIn(item)
  const { orderId, codesLeft, cashDue: due, upiLink } = facts
  const waiting = queue.moves().filter(({ order }) => order === orderId)
  const door: AtDoor = { codesLeft, photo: photos.get(orderId), due, upiLink }
  return { facts, shown: shownStop(newStatuses.get(orderId) ?? facts.status, waiting), door }
}

function show() {
  const items = stopItems()
  const stops = items.map(showStop)
  const delivered = stops.filter(({ status }) => status === 'delivered').length
  setText(document.getElementById('delivered'), `${delivered} of ${items.length} delivered`)
  document.getElementById('nothing')?.toggleAttribute('hidden', items.length > 0)
  setText(document.getElementById('missing'), missingStopsText(missingNumbers(items)))
  const isWaiting = isOffline && queue.moves().length > 0
  setText(document.getElementById('offline'), isWaiting ? offlineText() : '')
  setText(document.getElementById('offline-hindi'), isWaiting ? offlineInHindi() : '')
}

/** The numbers of orders whose move was rejected and that are no longer in the list. */
function missingNumbers(items: HTMLElement[]) {
  const listed = new Set(items.map((item) => factsIn(item).orderId))
  return [...problems].flatMap(([order, { number }]) => (listed.has(order) ? [] : number))
}

function offlineText() {
  return isStored
    ? 'You are offline. Your updates are saved on this phone and will be sent when you are back online.'
    : 'You are offline, and this phone cannot save your updates. Keep this page open until your updates are sent.'
}

function offlineInHindi() {
  return isStored
    ? 'नेटवर्क नहीं है। सब फ़ोन में सेव है और नेटवर्क आने पर भेजा जाएगा।'
    : 'नेटवर्क नहीं है और फ़ोन में सेव नहीं हो सकता। भेजे जाने तक यह पेज खुला रखें।'
}

function showStop(item: HTMLElement) {
  const { facts, shown, door } = stateOf(item)
  setText(item.querySelector('[data-state]'), stateText(shown))
  setText(item.querySelector('[data-hindi-state]'), stateInHindi(shown))
  const isAside = queue.isAside(facts.orderId)
  const problem = isAside ? asideText : (problems.get(facts.orderId)?.text ?? '')
  item.querySelector('[data-retry]')?.toggleAttribute('hidden', !isAside)
  setText(item.querySelector('[data-problem]'), problem)
  setText(item.querySelector('[data-hindi-problem]'), problemInHindi(problem))
  for (const part of item.querySelectorAll<HTMLElement>('[data-while]')) {
    part.hidden = !part.dataset.while?.split(' ').includes(shown.status)
  }
  const form = item.querySelector<HTMLFormElement>('form[data-move="deliver"]')
  if (form) showDeliverForm(form, door)
  for (const field of item.querySelectorAll(':disabled')) field.removeAttribute('disabled')
  return shown
}

/** Removes what was typed at a door that is done. */
function clearForms(order: string) {
  const item = stopItems().find((one) => factsIn(one).orderId === order)
  photos.delete(order)
  for (const form of item?.querySelectorAll('form') ?? []) {
    form.reset()
    showErrors(form, {})
    form.closest('details')?.removeAttribute('open')
  }
}

function readForm(form: HTMLFormElement, item: HTMLElement): ReadForm {
  if (form.dataset.move === 'dispatch') return { move: { move: 'dispatch' } }
  if (form.dataset.move === 'fail') return readFailure(new FormData(form))
  return readDelivery(new FormData(form), stateOf(item).door)
}

/** The stop that contains an element. */
function itemOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-stop]') : null
}

function send(form: HTMLFormElement) {
  const item = itemOf(form)
  if (!item) return
  if (form.dataset.move === 'retry') return void queue.retry(factsIn(item).orderId)
  const { errors, move } = { move: undefined, ...readForm(form, item) }
  showErrors(form, errors ?? {})
  if (!move) return
  const { orderId, number, askEarly } = factsIn(item)
  if (move.move === 'dispatch' && askEarly && !confirm(askEarly)) return
  problems.delete(orderId)
  // A delivery may be rejected, and is corrected then.
  if (move.move !== 'deliver') clearForms(orderId)
  void queue.add({ id: crypto.randomUUID(), order: orderId, number, ...move })
  // The button that had the focus is gone.
  item.querySelector('article')?.focus({ preventScroll: true })
}

async function takePhoto(input: HTMLInputElement, item: HTMLElement) {
  const [file] = input.files ?? []
  const { form } = input
  if (!file || !form) return
  // Any size is allowed, because it is scaled down.
  const error = pictureFileError(file)
  const photo = error ? undefined : await scalePhoto(file).catch(() => undefined)
  // Otherwise the same file could not be chosen again.
  input.value = ''
  if (photo) photos.set(factsIn(item).orderId, photo)
  showErrors(form, photo ? {} : { photo: error ?? unusablePictureText(file.type) })
  show()
}

onSubmit('[data-stop] form', send)
document.addEventListener('input', show)
document.addEventListener('change', ({ target }) => {
  const item = itemOf(target)
  if (item && target instanceof HTMLInputElement && target.type === 'file') {
    void takePhoto(target, item)
  }
})
// A form that is opened remembers what was due then. Captured, because `toggle` does not bubble.
document.addEventListener(
  'toggle',
  ({ target }) => {
    const item = itemOf(target)
    const form = item?.querySelector<HTMLFormElement>('[open] form[data-move="deliver"]')
    if (item && form) form.dataset.due = String(factsIn(item).cashDue)
    show()
  },
  true,
)

function tick() {
  void queue.flush()
  void reader.read()
}
show()
tick()
setInterval(tick, pollMs)
setInterval(() => void queue.retry(), 40 * pollMs)
addEventListener('online', tick)
document.documentElement.dataset.script = 'runs'
