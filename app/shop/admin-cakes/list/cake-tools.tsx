import { Pencil } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { ButtonLink } from '#ui/button.tsx'
import { DeleteCake } from './delete-cake.tsx'

/** What a baker can do with a cake from its page in the shop. */
export function CakeTools({ cake }: { cake: Pick<Cake, 'id' | 'name'> }) {
  const navigate = useNavigate()
  return (
    <div className="-mx-4 flex">
      <ButtonLink variant="plain" size="small" to={`/admin/cakes/${cake.id}`}>
        <Pencil size={17} aria-hidden="true" />
        Edit
      </ButtonLink>
      <DeleteCake cake={cake} look="words" onDeleted={() => void navigate('/products')} />
    </div>
  )
}
