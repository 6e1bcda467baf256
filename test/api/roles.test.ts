import { readFile } from 'node:fs/promises'
import { RouterContextProvider } from 'react-router'
import { afterAll, expect, it } from 'vitest'
import { appContext } from '#app/context.server.ts'
import routes from '#app/routes.ts'
import type { Role } from '#shop/accounts/roles.ts'
import { goodScenarios } from '../scenarios/scenario-table.ts'
import { openWorld } from '../scenarios/scenario-world.ts'
import { send } from '../scenarios/send.ts'
import { type OpenApi, operationsOf } from './open-api.ts'

/** docs/roles.md lists all calls and pages that not everybody with an account may use. Every one is tried. */
const people = [
  'nobody',
  'customer',
  'kitchen',
  'counter',
  'manager',
  'accountant',
  'owner',
] as const
interface Row {
  /** A call or a page, such as 'GET /users/export' or 'page /admin'. */
  name: string
  allowed: string[]
}
const lines = (await readFile('docs/roles.md', 'utf8')).replaceAll('\n  ', ' ')
const documented: Row[] = [...lines.matchAll(/^- ([a-z, ]+): (`(?:GET|POST|page) .+`)$/gm)].flatMap(
  ([, roles = '', names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({
      name,
      allowed: roles.split(', '),
    })),
)
const isPage = ({ name }: Row) => name.startsWith('page ')

const world = await openWorld()
const { shop } = world
afterAll(() => shop.close())
const good = await goodScenarios(world)
const calls = [...operationsOf((await shop.get<OpenApi>('/openapi.json')).body).keys()]

/** What the guard says, before anything is read or done. */
const refusals = [
  'Please log in first.',
  'Only an administrator can do this.',
  'Your role does not allow this. Please ask the owner of the shop.',
]

let count = 0
/** Everyone is somebody new: a call may end the session, or the account. */
async function headersOf(who: 'nobody' | Role): Promise<Record<string, string>> {
  if (who === 'nobody') return {}
  const { token } = await shop.staff(who, `${who}-${count++}@example.in`)
  return { authorization: `Bearer ${token}` }
}

async function mayCall(call: string, who: 'nobody' | Role): Promise<boolean> {
  const scenario = good.find((one) => one.call === call)
  if (!scenario) throw new Error(`${call} has no good scenario`)
  const response = await send(scenario, { api: shop.api, who: await headersOf(who) })
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem')
  if (!isProblem) {
    await response.body?.cancel()
    return true
  }
  const { detail } = (await response.json()) as { detail: string }
  if (!refusals.includes(detail)) return true
  expect(response.status).toBe(who === 'nobody' ? 401 : 403)
  return false
}

interface Page {
  loader?(args: object): Promise<unknown>
}

async function maySee({ file, path = '' }: { file: string; path?: string }, who: 'nobody' | Role) {
  const { loader } = (await import(`../../app/${file}`)) as Page
  const context = new RouterContextProvider()
  context.set(appContext, shop.context)
  const request = new Request(`http://shop.test/${path}`, { headers: await headersOf(who) })
  const params = { id: 'truffle', number: '1001', token: 'x' }
  try {
    await loader?.({ request, context, params, url: new URL(request.url) })
    return true
  } catch (thrown) {
    if (thrown instanceof Response) return !thrown.headers.get('location')?.startsWith('/login')
    expect(thrown).toMatchObject({ init: { status: 404 } })
    return false
  }
}

async function rowOf(name: string, ask: (who: 'nobody' | Role) => Promise<boolean>): Promise<Row> {
  const allowed: string[] = []
  for (const who of people) if (await ask(who)) allowed.push(who)
  return { name, allowed }
}

/** Whether an account is not enough. */
function needsRole({ allowed }: Row) {
  const accounts = allowed.filter((who) => who !== 'nobody')
  return accounts.length > 0 && accounts.length < people.length - 1
}

/** Sorted, for comparing. */
const textsOf = (rows: Row[]) => rows.map(({ name, allowed }) => `${name}: ${allowed}`).sort()

const pages = routes
  .flatMap((route) => route.children ?? [route])
  .filter(({ path }) => path !== '*')

it('every call is for whom docs/roles.md says', async () => {
  const actual: Row[] = []
  for (const call of calls) actual.push(await rowOf(call, (who) => mayCall(call, who)))
  expect(textsOf(actual.filter(needsRole))).toEqual(
    textsOf(documented.filter((row) => !isPage(row))),
  )
}, 120_000)

it('every page is for whom docs/roles.md says', async () => {
  const actual: Row[] = []
  for (const page of pages) {
    actual.push(await rowOf(`page /${page.path ?? ''}`, (who) => maySee(page, who)))
  }
  expect(textsOf(actual.filter(needsRole))).toEqual(textsOf(documented.filter(isPage)))
}, 120_000)
