import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answersParent, startForked } from './forked.ts'
import type { RawResponse } from './raw-response.ts'

/** What the machine can give: a plain node:http server in a process of its own, with one answer to everything. */
export interface Baseline {
  url: string
  pid: number
  /** From now on answers the same bytes, of the same type and encoding. */
  answer(like: RawResponse): Promise<void>
  end(): Promise<void>
}

export async function startBaseline(): Promise<Baseline> {
  const server = startForked<Partial<RawResponse>, number>(import.meta.filename)
  const port = await server.ask({})
  return {
    url: `http://127.0.0.1:${port}`,
    pid: server.pid,
    async answer({ status, headers, body }) {
      const { 'content-type': type, 'content-encoding': encoding } = headers
      const sent = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
      await server.ask({ status, headers: sent, body })
    },
    end: server.end,
  }
}

async function serve() {
  let { status, headers, body } = { status: 200, headers: {}, body: Buffer.alloc(0) }
  const server = createServer((_, response) => {
    response.writeHead(status, headers)
    response.end(body)
  })
  const opened = Promise.withResolvers<number>()
  server.listen(0, '127.0.0.1', () => opened.resolve((server.address() as AddressInfo).port))
  answersParent<Partial<RawResponse>, number>(async (given) => {
    status = given.status ?? status
    body = Buffer.from(given.body ?? body)
    headers = { ...given.headers, 'content-length': body.length }
    return opened.promise
  })
}

if (import.meta.main) await serve()
