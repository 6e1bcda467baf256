import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { ApiError, fileUrl, upload } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { ExportButton } from '#shop/admin/export-button.tsx'
import { FileButton } from '#shop/pictures/file-button.tsx'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { Section } from '#ui/forms/plain-form.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { Icon } from '#ui/icon.tsx'
import { ProgressBar } from '#ui/loading.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { downloadIcon } from '#ui/more-icons.ts'
import { countCatalogue } from '../admin-cakes.store.server.ts'
import type { Route } from './+types/catalogue-files.page.ts'
import { CakePictures, type PicturelessCake } from './cake-pictures.tsx'
import type { ExportCatalogue, ImportCatalogue, ImportTemplate } from './catalogue-files.server.ts'
import { findPictureless } from './catalogue-files.store.server.ts'
import type { ImportOutcome, SentChoices } from './import.schema.ts'
import {
  countText,
  ImportCounts,
  ImportErrors,
  ImportPreview,
  ImportQuestions,
} from './import-outcome.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-cakes')
  return { counts: await countCatalogue(app.db), pictureless: await findPictureless(app.db) }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Import and export')

export default function CatalogueFilesPage({ loaderData }: Route.ComponentProps) {
  const { counts, pictureless } = loaderData
  const [listed, setListed] = useState<readonly PicturelessCake[]>([])
  const filesOf = new Map(listed.map(({ id, files }) => [id, files]))
  return (
    <div className="grid gap-6">
      <h1 className="text-3xl">Import and export</h1>
      <Section id="export" title="Export">
        <p>
          <span>{`${countText(counts.total)} ${counts.total === 1 ? 'cake' : 'cakes'}`}</span>,
          including hidden ones: CSV for a spreadsheet, which can be imported again.
        </p>
        <ExportButton what="cakes" address={fileUrl<ExportCatalogue>('/cakes/export', {})} />
      </Section>
      <Section id="import" title="Import">
        <ul className="grid max-w-prose list-disc gap-1 pl-5 text-sm text-cocoa-soft">
          <li>
            An export of Shopify, WooCommerce or another shop, or your own list, as CSV or Excel.
          </li>
          <li>A row with a cake’s id or name updates that cake. Any other row adds a cake.</li>
          <li>Cakes that are not in the file stay as they are.</li>
          <li>
            A cake without a picture is hidden. Add its pictures below, by the names of files.
          </li>
        </ul>
        <a
          href={fileUrl<ImportTemplate>('/cakes/importtemplate', {})}
          className={`${buttonLook({ variant: 'secondary', size: 'small' })} justify-self-start`}
        >
          <Icon path={downloadIcon} size={18} />
          Download template (CSV)
        </a>
        <CatalogueImport onRead={setListed} />
        <NeedsScript>Importing a file needs JavaScript.</NeedsScript>
      </Section>
      <CakePictures
        count={counts.pictureless}
        cakes={pictureless.map((cake) => ({ ...cake, files: filesOf.get(cake.id) ?? [] }))}
      />
    </div>
  )
}

const fileUpIcon =
  'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M12 12v6M15 15l-3-3-3 3'

interface CatalogueImportProps {
  /** Takes the cakes of the file that have no picture. */
  onRead: (cakes: readonly PicturelessCake[]) => void
}

/** Choose a file → see what it would change → confirm → done. */
function CatalogueImport({ onRead }: CatalogueImportProps) {
  const { sent, check, send } = useCatalogueImport(onRead)
  const title = sent && titleOf(sent)
  return (
    <div className="grid gap-3">
      <FileButton
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        aria-describedby="import-hint"
        onFiles={([file]) => file && void check(file)}
        className="min-h-24 border-2 border-dashed"
      >
        <Icon path={fileUpIcon} size={32} />
        <span>Choose a CSV or Excel file, or drop it here</span>
      </FileButton>
      <p id="import-hint" className="text-sm text-cocoa-soft">
        Up to 10 MB and 20,000 rows. The file is checked first. Nothing changes until you confirm.
      </p>
      <div role="status">
        {sent && !title && <Progress words={`Checking ${sent.file.name}…`} part={sent.part} />}
      </div>
      {sent && title && (
        <section aria-labelledby="import-result" className="mt-3 grid gap-4">
          <h3
            // Another step, another heading: a check with other choices leaves the focus where it is.
            key={String(sent.outcome?.written)}
            id="import-result"
            ref={takeFocus}
            tabIndex={-1}
            className="text-lg break-words focus:outline-none"
          >
            {title}
          </h3>
          {sent.sentence && <Problem>{sent.sentence}</Problem>}
          {sent.outcome?.written && <ImportCounts outcome={sent.outcome} />}
          {sent.outcome?.written === false && (
            <Checked
              {...sent}
              outcome={sent.outcome}
              onSend={(choices, query) => void send({ ...sent, choices }, query)}
            />
          )}
        </section>
      )}
    </div>
  )
}

