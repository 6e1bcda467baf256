// Runs on the rider's page, which React does not: it keeps the list up to date, and each move until the shop has it.

import {
  type FulfilmentStatus,
  fulfilmentStatuses,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { mediaTypeError, unusableFileText } from '#shop/pictures/picture-file.ts'
import { showErrors } from '#ui/plain-page.ts'
import { askedSums } from './asked-sums.ts'
import { pageKeeper } from './kept/keep-page.ts'
import { keptMap } from './kept/kept-map.ts'
import { keyOf, removeEndedRuns } from './kept/kept-moves.ts'
import { createMoveQueue } from './move-queue.ts'
import { type ReadForm, readDelivery, readFailure } from './read-door-form.ts'
import { createReader, factsIn, stopItems } from './run-list.ts'
import type { RiderRun } from './run-stop.ts'
import { scalePhoto } from './scale-photo.ts'
import { sendMove } from './send-move.ts'
import { setText, showDeliverForm } from './show-deliver-form.ts'
import { isAtDoor, leftText, shownStop, stateText } from './shown-stop.ts'

/** How often a page that is seen asks how its run stands, and sends what waits, ms. */
const pollMs = 1500

const token = location.pathname.split('/').at(-1) ?? ''
const { worker, ...run } = JSON.parse(
  document.querySelector<HTMLElement>('[data-run]')?.dataset.run ?? '',
) as Pick<RiderRun, 'id' | 'linkEndsAt'> & { worker: string }

removeEndedRuns(run, new Date())

const isStatus = (stored: unknown): stored is FulfilmentStatus =>
  fulfilmentStatuses.some((status) => status === stored)
/** Where moves took orders since the run was read: line and page may be lost before it is read again. */
const taken = keptMap(`${keyOf(run)}-taken`, isStatus)
/** Why the last moves of orders were refused. */
const problems = new Map<string, { number: number; text: string }>()
/** What was taken at doors, as data URLs. */
const photos = new Map<string, string>()
const sums = askedSums(`${keyOf(run)}-sums`)
let isLost = false
let isStored = true

const reader = createReader({
  keep: pageKeeper(run, worker),
  onRead() {
    taken.clear()
    show()
  },
})

const queue = createMoveQueue({
  key: keyOf(run),
  async send(move, keep) {
    const sent = await sendMove(token, move, keep)
    isLost = sent === 'again'
    show()
    return sent
  },
  onChange(areStored) {
    isStored = areStored
    show()
  },
  onAnswer({ order, number, move }, answer) {
    reader.outdate()
    if ('status' in answer) {
      taken.set(order, answer.status)
      if (move === 'deliver') fold(order)
    } else problems.set(order, { number, text: answer.refused })
    void reader.read()
  },
})

/** What is known of a stop now. */
function stateOf(item: HTMLElement) {
  const facts = factsIn(item)
  const { orderId } = facts
  const waiting = queue.moves().filter(({ order }) => order === orderId)
  const asked = sums.of(orderId) ?? facts
  return {
    facts,
    shown: shownStop(taken.get(orderId) ?? facts.status, waiting),
    door: {
      codesLeft: facts.codesLeft,
      photo: photos.get(orderId),
      asked,
      due: Math.min(facts.cashDue, asked.cashDue),
    },
  }
}

function show() {
  const items = stopItems()
  const states = items.map(showStop)
  const delivered = states.filter(({ status }) => status === 'delivered').length
  setText(document.getElementById('delivered'), `${delivered} of ${items.length} delivered`)
  document.getElementById('nothing')?.toggleAttribute('hidden', items.length > 0)
  setText(document.getElementById('left'), leftText(numbersLeft(items)))
  setText(document.getElementById('lost'), isLost && queue.moves().length > 0 ? lostText() : '')
}

/** The numbers of orders that a move was refused for, and that are in the list no more. */
function numbersLeft(items: HTMLElement[]) {
  const listed = new Set(items.map((item) => factsIn(item).orderId))
  return [...problems].flatMap(([order, { number }]) => (listed.has(order) ? [] : number))
}

function lostText() {
  return isStored
    ? 'You are offline. Your updates are saved on this phone and will be sent when you are back online.'
    : 'You are offline, and this phone cannot save your updates. Keep this page open until your updates are sent.'
}

function showStop(item: HTMLElement) {
  const { facts, shown, door } = stateOf(item)
  if (!isAtDoor(shown)) sums.forget(facts.orderId)
  setText(item.querySelector('[data-state]'), stateText(shown))
  setText(item.querySelector('[data-problem]'), problems.get(facts.orderId)?.text ?? '')
  for (const part of item.querySelectorAll<HTMLElement>('[data-while]')) {
    part.hidden = !part.dataset.while?.split(' ').includes(shown.status)
  }
  const form = item.querySelector<HTMLFormElement>('form[data-move="deliver"]')
  if (form) showDeliverForm(form, door)
  for (const field of item.querySelectorAll(':disabled')) field.removeAttribute('disabled')
  return shown
}

/** Forgets what was typed at a door that is done. */
function fold(order: string) {
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
  const { door } = stateOf(item)
  return readDelivery(new FormData(form), { ...door, asked: door.asked.cashDue })
}

/** The stop that something on the page is of. */
function itemOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-stop]') : null
}

function send(event: SubmitEvent) {
  const form = event.target
  const item = itemOf(form)
  if (!item || !(form instanceof HTMLFormElement)) return
  event.preventDefault()
  const { errors, move } = { move: undefined, ...readForm(form, item) }
  showErrors(form, errors ?? {})
  if (!move) return
  const { orderId, number } = factsIn(item)
  problems.delete(orderId)
  // A delivery may be refused, and is corrected then.
  if (move.move !== 'deliver') fold(orderId)
  void queue.add({ id: crypto.randomUUID(), order: orderId, number, ...move })
  // What was pressed is gone.
  item.querySelector('article')?.focus({ preventScroll: true })
}

async function takePhoto(input: HTMLInputElement, item: HTMLElement) {
  const [file] = input.files ?? []
  const { form } = input
  if (!file || !form) return
  // Any size will do: it is sent scaled down.
  const refusal = mediaTypeError(file)
  const photo = refusal ? undefined : await scalePhoto(file).catch(() => undefined)
  // Else the same file could not be chosen again.
  input.value = ''
  if (photo) photos.set(factsIn(item).orderId, photo)
  showErrors(form, photo ? {} : { photo: refusal ?? unusableFileText })
  show()
}

document.addEventListener('submit', send)
document.addEventListener('input', show)
document.addEventListener('change', ({ target }) => {
  const item = itemOf(target)
  if (item && target instanceof HTMLInputElement && target.type === 'file') {
    void takePhoto(target, item)
  }
})

/** Who opens the form of a delivery asks for what is due. */
function ask(details: Element) {
  const item = itemOf(details)
  if (!item || !details.matches('[open]:has([data-move="deliver"])')) return
  const { orderId, cashDue, upiLink } = factsIn(item)
  sums.ask(orderId, { cashDue, upiLink })
  show()
}
// It does not bubble.
document.addEventListener('toggle', ({ target }) => target instanceof Element && ask(target), true)
for (const details of document.querySelectorAll('details')) ask(details)

function tick() {
  void queue.flush()
  void reader.read()
}
show()
tick()
setInterval(tick, pollMs)
addEventListener('online', tick)
