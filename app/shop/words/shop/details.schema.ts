import { z } from 'zod'
import { accentError } from '#shop/values/accent.ts'
import { gstPercents } from '#shop/values/gst/goods-rates.ts'
import { indiaStates, stateOfPincode } from '#shop/values/gst/india-states.ts'
import { type GstStatus, gstinError, gstStatuses } from '#shop/values/gst/taxpayer.ts'
import { parseLateScale } from '#shop/values/late-scale.ts'
import { mobileError, tidyMobile } from '#shop/values/typed/mobile-number.ts'
import { typedEntry, typedText } from '#shop/values/typed/typed.schema.ts'
import { tidyLine } from '#shop/values/typed/typed-text.ts'
import type { FieldLook } from '#ui/forms/field-look.ts'

/** How the owner's form shows a field, besides what it says. */
type Look = Omit<FieldLook, 'label' | 'hint'>

/** The documents of the API say the same. */
export const looks = new Map<z.ZodType, FieldLook>()

function field<Schema extends z.ZodType>(label: string, hint: string, schema: Schema, look?: Look) {
  const described = schema.describe(`${label}. ${hint}`.trim())
  looks.set(described, { label, hint, ...look })
  return described
}

const tooLong = 'At most 200 characters'
const line = (label: string, missing: string, look?: Look) =>
  field(label, '', typedText(tidyLine).min(1, missing).max(200, tooLong), look)
const email = (label: string) =>
  field(label, '', typedEntry().max(200, tooLong).pipe(z.email('Enter an email address')), {
    type: 'email',
    inputMode: 'email',
  })
const number = (label: string, hint: string, pattern: RegExp, error: string) =>
  field(label, hint, typedEntry().regex(pattern, error), { inputMode: 'numeric' })
const day = (label: string, hint: string) =>
  field(label, hint, z.iso.date('Enter a day').or(z.literal('')), { type: 'date' })
const yesOrNo = (label: string, hint: string, no = 'No') =>
  field(label, hint, z.enum(['yes', 'no']), { options: Object.entries({ no, yes: 'Yes' }) })
const profile = (label: string, site: string) =>
  field(
    label,
    'Empty: no link.',
    typedEntry()
      .max(200, tooLong)
      .refine(
        (text) => text === '' || new RegExp(`^https://(\\w+\\.)?${site}/[^/\\s]`, 'i').test(text),
        `Copy the address of your profile, such as https://www.${site}/yourshop`,
      ),
    { type: 'url', inputMode: 'url' },
  )

export const gstLabels: Record<GstStatus, string> = {
  regular: 'Registered: tax invoices',
  composition: 'Composition dealer: bills of supply',
  unregistered: 'Not registered: invoices without tax',
}

const yourShop = {
  name: line('Name', 'Enter the name of your shop'),
  legalName: field(
    'Legal name',
    'Yours or the company’s, if it is another. Papers are in this name.',
    typedText(tidyLine).max(200, tooLong),
  ),
  address: line('Address', 'Enter the address of your shop', { rows: 2 }),
  phone: field('Phone', '', typedEntry().regex(/^\+?[\d ()-]{6,25}$/, 'Enter a phone number'), {
    type: 'tel',
    inputMode: 'tel',
  }),
  whatsapp: field(
    'WhatsApp number',
    'Customers chat with it. Empty: no link.',
    typedText(tidyMobile).refine(
      (mobile) => mobile === '' || mobileError(mobile) === null,
      'Enter 10 digits, or + and the country code',
    ),
    { type: 'tel', inputMode: 'tel' },
  ),
  email: email('Email'),
  asksForReviews: yesOrNo('Ask for reviews', 'By email, on the day after their cake has come.'),
}

