import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { listCategories } from '../admin-cakes.store.server.ts'
import type { AddCake } from '../edit-cakes.server.ts'
import type { Route } from './+types/add-cake.page.ts'
import { CakeForm } from './cake-form.tsx'
import { useCakeForm } from './use-cake-form.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-cakes')
  return { categories: await listCategories(app.db) }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Add Cake | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

interface AddedCake {
  id: string
  name: string
  hidden: boolean
}

export default function AddCakePage({ loaderData: { categories } }: Route.ComponentProps) {
  const [added, setAdded] = useState<AddedCake | null>(null)
  return (
    <div className="grid gap-6">
      <h1 className="text-3xl">Add Cake</h1>
      {added ? (
        <Added cake={added} onAnother={() => setAdded(null)} />
      ) : (
        <NewCake categories={categories} onAdded={setAdded} />
      )}
    </div>
  )
}

interface NewCakeProps {
  categories: string[]
  onAdded: (cake: AddedCake) => void
}

function NewCake({ categories, onAdded }: NewCakeProps) {
  const state = useCakeForm(null, async (cake) => {
    const { message, id } = await call<AddCake>('POST /cakes/addcake', {
      body: cake,
    })
    toast.success(message)
    onAdded({ id, name: cake.name, hidden: cake.hidden })
  })
  return <CakeForm state={state} categories={categories} isNew submit="Add Cake" />
}

/** A baker has often more than one to add. */
function Added({ cake, onAnother }: { cake: AddedCake; onAnother: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return (
    <section className="card grid max-w-xl gap-5 p-6 sm:p-8">
      <CircleCheck size={40} aria-hidden="true" className="text-pistachio" />
      <h2 ref={title} tabIndex={-1} className="text-2xl outline-none">
        <span>{cake.name}</span>{' '}
        <span>{cake.hidden ? 'is added and hidden for now.' : 'is in the shop.'}</span>
      </h2>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onAnother}>Add another</Button>
        {cake.hidden ? (
          <ButtonLink variant="secondary" to={`/admin/cakes/${cake.id}`}>
            Edit cake
          </ButtonLink>
        ) : (
          <ButtonLink variant="secondary" to={`/singleproduct/${cake.id}`}>
            View in shop
          </ButtonLink>
        )}
        <ButtonLink variant="quiet" to="/admin?cakes=#cakes">
          All cakes
        </ButtonLink>
      </div>
    </section>
  )
}
