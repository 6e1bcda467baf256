/** A browser in which the window of a payment provider may not open. */
export interface InAppBrowser {
  /** Its name in a sentence: 'Instagram', 'this app'. */
  name: string
  system: 'android' | 'iphone' | 'other'
  /** The phone's browser is another program; UC and Opera Mini may be the phone's browser themselves. */
  isApp: boolean
}

/** What they add to their user agent. WebViews of Android say 'wv', those of the iPhone leave out 'Safari'. */
const marks: readonly [RegExp, name: string, isApp: boolean][] = [
  [/Instagram/, 'Instagram', true],
  [/Messenger|\bMESSENGER\b/, 'Messenger', true],
  [/FBAN|FBAV|FB_IAB/, 'Facebook', true],
  [/UCBrowser|UCWEB/, 'UC Browser', false],
  [/Opera Mini/, 'Opera Mini', false],
  [/; wv\)/, 'this app', true],
  [/(?:iPhone|iPad|iPod)(?!.*Safari\/)/, 'this app', true],
]

/** Null for browsers that can be trusted to open the window. */
export function inAppBrowser(userAgent: string): InAppBrowser | null {
  const found = marks.find(([mark]) => mark.test(userAgent))
  if (!found) return null
  const [, name, isApp] = found
  return { name, system: systemOf(userAgent), isApp }
}

function systemOf(userAgent: string): InAppBrowser['system'] {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'iphone'
  return /Android/.test(userAgent) ? 'android' : 'other'
}

/**
 * The same address as a link that Android opens in the phone's browser, or in Chrome where this one may be the phone's
 * browser: https://developer.chrome.com/docs/android/intents
 */
export function intentLink(address: string, { isApp }: InAppBrowser): string {
  const { protocol } = new URL(address)
  const browser = isApp ? '' : 'package=com.android.chrome;'
  const target = address.slice(protocol.length)
  return `intent:${target}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;${browser}end`
}
