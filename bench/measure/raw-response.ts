import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** An answer as it came over the wire, still compressed. */
export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What browsers say they understand. */
export const acceptEncoding = 'gzip, deflate, br, zstd'

export async function readRawResponse(url: string, path: string): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>()
  get(`${url}${path}`, { headers: { 'accept-encoding': acceptEncoding } }, (response) => {
    buffer(response).then(
      (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      reject,
    )
  }).on('error', reject)
  return promise
}
