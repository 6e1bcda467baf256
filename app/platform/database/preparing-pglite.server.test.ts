import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { PreparingPglite } from './preparing-pglite.server.ts'

let client: PreparingPglite
beforeAll(async () => {
  client = await PreparingPglite.open({})
  await client.exec('create table cakes (id integer primary key, name text not null, tiers text[])')
})
afterAll(() => client.close())
beforeEach(() => client.exec('truncate cakes'))

const add = 'insert into cakes values ($1, $2, $3) returning id, name, tiers'

/** How often some work enters the database. */
async function entriesOf(work: () => Promise<unknown>): Promise<number> {
  const enter = vi.spyOn(PGlite.prototype, 'execProtocolRawSync')
  await work()
  const { length } = enter.mock.calls
  enter.mockRestore()
  return length
}

it('enters the database once for a statement that came before', async () => {
  const asked = 'select $1::integer + $2::integer as sum'
  const sumOf = async (...values: number[]) => (await client.query(asked, values)).rows
  await sumOf(1, 1)
  expect(await entriesOf(() => sumOf(1, 2))).toBe(3)
  expect(await entriesOf(() => sumOf(1, 3))).toBe(1)
  expect([await sumOf(2, 2), await sumOf(2, 3)]).toEqual([[{ sum: 4 }], [{ sum: 5 }]])
})

it('gives and takes values of every kind as before', async () => {
  for (const [id, name, tiers] of [
    [1, 'Kaju ₹ 🎂', ['a', 'b,"c']],
    [2, '', []],
    [3, 'x', null],
  ] as const) {
    expect((await client.query(add, [id, name, tiers])).rows).toEqual([{ id, name, tiers }])
  }
})

it('tells of a failure, and goes on', async () => {
  for (const id of [1, 2, 3]) await client.query(add, [id, 'x', null])
  const again = client.query(add, [3, 'x', null])
  await expect(again).rejects.toMatchObject({ code: '23505', query: add })
  await expect(client.query(add, ['x', 'x', null])).rejects.toThrow()
  await expect(client.query('select $1 from nowhere', [1])).rejects.toMatchObject({ code: '42P01' })
  expect((await client.query(add, [4, 'x', null])).rows).toHaveLength(1)
})

it('keeps what it prepared in a transaction that was undone', async () => {
  const undone = client.transaction(async (tx) => {
    for (const id of [1, 2, 3]) await tx.query(add, [id, 'x', null])
    await tx.query(add, [3, 'x', null])
  })
  await expect(undone).rejects.toMatchObject({ code: '23505' })
  expect((await client.query(add, [1, 'x', null])).rows).toHaveLength(1)
  expect((await client.query('select count(*)::integer as all from cakes')).rows).toEqual([
    { all: 1 },
  ])
})
