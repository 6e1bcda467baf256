import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '#platform/http/endpoint.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { findAdminCake } from '#shop/cakes/admin/admin-cakes.store.server.ts'
import type { ImportOutcome } from '#shop/cakes/admin/import/import.schema.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const header = 'id,name,price,category,flavours,weight,egg,image'
const mango = 'mango-cake,Mango Cake,900,Fruit,Mango | Cream,0.5 | 1,Eggless,/pictures/one/640.webp'

let shop: TestShop
let token: string

beforeEach(async () => {
  shop = await openTestShop()
  token = (await shop.admin()).token
  const picture = {
    width: 960,
    height: 960,
    colour: '#aabbcc',
    placeholder: 'data:image/webp;base64,AA',
  }
  await shop.context.db.insert(pictures).values(['one', 'two'].map((id) => ({ id, ...picture })))
  await shop.addCake({
    pictures: [
      { id: 'one', alt: '' },
      { id: 'two', alt: 'Cut | open' },
    ],
  })
  await shop.addCake({
    id: 'hidden-cake',
    name: '=Hidden, "quoted"',
    hidden: true,
    earlierPrice: 999.5,
    description: 'Two\nlines',
    reviews: ['Moist, rich | “best”', '-1 for the box'],
    pictures: [{ id: 'two', alt: '' }],
  })
})
afterEach(() => shop.close())

async function send(file: string | Uint8Array<ArrayBuffer>, query: string, as = token) {
  const body = new FormData()
  body.set('file', new File([file], 'cakes.csv'))
  const headers: Record<string, string> = as ? { authorization: `Bearer ${as}` } : {}
  const response = await shop.api.request(`/cakes/import?${query}`, {
    method: 'POST',
    body,
    headers,
  })
  return { status: response.status, body: (await response.json()) as ImportOutcome & Problem }
}

const check = (file: string | Uint8Array<ArrayBuffer>) => send(file, 'dryRun=true')
const write = (file: string) => send(file, 'dryRun=false')
const csv = (...rows: string[]) => [header, ...rows].join('\r\n')

async function exported() {
  const response = await shop.api.request('/cakes/export', {
    headers: { authorization: `Bearer ${token}` },
  })
  const text = await response.text()
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true })
  return { response, text, rows }
}

const find = (id: string) => findAdminCake(shop.context.db, id)
const auditLog = () => listAuditLog(shop.context.db, { limit: 10 })

describe('the export', () => {
  it('has every cake, hidden ones too, and is in the audit log', async () => {
    const { response, rows } = await exported()
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="cakes-2026-11-20.csv"',
    )
    expect(rows.map(({ id, hidden, alts }) => [id, hidden, alts])).toEqual([
      ['hidden-cake', 'yes', ''],
      ['truffle', 'no', String.raw` | Cut \| open`],
    ])
    const [entry] = await auditLog()
    expect(entry).toMatchObject({ action: 'export-catalogue', actor: 'admin' })
  })

  it('changes nothing when it is imported again', async () => {
    const { body } = await check((await exported()).text)
    expect(body).toMatchObject({ total: 2, added: 0, changed: 0, unchanged: 2, errorCount: 0 })
  })

  it('is a file for spreadsheets: byte order mark, formulas defused', async () => {
    const { text } = await exported()
    expect(text).toContain(`"'=Hidden, ""quoted"""`)
    expect(text).toContain(String.raw`"Moist, rich \| “best” | -1 for the box"`)
  })

  it('has its header without cakes as well', async () => {
    await shop.post('/cakes/deletecake', { id: 'truffle' }, token)
    await shop.post('/cakes/deletecake', { id: 'hidden-cake' }, token)
    expect((await exported()).text).toContain(',name,price,')
    expect((await exported()).rows).toEqual([])
  })
})

it('an extra needs neither weight, flavour nor egg, and comes back as it went', async () => {
  const rows = ['id,name,price,category,image', ',Knife,25,Extra: Knives,/pictures/one/640.webp']
  const { body } = await write(rows.join('\r\n'))
  expect(body).toMatchObject({ added: 1, errorCount: 0, lacking: [] })
  const own = ',Candle,40,Extra: Candles,5 | 6,,,/pictures/one/640.webp'
  expect((await write(csv(own))).body).toMatchObject({ added: 1, errorCount: 0 })
  expect(await find('knife')).toMatchObject({ flavours: [''], weight: ['0'], leadHours: 0 })
  expect(await find('candle')).toMatchObject({ flavours: ['5', '6'], weight: ['0'] })
  expect((await check((await exported()).text)).body).toMatchObject({ unchanged: 4, changed: 0 })
  // What was an extra needs a weight once it is a cake.
  const change = { id: 'knife', category: 'Chocolate' }
  expect(await shop.post('/cakes/editcake', change, token)).toMatchObject({
    status: 422,
    body: { errors: { flavours: 'Add at least one flavour' } },
  })
})

