import { describe, expect, it } from 'vitest'
import { shippingSchemaAt, unservedSchema, withRecipient } from './shipping.schema.ts'

// 20 Nov 2026, 10:00 in Kolkata
const clock = { now: () => new Date('2026-11-20T04:30:00Z') }
const schema = shippingSchemaAt(clock, 3)
const details = {
  address: '12 Hill Road',
  pincode: '400050',
  city: 'Mumbai',
  deliveryAt: '2026-11-20T13:00',
}

function messages(change: Partial<typeof details>) {
  return schema.safeParse({ ...details, ...change }).error?.issues.map(({ message }) => message)
}

describe('the shipping form', () => {
  it('takes an address and the earliest slot', () => {
    expect(schema.parse(details)).toEqual(details)
  })

  it.each([
    ['address', '  ', 'Address is required'],
    ['address', 'a'.repeat(401), 'Address must be at most 400 characters'],
    ['pincode', '', 'Pincode is required'],
    ['pincode', '12345', 'A pincode has 6 digits, such as 400050'],
    ['pincode', '040005', 'A pincode has 6 digits, such as 400050'],
    ['pincode', '4000501', 'A pincode has 6 digits, such as 400050'],
    ['city', '', 'City is required'],
    ['deliveryAt', '', 'Delivery date and time is required'],
  ])('says at %s %j: %s', (field, value, message) => {
    expect(messages({ [field]: value })?.[0]).toBe(message)
  })

  it.each([
    ['too soon', '2026-11-20T12:59', /at least 3 hours/],
    ['at night', '2026-11-20T21:01', /between 9:00 am and 9:00 pm/],
    ['too far ahead', '2027-01-20T10:00', /up to 60 days/],
    ['no time at all', '2026-02-30T10:00', /choose a delivery date and time/],
  ])('says what is wrong with a time that is %s, once', (_, deliveryAt, sentence) => {
    expect(messages({ deliveryAt })).toEqual([expect.stringMatching(sentence)])
  })

  it('gives a customised cake the hours it needs', () => {
    const custom = shippingSchemaAt(clock, 48)
    const [issue] =
      custom.safeParse({ ...details, deliveryAt: '2026-11-22T09:59' }).error?.issues ?? []
    expect(issue?.message).toMatch(/at least 48 hours .* 22 Nov 2026, 10:00 am or later/)
    expect(custom.safeParse({ ...details, deliveryAt: '2026-11-22T10:00' }).success).toBe(true)
  })

  it('takes a pincode that is written with a space', () => {
    expect(schema.parse({ ...details, pincode: ' 400 050 ' }).pincode).toBe('400050')
  })

  it('writes an address of several lines as one', () => {
    const { address } = schema.parse({ ...details, address: ' Flat 4,\n 12 Hill Road \n\nBandra ' })
    expect(address).toBe('Flat 4, 12 Hill Road, Bandra')
  })
})

describe('the shipping form for somebody else', () => {
  const forOther = withRecipient(schema)
  const form = {
    ...details,
    recipientName: 'Meera Rao',
    recipientMobile: '+91 98765 43210',
    recipientEmail: '',
    giftMessage: 'Happy birthday! 🎂',
    giftFrom: 'Ravi',
    riderNote: 'Second gate',
  }
  const errors = (change: object) =>
    forOther
      .safeParse({ ...form, ...change })
      .error?.issues.map(({ path, message }) => [path[0], message])

  it('takes a recipient, with the number as it is dialled', () => {
    expect(forOther.parse(form)).toEqual({ ...form, recipientMobile: '9876543210' })
  })

  it('takes their phone for their street', () => {
    expect(errors({ address: ' ' })).toBeUndefined()
  })

  it.each([
    ['no name', { recipientName: ' ' }, 'recipientName', 'Name is required'],
    [
      'letters for a number',
      { recipientMobile: '98765abcde' },
      'recipientMobile',
      'A mobile number has 10 digits and begins with 6, 7, 8 or 9',
    ],
    [
      'neither address nor phone',
      { address: '', recipientMobile: '' },
      'recipientMobile',
      'Enter their mobile number, or the full address',
    ],
    [
      'a surprise without an address',
      { address: '', surprise: 'on' },
      'address',
      'For a surprise, we need the full address',
    ],
    ['half an email', { recipientEmail: 'meera@' }, 'recipientEmail', 'Invalid email'],
    [
      'a long message',
      { giftMessage: 'x'.repeat(201) },
      'giftMessage',
      'Please use at most 200 characters',
    ],
    [
      'a long note',
      { riderNote: 'x'.repeat(141) },
      'riderNote',
      'Please use at most 140 characters',
    ],
  ])('says what is wrong with %s', (_, change, field, message) => {
    expect(errors(change)).toEqual([[field, message]])
  })
})

describe('a pincode that is not served', () => {
  it.each([
    [unservedSchema, details],
    [unservedSchema, { ...details, deliveryAt: undefined }],
    [
      withRecipient(unservedSchema),
      { ...details, recipientName: 'Meera Rao', recipientMobile: '' },
    ],
  ])('is said at its field, whatever else is missing', (unserved, typed) => {
    const said = unserved.safeParse(typed).error?.issues.find(({ path }) => path[0] === 'pincode')
    expect(said?.message).toBe('We don’t deliver to 400050 yet.')
  })
})