/** The pressed button is gone, so the focus moves to what came of it. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

function Problem({ children }: { children: string }) {
  return (
    <p role="alert" className="font-semibold text-chilli">
      {children}
    </p>
  )
}

function Progress({ words, part }: { words: string; part: number | undefined }) {
  return (
    <div className="grid max-w-sm gap-2">
      <p className="text-sm font-semibold">{words}</p>
      <ProgressBar label="Uploading the file" value={part === 1 ? undefined : part} />
    </div>
  )
}

/** Null while it is checked for the first time. */
function titleOf({ file: { name }, outcome, sentence }: SentFile): string | null {
  if (!outcome) return sentence ? `${name} cannot be imported` : null
  if (outcome.written) return `${changesText(outcome)} imported`
  const { errorCount } = outcome
  if (errorCount > 0)
    return `${name} has ${countText(errorCount)} ${errorCount === 1 ? 'error' : 'errors'}`
  return isAsked(outcome) ? `${name} leaves one question` : `${name} is ready to import`
}

/** Whether the owner has to say something first: egg is not guessed. */
const isAsked = ({ lacking }: ImportOutcome) => lacking.some(({ value }) => value === '')

function changesText({ added, changed }: ImportOutcome): string {
  const changes = added + changed
  return changes === 1 ? 'One change' : `${countText(changes)} changes`
}

interface CheckedProps extends SentFile {
  outcome: ImportOutcome
  onSend: (choices: SentChoices, query: ImportQuery) => void
}

function Checked({ outcome, choices, part, sentence, onSend }: CheckedProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { added, changed, errorCount, skipped } = outcome
  const changes = added + changed
  const isBusy = part !== undefined
  return (
    <>
      <ImportQuestions
        outcome={outcome}
        onChange={(changed) => onSend(changed, { dryRun: 'true' })}
      />
      <ImportCounts outcome={outcome} />
      {skipped > 0 && (
        <p>{`${skipped === 1 ? 'One row is a group' : `${countText(skipped)} rows are groups`} of products and no cake, and left out.`}</p>
      )}
      {errorCount > 0 && <ImportErrors outcome={outcome} />}
      {errorCount === 0 && changes === 0 && (
        <p>Everything in the file matches the shop already. There is nothing to import.</p>
      )}
      {changes > 0 && isAsked(outcome) && (
        <p className="font-semibold">Choose first whether the new cakes have egg.</p>
      )}
      {errorCount === 0 && changes > 0 && !isAsked(outcome) && !isBusy && !sentence && (
        <Button className="justify-self-start" onClick={() => setIsConfirming(true)}>
          {`Import ${changesText(outcome).toLowerCase()}`}
        </Button>
      )}
      {outcome.preview.length > 0 && <ImportPreview outcome={outcome} />}
      <ConfirmDialog
        open={isConfirming}
        onClose={() => !isBusy && setIsConfirming(false)}
        onConfirm={() => onSend(choices, { dryRun: 'false', version: outcome.version })}
        busy={isBusy}
        title="Import into the catalogue?"
        confirmLabel="Import"
      >
        <p>
          <span>{`${countText(added)} ${added === 1 ? 'cake' : 'cakes'}`}</span> will be added and{' '}
          <span>{countText(changed)}</span> updated, all together. The shop shows them right away.
        </p>
        {isBusy && <Progress words="Importing…" part={part} />}
        {sentence && <Problem>{sentence}</Problem>}
      </ConfirmDialog>
    </>
  )
}

const maxBytes = 10 * 1024 * 1024

/** A file with the choices of the owner, and what the shop said of it. */
interface SentFile {
  file: File
  choices: SentChoices
  /** How much of it has been sent, 0 to 1; undefined while nothing is on its way. */
  part?: number
  outcome?: ImportOutcome
  /** Why the last attempt failed. */
  sentence?: string
}

type ImportQuery = { dryRun: 'true' | 'false'; version?: string }

/** A file is checked as soon as it is chosen and after each choice, and imported after the owner confirms. */
function useCatalogueImport(onRead: CatalogueImportProps['onRead']) {
  const { revalidate } = useRevalidator()
  const [sent, setSent] = useState<SentFile | null>(null)
  const attempts = useRef(0)

  /** Of several answers only that to the last attempt counts. */
  async function send({ file, choices, outcome: before }: SentFile, more: ImportQuery) {
    attempts.current += 1
    const attempt = attempts.current
    const show = (news: Partial<SentFile>) => {
      if (attempt === attempts.current) setSent({ file, choices, outcome: before, ...news })
    }
    const onProgress = (part: number) => show({ part })
    onProgress(0)
    const query = { ...choices, ...more }
    try {
      const options = { query, onProgress }
      const outcome = await upload<ImportCatalogue>('/cakes/import', file, options)
      show({ outcome })
      onRead(outcome.pictureless)
      if (outcome.written) void revalidate()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      show({ sentence: error.problem.detail })
    }
  }

  async function check(chosen: File) {
    // A copy: what is imported is what was checked, even if the spreadsheet is saved meanwhile.
    const bytes = chosen.size > maxBytes ? null : await chosen.arrayBuffer().catch(() => null)
    if (bytes) {
      const file = new File([bytes], chosen.name)
      return send({ file, choices: {} }, { dryRun: 'true' })
    }
    const sentence =
      'The file is larger than 10 MB or cannot be read. Split it, or choose it again.'
    setSent({ file: chosen, choices: {}, sentence })
  }

  return { sent, check, send }
}
