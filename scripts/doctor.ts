import { once } from 'node:events'
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { Client } from 'pg'
import { isBuilt } from './build.ts'
import { findChromium } from './chromium.ts'
import { findPostgres } from './postgres.ts'
import { root } from './run.ts'

interface Check {
  what: string
  /** Returns what was found; throws with the fix if something is wrong. */
  look(): Promise<string> | string
  /** The shop runs without it; only some tests do not. */
  optional?: boolean
}

const checks: Check[] = [
  { what: 'Node.js', look: nodeVersion },
  { what: 'port', look: portIsFree },
  { what: 'data folder', look: dataFolderIsWritable },
  { what: 'database', look: databaseAnswers },
  { what: 'build', look: buildIsFresh, optional: true },
  { what: 'Chromium', look: chromiumIsInstalled, optional: true },
  { what: 'PostgreSQL for tests', look: postgresIsInstalled, optional: true },
]

function nodeVersion() {
  if (Number.parseInt(process.versions.node, 10) >= 24) return `${process.version}`
  throw new Error('The scripts need Node 24: start them with "npm run …", which brings it.')
}

async function portIsFree() {
  const port = Number(process.env.PORT || 3000)
  const host = process.env.HOST || '127.0.0.1'
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
    return `${host}:${port} is free`
  } catch (error) {
    throw new Error(
      `${host}:${port} cannot be used (${(error as Error).message}). Stop what listens there (is the shop already running?) or choose another: PORT=${port + 1} npm start`,
    )
  } finally {
    probe.close()
  }
}

function dataFolderIsWritable() {
  const folder = resolve(root, process.env.DATA_DIR || 'data')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    throw new Error(
      `${folder} cannot be written (${(error as Error).message}). Give this user access (chown, chmod) or set DATA_DIR to another folder.`,
    )
  }
}

async function databaseAnswers() {
  const url = process.env.DATABASE_URL
  if (!url) return 'embedded, in the data folder (DATABASE_URL is not set)'
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>('select version()')
    return rows[0]?.version ?? 'answers'
  } catch (error) {
    throw new Error(
      `The server of DATABASE_URL does not answer (${(error as Error).message}). Start it, correct the URL, or unset DATABASE_URL for the embedded database.`,
    )
  } finally {
    await client.end()
  }
}

async function buildIsFresh() {
  if (await isBuilt()) return 'build/ is up to date'
  throw new Error('build/ is missing or out of date. "npm start" builds it; or run: npm run build')
}

function chromiumIsInstalled() {
  const found = findChromium()
  if (found && existsSync(found)) return found
  throw new Error(
    'There is no Chromium for the browser tests. "npm test" installs one; or install Chromium, or set CHROMIUM_PATH.',
  )
}

function postgresIsInstalled() {
  const found = process.env.TEST_DATABASE_URL || findPostgres()
  if (found) return found
  throw new Error(
    'The API tests run on the embedded database only. For PostgreSQL too: apt-get install postgresql, or set TEST_DATABASE_URL.',
  )
}

async function checkMachine() {
  console.log('ok    packages: as in package-lock.json (every npm script checks this first)')
  for (const { what, look, optional } of checks) {
    try {
      console.log(`ok    ${what}: ${await look()}`)
    } catch (error) {
      console.log(`${optional ? 'hint' : 'FIX '}  ${what}: ${(error as Error).message}`)
      if (!optional) process.exitCode = 1
    }
  }
}

const marks = { ok: 'ok     ', warning: 'warning', error: 'ERROR  ' }

/** `npm run doctor -- --payments`: what to look at before the first real rupee. */
async function checkShopPayments() {
  const { checkPayments } = await import('../app/operations/check-payments.server.ts')
  for (const { level, about, text } of await checkPayments(process.env)) {
    console.log(`${marks[level]} ${about}: ${text}`)
    if (level === 'error') process.exitCode = 1
  }
}

if (existsSync(`${root}/.env`)) loadEnvFile(`${root}/.env`)
await (process.argv.includes('--payments') ? checkShopPayments() : checkMachine())
