type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const noStorage: BrowserStorage = { getItem: () => null, setItem() {}, removeItem() {} }

/** The browser's storage, or an empty one if the browser forbids it. */
export function browserStorage(kind: 'localStorage' | 'sessionStorage'): BrowserStorage {
  try {
    return globalThis[kind]
  } catch {
    return noStorage
  }
}
