import { createStored, setCookie, textOf } from '#ui/browser-storage.ts'

/** What the browser refuses to keep: by its settings, in private windows, or for lack of space. */
export function findRefused(): 'cookies' | 'storage' | null {
  // `navigator.cookieEnabled` may be true although all cookies are blocked.
  setCookie('cakewala-probe=1')
  if (!document.cookie.includes('cakewala-probe')) return 'cookies'
  setCookie('cakewala-probe=; Max-Age=0')
  const isKept = [true, false].every((visit) => {
    const probe = createStored('cakewala:probe', textOf, { visit })
    return probe.save('1') && probe.save(null)
  })
  return isKept ? null : 'storage'
}
