import { describe, expect, it } from 'vitest'
import { cacheKey } from '#app/serving/public-responses.server.ts'
import { validateTexts, withoutNul } from '#platform/http/api-guards.server.ts'
import { networkOf } from '#platform/http/client.server.ts'
import { validationError } from '#platform/http/problems.server.ts'
import { acceptedEncoding } from '#platform/http/response-cache.server.ts'
import { toMailError } from '#platform/mail/mailer.server.ts'
import { readStatement } from '#shop/accounting/upi/read-statement.ts'
import { emailSchema, registrationSchema } from '#shop/accounts/accounts.schema.ts'
import { safeNext } from '#shop/accounts/next-path.ts'
import { keyOfToken, tokenOfRequest } from '#shop/accounts/sessions.server.ts'
import { parseOrderSearch } from '#shop/admin-orders/order-search.ts'
import { cakeInputSchema, cakeSlug } from '#shop/cakes/admin/cake-input.schema.ts'
import { matchPictures } from '#shop/cakes/admin/import/cake-pictures.tsx'
import { fromSpreadsheetCell, readEgg, splitList } from '#shop/cakes/admin/import/file-cake.ts'
import { mapColumns } from '#shop/cakes/admin/import/import.schema.ts'
import { joinRows } from '#shop/cakes/admin/import/join-rows.server.ts'
import { readCatalogueFile } from '#shop/cakes/admin/import/read-catalogue-file.server.ts'
import { nameOnCakeSchema } from '#shop/cakes/cake.schema.ts'
import { readSearchText } from '#shop/cakes/search-text.ts'
import { normaliseKilos } from '#shop/cart/custom-draft.ts'
import { orderLineSchema } from '#shop/cart/order-line.schema.ts'
import { addressFields } from '#shop/values/india-address.schema.ts'
import { splitAddress, tidyAddress } from '#shop/values/india-address.ts'
import { mendedLink } from '#shop/values/link-token.ts'
import { tidyMobile } from '#shop/values/typed/mobile-number.ts'
import { tidyEntry, tidySearch } from '#shop/values/typed/typed-entry.ts'
import { tidyLines } from '#shop/values/typed/typed-text.ts'
import { cleanUserText } from '#ui/user-text.tsx'

/** In characters. A linear parser reads them in a fraction of a second, a quadratic one in minutes. */
const length = 300_000
const timeLimitMs = 10_000

type Parse = (text: string) => unknown
type Hostile = (length: number) => string

const repeated =
  (unit: string, { before = '', after = '' } = {}): Hostile =>
  (length) =>
    before + unit.repeat(Math.ceil(length / unit.length)) + after

const spaces = repeated(' ', { before: 'x', after: 'x' })
/** Marks in the wrong order, which composing a text sorts. */
const marks = repeated('\u0315\u0300\u0316', { before: 'a' })
const headersOf = (name: string) => (text: string) => new Headers({ [name]: text })
const plainUrl = 'http://localhost:3000'
const line = { cakeid: 'a', flavour: 'b', wt: '1', amount: 1, price: 1 }

