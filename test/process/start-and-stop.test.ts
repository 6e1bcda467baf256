import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { freePort } from '../../scripts/free-port.ts'
import { earlierSentence, markEarlier, withNextMigration } from '../support/other-versions.ts'
import {
  endAll,
  type Settings,
  spawnServer,
  startServer,
  temporaryFolder,
  whyNot,
} from './server-process.ts'

let data: ReturnType<typeof temporaryFolder>
let other: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  data = temporaryFolder()
  other = temporaryFolder()
})
afterEach(endAll)
afterAll(() => {
  data.remove()
  other.remove()
})

/** A start that must fail: what it tells the operator, without a stack. */
async function refused(settings: Settings): Promise<string[]> {
  const server = spawnServer({ DATA_DIR: other.folder, SEED: 'none', ...settings })
  expect(await server.ended).toEqual({ code: 1, signal: null })
  const lines = server.output().trim().split('\n')
  for (const line of lines) expect(line).not.toMatch(/^\s+at /)
  return lines
}

describe.skipIf(whyNot)(whyNot ?? 'a start that cannot be', () => {
  it('names every wrong setting in a sentence of its own', async () => {
    const output = await refused({ PORT: 'eighty', LOG_LEVEL: 'loud', SHOP_EMAIL: 'cakewala' })
    expect(output).toEqual([
      expect.stringMatching(/^The setting PORT must .* \(it is 'eighty'\)\. Set it in .*\.$/),
      expect.stringMatching(/^The setting LOG_LEVEL must .* \(it is 'loud'\)\. Set it in .*\.$/),
      expect.stringMatching(
        /^The setting SHOP_EMAIL must .* \(it is 'cakewala'\)\. Set it in .*\.$/,
      ),
    ])
  })

  it('tells no secret', async () => {
    const output = await refused({
      DATABASE_URL: 'mysql://shop:hunter2@localhost/shop',
      SESSION_SECRET: 'hunter2',
      ADMIN_PASSWORD: 'hunter2',
      SMTP_URL: 'http://shop:hunter2@localhost',
    })
    expect(output).toHaveLength(4)
    expect(output.join()).not.toContain('hunter2')
  })

  it('says what a shop with customers is missing, unless it is told', async () => {
    const PUBLIC_URL = 'https://cakes.example.in'
    expect(await refused({ PUBLIC_URL })).toEqual([
      expect.stringContaining('a shop for customers'),
      expect.stringMatching(/^PAYMENTS=sandbox .* Or set ALLOW_INSECURE=sandbox\.$/),
      expect.stringMatching(/^Without SMTP_URL .* Or set ALLOW_INSECURE=readable-mails\.$/),
      'For all of them: ALLOW_INSECURE=sandbox,readable-mails',
    ])
  })

  it('says so when the PostgreSQL server does not answer', async () => {
    const url = `postgres://shop:hunter2@127.0.0.1:${await freePort()}/shop`
    const output = await refused({ DATABASE_URL: url })
    expect(output).toEqual([
      expect.stringMatching(/^The PostgreSQL server of DATABASE_URL cannot be reached .*\.$/),
    ])
    expect(output.join()).not.toContain('hunter2')
  })

  it('says what to do with the data folder of a version before 1.0.0', async () => {
    const dataDir = join(other.folder, 'earlier')
    const { db, close } = await openDatabase({ url: undefined, dataDir, migrationsFolder: null })
    await markEarlier(db)
    await close()
    expect(await refused({ DATA_DIR: dataDir })).toEqual([expect.stringMatching(earlierSentence)])
  })

  it('says so of the data of a newer version', async () => {
    const dataDir = join(other.folder, 'newer')
    await withNextMigration(['select 1'], async (migrationsFolder) => {
      await (await openDatabase({ url: undefined, dataDir, migrationsFolder })).close()
    })
    expect(await refused({ DATA_DIR: dataDir })).toEqual([
      'The database was made by a newer version of Cakewala. Use that version, or a newer one.',
    ])
  })
})