it('the template can be imported as it is: a hidden cake', async () => {
  const response = await shop.api.request('/cakes/importtemplate', {
    headers: { authorization: `Bearer ${token}` },
  })
  const { body } = await write(await response.text())
  expect(body).toMatchObject({ added: 1, errorCount: 0, written: true })
  expect(await find('example-cake')).toMatchObject({ hidden: true, price: 850 })
})

describe('a dry run', () => {
  it('counts what would happen, shows it, and writes nothing', async () => {
    const before = await auditLog()
    const { body } = await check(
      csv(
        mango,
        'truffle,Truffle Cake,875.50,Chocolate,Cocoa | Truffle cream,0.5 | 1,Eggless,/pictures/one/640.webp | /pictures/two/640.webp',
      ),
    )
    expect(body).toMatchObject({ total: 2, added: 1, changed: 1, unchanged: 0, written: false })
    expect(body.preview).toEqual([
      {
        id: 'mango-cake',
        name: 'Mango Cake',
        kind: 'added',
        notes: [],
        fields: [
          { field: 'price', before: '', after: '₹900 per kg: 0.5 kg ₹450, 1 kg ₹900' },
          { field: 'category', before: '', after: 'Fruit' },
          { field: 'flavours', before: '', after: 'Mango | Cream' },
          { field: 'egg', before: '', after: 'Eggless' },
          { field: 'image', before: '', after: '1 picture' },
        ],
      },
      {
        id: 'truffle',
        name: 'Truffle Cake',
        kind: 'changed',
        notes: [],
        fields: [{ field: 'price', before: '850', after: '875.5' }],
      },
    ])
    expect(await find('mango-cake')).toBeNull()
    expect(await find('truffle')).toMatchObject({ price: 850 })
    expect(await auditLog()).toEqual(before)
    expect(shop.changed).toEqual([])
  })

  it('shows what a new cake cost before', async () => {
    const { body } = await check('title,offer price,price\nPlum Cake,850,900')
    expect(body.preview[0]?.fields[0]?.after).toBe('₹850 per kg, before ₹900: 1 kg ₹850')
  })

  it('names every fault by the row of the spreadsheet, the header being row 1', async () => {
    const { status, body } = await check(
      csv(
        mango,
        '',
        ',"Two\r\nlines",cheap,Fruit,Mango,0.5,Both,/pictures/none/640.webp',
        'mango-cake,Mango Cake,900,Fruit,Mango,0.5,Eggless,/pictures/one/640.webp',
        'No Id!,Mango Cake,900,Fruit,Mango,0.5,Eggless,/pictures/one/640.webp',
        ',Lost picture,900,Fruit,Mango,0.5,Eggless,/pictures/none/640.webp',
        'truffle,,,Chocolate,,0.5,Eggless,/pictures/one/640.webp',
      ),
    )
    expect(status).toBe(200)
    expect(body.errors.map(({ row, field }) => [row, field])).toEqual([
      [4, 'price'],
      [4, 'egg'],
      [5, 'id'],
      [6, 'id'],
      [7, 'image'],
      [8, 'name'],
      [8, 'price'],
      [8, 'flavours'],
    ])
    expect(body.errors.at(2)?.message).toBe('This id is already in row 2')
    expect(body).toMatchObject({ total: 6, added: 1, errorCount: 8 })
  })

  it('lists at most 200 faults and counts all', async () => {
    const { body } = await check(
      csv(...Array<string>(300).fill(',,900,Fruit,Mango,0.5,Egg,/pictures/one/640.webp')),
    )
    expect(body.errors).toHaveLength(200)
    expect(body.errorCount).toBe(300)
  })
})

