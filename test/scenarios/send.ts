import type { TestShop } from '../support/test-shop.ts'
import type { Scenario } from './scenario.ts'

const json = { 'content-type': 'application/json' }

/** Sends a scenario; `who` says what the request carries beside it, `change` what is different this time. */
export async function send(
  { call, path, body, file }: Scenario,
  to: { api: TestShop['api']; who: Record<string, string> },
  change: RequestInit = {},
) {
  const [method, pattern = ''] = call.split(' ')
  const form = file === undefined ? null : await formWith(file)
  return to.api.request(path ?? pattern, {
    method,
    body: form ? form.body : JSON.stringify(body),
    ...change,
    headers: {
      ...(body === undefined ? {} : json),
      ...(change.body === undefined && form?.headers),
      ...to.who,
      ...change.headers,
    },
  })
}

/** A form as a browser sends it: it says how long it is. */
async function formWith(file: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set('file', new File([file], 'file'))
  const response = new Response(form)
  const body = await response.arrayBuffer()
  const headers = {
    'content-type': response.headers.get('content-type') ?? '',
    'content-length': String(body.byteLength),
  }
  return { body, headers }
}