describe.skipIf(whyNot)(whyNot ?? 'a shop that runs', () => {
  const settings = async () => ({ PORT: await freePort(), DATA_DIR: data.folder, SEED: 'none' })

  it('tells the administrator’s password, and keeps its port and data folder to itself', async () => {
    const running = await settings()
    const server = await startServer(running)
    const password = /password {2}(\S+)/.exec(server.output())?.[1]
    const login = await post(server.url, '/users/login', { email: 'admin@cakewala.test', password })
    expect(await login.json()).toMatchObject({ isAdmin: true })

    expect(await refused({ ...running, PORT: await freePort() })).toEqual([
      `The data folder ${join(data.folder, 'database')} is in use by another Cakewala, perhaps in another container. Stop that one, or set DATA_DIR to another folder.`,
    ])
    const samePort = await refused({ ...running, DATA_DIR: other.folder })
    expect(samePort.at(-1)).toBe(
      `Port ${running.PORT} is in use by another program. Stop that one, or start with another port: PORT=${Number(running.PORT) + 1} npm start`,
    )
    expect((await fetch(`${server.url}/api/v1/cakes/allcakes`)).status).toBe(200)
    expect(await server.end('SIGINT')).toEqual({ code: 0, signal: null })
  })

  it('keeps what it stores from other users of the machine, in a folder that was open to them too', async () => {
    const folder = join(other.folder, 'open')
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    const server = await startServer({ ...(await settings()), DATA_DIR: folder })
    await server.end('SIGTERM')
    const isOpen = (path: string) => (statSync(join(folder, path)).mode & 0o077) !== 0
    // The embedded database sets the modes of its own files; nobody else gets past the folder.
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const ours = paths.filter((path) => !path.startsWith('database/'))
    expect(['', ...ours].filter(isOpen)).toEqual([])
    expect(ours).toEqual(expect.arrayContaining(['database', 'session-secret']))
  })

  it('ends, when it is told to stop, the lines by which the panel listens', async () => {
    const folder = join(other.folder, 'listening')
    const password = 'a password of the admin'
    const server = await startServer({
      ...(await settings()),
      DATA_DIR: folder,
      ADMIN_PASSWORD: password,
    })
    const login = await post(server.url, '/users/login', { email: 'admin@cakewala.test', password })
    const { token } = (await login.json()) as { token: string }
    const line = await fetch(`${server.url}/api/v1/orders/live`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const events = line.body?.getReader()
    expect(new TextDecoder().decode((await events?.read())?.value)).toContain('event: ready')
    const ending = server.end('SIGTERM')
    // Rejects where the line is cut.
    expect(await events?.read()).toMatchObject({ done: true })
    expect(await ending).toEqual({ code: 0, signal: null })
  })

  it('answers a balancer that asks by HTTP/1.0, without a host', async () => {
    const server = await startServer(await settings())
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.end('GET /readyz HTTP/1.0\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"status":"ready"/)
    await server.end('SIGTERM')
  })

  it('finishes what runs when it is told to stop, and starts again, even after a kill', async () => {
    const running = await settings()
    const server = await startServer(running)
    expect(server.output()).not.toContain('password')
    const slow = slowRequest(server.url)
    await slow.isRunning
    const ending = server.end('SIGTERM')
    await isClosed(server.url)
    expect(await slow.finish()).toBe(200)
    expect(await ending).toEqual({ code: 0, signal: null })

    const next = await startServer(running)
    expect(await next.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })

    const heir = await startServer(running)
    expect(await heir.end('SIGTERM')).toEqual({ code: 0, signal: null })
  })
})

function post(url: string, path: string, body: object) {
  return fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** A message to the shop whose last byte is sent when it is told to. */
function slowRequest(url: string) {
  const body = JSON.stringify({ username: 'Asha', Email: 'asha@example.in', Message: 'Hello' })
  const isRunning = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<number>()
  const sent = request(`${url}/api/v1/contact`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // Answered by Node itself once it has taken the request.
      expect: '100-continue',
    },
  })
  sent.on('continue', () => {
    sent.write(body.slice(0, -1))
    isRunning.resolve()
  })
  sent.on('response', (response) => answered.resolve(response.resume().statusCode ?? 0))
  sent.on('error', answered.reject)
  sent.flushHeaders()
  return {
    isRunning: isRunning.promise,
    finish() {
      sent.end(body.slice(-1))
      return answered.promise
    },
  }
}

/** Waits until no new visitor is let in. */
async function isClosed(url: string) {
  for (;;) {
    const response = await fetch(url, { headers: { connection: 'close' } }).catch(() => null)
    if (!response) return
    await response.body?.cancel()
  }
}