describe('what a spreadsheet makes of a file', () => {
  it.each([
    [
      'semicolons',
      `${header.replaceAll(',', ';')}\r\n${mango.replaceAll(',', ';').replace('900', '899.50')}`,
      899.5,
    ],
    ['tabs', `${header.replaceAll(',', '\t')}\n${mango.replaceAll(',', '\t')}`, 900],
    ['a byte order mark and ends of lines', `\u{feff}${csv(mango)}\r\n\r\n`, 900],
    [
      'other words for the headings',
      `Id, Name ,PRICE,Category,flavours,weight,egg,image\n${mango}`,
      900,
    ],
    ['empty columns at the end', `${header},,\n${mango},,`, 900],
    ['rupee signs and thousands', csv(mango.replace('900', '"₹1,450"')), 1450],
  ])('%s', async (_, file, price) => {
    expect((await write(file)).body).toMatchObject({ added: 1, errorCount: 0 })
    expect(await find('mango-cake')).toMatchObject({
      price,
      flavours: ['Mango', 'Cream'],
      weight: ['0.5', '1'],
    })
  })

  it('what a cake asks of the kitchen, where a file has the columns', async () => {
    const file = `${header},leadHours,workMinutes,minutesPerKg\r\n${mango},24,90,30\r\n${mango.replace('mango-cake', 'fig-cake')},,,`
    expect((await write(file)).body).toMatchObject({ added: 2, errorCount: 0 })
    const work = { leadHours: 24, workMinutes: 90, minutesPerKg: 30 }
    expect(await find('mango-cake')).toMatchObject(work)
    expect(await find('fig-cake')).toMatchObject({ leadHours: 3, workMinutes: 0, minutesPerKg: 0 })
    expect((await write(csv(mango.replace('900', '950')))).body).toMatchObject({ changed: 1 })
    expect(await find('mango-cake')).toMatchObject({ ...work, price: 950 })
  })

  it('columns in another order, and those left out stay as they are', async () => {
    const { body } = await write(
      'weight,name,egg,image,flavours,category,price,id\n2,Hidden,Egg,/pictures/one/640.webp,Rose,Festive,500,hidden-cake',
    )
    expect(body).toMatchObject({ changed: 1, errorCount: 0 })
    expect(await find('hidden-cake')).toMatchObject({
      name: 'Hidden',
      weight: ['2'],
      hidden: true,
      earlierPrice: 999.5,
      description: 'Two\nlines',
    })
  })
})

