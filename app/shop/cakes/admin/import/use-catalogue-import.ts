import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, upload } from '#platform/http/api-client.ts'
import type { ImportOutcome, importCatalogueEndpoint } from './catalogue-files.endpoints.ts'

const maxBytes = 10 * 1024 * 1024

/** The steps of an import; `sent` is the uploaded part of the file, 0 to 1. */
export type ImportState =
  | { step: 'choose' }
  | { step: 'checking'; name: string; sent: number }
  | { step: 'unusable'; name: string; sentence: string }
  | { step: 'checked'; file: File; outcome: ImportOutcome; sentence?: string }
  | { step: 'writing'; file: File; outcome: ImportOutcome; sent: number }
  | { step: 'done'; outcome: ImportOutcome }

/** A file is checked as soon as it is chosen, and imported after the baker confirms. */
export function useCatalogueImport() {
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<ImportState>({ step: 'choose' })

  async function check(chosen: File) {
    const { name } = chosen
    setState({ step: 'checking', name, sent: 0 })
    try {
      // A copy: what is imported is what was checked, even if the spreadsheet is saved meanwhile.
      const file = await copyOf(chosen)
      const outcome = await send(file, true, undefined, (sent) =>
        setState({ step: 'checking', name, sent }),
      )
      setState({ step: 'checked', file, outcome })
    } catch (error) {
      setState({ step: 'unusable', name, sentence: sentenceOf(error) })
    }
  }

  async function write(file: File, checked: ImportOutcome) {
    setState({ step: 'writing', file, outcome: checked, sent: 0 })
    try {
      const outcome = await send(file, false, checked.version, (sent) =>
        setState({ step: 'writing', file, outcome: checked, sent }),
      )
      setState({ step: 'done', outcome })
      void revalidate()
    } catch (error) {
      setState({ step: 'checked', file, outcome: checked, sentence: sentenceOf(error) })
    }
  }

  return { state, check, write }
}

function send(
  file: File,
  dryRun: boolean,
  version: string | undefined,
  onProgress: (sent: number) => void,
) {
  const query = { dryRun: dryRun ? ('true' as const) : ('false' as const), version }
  return upload<typeof importCatalogueEndpoint>('/cakes/import', file, { query, onProgress })
}

class UnreadableFile extends Error {}

async function copyOf(file: File): Promise<File> {
  if (file.size > maxBytes)
    throw new UnreadableFile('The file is larger than 10 MB. Split it into smaller ones.')
  const bytes = await file.arrayBuffer().catch(() => {
    throw new UnreadableFile('The file could not be read. Choose it again.')
  })
  return new File([bytes], file.name)
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.problem.detail
  if (error instanceof UnreadableFile) return error.message
  throw error
}
