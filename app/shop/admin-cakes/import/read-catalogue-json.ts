import { isFileField } from './file-cake.ts'
import { checkFieldNames, type FileRow, mostRows, tooManyRows, unusableFile } from './file-rows.ts'

const notAList = 'The file must be a list of cakes, as the export writes it.'
/** A list of cakes with lists in them. */
const deepest = 3

/**
 * The cakes of a JSON file, not yet checked.
 *
 * @throws AppError invalid
 */
export function readCatalogueJson(text: string): FileRow[] {
  if (isDeeper(text, deepest)) throw unusableFile(notAList)
  const list = parse(text)
  if (!Array.isArray(list)) throw unusableFile(notAList)
  if (list.length > mostRows) throw tooManyRows()
  const names = new Set<string>()
  const rows = list.map((cake: unknown, index) => {
    if (typeof cake !== 'object' || cake === null || Array.isArray(cake))
      throw unusableFile(notAList)
    const entries = Object.entries(cake)
    for (const [name] of entries) names.add(name)
    const fields = Object.fromEntries(entries.filter(([name]) => isFileField(name)))
    return { row: index + 1, fields }
  })
  if (rows.length > 0) checkFieldNames([...names])
  return rows
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    const [, line] = /\(line (\d+) column \d+\)/.exec(reason) ?? []
    throw unusableFile(`The file is not valid JSON${line ? ` (line ${line})` : ''}.`)
  }
}

/** Whether brackets nest deeper than `levels`: told before the text is parsed, so that a hostile one costs little. */
function isDeeper(text: string, levels: number): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') inText = !inText
    else if (inText) at += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    if (depth > levels) return true
  }
  return false
}