describe('an import', () => {
  it('writes all of it, once, with an entry for it and for each cake, and forgets the pages', async () => {
    shop.wait(60_000)
    const { body } = await write(csv(mango, mango.replace('mango-cake', '')))
    expect(body).toMatchObject({ added: 2, written: true })
    expect(await find('mango-cake')).toMatchObject({
      price: 900,
      image: ['/pictures/one/640.webp'],
      stock: 10,
      hidden: false,
      updatedAt: shop.context.clock.now().toISOString(),
    })
    expect(await find('mango-cake-2')).not.toBeNull()
    const entries = await auditLog()
    expect(entries.filter(({ action }) => action === 'import-catalogue')).toEqual([
      expect.objectContaining({
        actorEmail: 'admin@cakewala.test',
        subject: 'catalogue',
        after: {
          file: 'cakes.csv',
          added: 2,
          changed: 0,
          unchanged: 0,
        },
      }),
    ])
    expect(entries.filter(({ action }) => action === 'add-cake')).toMatchObject([
      { subjectId: 'mango-cake-2', before: null, after: { id: 'mango-cake-2', price: 900 } },
      { subjectId: 'mango-cake', before: null, after: { id: 'mango-cake', price: 900 } },
    ])
    expect(shop.changed).toEqual(expect.arrayContaining(['cake:mango-cake', 'cake:mango-cake-2']))
    expect((await find('truffle'))?.pictures).toHaveLength(2)
  })

  it('takes what is in a cake: nothing said, none, or some', async () => {
    const file = (contains: string) =>
      [`${header},contains,mayContain,keeping`, `${mango},${contains},,Keep cool`].join('\n')
    await write(file('Gluten | milk'))
    expect(await find('mango-cake')).toMatchObject({
      contains: ['gluten', 'milk'],
      keeping: 'Keep cool',
    })
    await write(file('none'))
    expect(await find('mango-cake')).toMatchObject({ contains: [] })
    await write(file(''))
    expect(await find('mango-cake')).toMatchObject({ contains: null })
    const { body } = await check(file('cheese'))
    expect(body.errors).toMatchObject([{ row: 2, field: 'contains' }])
  })

  it('tells of a changed cake what was before and what is after, and nothing else', async () => {
    await write(csv(mango))
    await write(csv(mango.replace('900', '950')))
    const [entry] = await listAuditLog(shop.context.db, { limit: 1, id: 'mango-cake' })
    expect(entry).toMatchObject({ action: 'edit-cake', actorEmail: 'admin@cakewala.test' })
    expect([entry?.before, entry?.after]).toEqual([{ price: 900 }, { price: 950 }])
  })

  it('writes nothing when one row is wrong', async () => {
    const { status, body } = await write(
      csv(mango, ',Bad,0,Fruit,Mango,0.5,Egg,/pictures/one/640.webp'),
    )
    expect([status, body.detail]).toEqual([
      422,
      'One row has errors, so nothing was imported. Correct the file first.',
    ])
    expect(await find('mango-cake')).toBeNull()
    expect((await auditLog()).map(({ action }) => action)).not.toContain('import-catalogue')
  })

  it('is refused when the catalogue has changed since it was checked', async () => {
    const { body: checked } = await check(csv(mango))
    shop.wait(1000)
    await shop.post('/cakes/editcake', { id: 'truffle', price: 1 }, token)
    const { status } = await send(
      csv(mango),
      `dryRun=false&version=${encodeURIComponent(checked.version)}`,
    )
    expect(status).toBe(409)
    expect(await find('mango-cake')).toBeNull()
  })

  it('does not add twice what was sent twice, when it says what it was checked against', async () => {
    const file = csv(mango.replace('mango-cake', ''))
    const query = `dryRun=false&version=${encodeURIComponent((await check(file)).body.version)}`
    const answers = await Promise.all([send(file, query), send(file, query)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await find('mango-cake-2')).toBeNull()
  })

  it('shows a cake, hides one, and changes its pictures', async () => {
    const { rows } = await exported()
    const [hidden, truffle] = rows
    await write(
      stringify(
        [
          { ...hidden, hidden: 'no' },
          { ...truffle, hidden: 'yes', image: '/pictures/two/640.webp', alts: 'Two' },
        ],
        { header: true },
      ),
    )
    expect(await find('hidden-cake')).toMatchObject({ hidden: false })
    expect(await find('truffle')).toMatchObject({
      hidden: true,
      alts: ['Two'],
      image: ['/pictures/two/640.webp'],
    })
  })
})

describe('a file that cannot be used', () => {
  it.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['a letter', 'Dear baker,\nplease call me back.', 'no row has headings'],
    ['no rows', header, 'no cake'],
    ['more cells than the header', csv(`${mango},more`), 'Row 2'],
    [
      'a quotation mark left open',
      csv(mango.replace('Mango Cake', '"Mango Cake')),
      'quotation mark',
    ],
    ['a million commas', ','.repeat(1_000_000), 'columns'],
  ])('%s', async (_, file, part) => {
    const { status, body } = await check(file)
    expect(status).toBe(422)
    expect(body.detail).toContain(part)
  })

  it('values that are no values of a cake are faults of their fields', async () => {
    const columns = `${header},stock,stars,featured`
    const { status, body } = await check(`${columns}\n[object],A,cheap,,,heavy,1,x,few,many,maybe`)
    expect(status).toBe(200)
    expect(body.errors.map(({ row, field }) => [row, field])).toEqual([[2, 'id']])
    const { body: others } = await check(`${columns}\n,A,cheap,,,heavy,maybe,x,few,many,maybe`)
    expect(others.errors.map(({ row, field }) => [row, field])).toEqual(
      ['price', 'weight', 'egg', 'category', 'featured', 'stars', 'stock', 'flavours'].map(
        (field) => [2, field],
      ),
    )
  })

  it('text that cannot be kept is a fault of its row', async () => {
    const { status, body } = await check(
      csv(mango.replace('Mango Cake', 'A\u0000').replace('Mango | Cream', '\u0000')),
    )
    expect(status).toBe(200)
    expect(body.errors.map(({ field }) => field)).toEqual(['name', 'flavours'])
  })
})

