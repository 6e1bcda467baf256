import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let admin: { email: string; token: string }

interface ListedUser {
  id: string
  name: string
  email: string
  mobileno: string | null
  date: string | null
  isAdmin: boolean
  createdAt: string
}

beforeEach(async () => {
  shop = await openTestShop()
  asha = await shop.customer()
  admin = await shop.admin()
})
afterEach(() => shop.close())

const all = (query = '', token: string | undefined = admin.token) =>
  shop.get<ListedUser[]>(`/users/allusers${query}`, token)

const emails = (body: ListedUser[]) => body.map(({ email }) => email)

/** Accounts of one instant, so that only their ids tell which is newer. */
const addUsers = (count: number) =>
  shop.context.db.insert(users).values(
    Array.from({ length: count }, (_, index) => ({
      id: `u${String(index).padStart(4, '0')}`,
      name: `User ${index}`,
      email: `user${index}@shop.test`,
      createdAt: new Date('2030-01-01T00:00:00.123Z'),
    })),
  )

describe('allusers', () => {
  it('answers each account with what it gave, newest first', async () => {
    const { status, body } = await all()
    expect([status, emails(body)]).toEqual([200, [admin.email, asha.email]])
    expect(body[1]).toEqual({
      id: expect.any(String),
      name: 'Asha Rao',
      email: 'asha@example.in',
      mobileno: '9876543210',
      date: '1990-05-17',
      isAdmin: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(body[0]).toMatchObject({ isAdmin: true, mobileno: null, date: null })
  })

  it('the newest 500 when nothing is asked for', async () => {
    await addUsers(600)
    const { body, headers } = await all()
    expect([body.length, headers.get('link')]).toEqual([500, null])
  })

  it('page by page, each account once', async () => {
    await addUsers(7)
    const found: string[] = []
    let path: string | undefined = '?limit=4'
    while (path !== undefined) {
      const page = await all(path)
      found.push(...emails(page.body))
      path = /\?[^>]+/.exec(page.headers.get('link') ?? '')?.[0]
    }
    expect(found).toHaveLength(9)
    expect(new Set(found).size).toBe(9)
    expect(found.slice(0, 2)).toEqual(['user6@shop.test', 'user5@shop.test'])
  })

  it.each([
    ['a name in any case', 'aSHA r'],
    ['part of an e-mail', 'sha@exam'],
    ['the beginning of a mobile', '98765'],
  ])('finds by %s', async (_, q) => {
    expect(emails((await all(`?q=${encodeURIComponent(q)}`)).body)).toEqual([asha.email])
  })

  it('takes % and _ as they are', async () => {
    await shop.context.db.execute(sql`update users set name = '100% _ Asha' where not is_admin`)
    expect(emails((await all(`?q=${encodeURIComponent('100% _')}`)).body)).toEqual([asha.email])
    expect((await all(`?q=${encodeURIComponent('1%0 A')}`)).body).toEqual([])
  })

  it('keeps the search on the next page', async () => {
    await addUsers(3)
    const { headers } = await all('?q=shop.test&limit=2')
    const next = /\?[^>]+/.exec(headers.get('link') ?? '')?.[0]
    expect(emails((await all(next)).body)).toEqual(['user0@shop.test'])
  })

  it.each(['?limit=0', '?limit=501', '?limit=all', '?q=ab', `?q=${'x'.repeat(101)}`, '?cursor='])(
    'refuses %s',
    async (query) => {
      expect((await all(query)).status).toBe(422)
    },
  )

  it('of an account that is gone nothing follows', async () => {
    expect((await all("?cursor=' or 1=1 --")).body).toEqual([])
  })

  it('is refused to a visitor and to a customer', async () => {
    const visitor = await shop.get('/users/allusers')
    expect([visitor.status, JSON.stringify(visitor.body)]).toEqual([
      401,
      expect.not.stringContaining('@'),
    ])
    expect((await all('', asha.token)).status).toBe(403)
    expect((await all('?limit=no', asha.token)).status).toBe(403)
  })
})
