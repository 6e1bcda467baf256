import { Download } from 'lucide-react'
import { appContext } from '#app/context.server.ts'
import { fileUrl } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { ExportButton } from '#shop/admin/export-button.tsx'
import { buttonLook } from '#ui/button.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import type { exportCatalogueEndpoint, importTemplateEndpoint } from '../admin-cakes.endpoints.ts'
import { countCakes } from '../admin-cakes.store.server.ts'
import type { Route } from './+types/catalogue-files.page.ts'
import { CatalogueImport } from './catalogue-import.tsx'
import { countText } from './import-outcome.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-cakes')
  return { cakes: await countCakes(app.db) }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Import and export | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function CatalogueFilesPage({ loaderData: { cakes } }: Route.ComponentProps) {
  return (
    <div className="grid gap-6">
      <h1 className="text-3xl">Import and export</h1>
      <section aria-labelledby="export" className="card grid gap-4 p-4 md:p-6">
        <h2 id="export" className="text-xl">
          Export
        </h2>
        <p>
          <span>{`${countText(cakes)} ${cakes === 1 ? 'cake' : 'cakes'}`}</span>, including hidden
          ones: CSV for a spreadsheet, which can be imported again.
        </p>
        <ExportButton
          what="cakes"
          address={fileUrl<typeof exportCatalogueEndpoint>('/cakes/export', {})}
        />
      </section>
      <section aria-labelledby="import" className="card grid gap-4 p-4 md:p-6">
        <h2 id="import" className="text-xl">
          Import
        </h2>
        <ul className="grid max-w-prose list-disc gap-1 pl-5 text-sm text-cocoa-soft">
          <li>A row with a cake’s id updates that cake. A row without an id adds a new cake.</li>
          <li>Cakes that are not in the file stay as they are.</li>
          <li>
            Flavours, weights, reviews and pictures are lists. Separate their entries with “ | ”.
          </li>
          <li>For pictures, use their addresses in the shop, as in an export.</li>
        </ul>
        <a
          href={fileUrl<typeof importTemplateEndpoint>('/cakes/importtemplate', {})}
          className={`${buttonLook({ variant: 'secondary', size: 'small' })} justify-self-start`}
        >
          <Download size={18} aria-hidden="true" />
          Download template (CSV)
        </a>
        <CatalogueImport />
        <NeedsScript>Importing a file needs JavaScript.</NeedsScript>
      </section>
    </div>
  )
}
