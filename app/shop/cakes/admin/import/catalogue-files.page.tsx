import { useState } from 'react'
import { appContext } from '#app/context.server.ts'
import { fileUrl } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { ExportButton } from '#shop/admin/export-button.tsx'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { buttonLook } from '#ui/button.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { Icon } from '#ui/icon.tsx'
import { downloadIcon } from '#ui/more-icons.ts'
import { countCatalogue } from '../admin-cakes.store.server.ts'
import type { Route } from './+types/catalogue-files.page.ts'
import { CakePictures, type PicturelessCake } from './cake-pictures.tsx'
import { findPictureless } from './catalogue-files.store.server.ts'
import { CatalogueImport } from './catalogue-import.tsx'
import type { ExportCatalogue, ImportTemplate } from './export-catalogue.server.ts'
import { countText } from './import-outcome.tsx'

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
      <section aria-labelledby="export" className="card grid gap-4 p-4 md:p-6">
        <h2 id="export" className="text-xl">
          Export
        </h2>
        <p>
          <span>{`${countText(counts.total)} ${counts.total === 1 ? 'cake' : 'cakes'}`}</span>,
          including hidden ones: CSV for a spreadsheet, which can be imported again.
        </p>
        <ExportButton what="cakes" address={fileUrl<ExportCatalogue>('/cakes/export', {})} />
      </section>
      <section aria-labelledby="import" className="card grid gap-4 p-4 md:p-6">
        <h2 id="import" className="text-xl">
          Import
        </h2>
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
      </section>
      <CakePictures
        count={counts.pictureless}
        cakes={pictureless.map((cake) => ({ ...cake, files: filesOf.get(cake.id) ?? [] }))}
      />
    </div>
  )
}
