import type * as Main from '../../app/main.server.ts'
import { temporaryFolder } from '../../test/process/server-process.ts'
import { amountsFor, fill } from './open-shop.ts'

const admin = { email: 'admin@cakewala.test', password: 'a password for the bench' }

/** The built shop without a network. */
export interface ShopInProcess {
  /** An answer, as the administrator sees it. Throws when it is not 200. */
  get(path: string): Promise<Response>
  close(): Promise<void>
}

/** Opens the shop in this process, with 1,000 cakes and as many orders in an embedded database. */
export async function openInProcess(): Promise<ShopInProcess> {
  const { folder, remove } = temporaryFolder()
  const place = { DATA_DIR: folder, DATABASE_URL: '' }
  await fill(place, amountsFor({ cakes: 1000, orders: 1000 }))
  const built = new URL('../../build/server/index.js', import.meta.url).href
  const { openShop } = (await import(built)) as typeof Main
  const settings = { ...place, SEED: 'none', LOG_LEVEL: 'silent', ADMIN_PASSWORD: admin.password }
  const shop = await openShop(settings, () => {})

  async function ask(path: string, given: RequestInit) {
    const response = await shop.fetch(new Request(`http://localhost:3000${path}`, given), {})
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    return response
  }

  const headers = { 'content-type': 'application/json' }
  const signIn = { method: 'POST', headers, body: JSON.stringify(admin) }
  const answer = await ask('/api/v1/users/login', signIn)
  const { token } = (await answer.json()) as { token: string }
  return {
    get: (path) => ask(path, { headers: { authorization: `Bearer ${token}` } }),
    async close() {
      await shop.close()
      remove()
    },
  }
}
