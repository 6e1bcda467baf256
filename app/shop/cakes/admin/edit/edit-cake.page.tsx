import { ExternalLink } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { data, useLocation, useNavigate, useRevalidator } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { cakeIdSchema } from '../../cake.schema.ts'
import type { AdminCake } from '../admin-cake.ts'
import { findAdminCake, listCategories } from '../admin-cakes.store.server.ts'
import type { ChangeCake } from '../edit-cakes.server.ts'
import { DeleteCake, HideCake } from '../list/cake-actions.tsx'
import type { Route } from './+types/edit-cake.page.ts'
import { CakeForm, skipLeaveGuard } from './cake-form.tsx'
import { useCakeForm } from './use-cake-form.ts'

export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-cakes')
  const id = cakeIdSchema.safeParse(params.id)
  const cake = id.success ? await findAdminCake(app.db, id.data) : null
  if (!cake) throw data(null, { status: 404 })
  return { cake, categories: await listCategories(app.db) }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? `Edit ${loaderData.cake.name}` : 'Page not found'} | Cakewala` },
  { name: 'robots', content: 'noindex' },
]

export default function EditCakePage({ loaderData }: Route.ComponentProps) {
  // Each navigation to this page starts a new form; a reload of its data does not.
  return <EditCake key={useLocation().key} {...loaderData} />
}

interface EditCakeProps {
  cake: AdminCake
  categories: string[]
}

function EditCake({ cake, categories }: EditCakeProps) {
  const { revalidate } = useRevalidator()
  const readAt = useRef<string | undefined>(cake.updatedAt)
  const state = useCakeForm(cake, async ({ hidden: _, ...changes }) => {
    const { message, updatedAt } = await call<ChangeCake>('POST /cakes/editcake', {
      body: { ...changes, id: cake.id, updatedAt: readAt.current },
    })
    readAt.current = updatedAt
    toast.success(message)
    await revalidate()
  })
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-3xl">{`Edit ${cake.name}`}</h1>
        <Tools
          cake={cake}
          onChanged={(updatedAt) => {
            readAt.current = updatedAt
          }}
        />
      </div>
      <CakeForm state={state} categories={categories} submit="Save changes">
        {state.conflict !== null && (
          <Conflict
            sentence={state.conflict}
            onOverwrite={() => {
              readAt.current = undefined
            }}
          />
        )}
      </CakeForm>
    </div>
  )
}

type ToolsProps = Pick<EditCakeProps, 'cake'> & { onChanged: (updatedAt: string) => void }

function Tools({ cake, onChanged }: ToolsProps) {
  const navigate = useNavigate()
  return (
    <div className="-mx-4 flex flex-wrap items-center">
      {!cake.hidden && (
        <ButtonLink variant="plain" size="small" to={`/singleproduct/${cake.id}`}>
          <ExternalLink size={17} aria-hidden="true" />
          View in shop
        </ButtonLink>
      )}
      <HideCake cake={cake} onChanged={onChanged} />
      <DeleteCake
        cake={cake}
        look="words"
        onDeleted={() => void navigate('/admin?cakes=#cakes', { state: skipLeaveGuard })}
      />
    </div>
  )
}

/** The pressed button disappears, so the focus moves on first. */
function Conflict({ sentence, onOverwrite }: { sentence: string; onOverwrite: () => void }) {
  const navigate = useNavigate()

  function reload() {
    document.querySelector('main')?.focus()
    void navigate('.', { replace: true })
  }

  function saveOver({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    onOverwrite()
    const submit = currentTarget.form?.querySelector<HTMLButtonElement>('[type=submit]')
    submit?.focus()
    submit?.click()
  }

  return (
    <div role="alert" className="grid gap-2 rounded-field bg-blush p-4">
      <p className="font-medium">{sentence}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="secondary" onClick={reload}>
          Load latest version
        </Button>
        <Button size="small" variant="quiet" onClick={saveOver}>
          Overwrite with mine
        </Button>
      </div>
    </div>
  )
}
