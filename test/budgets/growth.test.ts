import { describe, expect, it } from 'vitest'
import { cacheKey } from '#app/serving/cache-key.server.ts'
import { networkOf } from '#platform/http/client.server.ts'
import { acceptedEncoding } from '#platform/http/encoded-response.server.ts'
import { validateTexts, withoutNul } from '#platform/http/nul.ts'
import { validationError } from '#platform/http/problems.server.ts'
import { toMailError } from '#platform/mail/mailer.server.ts'
import { emailSchema, registrationSchema } from '#shop/accounts/accounts.schema.ts'
import { safeNext } from '#shop/accounts/next-path.ts'
import { keyOfToken, tokenOfRequest } from '#shop/accounts/session-cookies.server.ts'
import { tidyUserText } from '#shop/admin/users/user-search.ts'
import { parseOrderSearch } from '#shop/admin-orders/order-search.ts'
import { cakeSlug } from '#shop/cakes/admin/admin-cake.ts'
import { cakeInputSchema } from '#shop/cakes/admin/cake-input.schema.ts'
import { fromSpreadsheetCell, splitList } from '#shop/cakes/admin/import/file-cake.ts'
import { readCatalogueFile } from '#shop/cakes/admin/import/read-catalogue-file.server.ts'
import { nameOnCakeSchema } from '#shop/cakes/icing/name-on-cake.schema.ts'
import { normaliseKilos } from '#shop/cart/custom-draft.ts'
import { orderLineSchema } from '#shop/checkout/checkout.endpoints.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { cleanUserText } from '#ui/user-text.tsx'

/** In characters: about what Node takes as headers, and as much as a body may have. */
const sizes = { small: 5_000, large: 50_000 }
/** What ten times the input may cost, as a ratio. A quadratic parser takes a hundred times as long. */
const mostGrowth = 15

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
  ['a query with NULs', (text) => withoutNul(new URLSearchParams(text)), [repeated('a=%00&')]],
  ['a next path', safeNext, [repeated('/..'), repeated('/'), repeated('/a%2f'), repeated('\\')]],
  ['search words', tidyUserText, [spaces, repeated('a '), marks]],
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
    ],
    [repeated('|'), repeated('\\'), repeated(' | '), repeated(',123', { before: '1', after: 'x' })],
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

/** The least time that a task took in so many rounds, in ms: what other work on the machine adds does not count. */
async function fastest(rounds: number, task: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await task()
    least = Math.min(least, performance.now() - start)
  }
  return least
}

/** How many times longer a task takes with the large input than with the small one. */
async function growth(task: (length: number) => () => unknown): Promise<number> {
  const [small, large] = [task(sizes.small), task(sizes.large)]
  await fastest(5, small)
  let least = Number.POSITIVE_INFINITY
  // Noise only adds: one quiet round of five is enough.
  for (let round = 0; round < 5 && least > mostGrowth; round += 1) {
    // Shorter times say more about the clock than about the parser.
    const base = Math.max(0.02, await fastest(10, small))
    least = Math.min(least, (await fastest(3, large)) / base)
  }
  return least
}

describe('ten times the input costs at most fifteen times as much', () => {
  it.each(parsers)('%s', async (_, parse, texts) => {
    for (const [index, text] of texts.entries()) {
      const ratio = await growth((length) => {
        const input = text(length)
        return () => parse(input)
      })
      expect(ratio, `text ${index + 1}: ${text(20)}`).toBeLessThan(mostGrowth)
    }
  })

  const header = 'name,price,category,flavours,weight,egg,description,image'
  it.each([
    ['rows', (length: number) => `${header}\n${'a,1,cake,b,1,Egg,c,d\n'.repeat(length / 20)}`],
    ['quotation marks', (length: number) => `${header}\n"${'""'.repeat(length / 2)}"`],
    ['an open quotation mark', (length: number) => `${header}\n"${'a,'.repeat(length / 2)}`],
    ['lists', (length: number) => `${header}\na,1,cake,"${'a | '.repeat(length / 4)}",1,Egg,c,d`],
  ])('a catalogue: %s', async (_, text) => {
    const ratio = await growth((length) => {
      const bytes = Buffer.from(text(length))
      return () => readCatalogueFile(bytes).catch(() => {})
    })
    expect(ratio).toBeLessThan(mostGrowth)
  })

  it.each([
    [
      'parts',
      (length: number) =>
        '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(length / 50),
    ],
    [
      'a name',
      (length: number) =>
        `--b\r\ncontent-disposition: form-data; name="${'\\"'.repeat(length / 2)}"; filename="${'%22'.repeat(length / 3)}"\r\n\r\na\r\n`,
    ],
    [
      'boundaries that are none',
      (length: number) =>
        `--b\r\ncontent-disposition: form-data; name="a"; filename="b"\r\n\r\n${'\r\n--'.repeat(length / 4)}\r\n`,
    ],
  ])('a form: %s', async (_, text) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const ratio = await growth((length) => {
      const body = Buffer.from(`${text(length)}--b--\r\n`)
      return () => new Response(body, { headers }).formData().catch(() => {})
    })
    expect(ratio).toBeLessThan(mostGrowth)
  })
})
