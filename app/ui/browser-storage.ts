type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const noStorage: BrowserStorage = {
  getItem: () => null,
  setItem() {
    throw new Error('The browser forbids storage.')
  },
  removeItem() {},
}

/** The browser's storage; one that is empty and takes nothing if the browser forbids it: write with `writeStored`. */
export function browserStorage(kind: 'localStorage' | 'sessionStorage'): BrowserStorage {
  try {
    return globalThis[kind]
  } catch {
    return noStorage
  }
}

/** The text under a key; null when there is none, or the browser refuses. */
export function readStoredText(storage: Pick<Storage, 'getItem'>, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

/** What a stored text means as JSON; null when there is none, or it is damaged. */
export function parseStored(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** What is stored as JSON under a key; null when nothing is, when it is damaged, or the browser refuses. */
export function readStored(storage: Pick<Storage, 'getItem'>, key: string): unknown {
  return parseStored(readStoredText(storage, key))
}

/** The fields of what is stored under a key; none where it is no object. */
export function readStoredFields(
  storage: Pick<Storage, 'getItem'>,
  key: string,
): Record<string, unknown> {
  return Object(readStored(storage, key))
}

/** Stores a text; false if the browser refuses (private mode, forbidden, no space): then only the page has it. */
export function writeStoredText(
  storage: Pick<Storage, 'setItem'>,
  key: string,
  text: string,
): boolean {
  try {
    storage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Stores a value as JSON; false as {@link writeStoredText}. */
export function writeStored(
  storage: Pick<Storage, 'setItem'>,
  key: string,
  value: unknown,
): boolean {
  return writeStoredText(storage, key, JSON.stringify(value))
}
