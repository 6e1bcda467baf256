import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { data, useLocation, useNavigate, useRevalidator } from 'react-router'
import { appContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { call } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { AskButton } from '#shop/values/ask-button.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { circleCheckIcon, Icon } from '#ui/icon.tsx'
import { externalLinkIcon } from '#ui/more-icons.ts'
import { toast } from '#ui/toast.tsx'
import { cakeIdSchema } from '../../cake.schema.ts'
import { categoryLabel, isExtra } from '../../cake-price.ts'
import { findAdminCake, listCategories } from '../admin-cakes.store.server.ts'
import type { AdminCake } from '../cake-input.schema.ts'
import type { AddCake, ChangeCake, ShareChoices } from '../edit-cakes.server.ts'
import { DeleteCake, HideCake } from '../list/cake-actions.tsx'
import type { Route } from './+types/edit-cake.page.ts'
import { CakeForm, skipLeaveGuard, useCakeForm } from './cake-form.tsx'

export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-cakes')
  const cake = 'id' in params ? await findCake(app.db, params.id) : null
  const zones = app.deliveryPlan.current().zones.map(({ name }) => name)
  return { cake, zones, categories: await listCategories(app.db) }
}

async function findCake(db: Database, id: string | undefined): Promise<AdminCake> {
  const { data: cakeId } = cakeIdSchema.safeParse(id)
  const cake = cakeId === undefined ? null : await findAdminCake(db, cakeId)
  if (!cake) throw data(null, { status: 404 })
  return cake
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  privateMeta(matches, loaderData ? titleOf(loaderData) : 'Page not found')

const titleOf = ({ cake }: { cake: AdminCake | null }) => (cake ? `Edit ${cake.name}` : 'Add Cake')

type Edited = Route.ComponentProps['loaderData']

export default function EditCakePage({ loaderData }: Route.ComponentProps) {
  const { key } = useLocation()
  // Each navigation to a cake starts a new form; a reload of its data does not.
  return <AddOrEdit key={loaderData.cake ? key : 'new'} {...loaderData} />
}

/** A new cake is an empty one, which gets an id when it is saved. */
function AddOrEdit(edited: Edited) {
  const [added, setAdded] = useState<AddedCake | null>(null)
  if (added) return <Added cake={added} onAnother={() => setAdded(null)} />
  return <EditCake {...edited} onAdded={setAdded} />
}

type EditCakeProps = Edited & { onAdded: (cake: AddedCake) => void }

function EditCake({ cake, categories, zones, onAdded }: EditCakeProps) {
  const { revalidate } = useRevalidator()
  const readAt = useRef(cake?.updatedAt)
  const state = useCakeForm(cake, async (typed) => {
    if (!cake) {
      const { message, id } = await call<AddCake>('POST /cakes/addcake', { body: typed })
      toast.success(message)
      return onAdded({ ...typed, id })
    }
    const { hidden: _, ...changes } = typed
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
        <h1 className="text-3xl">{titleOf({ cake })}</h1>
        {cake && (
          <Tools
            cake={cake}
            onChanged={(updatedAt) => {
              readAt.current = updatedAt
            }}
          />
        )}
      </div>
      <CakeForm state={state} categories={categories} zones={zones} isNew={!cake}>
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

function Tools({ cake, onChanged }: { cake: AdminCake; onChanged: (at: string) => void }) {
  const navigate = useNavigate()
  return (
    <div className="-mx-4 flex flex-wrap items-center">
      {!cake.hidden && !isExtra(cake.category) && (
        <ButtonLink variant="plain" size="small" to={`/singleproduct/${cake.id}`}>
          <Icon path={externalLinkIcon} size={17} />
          View in shop
        </ButtonLink>
      )}
      {cake.choices.length > 0 && (
        <AskButton
          variant="plain"
          label={`Choices for all of ${categoryLabel(cake.category)}`}
          title={`The same choices for every cake of ${categoryLabel(cake.category)}?`}
          confirmLabel="Give them these"
          send={() => call<ShareChoices>('POST /cakes/share-choices', { body: { id: cake.id } })}
        >
          <p>Each has the choices of this cake, as they are saved, in place of its own.</p>
        </AskButton>
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

type AddedCake = Pick<AdminCake, 'id' | 'name' | 'category' | 'hidden'>

/** A baker has often more than one to add. */
function Added({ cake, onAnother }: { cake: AddedCake; onAnother: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  const hasPage = !cake.hidden && !isExtra(cake.category)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return (
    <div className="grid gap-6">
      <h1 className="text-3xl">Add Cake</h1>
      <section className="card grid max-w-xl gap-5 p-6 sm:p-8">
        <Icon path={circleCheckIcon} size={40} className="text-pistachio" />
        <h2 ref={title} tabIndex={-1} className="text-2xl outline-none">
          <span>{cake.name}</span>{' '}
          <span>{cake.hidden ? 'is added and hidden for now.' : 'is in the shop.'}</span>
        </h2>
        <div className="flex flex-wrap gap-3">
          <Button onClick={onAnother}>Add another</Button>
          <ButtonLink
            variant="secondary"
            to={`${hasPage ? '/singleproduct' : '/admin/cakes'}/${cake.id}`}
          >
            {hasPage ? 'View in shop' : 'Edit cake'}
          </ButtonLink>
          <ButtonLink variant="quiet" to="/admin?cakes=#cakes">
            All cakes
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}
