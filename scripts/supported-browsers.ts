/** The oldest browsers in which all of the shop works: what the builds are for, and what Tailwind 4 needs. README.md names them. */
export const oldestSupported = { safari: '16.4', chrome: '111', firefox: '128' }
