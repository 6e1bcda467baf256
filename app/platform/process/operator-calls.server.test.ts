import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '../log.server.ts'
import { callRunningShop, type OperatorCall, takeOperatorCalls } from './operator-calls.server.ts'

let dataDir: string
let server: Server
let url: string
let shop: ReturnType<typeof takeOperatorCalls>
const broken = vi.fn()

const commands: Record<string, (args: unknown, call: OperatorCall) => Promise<boolean>> = {
  async count(_, { say }) {
    for (const line of ['1\n!', '2\n!']) say(line)
    return true
  },
  find: async () => false,
  fail: () => Promise.reject(new Error('The oven is cold.')),
  async wait(_, { say, signal }) {
    say('waiting')
    await once(signal, 'abort')
    broken()
    throw signal.reason
  },
}

beforeEach(async () => {
  broken.mockClear()
  dataDir = mkdtempSync(join(tmpdir(), 'cakewala-operator-'))
  server = createServer((request, response) => void listener(request, response)).listen(0)
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const run = (name: string, args: unknown, call: OperatorCall) =>
    commands[name]?.(args, call) ?? Promise.reject(new Error('unknown'))
  shop = takeOperatorCalls({ dataDir, url, run, log: createLog('silent') })
  const listener = getRequestListener(shop.hono.fetch)
})
afterEach(async () => {
  await shop.close()
  server.closeAllConnections()
  server.close()
  rmSync(dataDir, { recursive: true })
})

const send = async (command: string) => {
  const lines: string[] = []
  const result = await callRunningShop(dataDir, { command, args: {} }, (line) => lines.push(line))
  return { lines, result }
}
const file = () => join(dataDir, 'operator-calls')

it('a command says lines, then whether all is well, or why it failed', async () => {
  expect(await send('count')).toEqual({ lines: ['1\n!', '2\n!'], result: true })
  expect((await send('find')).result).toBe(false)
  await expect(send('fail')).rejects.toThrow('The oven is cold.')
})

it('nobody else is heard: the token is for the account of the shop to read', async () => {
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  const { token } = JSON.parse(readFileSync(file(), 'utf8'))
  for (const wrong of ['', 'Bearer ', `Bearer ${token}x`, token]) {
    const headers = { authorization: wrong }
    const answer = await fetch(`${url}/operator/count`, { method: 'POST', body: '{}', headers })
    expect(answer.status).toBe(404)
  }
})

it('a command is broken off when the shop stops, which waits for its end', async () => {
  const waiting = Promise.withResolvers<string>()
  const sent = callRunningShop(dataDir, { command: 'wait', args: {} }, waiting.resolve)
  const rejected = expect(sent).rejects.toThrow('The shop stopped before the command was done.')
  await waiting.promise
  await shop.close()
  expect(broken).toHaveBeenCalledOnce()
  await rejected
  expect(existsSync(file())).toBe(false)
})

it('a command is broken off when its caller goes', async () => {
  const { token } = JSON.parse(readFileSync(file(), 'utf8'))
  const caller = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const init = { method: 'POST', body: '{}', headers, signal: caller.signal }
  const { body } = await fetch(`${url}/operator/wait`, init)
  await body?.getReader().read()
  caller.abort()
  await expect.poll(() => broken.mock.calls.length).toBe(1)
})

it('no shop answers when none runs, or one was killed and its port is another’s', async () => {
  const left = readFileSync(file())
  await shop.close()
  expect((await send('count')).result).toBeNull()
  writeFileSync(file(), left.toString().replace('"token":"', '"token":"other'))
  expect((await send('count')).result).toBeNull()
  writeFileSync(file(), JSON.stringify({ url: 'http://127.0.0.1:1', token: 'other' }))
  expect((await send('count')).result).toBeNull()
})
