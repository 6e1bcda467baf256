import { expect, it } from 'vitest'
import { browserStorage, readStored, readStoredFields, writeStored } from './browser-storage.ts'

function memory(stored: string | null = null) {
  let text = stored
  return {
    getItem: () => text,
    setItem: (_: string, next: string) => {
      text = next
    },
  }
}

function refuse(): never {
  throw new DOMException('Full', 'QuotaExceededError')
}

it('reads what was written', () => {
  const storage = memory()
  expect(writeStored(storage, 'key', { name: 'Asha' })).toBe(true)
  expect(readStored(storage, 'key')).toEqual({ name: 'Asha' })
  expect(readStoredFields(storage, 'key')).toEqual({ name: 'Asha' })
})

it.each([null, '', '{', 'undefined'])('reads nothing where %j is stored', (text) => {
  expect(readStored(memory(text), 'key')).toBeNull()
})

it.each([null, '{', '7', 'null', '"text"'])('has no named fields where %j is stored', (text) => {
  expect(readStoredFields(memory(text), 'key').name).toBeUndefined()
})

it('does not fail where the browser refuses', () => {
  expect(readStored({ getItem: refuse }, 'key')).toBeNull()
  expect(writeStored({ setItem: refuse }, 'key', 1)).toBe(false)
})

it('says that nothing is stored where the browser forbids storage', () => {
  Object.defineProperty(globalThis, 'localStorage', { get: refuse, configurable: true })
  const storage = browserStorage('localStorage')
  Reflect.deleteProperty(globalThis, 'localStorage')
  expect(writeStored(storage, 'key', 1)).toBe(false)
  expect(readStored(storage, 'key')).toBeNull()
})
