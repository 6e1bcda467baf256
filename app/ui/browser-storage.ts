type StorageKind = 'localStorage' | 'sessionStorage'

/**
 * Turns whatever is stored into a value: null where nothing is stored or the text is damaged. It never throws.
 * A function and not a zod schema, because public pages load zod with the first check.
 */
type StoredSchema<T> = (stored: unknown) => T

/** What the browser remembers under a key, in step across tabs. */
export interface Stored<T> {
  /** The same object as long as nothing changes. */
  current(): T
  /** Null removes it. False if the browser refuses (private mode, no space): then only this page has it. */
  save(value: T | null): boolean
  /** Reports each change; returns how to stop it. */
  subscribe(listener: () => void): () => void
  /** The value where nothing is stored. */
  empty: T
}

interface StoredOptions<T> {
  /** For this visit only; otherwise from one visit to the next. */
  visit?: boolean
  /** What is written for a value; the value itself if left out. */
  format?: (value: T) => unknown
}

/** A value that the browser remembers as JSON under a key. */
export function createStored<T>(
  key: string,
  schema: StoredSchema<T>,
  { visit = false, format = (value) => value }: StoredOptions<T> = {},
): Stored<T> {
  const kind = visit ? 'sessionStorage' : 'localStorage'
  // A page restored by Back missed the events of other tabs.
  const { notifyAll, subscribe } = createListeners({ storage: onOtherTab, pageshow: 'tells' })
  const empty = schema(null)
  let text: string | null = null
  let value = empty
  let isOnlyHere = false

  function onOtherTab(event: StorageEvent) {
    if (event.key !== key && event.key !== null) return
    isOnlyHere = false
    notifyAll()
  }

  return {
    empty,
    current() {
      const stored = isOnlyHere ? text : readText(kind, key)
      if (stored !== text) {
        text = stored
        value = schema(parseJson(stored))
      }
      return value
    },
    save(next) {
      text = next === null ? null : JSON.stringify(format(next))
      value = next ?? empty
      isOnlyHere = !writeText(kind, key, text)
      notifyAll()
      return !isOnlyHere
    },
    subscribe,
  }
}

type Events = { [Name in keyof WindowEventMap]?: 'tells' | ((event: WindowEventMap[Name]) => void) }

/** Who is told of changes. While there is anybody, some events of the window are heard, of which some tell by themselves. */
export function createListeners(events: Events = {}) {
  const listeners = new Set<() => void>()
  function notifyAll() {
    for (const listener of listeners) listener()
  }
  function hear(change: 'addEventListener' | 'removeEventListener') {
    for (const [name, take] of Object.entries(events)) {
      globalThis[change](name, take === 'tells' ? notifyAll : (take as EventListener))
    }
  }
  return {
    notifyAll,
    subscribe(listener: () => void) {
      if (listeners.size === 0) hear('addEventListener')
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) hear('removeEventListener')
      }
    },
  }
}

export function setCookie(text: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${text}; Path=/`
}

/** Removes what the browser remembers under such keys. Pages that have read it learn of it by the next `storage` event. */
export function removeStored(isGone: (key: string) => boolean) {
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[kind]
      for (const key of Object.keys(storage).filter(isGone)) storage.removeItem(key)
    } catch {
      // A browser that forbids storage has nothing to remove.
    }
  }
}

/** The fields of a stored value; none where it is no object. */
export function fieldsOf(stored: unknown): Record<string, unknown> {
  return typeof stored === 'object' && stored !== null ? { ...stored } : {}
}

/** A stored text, or a number as text; '' where it is something else. */
export function textOf(stored: unknown): string {
  return typeof stored === 'string' || typeof stored === 'number' ? String(stored) : ''
}

// Naming the storage throws where the browser forbids it.
function readText(kind: StorageKind, key: string): string | null {
  try {
    return globalThis[kind].getItem(key)
  } catch {
    return null
  }
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function writeText(kind: StorageKind, key: string, text: string | null): boolean {
  try {
    if (text === null) globalThis[kind].removeItem(key)
    else globalThis[kind].setItem(key, text)
    return true
  } catch {
    return false
  }
}