const taxAndLicence = {
  gst: field('GST registration', '', z.enum(gstStatuses), {
    options: gstStatuses.map((one) => [one, gstLabels[one]]),
  }),
  gstin: field(
    'GSTIN',
    'Empty if you are not registered. Its first digits are your state.',
    typedEntry().toUpperCase().max(15, 'A GSTIN has 15 characters'),
    { autoCapitalize: 'characters' },
  ),
  gstFrom: day('Registration holds from', 'With GSTIN and state. Empty: at once.'),
  state: field(
    'State',
    'Counts if you are not registered.',
    z.enum(indiaStates.map(({ code }) => code)),
    { options: indiaStates.map(({ code, name }) => [code, name]) },
  ),
  sellsToOtherStates: yesOrNo(
    'Sells to other states',
    'If you are not registered. Who sells taxed goods to another state must be registered: ask your accountant first.',
    'No, within your state only',
  ),
  fssai: number('FSSAI licence', '', /^\d{14}$/, 'A licence number has 14 digits'),
  fssaiUntil: day('Licence ends on', 'The panel reminds you 60 days before.'),
}

const atTheDoor = {
  upiId: field(
    'UPI id',
    'The rider’s QR code pays this account.',
    typedEntry().regex(/^[\w.-]{2,100}@[a-z][a-z\d.-]{1,60}$/i, 'A UPI id is like name@bank'),
    { autoCapitalize: 'none' },
  ),
  deposit: number(
    'Paid when a customised cake is accepted (%)',
    '0: all of it at the door. 100: all of it online. Gifts, guests and the midnight slot always pay online.',
    /^(100|\d{1,2})$/,
    'Enter a number from 0 to 100',
  ),
  balanceDays: number(
    'Remind of the rest so many days before',
    'By email, of what is still to be paid after a deposit. 0: no email.',
    /^([12]?\d|30)$/,
    'Enter a number from 0 to 30',
  ),
  cashNeedsKnown: yesOrNo(
    'Cash only after a first delivered order',
    'Theirs, or one with the same mobile number. Others pay ready-made cakes online.',
    'No, for all who may pay in cash',
  ),
}

const moneyBack = {
  // The form has rows of its own for it.
  lateScale: typedEntry()
    .max(200, tooLong)
    .refine(
      (text) => parseLateScale(text) !== null,
      'Each step needs its minutes, from 1 to 999, and what comes back, from 1 to 100 per cent',
    )
    .describe('What comes back of a late delivery, such as `30=delivery, 60=20%`, or `off`'),
  refundLimit: number(
    'A manager gives away at most',
    'Rupees of one order: refunded, waived, made cheaper, cancelled or closed, all together. Owners may give away any amount.',
    /^\d{1,7}$/,
    'Enter whole rupees, such as 2000',
  ),
  dayLimit: number(
    'A manager gives away in a day at most',
    'Rupees of all orders.',
    /^\d{1,7}$/,
    'Enter whole rupees, such as 10000',
  ),
}

const howItLooks = {
  accent: field(
    'Colour of buttons and links',
    'Dark enough to be read.',
    typedEntry()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, 'Choose a colour')
      .superRefine((colour, { addIssue }) => {
        const message = accentError(colour)
        if (message) addIssue(message)
      }),
    { type: 'color' },
  ),
  mapPoint: field(
    'On the map',
    'Keep a finger on your door in Google Maps, and copy the two numbers. Empty: a new address has no map.',
    typedEntry().regex(
      /^(-?\d{1,2}(\.\d+)?, ?-?\d{1,3}(\.\d+)?)?$/,
      'Enter latitude and longitude, such as 12.9736, 77.6007',
    ),
    { placeholder: '12.9736, 77.6007' },
  ),
  instagram: profile('Instagram', 'instagram.com'),
  facebook: profile('Facebook', 'facebook.com'),
  youtube: profile('YouTube', 'youtube.com'),
}

const complaints = {
  grievanceName: line('Name of the officer', 'Enter who answers complaints'),
  grievanceTitle: line('Title', 'Enter their title'),
  grievanceEmail: email('Email for complaints'),
}

/** The fields of the owner's form, by the title of their part. */
export const detailParts: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  'Your shop': yourShop,
  'Tax and food licence': taxAndLicence,
  'At the door': atTheDoor,
  'Money back': moneyBack,
  'How it looks': howItLooks,
  'Who answers complaints': complaints,
}

/** Who the shop is, as its owner types it. */
export const detailsSchema = z
  .object({
    ...yourShop,
    ...taxAndLicence,
    ...atTheDoor,
    ...moneyBack,
    ...howItLooks,
    ...complaints,
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
