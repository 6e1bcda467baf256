import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { type GoodsRate, lawRates, ratesOn } from '#shop/values/gst/goods-rates.ts'
import { stateOfCode } from '#shop/values/gst/india-states.ts'
import { type GstStatus, type Taxpayer, taxpayerOf } from '#shop/values/gst/taxpayer.ts'
import { kolkataDay, shiftDay } from '#shop/values/kolkata-time.ts'
import { parseLateScale, typedLateScale } from '#shop/values/late-scale.ts'
import { toPaise, toRupees } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { openedKey, type SavedWords } from '../words.ts'
import type { TypedDetails } from './details.schema.ts'

/** Who the shop is, as its owner writes it. */
export function typedDetails({
  grievance,
  registrationToCome,
  ...shop
}: ShopDetails): TypedDetails {
  const { name, legalName, address, phone, whatsapp, email, fssai, fssaiUntil, upiId } = shop
  const { gst, gstin, state } = registrationToCome ?? shop
  const { accent, instagram, facebook, youtube, mapPoint } = shop
  return {
    ...{ name, legalName, address, phone, whatsapp, email, gst, gstin, fssai, fssaiUntil, upiId },
    gstFrom: registrationToCome?.from ?? '',
    state: state.code,
    sellsToOtherStates: shop.sellsToOtherStates ? 'yes' : 'no',
    lateScale: typedLateScale(shop.lateScale),
    refundLimit: String(toRupees(shop.managerRefundLimitPaise)),
    dayLimit: String(toRupees(shop.managerDayLimitPaise)),
    deposit: String(shop.depositPercent),
    balanceDays: String(shop.balanceDays),
    cashNeedsKnown: shop.cashNeedsKnown ? 'yes' : 'no',
    asksForReviews: shop.asksForReviews ? 'yes' : 'no',
    grievanceName: grievance.name,
    grievanceTitle: grievance.title,
    grievanceEmail: grievance.email,
    ...{ accent, instagram, facebook, youtube, mapPoint },
  }
}

/** The words under which details are saved: `shop.gstin`. */
export const detailKey = (name: string) => `shop.${name}`

const earlierKey = detailKey('earlierRegistration')

/** What holds until a registration to come does, as a word: 'regular 29 29ABCDE1234F1ZW'. */
export function earlierRegistration({ gst, state, gstin }: Taxpayer) {
  return { key: earlierKey, text: `${gst} ${state.code} ${gstin}`, pictureId: null }
}

function readEarlier(saved: SavedWords, { state }: ShopDetails): Taxpayer {
  const [gst, code = '', gstin = ''] = saved.get(earlierKey)?.text.split(' ') ?? []
  return { gst: gst as GstStatus, gstin, state: stateOfCode(code) ?? state }
}

/** The shop as the environment has it, with what its owner has saved since and holds on a day. */
export function withSavedDetails(
  first: ShopDetails,
  saved: SavedWords,
  today: string,
): ShopDetails {
  const known = Object.entries(typedDetails(first))
  const said = known.flatMap(([name]) => {
    const text = saved.get(detailKey(name))?.text
    return text === undefined ? [] : [[name, text] as const]
  })
  const isOpen = saved.has(openedKey)
  const always = {
    ...{ rates: allRates(saved), logo: logoOf(saved), isOpen },
    computedStruckPrice: first.computedStruckPrice && !isOpen,
  }
  if (said.length === 0) return { ...first, ...always }
  const details = Object.fromEntries([...known, ...said]) as unknown as TypedDetails
  const { grievanceName, grievanceTitle, grievanceEmail, ...typed } = details
  const {
    lateScale,
    refundLimit,
    dayLimit,
    deposit,
    balanceDays,
    cashNeedsKnown,
    asksForReviews,
    sellsToOtherStates,
    gstFrom,
    ...own
  } = typed
  const registration = taxpayerOf({ ...own, state: stateOfCode(own.state) ?? first.state })
  const isToCome = gstFrom > today
  return {
    ...first,
    ...own,
    ...always,
    mapEmbedUrl: own.mapPoint
      ? mapAround(own.mapPoint)
      : own.address === first.address
        ? first.mapEmbedUrl
        : '',
    ...(isToCome ? readEarlier(saved, first) : registration),
    registrationToCome: isToCome ? { ...registration, from: gstFrom } : null,
    sellsToOtherStates: sellsToOtherStates === 'yes',
    lateScale: parseLateScale(lateScale) ?? first.lateScale,
    managerRefundLimitPaise: toPaise(Number(refundLimit)),
    managerDayLimitPaise: toPaise(Number(dayLimit)),
    depositPercent: Number(deposit),
    balanceDays: Number(balanceDays),
    cashNeedsKnown: cashNeedsKnown === 'yes',
    asksForReviews: asksForReviews === 'yes',
    grievance: {
      ...first.grievance,
      name: grievanceName,
      title: grievanceTitle,
      email: grievanceEmail,
    },
  }
}

