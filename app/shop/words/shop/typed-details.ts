import type { GstStatus } from '#shop/values/gst/gst-status.ts'
import { stateOfCode } from '#shop/values/gst/india-states.ts'
import { taxpayerOf } from '#shop/values/gst/taxpayer.ts'
import { kolkataDay, shiftDay } from '#shop/values/kolkata-time.ts'
import { toPaise, toRupees } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { parseLateScale, typedLateScale } from '#shop/values/typed-late-scale.ts'
import type { SavedWords } from '../words.ts'
import { allRates } from './own-rates.ts'

/** Who the shop is, as its owner writes it: what pages, mails and papers say of it. */
export interface TypedDetails {
  name: string
  /** '' if it is the same. */
  legalName: string
  address: string
  phone: string
  email: string
  gst: GstStatus
  gstin: string
  /** The code of its state, which of a registered shop comes from the GSTIN. */
  state: string
  /** Whether the shop does so without a registration. */
  sellsToOtherStates: 'yes' | 'no'
  fssai: string
  /** 'YYYY-MM-DD', or ''. */
  fssaiUntil: string
  upiId: string
  /** In the notation of `parseLateScale`. */
  lateScale: string
  /** What a manager may give away of one order, whole rupees. */
  refundLimit: string
  /** What of a customised cake is paid when its quote is accepted, in per cent. */
  deposit: string
  cashNeedsKnown: 'yes' | 'no'
  grievanceName: string
  grievanceTitle: string
  grievanceEmail: string
}

export function typedDetails({ grievance, state, ...shop }: ShopDetails): TypedDetails {
  const { name, legalName, address, phone, email, gst, gstin, fssai, fssaiUntil, upiId } = shop
  return {
    ...{ name, legalName, address, phone, email, gst, gstin, fssai, fssaiUntil, upiId },
    state: state.code,
    sellsToOtherStates: shop.sellsToOtherStates ? 'yes' : 'no',
    lateScale: typedLateScale(shop.lateScale),
    refundLimit: String(toRupees(shop.managerRefundLimitPaise)),
    deposit: String(shop.depositPercent),
    cashNeedsKnown: shop.cashNeedsKnown ? 'yes' : 'no',
    grievanceName: grievance.name,
    grievanceTitle: grievance.title,
    grievanceEmail: grievance.email,
  }
}

/** The words under which details are saved: `shop.gstin`. */
export const detailKey = (name: string) => `shop.${name}`

/** The shop as the environment has it, with what its owner has saved since. */
export function withSavedDetails(first: ShopDetails, saved: SavedWords): ShopDetails {
  const known = Object.entries(typedDetails(first))
  const said = known.flatMap(([name]) => {
    const text = saved.get(detailKey(name))?.text
    return text === undefined ? [] : [[name, text] as const]
  })
  if (said.length === 0) return { ...first, rates: allRates(saved) }
  const details = Object.fromEntries([...known, ...said]) as unknown as TypedDetails
  const { grievanceName, grievanceTitle, grievanceEmail, ...typed } = details
  const { lateScale, refundLimit, deposit, cashNeedsKnown, sellsToOtherStates, ...own } = typed
  return {
    ...first,
    ...own,
    rates: allRates(saved),
    ...taxpayerOf({ ...own, state: stateOfCode(own.state) ?? first.state }),
    sellsToOtherStates: sellsToOtherStates === 'yes',
    lateScale: parseLateScale(lateScale) ?? first.lateScale,
    managerRefundLimitPaise: toPaise(Number(refundLimit)),
    depositPercent: Number(deposit),
    cashNeedsKnown: cashNeedsKnown === 'yes',
    grievance: {
      ...first.grievance,
      name: grievanceName,
      title: grievanceTitle,
      email: grievanceEmail,
    },
  }
}

const noticeDays = 60

/** The last day of the food licence, if it is near or over; null otherwise. */
export function endingLicence({ fssaiUntil }: Pick<ShopDetails, 'fssaiUntil'>, now: Date) {
  const isNear = fssaiUntil !== '' && fssaiUntil <= shiftDay(kolkataDay(now), noticeDays)
  return isNear ? fssaiUntil : null
}
