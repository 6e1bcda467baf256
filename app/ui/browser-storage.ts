type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const forgetful: KeptStorage = { getItem: () => null, setItem() {}, removeItem() {} }

/** The browser's storage, or one that keeps nothing where the browser refuses it. */
export function browserStorage(kind: 'localStorage' | 'sessionStorage'): KeptStorage {
  try {
    return globalThis[kind]
  } catch {
    return forgetful
  }
}
