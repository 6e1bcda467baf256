import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.ts'

// Writes the first migration again, from the tables and db/baseline.sql: for as long as no version is released.
const folder = join(root, 'db', 'migrations')
const name = 'baseline'
const migration = join(folder, `0000_${name}.sql`)
const journal = join(folder, 'meta', '_journal.json')
const snapshot = join(folder, 'meta', '0000_snapshot.json')
const tablesMark = '-- Here are the tables.\n'

/** Later than every migration before the baseline, so that Drizzle can tell them apart. */
const createdAt = Date.UTC(2026, 10, 24)

function change(path: string, pattern: RegExp | string, replacement: string) {
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(pattern, () => replacement),
  )
}

rmSync(folder, { recursive: true, force: true })
const { code, output } = await run('drizzle-kit', ['generate', '--name', name])
if (code !== 0) throw new Error(output)
const [before, after] = readFileSync(join(root, 'db', 'baseline.sql'), 'utf8').split(tablesMark)
if (!after) throw new Error(`db/baseline.sql has no line "${tablesMark.trim()}"`)
const tables = readFileSync(migration, 'utf8')
const written = '-- Written by hand, in db/baseline.sql:\n'
writeFileSync(migration, `${before}${tables}--> statement-breakpoint\n${written}${after}`)
// Drizzle writes the time and a random id: the same tables shall be the same files.
change(journal, /"when": \d+/, `"when": ${createdAt}`)
change(snapshot, /"id": "[^"]+"/, '"id": "00000000-0000-4000-8000-000000000001"')