describe('a list of another shop', () => {
  const list = 'Cake,Price,Size,Photo\r\nTruffle Cake 2,450,½ kg,t.jpg\r\nRose,900,1 kg,r.jpg'

  it('is imported hidden, once the owner has said what it lacks', async () => {
    const { body } = await check(list)
    expect(body).toMatchObject({ added: 2, errorCount: 0, basis: 'weight' })
    expect(body.lacking.map(({ field, cakes, value }) => [field, cakes, value])).toEqual([
      ['egg', 2, ''],
      ['category', 2, 'Cakes'],
      ['flavours', 2, 'Classic'],
    ])
    expect((await write(list)).status).toBe(422)
    const choices = 'egg=Eggless&category=Chocolate&flavours=Cocoa,Mocha'
    const { body: written } = await send(list, `dryRun=false&${choices}`)
    expect(written).toMatchObject({
      added: 2,
      pictureless: [
        { id: 'truffle-cake-2', files: ['t.jpg'] },
        { id: 'rose', files: ['r.jpg'] },
      ],
    })
    expect(await find('rose')).toMatchObject({
      hidden: true,
      egg: 'Eggless',
      category: 'Chocolate',
      flavours: ['Cocoa', 'Mocha'],
      weight: ['1'],
      image: [],
    })
  })

  it('changes nothing the second time, and keeps what was added since', async () => {
    await send(list, 'dryRun=false&egg=Egg')
    await shop.post('/cakes/editcake', { id: 'rose', image: ['/pictures/one/640.webp'] }, token)
    await shop.post('/cakes/showcake', { id: 'rose', hidden: false }, token)
    const { body } = await write(list)
    expect(body).toMatchObject({ added: 0, changed: 0, unchanged: 2, sameName: 2 })
    expect(body.preview.map(({ id, kind }) => [id, kind])).toEqual([
      ['truffle-cake-2', 'unchanged'],
      ['rose', 'unchanged'],
    ])
    expect(await find('rose')).toMatchObject({ hidden: false, image: ['/pictures/one/640.webp'] })
    const { body: again } = await send(list, 'dryRun=false&egg=Egg&sameName=add')
    expect(again).toMatchObject({ added: 2 })
    expect((await check(list)).body.errors).toMatchObject([
      { row: 2, field: 'name', message: expect.stringContaining('Several cakes') },
      { row: 3, field: 'name' },
    ])
  })

  it('has its columns corrected, within what a cake has', async () => {
    const unknown = 'x,y,z\r\nRose,900,Vanilla'
    expect((await check(unknown)).body.errors).toMatchObject([
      { field: 'name', message: expect.stringContaining('“x”, “y”, “z”') },
      { field: 'price' },
    ])
    const { body } = await send(unknown, 'dryRun=true&columns=name,price,flavours')
    expect(body).toMatchObject({ added: 1, errorCount: 0 })
    for (const columns of ['name,cost', 'name,price,price', `name${',price'.repeat(2000)}`]) {
      expect((await send(unknown, `dryRun=true&columns=${columns}`)).status, columns).toBe(422)
    }
  })

  it.each([
    ['a name with lost letters', 'Cake,Price\n????? Cake,900', 'name', 'Letters were lost'],
    ['an amount of two readings', 'Cake,Price\nRose,"12,50"', 'price', '“12,50”'],
    ['a weight of two readings', 'Cake,Price,Size\nRose,900,"1,5"', 'weight', '“1,5”'],
    ['a number that was cut', 'Cake,Price,FSSAI\nRose,9,1.00123E+13', 'madeByFssai', 'spreadsheet'],
    ['one name twice', 'Cake,Price\nRose,900\nrose ,950', 'name', 'already in row 2'],
    ['an egg mark of both', 'Cake,Price,Veg/Non-veg\nRose,9,yes', 'egg', 'Egg or Eggless'],
  ])('asks about %s', async (_, file, field, sentence) => {
    const { body } = await check(file)
    expect(body.errors).toMatchObject([{ field, message: expect.stringContaining(sentence) }])
  })

  it('may be an Excel workbook or in another encoding', async () => {
    const utf16 = new Uint8Array(Buffer.from(`\u{feff}${list.replaceAll(',', '\t')}`, 'utf16le'))
    expect((await check(utf16)).body).toMatchObject({ added: 2, errorCount: 0 })
  })
})

describe('a cake without a picture', () => {
  const bare = csv('rose,Rose,900,Fruit,Rose,1,Eggless,')
    .replace('image', 'image,hidden')
    .replace(/,$/, ',,no')

  it('is hidden, whatever the file says, and cannot be shown', async () => {
    expect((await write(bare)).body).toMatchObject({ added: 1, errorCount: 0 })
    expect(await find('rose')).toMatchObject({ hidden: true })
    const shown = await shop.post('/cakes/showcake', { id: 'rose', hidden: false }, token)
    expect(shown.status).toBe(422)
    expect((await shop.post('/cakes/editcake', { id: 'rose', price: 950 }, token)).status).toBe(200)
    expect((await write(bare)).body).toMatchObject({ changed: 1 })
  })

  it('is not made of one that is shown', async () => {
    const edited = await shop.post('/cakes/editcake', { id: 'truffle', image: [] }, token)
    expect(edited.status).toBe(422)
    expect((await find('truffle'))?.image).toHaveLength(2)
  })
})