function logoOf(saved: SavedWords): ShopDetails['logo'] {
  const logo = saved.get('home.logo')?.picture
  if (!logo) return null
  const width = Math.min(112, Math.round((36 * logo.width) / logo.height))
  return { src: picturePath(logo.id, 320, 'webp'), width, height: 36 }
}

/** @param point as it is typed: '12.9736, 77.6007' */
function mapAround(point: string): string {
  const [north = 0, east = 0] = point.split(',').map(Number)
  const box = [east - 0.01, north - 0.007, east + 0.01, north + 0.007]
  const bbox = box.map((degrees) => degrees.toFixed(4)).join('%2C')
  return `https://www.openstreetmap.org/export/embed.html?bbox=${bbox}&layer=mapnik&marker=${north}%2C${east}`
}

const noticeDays = 60

/** The last day of the food licence, if it is near or over; null otherwise. */
export function endingLicence({ fssaiUntil }: Pick<ShopDetails, 'fssaiUntil'>, now: Date) {
  const isNear = fssaiUntil !== '' && fssaiUntil <= shiftDay(kolkataDay(now), noticeDays)
  return isNear ? fssaiUntil : null
}

const prefix = 'rate.'

/** The words under which a rate is saved, 'rate.2026-12-01.bread', with the text '19059090 5'. */
export function rateKey({ category, from }: Pick<GoodsRate, 'category' | 'from'>): string {
  return `${prefix}${from}.${category.toLowerCase()}`
}

export function rateText(tax: Pick<GoodsRate, 'hsn' | 'gstPercent'> | null): string {
  return tax ? `${tax.hsn} ${tax.gstPercent}` : ''
}

/** What the owner has changed; what was taken back is left out. */
export function ownRates(saved: SavedWords): GoodsRate[] {
  return [...saved].flatMap(([key, { text }]) => {
    if (!key.startsWith(prefix) || text === '') return []
    const [hsn = '', percent] = text.split(' ')
    const from = key.slice(prefix.length, prefix.length + 10)
    const category = key.slice(prefix.length + 11)
    return [{ category, from, hsn, gstPercent: Number(percent) }]
  })
}

/** The law's rates, and after them the owner's, which count where both are of one day. */
function allRates(saved: SavedWords): readonly GoodsRate[] {
  const own = ownRates(saved)
  return own.length === 0 ? lawRates : [...lawRates, ...own]
}

export type ListedRate = GoodsRate & { isToCome: boolean }

/** What the owner looks at: the rate of each category today, and what was said for days to come. */
export function listedRates(rates: readonly GoodsRate[], today: string): ListedRate[] {
  const later = rates.filter(({ from }) => from > today)
  const toCome = new Map(
    later
      .toSorted((a, b) => a.from.localeCompare(b.from))
      .map((rate) => [rateKey(rate), { ...rate, isToCome: true }]),
  )
  const now = [...ratesOn(rates, today).values()].map((rate) => ({ ...rate, isToCome: false }))
  return [...now, ...toCome.values()].toSorted((a, b) => a.category.localeCompare(b.category))
}
