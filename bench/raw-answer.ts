import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** An answer as it came over the wire, still compressed. */
export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What browsers say they understand. */
export const acceptEncoding = 'gzip, deflate, br, zstd'

export async function rawAnswer(url: string, path: string): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  get(`${url}${path}`, { headers: { 'accept-encoding': acceptEncoding } }, (response) => {
    buffer(response).then(
      (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      reject,
    )
  }).on('error', reject)
  return promise
}
