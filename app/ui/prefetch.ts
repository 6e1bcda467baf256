/** The Network Information API, which not every browser has. */
interface Connected {
  connection?: { saveData?: boolean }
}

/** For a link's `prefetch`: loads the page when the pointer is on the link, unless the visitor saves data. */
export const prefetchOnIntent =
  (globalThis.navigator as Connected | undefined)?.connection?.saveData === true ? 'none' : 'intent'
