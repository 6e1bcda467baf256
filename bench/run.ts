import { measureAdmin } from './admin.ts'

// `npm run bench -- admin`: what it measures, and on what, is in bench/README.md.
const benches: Record<string, () => Promise<boolean>> = { admin: measureAdmin }

const [name = ''] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  console.error(`Say what to measure: npm run bench -- ${Object.keys(benches).join(' | ')}`)
  process.exit(1)
}
process.exitCode = (await bench()) ? 0 : 1
