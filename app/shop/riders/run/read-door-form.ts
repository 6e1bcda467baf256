import type { DoorMethod } from '#shop/orders/door/door-money.ts'
import { readMoney } from '#shop/orders/door/typed-money.ts'
import { type FailReason, failReasons } from '#shop/orders/fulfilment/fail-reasons.ts'
import type { Receiver } from '../hand-over.ts'
import type { DoorMove, Proof } from './move-queue.ts'

/** A move as its form says it, or what is wrong, by the names of the fields. */
export type ReadForm =
  | { move: DoorMove; errors?: undefined }
  | { errors: Partial<Record<string, string>> }

/** What counts beside the fields. */
interface AtDoor {
  codesLeft: number
  /** As a data URL, once one is taken: it takes the place of the code. */
  photo: string | undefined
  /** Rupees that the customer was asked for; 0 where nothing is due. */
  asked: number
  /** Rupees that are due by now. */
  due: number
}

/** Reads who received it, what proves that, and what was taken. */
export function readDelivery(form: FormData, door: AtDoor): ReadForm {
  const text = (name: string) => String(form.get(name) ?? '')
  const typed = {
    method: text('method') as DoorMethod,
    amount: text('amount'),
    reference: text('reference'),
    reason: text('reason'),
  }
  const proof = readProof(text('code').trim(), door)
  const taken = door.asked > 0 ? readMoney(typed, door) : undefined
  if (!('proof' in proof) || taken?.money === null) {
    return { errors: { ...('errors' in proof && proof.errors), ...taken?.errors } }
  }
  const receiver = text('receiver') as Receiver
  return { move: { move: 'deliver', receiver, ...proof.proof, money: taken?.money } }
}

function readProof(
  code: string,
  { codesLeft, photo }: AtDoor,
): { proof: Proof } | { errors: Partial<Record<string, string>> } {
  if (photo) return { proof: { photo: true, picture: photo } }
  if (codesLeft <= 0) return { errors: { photo: 'Please take a photo.' } }
  if (/^\d{4}$/.test(code)) return { proof: { code } }
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
