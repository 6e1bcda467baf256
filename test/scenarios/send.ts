import type { TestShop } from '../support/test-shop.ts'
import type { Scenario } from './scenario.ts'

const json = { 'content-type': 'application/json' }

/** Sends a scenario; `who` says what the request carries beside it, `change` what is different this time. */
export function send(
  { call, path, body, file }: Scenario,
  to: { api: TestShop['api']; who: Record<string, string> },
  change: RequestInit = {},
) {
  const [method, pattern = ''] = call.split(' ')
  return to.api.request(path ?? pattern, {
    method,
    body: file === undefined ? JSON.stringify(body) : formWith(file),
    ...change,
    headers: { ...(body === undefined ? {} : json), ...to.who, ...change.headers },
  })
}

function formWith(file: string | Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set('file', new File([file], 'file'))
  return form
}
