import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailServer, openMailServer } from '../support/mail-server.ts'
import { onServer } from '../support/test-databases.setup.ts'
import {
  endAll,
  newDatabase,
  type ServerProcess,
  startTwo,
  temporaryFolder,
  whyNotOnServer,
} from './server-process.ts'
import {
  ask,
  beginByCard,
  comeBack,
  firstCake,
  newCustomer,
  orderCustomCake,
  payByCard,
  signIn,
} from './shop-client.ts'

const admin = { email: 'admin@cakewala.test', password: 'a password of the admin' }

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'two processes on one database', () => {
  let data: ReturnType<typeof temporaryFolder>
  let mailServer: MailServer
  let database: string
  let one: ServerProcess & { url: string }
  let other: ServerProcess & { url: string }
  let asha: string

  beforeAll(async () => {
    data = temporaryFolder()
    mailServer = await openMailServer()
    database = await newDatabase()
    const started = await startTwo({
      DATABASE_URL: database,
      DATA_DIR: data.folder,
      SMTP_URL: mailServer.url,
      ADMIN_PASSWORD: admin.password,
    })
    one = started.one
    other = started.other
    asha = await newCustomer(one.url)
  })
  afterAll(async () => {
    await endAll()
    await mailServer?.close()
    data?.remove()
  })

  /** What a query answers as `name`. */
  const names = (query: string) => onServer(database, query)

  it('that began at the same moment made the first admin and the sample catalogue once', async () => {
    const output = one.output() + other.output()
    expect(output.match(/Loaded the sample catalogue: 30 cakes/g)).toHaveLength(1)
    expect(output.match(/Admin sign-in/g)).toHaveLength(1)
    expect(await names("select email as name from users where role = 'owner'")).toEqual([
      admin.email,
    ])
    expect(await names('select count(*)::text as name from cakes')).toEqual(['30'])
  })

  it('know the same sessions, and the end of each', async () => {
    const token = await signIn(one.url, admin)
    const users = (url: string) => ask(url, '/users/allusers', { token })
    expect((await users(other.url)).status).toBe(200)
    expect((await ask(other.url, '/users/logout', { token })).status).toBe(200)
    expect((await users(one.url)).status).toBe(401)
  })

  it('carry an order on that the other has begun, and place it once when both get the request', async () => {
    const { body: begun } = await beginByCard(one.url, asha)
    expect((await payByCard(other.url, begun)).status).toBe(200)
    const answers = await Promise.all(
      [one, other, one, other].map(({ url }) => comeBack(url, asha, begun.orderId)),
    )
    expect(answers.map(({ body }) => body.state)).toEqual(Array(4).fill('placed'))
    expect(
      await names(`select action as name from audit_log where subject_id = '${begun.orderId}'`),
    ).toEqual(['place-order'])
  })

  it('show a change of the catalogue that was made at the other', async () => {
    const token = await signIn(one.url, admin)
    const { _id: id } = await firstCake(one.url)
    const page = async (url: string) => (await fetch(`${url}/singleproduct/${id}`)).text()
    for (const price of [4321, 4322]) {
      const shown = `₹${price.toLocaleString('en-IN')}`
      for (const { url } of [one, other]) expect(await page(url)).not.toContain(shown)
      expect((await ask(one.url, '/cakes/editcake', { body: { id, price }, token })).status).toBe(
        200,
      )
      expect(await page(one.url)).toContain(shown)
      await expect.poll(() => page(other.url)).toContain(shown)
    }
  })

  it('tell open panels what happens at the other', async () => {
    const token = await signIn(other.url, admin)
    const line = await fetch(`${other.url}/api/v1/orders/live`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const events = line.body?.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    const hearing = async (word: string) => {
      while (!heard.includes(word)) heard += (await events?.read())?.value
    }
    await hearing('event: ready')
    const orderId = await orderCustomCake(one.url, asha)
    await hearing(orderId)
    await events?.cancel()
  })

  it('give invoice serials without a gap, and send each mail once', async () => {
    const emails = ['ravi@example.in', 'meena@example.in', 'john@example.in']
    const customers = await Promise.all(emails.map((email) => newCustomer(one.url, email)))
    const buyAt = async (url: string, token: string) => {
      const { body: begun } = await beginByCard(url, token)
      await payByCard(url, begun)
      await comeBack(url, token, begun.orderId)
    }
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        buyAt((n % 2 ? one : other).url, customers[n % 3] ?? ''),
      ),
    )
    const serials = await names(
      "select lpad(split_part(serial, '/', 3), 7, '0') as name from order_papers order by 1",
    )
    expect(serials.map(Number)).toEqual(serials.map((_, n) => n + 1))
    expect(serials.length).toBeGreaterThanOrEqual(12)
    const placed = await names("select id::text as name from orders where state = 'placed'")

    const unsent = () => names("select id as name from mails where status <> 'sent'")
    await expect.poll(unsent).toEqual([])
    expect(await names('select distinct attempts::text as name from mails')).toEqual(['1'])
    const sent = mailServer.mails.map(({ messageId }) => messageId)
    expect(sent).toHaveLength(new Set(sent).size)
    expect(sent.filter((id) => id?.startsWith('<order-placed-'))).toHaveLength(placed.length)
  })

  it('count wrong passwords together', async () => {
    const guess = (url: string) =>
      ask(url, '/users/login', { body: { email: admin.email, password: 'a wrong password' } })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => guess((n % 2 ? one : other).url)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429])
  })
})