/** Every parser of ours that reads what strangers send, each with texts that such parsers are slow at. */
const parsers: [name: string, parse: Parse, texts: Hostile[]][] = [
  ['X-Forwarded-For', networkOf, [repeated('a:'), repeated(':'), repeated('::ffff:1')]],
  ['Accept-Encoding', acceptedEncoding, [repeated('br;q=0.5,'), repeated(', '), spaces]],
  [
    'Cookie',
    (text) => tokenOfRequest(headersOf('cookie')(text), plainUrl),
    [repeated('token=a; '), repeated('; '), repeated('=', { before: 'token' }), repeated('"')],
  ],
  [
    'Authorization',
    (text) => tokenOfRequest(headersOf('authorization')(text), plainUrl),
    [repeated(' ', { before: 'Bearer a', after: 'b' }), repeated('a', { before: 'Bearer ' })],
  ],
  ['a token', (text) => keyOfToken(text, 'secret'), [repeated('.'), repeated('a')]],
  [
    'a path and its query',
    (text) => cacheKey(new URL(`http://shop/${text}`)),
    [
      repeated('a/../'),
      repeated('%2e'),
      repeated('text=a&', { before: 'products?' }),
      repeated('a', { before: 'products?text=' }),
      repeated('a', { before: 'api/v1/cakes/search?text=' }),
    ],
  ],
  [
    'a link with a token',
    (text) => mendedLink(new URL(`http://shop/${text}`)),
    [
      repeated('.a', { before: 'track/a' }),
      repeated('.', { before: 'track/a' }),
      repeated('%', { before: 'run/a' }),
      repeated('amp;', { before: 'quote?', after: 'tokens=a' }),
      repeated('token=a.)&', { before: 'quote?' }),
    ],
  ],
  ['a query with NULs', (text) => withoutNul(new URLSearchParams(text)), [repeated('a=%00&')]],
  ['a next path', safeNext, [repeated('/..'), repeated('/'), repeated('/a%2f'), repeated('\\')]],
  ['search words', tidySearch, [spaces, repeated('a '), marks]],
  [
    'what is typed',
    (text) => [tidyEntry(text), tidyLines(text)],
    [
      ...[spaces, marks, repeated(' \u200b'), repeated(' \n'), repeated('९'), repeated('\ufdfa')],
      ...[repeated('\u200d'), repeated('क\u200d'), repeated('👩\u200d'), repeated(' ,')],
    ],
  ],
  [
    'a search for cakes',
    readSearchText,
    [
      spaces,
      marks,
      repeated('no '),
      repeated('free'),
      repeated('1 '),
      repeated('half '),
      repeated('nut,', { after: 'free' }),
      repeated('a', { before: '1 ' }),
    ],
  ],
  [
    'a search for orders',
    (text) => parseOrderSearch(new URLSearchParams({ q: text, state: text, day: text })),
    [spaces, repeated('1'), repeated(' ', { before: 'order', after: 'x' })],
  ],
  [
    'nested JSON',
    (text) => thrown(() => validateTexts(JSON.parse(text))),
    [
      (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
      (length) => `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}`,
    ],
  ],
  [
    'a JSON list',
    (text) => thrown(() => validateTexts(JSON.parse(text))),
    [
      (length) => `[${'0,'.repeat(length / 2)}0]`,
      (length) => `["${'\\u0000'.repeat(length / 6)}"]`,
    ],
  ],
  [
    'errors in many fields',
    (text) =>
      thrown(() => {
        const sent: unknown = JSON.parse(text)
        // As the guards of a call do.
        validateTexts(sent)
        validationError(registrationSchema.array().safeParse(sent).error ?? none)
      }),
    [(length) => `[${'{},'.repeat(length / 3)}{}]`],
  ],
  ['an email', (text) => emailSchema.safeParse(text), emails()],
  [
    'a name on a cake',
    (text) => nameOnCakeSchema.safeParse(text),
    [spaces, marks, repeated('\u200d'), repeated('🎂'), repeated('क\u200d')],
  ],
  ['a weight', normaliseKilos, [spaces, repeated('1'), repeated(' k')]],
  [
    "a cake's weight",
    (text) => cakeInputSchema.shape.weight.safeParse([text]),
    [spaces, repeated(' k')],
  ],
  ["a cake's name", (text) => cakeInputSchema.shape.name.safeParse(text), [spaces, marks]],
  ["a cake's id", cakeSlug, [spaces, marks, repeated('-a')]],
  [
    'a line of an order',
    (text) =>
      orderLineSchema.safeParse({ ...line, customize: true, bname: text, detail: text, wt: text }),
    [spaces, marks],
  ],
  [
    'a mobile number',
    tidyMobile,
    [repeated('1', { before: 'wa.me/', after: 'x' }), repeated('(0)', { before: '+' }), spaces],
  ],
  ['a typed address', tidyAddress, [repeated(' ,'), repeated(',\n'), spaces]],
  [
    'a street',
    (text) => addressFields.address.safeParse(text),
    [repeated('na '), repeated('400 053 '), repeated(','), spaces],
  ],
  ['an address', splitAddress, [repeated(','), repeated(',400050'), spaces]],
  ['text in mails', cleanUserText, [spaces, repeated('\u202e'), repeated('\u0590 ')]],
  [
    'a response of a mail server',
    (text) => toMailError({ response: text, code: '', command: 'DATA' }, 'smtp://mail'),
    [repeated('a'), repeated('@'), spaces],
  ],
  [
    'a cell of a catalogue',
    (text) => [
      splitList(text),
      fromSpreadsheetCell(text, 'price'),
      fromSpreadsheetCell(text, 'name'),
      fromSpreadsheetCell(text, 'weight'),
      fromSpreadsheetCell(text, 'flavours'),
      readEgg(text, text),
      mapColumns([text]),
      matchPictures([{ name: text }], [{ id: 'a', name: text, files: [text] }]),
    ],
    [
      repeated('|'),
      repeated('\\'),
      repeated(' | '),
      repeated(',123', { before: '1', after: 'x' }),
      repeated('1'),
      repeated('1/', { after: 'x' }),
      repeated('a / '),
      repeated(' and or '),
      repeated('veg/'),
      repeated(' is '),
      spaces,
    ],
  ],
  [
    'rows of another shop',
    (text) => {
      const cells = { name: [text], price: ['1'], description: [text], category: [text] }
      return joinRows([{ row: 2, cells: { ...cells, image: [text], optionValue: [text] } }], 'kg')
    },
    [
      repeated('<b>'),
      repeated('<'),
      repeated('<a ', { after: '>' }),
      repeated('&amp;'),
      repeated('&a'),
      repeated('>'),
      repeated('/'),
      repeated('%'),
      repeated('1,'),
    ],
  ],
  [
    'a cell of a statement',
    (text) =>
      readStatement([
        [text],
        ['Date', 'Ref', 'Credit'],
        ...(text.match(/.{1,299}/gs) ?? []).map((part) => [text, part, `UPI${part}`.slice(0, 299)]),
      ]),
    [
      spaces,
      repeated('412345678901 '),
      repeated('1'),
      repeated('0', { after: '1' }),
      repeated('credit debit '),
      repeated(' (cr)'),
      repeated('upi/'),
      repeated('@-'),
      repeated('\n1'),
    ],
  ],
]

const none = { issues: [] }

function emails(): Hostile[] {
  return [
    repeated('a', { after: '@' }),
    repeated('a.', { before: 'a@', after: '!' }),
    repeated('a-', { before: 'a@', after: '.' }),
    repeated('.', { before: 'a', after: '@a.in' }),
  ]
}

function thrown(parse: () => void): unknown {
  try {
    return parse()
  } catch (error) {
    return error
  }
}

/** No clock is read: what is not linear is not over when the test's time is. */
describe('is read in time, however hostile', () => {
  it.each(parsers)(
    '%s',
    (_, parse, texts) => {
      for (const text of texts) expect(text(length).length).toBeGreaterThanOrEqual(length)
      for (const text of texts) parse(text(length))
    },
    timeLimitMs,
  )

  const header = 'name,price,category,flavours,weight,egg,description,image'
  it.each([
    ['rows', `${header}\n${'a,1,cake,b,1,Egg,c,d\n'.repeat(length / 20)}`],
    ['quotation marks', `${header}\n"${'""'.repeat(length / 2)}"`],
    ['an open quotation mark', `${header}\n"${'a,'.repeat(length / 2)}`],
    ['lists', `${header}\na,1,cake,"${'a | '.repeat(length / 4)}",1,Egg,c,d`],
  ])(
    'a catalogue: %s',
    async (_, text) => {
      await readCatalogueFile(Buffer.from(text)).catch(() => {})
    },
    timeLimitMs,
  )

  it.each([
    ['parts', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(length / 50)],
    [
      'a name',
      `--b\r\ncontent-disposition: form-data; name="${'\\"'.repeat(length / 2)}"; filename="${'%22'.repeat(length / 3)}"\r\n\r\na\r\n`,
    ],
    [
      'boundaries that are none',
      `--b\r\ncontent-disposition: form-data; name="a"; filename="b"\r\n\r\n${'\r\n--'.repeat(length / 4)}\r\n`,
    ],
  ])(
    'a form: %s',
    async (_, text) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      const body = Buffer.from(`${text}--b--\r\n`)
      await new Response(body, { headers }).formData().catch(() => {})
    },
    timeLimitMs,
  )
})
