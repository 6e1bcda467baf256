import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from '../../scripts/chromium.ts'
import { freePort } from '../../scripts/free-port.ts'
import { run } from '../../scripts/run.ts'
import { startServer, temporaryFolder } from '../../test/process/server-process.ts'
import type { Bench } from '../bench.ts'
import type { Cell } from '../report/table.ts'

const source = 'lighthouse@13.5.0'
const paths = ['/', '/products', '/singleproduct/black-forest-cake', '/cart']
const columns = [
  'page',
  'performance',
  'accessibility',
  'best practices',
  'SEO',
  'largest paint ms',
  'layout shift',
  'blocking ms',
  'KB',
]

interface LighthouseReport {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/** Lighthouse's simulated phone on the pages that sell, on the embedded database. Lighthouse is installed from npm only for this. */
export const lighthouse: Bench = {
  about: 'Lighthouse on a simulated slow phone; fetches it from npm',
  async run({ report }) {
    const { folder, remove } = temporaryFolder()
    const shop = await startServer({ DATA_DIR: folder, PORT: await freePort() })
    try {
      const rows: Cell[][] = []
      for (const path of paths) rows.push(await rowOf(shop.url, path, folder))
      report.show({ title: 'A slow phone', columns, rows })
    } finally {
      await shop.end('SIGTERM')
      remove()
    }
  },
}

async function rowOf(origin: string, path: string, folder: string): Promise<Cell[]> {
  const file = join(folder, 'lighthouse.json')
  const command = ['exec', '--yes', `--package=${source}`, '--', 'lighthouse', origin + path]
  const flags = ['--quiet', '--chrome-flags=--headless=new --no-sandbox', '--output=json']
  const { code, output } = await run('npm', [...command, ...flags, `--output-path=${file}`], {
    env: { CHROME_PATH: findChromium() },
  })
  if (code !== 0) throw new Error(`Lighthouse did not run:\n${output}`)
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as LighthouseReport
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const measured = (name: string) => audits[name]?.numericValue ?? 0
  return [
    path,
    ...['performance', 'accessibility', 'best-practices', 'seo'].map(score),
    Math.round(measured('largest-contentful-paint')),
    Number(measured('cumulative-layout-shift').toFixed(3)),
    Math.round(measured('total-blocking-time')),
    Math.round(measured('total-byte-weight') / 1000),
  ]
}
