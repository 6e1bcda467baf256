import { z } from 'zod'
import { accentError } from '#shop/values/accent.ts'
import { gstPercents } from '#shop/values/gst/goods-rates.ts'
import { indiaStates, stateOfPincode } from '#shop/values/gst/india-states.ts'
import { gstinError, gstStatuses } from '#shop/values/gst/taxpayer.ts'
import { parseLateScale } from '#shop/values/late-scale.ts'
import { mobileError, tidyMobile } from '#shop/values/typed/mobile-number.ts'
import { typedEntry, typedText } from '#shop/values/typed/typed.schema.ts'
import { tidyLine } from '#shop/values/typed/typed-text.ts'

const line = (missing: string) =>
  typedText(tidyLine).min(1, missing).max(200, 'At most 200 characters')
const email = typedEntry()
  .max(200, 'At most 200 characters')
  .pipe(z.email('Enter an email address'))

const profile = (site: string) =>
  typedEntry()
    .max(200, 'At most 200 characters')
    .refine(
      (text) => text === '' || new RegExp(`^https://(\\w+\\.)?${site}/[^/\\s]`, 'i').test(text),
      `Copy the address of your profile, such as https://www.${site}/yourshop`,
    )
    .describe('Empty: no link')

/** Who the shop is, as its owner types it. */
export const detailsSchema = z
  .object({
    name: line('Enter the name of your shop'),
    legalName: typedText(tidyLine).max(200, 'At most 200 characters'),
    address: line('Enter the address of your shop'),
    phone: typedEntry().regex(/^\+?[\d ()-]{6,25}$/, 'Enter a phone number'),
    whatsapp: typedText(tidyMobile)
      .refine(
        (number) => number === '' || mobileError(number) === null,
        'Enter 10 digits, or + and the country code',
      )
      .describe('Empty: no link to a chat'),
    email,
    gst: z.enum(gstStatuses),
    gstFrom: z.iso
      .date('Enter a day')
      .or(z.literal(''))
      .describe('The day from which `gst`, `gstin` and `state` hold; empty: at once'),
    gstin: typedEntry().toUpperCase().max(15, 'A GSTIN has 15 characters'),
    state: z.enum(indiaStates.map(({ code }) => code)),
    sellsToOtherStates: z
      .enum(['yes', 'no'])
      .describe('Whether a shop that is not registered delivers beyond its state'),
    fssai: typedEntry().regex(/^\d{14}$/, 'A licence number has 14 digits'),
    fssaiUntil: z.iso.date('Enter a day').or(z.literal('')),
    upiId: typedEntry().regex(
      /^[\w.-]{2,100}@[a-z][a-z\d.-]{1,60}$/i,
      'A UPI id is like name@bank',
    ),
    lateScale: typedEntry()
      .max(200, 'At most 200 characters')
      .refine(
        (text) => parseLateScale(text) !== null,
        'Each step needs its minutes, from 1 to 999, and what comes back, from 1 to 100 per cent',
      )
      .describe('What comes back of a late delivery, such as `30=delivery, 60=20%`, or `off`'),
    refundLimit: typedEntry()
      .regex(/^\d{1,7}$/, 'Enter whole rupees, such as 2000')
      .describe('What a manager may give away of one order, whole rupees'),
    dayLimit: typedEntry()
      .regex(/^\d{1,7}$/, 'Enter whole rupees, such as 10000')
      .describe('What one manager may give away in a day, whole rupees'),
    deposit: typedEntry()
      .regex(/^(100|\d{1,2})$/, 'Enter a number from 0 to 100')
      .describe('What of a customised cake is paid when its quote is accepted, in per cent'),
    balanceDays: typedEntry()
      .regex(/^([12]?\d|30)$/, 'Enter a number from 0 to 30')
      .describe(
        'So many days before the delivery the rest after a deposit is reminded of; 0: never',
      ),
    cashNeedsKnown: z
      .enum(['yes', 'no'])
      .describe(
        'Whether only customers of whom an order has arrived may pay ready-made cakes in cash',
      ),
    asksForReviews: z
      .enum(['yes', 'no'])
      .describe('Whether customers are asked for a review by email, the day after'),
    grievanceName: line('Enter who answers complaints'),
    grievanceTitle: line('Enter their title'),
    grievanceEmail: email,
    accent: typedEntry()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, 'Choose a colour')
      .superRefine((colour, { addIssue }) => {
        const message = accentError(colour)
        if (message) addIssue(message)
      })
      .describe('Of buttons and links; dark enough to be read'),
    instagram: profile('instagram.com'),
    facebook: profile('facebook.com'),
    youtube: profile('youtube.com'),
    mapPoint: typedEntry()
      .regex(
        /^(-?\d{1,2}(\.\d+)?, ?-?\d{1,3}(\.\d+)?)?$/,
        'Enter latitude and longitude, such as 12.9736, 77.6007',
      )
      .describe('Empty: a new address has no map'),
  })
  .superRefine(({ address, state }, context) => {
    const [pincode = ''] = /[1-9]\d{2} ?\d{3}\b(?!.*\d{6})/.exec(address) ?? []
    const own = stateOfPincode(pincode.replace(' ', ''))
    if (!own || own.code === state) return
    const message = `${pincode} is in ${own.name}. Choose it, or correct the address`
    context.addIssue({ code: 'custom', path: ['state'], message })
  })
  .superRefine(({ gst, gstin }, context) => {
    const message = gst === 'unregistered' ? null : gstinError(gstin)
    if (message) context.addIssue({ code: 'custom', path: ['gstin'], message })
  })

/** What pages, mails and papers say of the shop, as its owner writes it. */
export type TypedDetails = z.input<typeof detailsSchema>

/** A rate as its owner types it: fields of a form are text. */
export const rateSchema = z.object({
  category: z
    .string()
    .trim()
    .max(100)
    .describe('Empty for every category without rates of its own'),
  from: z.iso.date('Enter a day').describe('A day to come'),
  hsn: typedEntry().regex(/^(\d{4}|\d{6}|\d{8})$/, 'An HSN code has 4, 6 or 8 digits'),
  gstPercent: z.enum(gstPercents.map(String)),
})
