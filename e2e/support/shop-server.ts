import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { onServer } from '../../test/support/test-databases.setup.ts'

const startWithinMs = 120_000

/** A shop of its own: sample catalogue, own data folder, own port. */
export interface ShopServer {
  address: string
  /** Where its pictures are, and its database if it is embedded. */
  dataDir: string
  /** Of its database; undefined if it is embedded. */
  databaseUrl: string | undefined
  /** Where the shop keeps its mails as .eml files. */
  outbox: string
  /** Ends the process with a signal and answers its exit code, null when the signal killed it. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Starts it again on the same data and address; settings that are given differ until the next start. */
  start(changed?: Record<string, string>): Promise<void>
  /** Ends it and deletes its data. @throws Error when it did not end cleanly */
  close(): Promise<void>
}

/** Starts the built shop as `npm start` does, with the usual settings but for those given, and waits until it is open. */
export async function startShop(given: Record<string, string> = {}): Promise<ShopServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cakewala-e2e-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const databaseUrl = await newDatabase()
  const env = settings({
    PORT: port,
    PUBLIC_URL: address,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    ...given,
  })
  let running = await open(env)

  async function stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
    if (running.exitCode !== null) return running.exitCode
    const ended = once(running, 'exit')
    running.kill(signal)
    const [code] = (await ended) as [number | null]
    return code
  }

  return {
    address,
    dataDir,
    databaseUrl,
    outbox: join(dataDir, 'outbox'),
    stop,
    async start(changed) {
      running = await open({ ...env, ...changed })
    },
    async close() {
      const code = await stop()
      await rm(dataDir, { recursive: true, force: true })
      if (code !== 0) throw new Error(`The shop ended with exit code ${code}, not 0.`)
    },
  }
}

/** A database on the server of TEST_DATABASE_URL; undefined without one. */
async function newDatabase(): Promise<string | undefined> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return undefined
  const name = `cakewala_walks_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/** The empty ones are there so that a developer's .env cannot lead the tests to real services. */
function settings(own: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  return {
    PATH,
    HOME,
    TMPDIR,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ADMIN_PASSWORD: 'admin-password',
    // Each test comes from an address of its own, so that the limits per address stay as they are.
    TRUST_PROXY: 'on',
    // Without delivery zones: most walks order to anywhere.
    SEED: 'cakes',
    PAYMENTS: 'sandbox',
    STRIPE_SECRET_KEY: '',
    STRIPE_PUBLISHABLE_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
    RAZORPAY_KEY_ID: '',
    RAZORPAY_KEY_SECRET: '',
    RAZORPAY_WEBHOOK_SECRET: '',
    SMTP_URL: '',
    SESSION_SECRET: '',
    CONTACT_FORM_URL: '',
    MAP_EMBED_URL: '',
    ...own,
  }
}

async function open(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const shop = spawn(process.execPath, ['server.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => {
      shop.kill('SIGKILL')
      reject(new Error(`${why}\n${output}`))
    }
    const timer = setTimeout(() => fail('The shop did not open in time.'), startWithinMs)
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      if (!output.includes('is open at')) return
      clearTimeout(timer)
      resolve()
    }
    shop.stdout.on('data', listen)
    shop.stderr.on('data', listen)
    shop.once('exit', (code) => fail(`The shop ended with exit code ${code} before it was open.`))
    shop.once('error', (error) => fail(error.message))
  })
  shop.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk))
  return shop
}
