import { measureAdmin } from './admin.ts'

// `npm run bench -- admin`: what it measures, and on what, is in bench/README.md.
const benches: Record<string, (argument?: string) => Promise<boolean>> = { admin: measureAdmin }

const [name = '', argument] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  console.error(`Say what to measure: npm run bench -- ${Object.keys(benches).join(' | ')}`)
  process.exit(1)
}
process.exitCode = (await bench(argument)) ? 0 : 1
