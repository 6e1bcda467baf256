import { expect, it } from 'vitest'
import { keepLastRead } from './keep-last-read.ts'

const answers = (data: string) => async () => data
const fails = (error: unknown) => () => Promise.reject(error)
const lost = new TypeError('Failed to fetch')

it('answers what is read', async () => {
  const keep = keepLastRead()
  expect(await keep('/admin', answers('one'))).toBe('one')
  expect(await keep('/admin', answers('two'))).toBe('two')
})

it('keeps what was read last while the line is lost', async () => {
  const keep = keepLastRead()
  await keep('/admin', answers('one'))
  expect(await keep('/admin', fails(lost))).toBe('one')
  expect(await keep('/admin', fails(lost))).toBe('one')
})

it('has nothing to keep of another address, or at first', async () => {
  const keep = keepLastRead()
  await expect(keep('/admin', fails(lost))).rejects.toBe(lost)
  await keep('/admin', answers('one'))
  await expect(keep('/admin?page=2', fails(lost))).rejects.toBe(lost)
})

it('keeps nothing against what the server says', async () => {
  const keep = keepLastRead()
  await keep('/admin', answers('one'))
  for (const error of [new Response(null, { status: 404 }), new Error('500')]) {
    await expect(keep('/admin', fails(error))).rejects.toBe(error)
  }
})
