import { type Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A call of the shop's API by a client that keeps its connection, and costs less than fetch. */
export interface Post {
  url: string
  path: string
  body: object
  /** Whom the limits of changes count it for. */
  address: string
  token?: string
  agent: Agent
}

/** @throws Error when the answer is not 200 */
export async function post<Answer>(call: Post): Promise<Answer> {
  const { url, path, body, address, token, agent } = call
  const sent = Buffer.from(JSON.stringify(body))
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = {
    'content-type': 'application/json',
    'content-length': sent.length,
    'x-forwarded-for': address,
    ...(token && { authorization: `Bearer ${token}` }),
  }
  request(`${url}/api/v1${path}`, { method: 'POST', agent, headers }, (response) => {
    text(response).then((body) => {
      if (response.statusCode === 200) resolve(JSON.parse(body) as Answer)
      else reject(new Error(`${path} answered ${response.statusCode}: ${body.slice(0, 300)}`))
    }, reject)
  })
    .on('error', reject)
    .end(sent)
  return promise
}
