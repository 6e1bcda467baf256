import { describe, expect, it } from 'vitest'
import { type FileReading, readCatalogueFile } from './read-catalogue-file.server.ts'

const read = (lines: string[], reading?: FileReading) =>
  readCatalogueFile(Buffer.from(lines.join('\n')), reading)

async function cakesOf(lines: string[], reading?: FileReading): Promise<Record<string, unknown>[]> {
  const { rows } = await read(lines, reading)
  return rows.map(({ row, fields, files, notes }) => {
    const said = Object.entries(fields).filter(([, value]) => value !== undefined)
    return { row, ...Object.fromEntries(said), files, notes }
  })
}

const shopify =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Grams,Variant Price,Variant Compare At Price,Image Src'
const woo =
  'ID,Type,SKU,Name,Published,Short description,Sale price,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s)'

describe('rows of one product', () => {
  it('of Shopify: variants and further images', async () => {
    const cakes = await cakesOf([
      shopify,
      'truffle,Truffle Cake,"<p>Soft &amp; dark.</p><ul><li>Fresh</li></ul>",Asha,Chocolate,"birthday, eggless",true,Weight,500 g,Flavour,Cocoa,500,450,500,https://cdn.example.in/t%201.jpg?v=2',
      'truffle,,,,,,,,1 kg,,Mocha,1000,850,,https://cdn.example.in/t2.jpg',
      'truffle,,,,,,,,,,,,,,https://cdn.example.in/t3.jpg',
      'plain,Plain,,Asha,,,false,Title,Default Title,,,0,300,300,',
    ])
    expect(cakes).toEqual([
      {
        row: 2,
        name: 'Truffle Cake',
        price: 900,
        earlierPrice: 1000,
        category: 'Chocolate',
        flavours: ['Cocoa', 'Mocha'],
        weight: ['0.5', '1'],
        egg: 'Eggless',
        hidden: false,
        description: 'Soft & dark.\n\n• Fresh',
        files: ['t 1.jpg', 't2.jpg', 't3.jpg'],
        notes: ['1 kg is ₹850 in the file, ₹900 here'],
      },
      { row: 5, name: 'Plain', price: 300, hidden: true, files: [], notes: [] },
    ])
  })

  it('of one weight or none, with several prices: the first, and a note of each other', async () => {
    const cakes = await cakesOf([
      shopify,
      'bracelet,Bracelet,,Asha,Gifts,,true,Color,Gold,,,0,69.99,85,',
      'bracelet,,,,,,,,Silver,,,0,55,85,',
    ])
    expect(cakes).toMatchObject([
      {
        price: 69.99,
        earlierPrice: 85,
        notes: ['Another is ₹55 in the file, ₹69.99 here', 'Left out: Color Gold, Color Silver'],
      },
    ])
  })

  it('of WooCommerce: variations by their parent, wherever it stands', async () => {
    const { rows, skipped } = await read([
      woo,
      '45,variation,TR-05,Truffle - 0.5,1,,400,450,,,TR,Weight,0.5',
      '44,variable,TR,Truffle Cake,1,Soft\\nand dark,,,"Cakes > Chocolate, Best","https://x.in/a.jpg, https://x.in/b.jpg",,Weight,"0.5, 1"',
      '46,variation,TR-10,Truffle - 1,1,,,800,,,id:44,Weight,1',
      '47,grouped,SET,All cakes,1,,,,,,,,',
    ])
    expect(skipped).toBe(1)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      fields: {
        name: 'Truffle Cake',
        price: 800,
        earlierPrice: 900,
        weight: ['0.5', '1'],
        category: 'Chocolate',
        description: 'Soft\nand dark',
      },
      files: ['a.jpg', 'b.jpg'],
    })
  })

  it('of an own list: the same name again, or none, with another weight', async () => {
    const cakes = await cakesOf([
      'Our cakes 2026,,',
      'Cake,Rate,Size',
      'Truffle,450,½ kg',
      'truffle ,900,1kg',
      ',1800,2 kg',
      'Mango,400,500gm',
      'Mango,420,500gm',
    ])
    expect(cakes).toMatchObject([
      { row: 3, name: 'Truffle', price: 900, weight: ['0.5', '1', '2'], notes: [] },
      { row: 6, name: 'Mango', price: 800, weight: ['0.5'] },
      { row: 7, name: 'Mango', price: 840 },
    ])
  })
})

