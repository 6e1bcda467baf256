import { expect, it } from 'vitest'
import { newId } from './secrets.server.ts'

it('is a UUID of version 7 that begins with its time', () => {
  const id = newId(Date.parse('2026-11-21T10:00:00Z'))
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(
    Date.parse('2026-11-21T10:00:00Z'),
  )
})

it('grows with time and is never given twice', () => {
  expect(newId(1_000) < newId(2_000)).toBe(true)
  expect(new Set(Array.from({ length: 1000 }, () => newId(1_000))).size).toBe(1000)
})
