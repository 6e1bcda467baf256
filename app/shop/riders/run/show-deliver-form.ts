import { dueChangeText } from '#shop/orders/door/door-money.ts'
import { isLess } from '#shop/orders/door/typed-money.ts'
import { drawQr } from '#ui/draw-qr.ts'
import type { AskedSum } from './asked-sums.ts'

interface DeliveryAtDoor {
  codesLeft: number
  /** As a data URL, once one is taken. */
  photo: string | undefined
  asked: AskedSum
  /** Rupees that are due by now. */
  due: number
}

/** Shows of a delivery's form what is asked for by now, and leaves what is typed. */
export function showDeliverForm(
  form: HTMLFormElement,
  { codesLeft, photo, asked, due }: DeliveryAtDoor,
) {
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

  setText(part('change'), dueChangeText({ asked: asked.cashDue, due }))
  show('money', asked.cashDue > 0)
  const amount = form.elements.namedItem('amount')
  // What was typed in its place stays.
  if (amount instanceof HTMLInputElement) amount.defaultValue = String(asked.cashDue)
  show('less', isLess(String(typed.get('amount')), due))
  const isUpi = typed.get('method') === 'upi'
  show('upi', isUpi)
  if (isUpi) drawUpiCode(form, asked.upiLink)
}

function drawUpiCode(form: HTMLFormElement, link: string) {
  const svg = form.querySelector<SVGElement>('svg[role="img"]')
  if (!svg || svg.dataset.link === link) return
  const { size, path } = drawQr(link)
  svg.dataset.link = link
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`)
  svg.querySelector('path')?.setAttribute('d', path)
}

/** Only where it changes: screen readers say again what is set again. */
export function setText(element: Element | null, text: string) {
  if (element && element.textContent !== text) element.textContent = text
}