it.each<[string, string[], FileReading, string | null, number]>([
  ['the weight beside it', ['Cake,Price,Weight', 'A,425,0.5'], {}, 'weight', 850],
  ['a kilogram, as the baker says', ['Cake,Price,Weight', 'A,425,0.5'], { basis: 'kg' }, 'kg', 425],
  ['a kilogram, by its heading', ['Cake,Price per kg,Weight', 'A,425,0.5'], {}, 'kg', 425],
  ['a kilogram, for several weights', ['Cake,Price,Weight', 'A,425,"0.5, 1"'], {}, 'kg', 425],
  ['a piece of pastry', ['Cake,Price,Weight,Type', 'A,60,80 g,Pastry'], {}, 'weight', 60],
  ['a kilogram in our own files', ['name,price,weight', 'A,425,0.5'], {}, null, 425],
  ['the offer, not the MRP', ['Cake,MRP,Selling price', 'A,900,850'], {}, 'weight', 850],
])('what a price is for: %s', async (_, lines, reading, basis, price) => {
  const file = await read(lines, reading)
  expect(file.basis).toBe(basis)
  expect(file.rows[0]?.fields.price).toBe(price)
})

describe('cells as people write them', () => {
  const fieldsOf = async (heading: string, cell: string) =>
    (await cakesOf([`Cake,Price,${heading}`, `A,850,"${cell}"`]))[0]

  it.each([
    ['Egg', 'Eggless ', 'Eggless'],
    ['Egg', 'EGGLESS', 'Eggless'],
    ['Egg/Eggless', 'with egg', 'Egg'],
    ['Egg', 'Contains egg', 'Egg'],
    ['Egg', 'yes', 'Egg'],
    ['Eggless', 'Yes', 'Eggless'],
    ['Eggless', 'no', 'Egg'],
    ['Is Veg', 'TRUE', 'Eggless'],
    ['Veg / Non-Veg', 'Non veg', 'Egg'],
    ['Attributes', 'veg', 'Eggless'],
    ['Veg / Non-Veg', 'yes', 'yes'],
    ['Egg', 'egg or eggless', 'egg or eggless'],
    ['Egg', 'eggless on request', 'eggless on request'],
    ['Egg', '', undefined],
    ['Tags', 'gift, eggless', 'Eggless'],
    ['Tags', 'gift', undefined],
    ['Option', 'Eggless', 'Eggless'],
  ])('%s: %j is %s', async (heading, cell, egg) => {
    expect((await fieldsOf(heading, cell))?.egg).toBe(egg)
  })

  it.each([
    ['Weight', '500g', ['0.5']],
    ['Weight', '.5', ['0.5']],
    ['Weight', '500 gm / 1 kg', ['0.5', '1']],
    ['Weight', '0.5, 1, 2', ['0.5', '1', '2']],
    ['Weight', '½ kg & 1 kg', ['0.5', '1']],
    ['Weight (g)', '500', ['0.5']],
    ['Weight', '500', ['500 g or kg?']],
    ['Weight', '1 pound', ['1 pound']],
    ['Weight', '1,5', ['1,5']],
    ['Size', '1 pound', ['1 pound']],
    ['Size', 'Small', undefined],
    ['Size', '', undefined],
  ])('%s: %j is %j', async (heading, cell, weight) => {
    expect((await fieldsOf(heading, cell))?.weight).toEqual(weight)
  })

  it.each([
    ['Flavours', 'Cocoa, Mocha', { flavours: ['Cocoa', 'Mocha'] }],
    ['Photo', 'C:\\cakes\\a b.JPG', { files: ['a b.JPG'] }],
    ['Photo', '100%.jpg', { files: ['100%.jpg'] }],
    ['Status', 'draft', { hidden: true }],
    ['Details', 'a < b', { description: 'a < b' }],
    ['Size', 'Small', { notes: ['Left out: size Small'] }],
  ])('%s: %j is %j', async (heading, cell, fields) => {
    expect(await fieldsOf(heading, cell)).toMatchObject(fields)
  })
})

describe('columns', () => {
  it('are understood, or named and left out', async () => {
    const { columns } = await read(['Cake,Rate,Vendor', 'A,850,Asha'])
    expect(columns).toEqual([
      { heading: 'Cake', example: 'A', meaning: 'name' },
      { heading: 'Rate', example: '850', meaning: 'price' },
      { heading: 'Vendor', example: 'Asha', meaning: null },
    ])
  })

  it('are what the baker says', async () => {
    const [cake] = await cakesOf(['x,y,z', 'A,850,Rose'], {
      columns: ['name', 'price', 'flavours'],
    })
    expect(cake).toMatchObject({ name: 'A', price: 850, flavours: ['Rose'] })
    await expect(read(['x,y', 'A,1'], { columns: ['price', 'price'] })).rejects.toThrow(
      'Two columns',
    )
  })
})
