import { isLess, moneyErrors, sentMoney } from '#shop/handling/door/typed-money.ts'
import {
  type FailReason,
  failReasons,
  type Receiver,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { type DoorMethod, dueChangeText } from '#shop/orders/money/door-money.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { setText } from '#ui/plain-page.ts'
import { drawQr } from '#ui/qr-code.tsx'
import type { DoorMove, Proof } from './stop-moves.ts'

/** What the phone knows of a door beside its form. */
export interface AtDoor {
  codesLeft: number
  /** As a data URL, once one is taken: it replaces the code. */
  photo: string | undefined
  /** Rupees that are due now. */
  due: number
  upiLink: string
}

/** Updates what a delivery's form shows, and leaves what is typed. */
export function showDeliverForm(form: HTMLFormElement, { codesLeft, photo, due, upiLink }: AtDoor) {
  const part = (name: string) => form.querySelector<HTMLElement>(`[data-shown="${name}"]`)
  const show = (name: string, isShown: boolean) => part(name)?.toggleAttribute('hidden', !isShown)
  const typed = new FormData(form)

  show('code', codesLeft > 0 && !photo)
  show('may-photo', codesLeft > 0 && !photo)
  show('must-photo', codesLeft <= 0 && !photo)
  show('picture', photo !== undefined)
  show('first', !photo)
  show('another', photo !== undefined)
  if (photo) part('picture')?.setAttribute('src', photo)

  setText(part('change'), dueChangeText({ before: Number(form.dataset.due ?? due), due }))
  show('money', due > 0)
  const amount = form.elements.namedItem('amount')
  // A typed amount stays.
  if (amount instanceof HTMLInputElement) amount.defaultValue = String(due)
  show('less', isLess(String(typed.get('amount')), due))
  const isUpi = typed.get('method') === 'upi'
  show('upi', isUpi)
  if (isUpi) drawUpiCode(form, upiLink)
}

function drawUpiCode(form: HTMLFormElement, link: string) {
  const svg = form.querySelector<SVGElement>('svg[role="img"]')
  svg?.toggleAttribute('hidden', link === '')
  if (!svg || !link || svg.dataset.link === link) return
  const { size, path } = drawQr(link)
  svg.dataset.link = link
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`)
  svg.querySelector('path')?.setAttribute('d', path)
}

type FormErrors = Partial<Record<string, string>>

/** A form's move, or what is wrong with it, by the names of the fields. */
export type ReadForm = { move: DoorMove; errors?: undefined } | { errors: FormErrors }

/** Reads who received it, the proof, and the money that was taken. */
export function readDelivery(form: FormData, door: AtDoor): ReadForm {
  const text = (name: string) => String(form.get(name) ?? '')
  const typed = {
    method: text('method') as DoorMethod,
    amount: text('amount'),
    reference: text('reference'),
    reason: text('reason'),
  }
  const proof = readProof(tidyEntry(text('code')), door)
  const money = door.due > 0 ? sentMoney(typed, door.due) : undefined
  const errors = money ? moneyErrors(money, door.due) : {}
  if ('errors' in proof) return { errors: { ...proof.errors, ...errors } }
  if (Object.keys(errors).length > 0) return { errors }
  const receiver = text('receiver') as Receiver
  return { move: { move: 'deliver', receiver, ...proof, money } }
}

function readProof(code: string, { codesLeft, photo }: AtDoor): Proof | { errors: FormErrors } {
  if (photo) return { photo: true, picture: photo }
  if (codesLeft <= 0) return { errors: { photo: 'Please take a photo.' } }
  if (/^\d{4}$/.test(code)) return { code }
  return { errors: { code: 'The code has 4 digits.' } }
}

/** Reads why it could not be handed over. */
export function readFailure(form: FormData): ReadForm {
  const reason = form.get('failure')
  if (isFailReason(reason)) return { move: { move: 'fail', reason } }
  return { errors: { failure: 'Please say what happened.' } }
}

function isFailReason(text: unknown): text is FailReason {
  return failReasons.some((reason) => reason === text)
}
