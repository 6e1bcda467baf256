import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Compressing smaller files saves no packet. */
const minBytes = 512

/** Writes a `.br` and a `.gz` beside every text file of a folder; returns how many files got them. */
export async function compressFolder(folder: string) {
  const files = globSync('**/*.{js,css,svg,html,json,txt,xml,webmanifest}', { cwd: folder })
  const done = await Promise.all(files.map((file) => compressFile(join(folder, file))))
  return done.filter(Boolean).length
}

async function compressFile(file: string) {
  const content = await readFile(file)
  if (content.length < minBytes) return false
  const brotli = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }
  await writeFile(`${file}.br`, await toBrotli(content, brotli))
  await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }))
  return true
}
