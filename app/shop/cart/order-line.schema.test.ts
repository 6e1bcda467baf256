import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ZodError } from 'zod'
import { normaliseKilos } from './custom-draft.ts'
import {
  customFormSchemaFor,
  customRequestSchema,
  missingDesignMessage,
} from './order-line.schema.ts'

const request = {
  flavour: 'Mango',
  wt: '1.5',
  egg: 'Eggless' as 'Egg' | 'Eggless' | null,
  bname: '',
  detail: 'A train',
  image: [] as string[],
}

function messagesOf(error: ZodError | undefined): Record<string, string> {
  return Object.fromEntries((error?.issues ?? []).map((one) => [one.path.join('.'), one.message]))
}

/** What the form says of a request with this change. */
function faultsOf(change: Partial<typeof request>, failure: string | null = null) {
  const { egg, image, ...words } = { ...request, ...change }
  const fields = { ...words, egg: egg ?? '', image: '' }
  return messagesOf(customFormSchemaFor({ image, failure }).safeParse(fields).error)
}

describe('a weight', () => {
  it.each([
    [' 1,50 kg', '1.5'],
    ['.5', '0.5'],
    ['02', '2'],
    ['1 KG.', '1'],
    ['१.५\u200b kg', '1.5'],
    ['１', '1'],
    ['1½ kg', '1.5'],
    ['½kg', '0.5'],
    ['11/2', '11/2'],
    ['12.25', '12.25'],
    ['1.234', '1.234'],
    ['big', 'big'],
    ['1e1', '1e1'],
    ['', ''],
  ])('%j is spelled %j', (text, spelled) => {
    expect(normaliseKilos(text)).toBe(spelled)
  })

  it.each(['0.5', '0.75', '1', '20', '20.00', ' 3 kg '])('%s can be had', (wt) => {
    expect(faultsOf({ wt })).toEqual({})
  })

  it.each(['0.49', '0', '-1', '20.01', '21', '100', '1.234', '1e1', 'NaN', '1-', 'two'])(
    '%s cannot be had',
    (wt) => {
      expect(faultsOf({ wt })).toEqual({
        wt: 'Enter the weight in kg, from 0.5 to 20, like 1.5',
      })
    },
  )

  it('stays as it is once it is spelled', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.float().map(String)), (text) => {
        expect(normaliseKilos(normaliseKilos(text))).toBe(normaliseKilos(text))
      }),
    )
  })
})

describe('what is at fault', () => {
  it.each<[string, Partial<typeof request>, Record<string, string>]>([
    ['no flavour', { flavour: ' \n ' }, { flavour: 'Tell us the flavour' }],
    [
      'a novel of a flavour',
      { flavour: 'x'.repeat(101) },
      { flavour: 'Please keep it to 100 characters' },
    ],
    ['neither egg nor eggless', { egg: null }, { egg: 'Choose Egg or Eggless' }],
    ['no weight', { wt: ' ' }, { wt: 'Tell us the weight in kg' }],
    ['a long name', { bname: 'x'.repeat(61) }, { bname: 'A name can have 60 letters' }],
    ['long details', { detail: 'x'.repeat(2001) }, { detail: 'Please keep it to 2000 characters' }],
    ['neither picture nor words', { detail: ' \n' }, { image: missingDesignMessage }],
    [
      'too many pictures',
      { image: Array(7).fill('/p') },
      { image: 'At most 6 pictures for one cake' },
    ],
  ])('%s', (_, change, faults) => {
    expect(faultsOf(change)).toEqual(faults)
  })

  it('is told at once, also that there is nothing to go by', () => {
    const faults = faultsOf({ flavour: '', wt: '', egg: null, detail: '' })
    expect(Object.keys(faults).toSorted()).toEqual(['egg', 'flavour', 'image', 'wt'])
  })

  it('is not a missing choice of egg to a caller of the API', () => {
    expect(messagesOf(customRequestSchema.safeParse({ ...request, egg: null }).error)).toEqual({})
  })

  it('is a picture that could not be sent', () => {
    const failure = 'One picture could not be sent.'
    expect(faultsOf({ image: ['/pictures/a/640.webp'] }, failure)).toEqual({ image: failure })
  })

  it('is not that words or pictures stand alone', () => {
    expect(faultsOf({ detail: '', image: ['/pictures/a/640.webp'] })).toEqual({})
    expect(faultsOf({ detail: 'A train', image: [] })).toEqual({})
  })
})

it('what passes is tidy, and passes again unchanged', () => {
  const wishes = fc.record({
    flavour: fc.string({ minLength: 1, maxLength: 120 }),
    wt: fc.oneof(fc.string(), fc.integer({ min: 0, max: 25 }).map(String)),
    egg: fc.constantFrom('Egg', 'Eggless', null),
    bname: fc.string(),
    detail: fc.string({ unit: 'binary' }),
    image: fc.array(fc.string(), { maxLength: 7 }),
  })
  fc.assert(
    fc.property(wishes, (sent) => {
      const { data } = customRequestSchema.safeParse(sent)
      if (data) expect(customRequestSchema.parse(data)).toEqual(data)
    }),
  )
})
