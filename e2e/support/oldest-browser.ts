import type { Identifier } from '@mdn/browser-compat-data/forLegacyNode'
import type { BrowserContext } from '@playwright/test'
import { api, isLacking, javascript } from '../../scripts/browser-compat.ts'

/** A class, or an object by its name, and the member of it that is lacking; of the window, where it is that itself. */
type Lacking = [owner: string, member: string]

/** Takes from a browser's pages, before their scripts run, what one of the oldest supported browsers does not have. */
export async function makeOldest(context: BrowserContext): Promise<void> {
  await context.addInitScript(remove, [...lackingIn(api), ...lackingIn(javascript.builtins)])
}

function lackingIn(features: Identifier = {}): Lacking[] {
  return Object.entries(features).flatMap(([owner, feature = {}]) => {
    const { __compat: _, ...members } = feature as Identifier
    const lacking = Object.entries(members).filter(([, member]) => member && isLacking(member))
    const named = lacking.map(([name]): Lacking => [owner, name])
    return isLacking(feature as Identifier) ? [...named, ['globalThis', owner]] : named
  })
}

/** Runs in the page. The table has `json_static` of a class beside `json` of its objects, and tells no more of JavaScript's own. */
function remove(lacking: Lacking[]) {
  const found = globalThis as unknown as Record<string, { prototype?: object } | undefined>
  const typedArray = Object.getPrototypeOf(Int8Array)
  for (const [ownerName, member] of lacking) {
    const owner = ownerName === 'TypedArray' ? typedArray : found[ownerName]
    if (ownerName === 'Window') Reflect.deleteProperty(globalThis, member)
    if (owner) Reflect.deleteProperty(owner, member.replace(/_static$/, ''))
    if (owner?.prototype) Reflect.deleteProperty(owner.prototype, member)
  }
}
