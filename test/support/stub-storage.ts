import { onTestFinished, vi } from 'vitest'

/** A browser's storage until the test ends; returns what it holds, whose own properties are its keys. */
export function stubStorage(
  kind: 'localStorage' | 'sessionStorage',
  entries: Record<string, string> = {},
): Record<string, string> {
  const methods = {
    getItem: (key: string) => (Object.hasOwn(stored, key) ? stored[key] : null),
    setItem(key: string, text: string) {
      stored[key] = text
    },
    removeItem(key: string) {
      delete stored[key]
    },
  }
  const stored: Record<string, string> = Object.create(methods)
  Object.assign(stored, entries)
  vi.stubGlobal(kind, stored)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  onTestFinished(() => void vi.unstubAllGlobals())
  return stored
}

/** A browser that forbids all storage until the test ends. */
export function refuseStorage() {
  const refuse = () => {
    throw new DOMException('Access is denied', 'SecurityError')
  }
  for (const kind of ['localStorage', 'sessionStorage']) {
    vi.stubGlobal(kind, { getItem: refuse, setItem: refuse, removeItem: refuse })
  }
  onTestFinished(() => void vi.unstubAllGlobals())
}
