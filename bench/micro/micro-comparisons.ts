import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { parseCakeSearch, toSearchParams } from '#shop/cakes/cake-search.ts'
import { layOutIcing } from '#shop/cakes/icing/lay-out-icing.ts'
import { priceCart } from '#shop/cart/price-cart.ts'
import type { ShopInProcess } from '../shops/open-in-process.ts'

export interface Comparison {
  name: string
  shops: () => unknown
  plainName: string
  plain: () => unknown
}

/** Parts of the shop, and the least that could stand in their place. */
export async function comparisons(shop: ShopInProcess): Promise<Comparison[]> {
  const orders = await shop.get('/api/v1/orders/adminOrders')
  const [order] = (await orders.json()) as { id: string }[]
  let renderCount = 0
  return [
    {
      name: 'price a cart of 20 lines',
      shops: () => priceCart(lines),
      plainName: 'a sum of products',
      plain: () =>
        lines.reduce((sum, { price, wt, amount }) => sum + price * Number(wt) * amount, 0),
    },
    {
      name: 'read the address of a search',
      shops: () => toSearchParams(parseCakeSearch(new URLSearchParams(query))).toString(),
      plainName: 'read and write URLSearchParams',
      plain: () => new URLSearchParams(query).toString(),
    },
    {
      name: 'lay out a name in icing',
      shops: () => layOutIcing(longName),
      plainName: 'wrap it by letters',
      plain: () => wrap(longName, 16),
    },
    {
      name: 'catalogue page with its queries',
      shops: async () => {
        renderCount += 1
        const page = await shop.get(`/products?price=${5000 + (renderCount % 90_000)}`)
        return page.text()
      },
      plainName: '24 plain cards by renderToString',
      plain: () => renderToString(plainCards()),
    },
    {
      name: 'invoice of an order with its queries',
      shops: async () => {
        const pdf = await shop.get(`/api/v1/orders/generatepdf?order=${order?.id}`)
        return pdf.bytes()
      },
      plainName: 'as many words by Typst, without a layout',
      plain: plainPdf,
    },
  ]
}

const query = 'sort=a-z&text=choclate+cake&egg=Eggless&price=1200&category=Birthday&junk=1'
const longName = 'Happy Birthday Lakshmi and Meenakshi'
const lines = Array.from({ length: 20 }, (_, at) => ({
  price: 450 + at,
  category: 'Birthday',
  wt: '0.5',
  amount: 1 + (at % 3),
  customize: false,
}))

function wrap(name: string, letters: number): string[] {
  const wrapped = ['']
  for (const word of name.split(' ')) {
    const line = `${wrapped.at(-1)} ${word}`.trim()
    if (line.length <= letters) wrapped[wrapped.length - 1] = line
    else wrapped.push(word)
  }
  return wrapped
}

/** As many elements as a card of the catalogue has, about. */
function plainCards() {
  const card = (at: number) =>
    createElement(
      'li',
      { key: at },
      createElement(
        'article',
        { className: 'card' },
        createElement('img', { src: `/pictures/${at}/640.webp`, alt: '', width: 640, height: 640 }),
        createElement(
          'h3',
          null,
          createElement('a', { href: `/singleproduct/${at}` }, 'Mango Cake'),
        ),
        createElement('p', { className: 'category' }, 'Fruit'),
        createElement('p', { className: 'stars' }, '4.5'),
        createElement('p', { className: 'price' }, '₹450', createElement('del', null, '₹500')),
      ),
    )
  return createElement(
    'ul',
    null,
    Array.from({ length: 24 }, (_, at) => card(at)),
  )
}

const typst = NodeCompiler.create()
let plainPdfs = 0

function plainPdf() {
  // Another one each time: what was drawn before is not drawn again.
  plainPdfs += 1
  const lines = Array.from(
    { length: 60 },
    (_, at) => `Truffle Cake, Cocoa, 1 kg, ${plainPdfs + at}`,
  )
  return typst.pdf({ mainFileContent: lines.join('\n\n') })
}
