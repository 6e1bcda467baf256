import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Parts of packages as the package imports them itself, and what stands in for them. */
const everywhere = [
  // Icons by name, from a context, with strokes that do not scale: the shop has none of those.
  { id: '../createLucideIcon.mjs', of: '/lucide-react/', by: 'app/ui/create-icon.tsx' },
]
const inBrowsers = [
  ...everywhere,
  { id: './instrumentation.js', of: '/react-router/', by: 'scripts/unused-by-router.ts' },
  { id: './fog-of-war.js', of: '/react-router/', by: 'scripts/unused-by-router.ts' },
  { id: './lib/dom/ssr/fog-of-war.js', of: '/react-router/', by: 'scripts/unused-by-router.ts' },
]

/** Leaves out of what is built what the shop does not use of its packages. A build fails when a part is no longer found. */
export function leanPackages(): Plugin[] {
  return [replacing('client', inBrowsers), replacing('ssr', everywhere)]
}

function replacing(environment: string, parts: typeof everywhere): Plugin {
  const found = new Set<string>()
  return {
    name: `lean-packages-${environment}`,
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === environment,
    resolveId(id, importer = '') {
      const match = parts.find((one) => id === one.id && importer.includes(one.of))
      if (!match) return null
      found.add(match.id)
      return join(import.meta.dirname, '..', match.by)
    },
    buildEnd(error) {
      const missing = parts.find(({ id }) => !found.has(id))
      if (missing && !error) this.error(`No package imports ${missing.id} any more.`)
    },
  }
}
