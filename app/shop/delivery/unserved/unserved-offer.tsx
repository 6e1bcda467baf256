import { isUnserved } from '../deliver-to/earliest-text.ts'
import { useEarliest } from '../deliver-to/use-earliest.ts'
import type { DeliveryLine } from '../delivery-lines.ts'
import { TellMeForm } from './tell-me-form.tsx'

/** As every page asks: so a pincode is counted once, wherever it was typed. */
const noLines: readonly DeliveryLine[] = []

/** For who lives where the shop does not deliver: it is counted, and they can be told when it does. */
export function UnservedOffer() {
  const { pincode, response } = useEarliest(noLines)
  if (!isUnserved(response)) return null
  return (
    <section aria-labelledby="unserved" className="card grid gap-4 p-5 md:p-8">
      <h2 id="unserved" className="text-lg">
        Shall we tell you when we deliver to {pincode}?
      </h2>
      <TellMeForm key={pincode} pincode={pincode} />
    </section>
  )
}
