/** The Network Information API, where there is one. */
interface Connected {
  connection?: { saveData?: boolean }
}

/** For a link's `prefetch`: the page is fetched when the link is pointed at, unless the visitor saves data. */
export const prefetchOnIntent =
  (globalThis.navigator as Connected | undefined)?.connection?.saveData === true ? 'none' : 'intent'
